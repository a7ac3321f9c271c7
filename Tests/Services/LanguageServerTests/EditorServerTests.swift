// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import JSONRPC
import Testing

@testable import LanguageServer

@Suite struct EditorServerTests {
  private static let flow = """
    flow: 1
    id: service
    steps:
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, type: integer, when: kinf == 'http' }

    """

  @Test func mistakesAreOnceCheckedPublished() {
    var client = EditorConversation()
    client.open("file:///nowhere/a.flow.yaml", Self.flow)
    let found = client.settle()["file:///nowhere/a.flow.yaml"] ?? []
    expectEqual(found.map { $0["code"]?.text }, ["unknown-answer"])
    expectEqual(
      found.first?["relatedInformation"]?.items.first?["message"]?.text, "'kind' is asked here")
  }

  @Test func theFixOfAMistakeIsAnAction() {
    var client = EditorConversation()
    client.open("file:///nowhere/a.flow.yaml", Self.flow)
    let actions = client.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": "file:///nowhere/a.flow.yaml"],
        "range": ["start": ["line": 4, "character": 40], "end": ["line": 4, "character": 40]],
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ])
    let edits = actions.items.first?["edit"]?["changes"]?["file:///nowhere/a.flow.yaml"]?.items
    expectEqual(edits?.first?["newText"]?.text, "kind")
  }
}
