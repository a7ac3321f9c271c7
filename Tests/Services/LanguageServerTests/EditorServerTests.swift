// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowLanguage
import JSONRPC
import RandomEditing
import Testing

@testable import LanguageServer

@Suite struct EditorServerTests {
  private static let address = "file:///nowhere/a.flow.yaml"
  private static let document: Value = ["uri": "file:///nowhere/a.flow.yaml"]
  private static let flow = """
    flow: 1
    id: service
    steps:
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, type: integer, when: kinf == 'http' }

    """

  private static func position(_ line: Int, _ character: Int) -> Value {
    ["line": .int(Int64(line)), "character": .int(Int64(character))]
  }

  // MARK: Findings

  @Test func mistakesArePublishedWithRelatedPlaces() {
    var client = EditorConversation([
      "capabilities": [:], "initializationOptions": ["explanations": "https://example.com/f"],
    ])
    client.open(Self.address, Self.flow)
    let found = client.settle()[Self.address] ?? []
    expectEqual(found.map { $0["code"]?.text }, ["unknown-answer"])
    expectEqual(
      found.first?["relatedInformation"]?.items.first?["message"]?.text, "'kind' is asked here")
    expectEqual(
      found.first?["codeDescription"]?["href"]?.text, "https://example.com/f#unknown-answer")
  }

  @Test func whatIsUnusedIsTagged() {
    var client = EditorConversation()
    client.open(
      Self.address,
      """
      flow: 1
      id: x
      steps:
        - { ask: a, type: boolean }
        - { ask: b, type: string, when: a && !a }
      """)
    let tagged = (client.settle()[Self.address] ?? []).filter { $0["tags"] == [1] }
    #expect(tagged.contains { $0["code"] == "unreachable-step" })
  }

  @Test func findingsThatAreGoneArePublishedAsNone() {
    var client = EditorConversation()
    client.open(Self.address, Self.flow)
    _ = client.settle()
    client.tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(Self.address), "version": 2],
        "contentChanges": [
          [
            "range": ["start": Self.position(4, 41), "end": Self.position(4, 42)], "text": "d",
          ]
        ],
      ])
    expectEqual(client.settle()[Self.address], [])
  }

  /// The findings of a copy that works beside further requests count until a document changes.
  @Test func aCopyIsTakenUpUnlessADocumentHasChanged() {
    func change(_ version: Int64, _ text: String) -> Value {
      [
        "textDocument": ["uri": .string(Self.address), "version": .int(version)],
        "contentChanges": [["text": .string(text)]],
      ]
    }
    var client = EditorConversation()
    client.open(Self.address, Self.flow)
    _ = client.settle()
    client.tell(
      "textDocument/didChange", change(2, Self.flow.replacing("kinf", with: "kind")))
    var copy = client.server
    expectEqual(copy.settle { true }.count, 1)
    let place: Value = ["textDocument": Self.document, "position": Self.position(3, 12)]
    expectEqual(client.ask("textDocument/foldingRange", place)["code"], nil)
    client.send(["jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": place])
    expectEqual(client.takeUp(copy), true)
    expectEqual(client.server.waitingCount, 1)
    client.forgetNotices()
    expectEqual(client.settle()[Self.address], nil)
    client.tell("textDocument/didChange", change(3, "flow: 1\n"))
    expectEqual(client.takeUp(copy), false)
    #expect(client.settle()[Self.address]?.isEmpty == false)
  }

  @Test func aClientThatPullsGetsNothingPushed() {
    var client = EditorConversation(["capabilities": ["textDocument": ["diagnostic": [:]]]])
    client.open(Self.address, Self.flow)
    expectEqual(client.settle(), [:])
    let report = client.ask("textDocument/diagnostic", ["textDocument": Self.document])
    expectEqual(report["items"]?.items.map { $0["code"]?.text }, ["unknown-answer"])
  }

  /// A check beside the request of a client that pulls would be the same one.
  @Test func whatAClientPullsIsCheckedOnce() {
    var client = EditorConversation(["capabilities": ["textDocument": ["diagnostic": [:]]]])
    var counts: [Int] { [client.server.workspace.checkCount, client.server.workspace.quickCount] }
    func pull() -> [Value] {
      client.ask("textDocument/diagnostic", ["textDocument": Self.document])["items"]?.items ?? []
    }
    let flow = MadeFlow(sections: 12).text
    client.open(Self.address, flow)
    _ = client.settle(rests: false)
    expectEqual(counts, [0, 0])
    expectEqual(pull(), [])
    _ = client.settle()
    expectEqual(counts, [1, 0])
    client.tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(Self.address), "version": 2],
        "contentChanges": [
          ["text": .string(flow.replacing("ask: replicas_5", with: "ask: replicas_6"))]
        ],
      ])
    _ = client.settle(rests: false)
    expectEqual(counts, [1, 0])
    #expect(!pull().isEmpty)
    _ = client.settle(rests: false)
    expectEqual(counts, [1, 1])
    _ = client.settle()
    expectEqual(counts, [2, 1])
  }

  @Test func theTextOfAnOpenUsedFlowCounts() {
    var client = EditorConversation()
    let outer = "file:///nowhere/outer.flow.yaml"
    client.open(
      outer,
      """
      flow: 1
      id: outer
      steps:
        - { flow: inner, use: inner.flow.yaml }
        - { note: hello, text: "${inner.name}" }
      """)
    #expect(client.settle()[outer]?.isEmpty == false)
    let inner = "file:///nowhere/inner.flow.yaml"
    client.open(inner, "flow: 1\nid: inner\nsteps:\n  - { ask: name, type: string }\n")
    expectEqual(client.settle()[outer], [])
  }

  @Test func aTooLargeDocumentIsRefusedAsCheckDoes() {
    var client = EditorConversation()
    client.open(Self.address, Self.flow + String(repeating: "#", count: 4 << 20))
    expectEqual(client.settle()[Self.address]?.map { $0["code"]?.text }, ["file-too-large"])
  }

  @Test func aDeepDocumentIsRefusedAsCheckDoes() {
    var client = EditorConversation()
    client.open(Self.address, "flow: 1\nid: x\nsteps: " + String(repeating: "[", count: 100_000))
    #expect(client.settle()[Self.address]?.isEmpty == false)
    #expect(client.ask("textDocument/foldingRange", ["textDocument": Self.document]).text == nil)
  }

  // MARK: Fixes and formatting

  @Test func theFixOfAMistakeIsAnAction() {
    var client = EditorConversation()
    client.open(Self.address, Self.flow)
    let actions = client.ask(
      "textDocument/codeAction",
      [
        "textDocument": Self.document,
        "range": ["start": Self.position(4, 40), "end": Self.position(4, 40)],
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ])
    let edits = actions.items.first?["edit"]?["changes"]?[Self.address]?.items
    expectEqual(edits?.first?["newText"]?.text, "kind")
  }

  @Test func everythingIsFixedOnDemand() {
    var client = EditorConversation()
    client.open(Self.address, Self.flow.replacing("type: integer", with: "typ: integer"))
    let actions = client.ask(
      "textDocument/codeAction",
      [
        "textDocument": Self.document,
        "range": ["start": Self.position(0, 0), "end": Self.position(0, 0)],
        "context": ["diagnostics": []],
      ])
    let action = actions.items.first { $0["kind"] == "source.fixAll.stackflow" }
    let resolved = client.ask("codeAction/resolve", action ?? .null)
    expectEqual(
      resolved["edit"]?["changes"]?[Self.address]?.items.first?["newText"]?.text,
      "e: integer, when: kind")
  }

  @Test func formattingEditsOnlyTheLinesThatChange() {
    var client = EditorConversation()
    client.open(
      Self.address, "flow: 1\nid: x\nsteps:\n- {ask: a, type: string}\n- { ask: b, type: string }\n"
    )
    let edits = client.ask(
      "textDocument/formatting", ["textDocument": Self.document, "options": [:]])
    expectEqual(
      edits.items.map { $0["newText"]?.text },
      ["  - { ask: a, type: string }\n", "  - { ask: b, type: string }\n"])
  }

  @Test func aLineBreakBelowAKeyIndents() {
    var client = EditorConversation()
    client.open(Self.address, "flow: 1\nid: x\nsteps:\n\n")
    let edits = client.ask(
      "textDocument/onTypeFormatting",
      [
        "textDocument": Self.document, "position": Self.position(3, 0), "ch": "\n",
        "options": [:],
      ])
    expectEqual(edits.items.map { $0["newText"]?.text }, ["  "])
  }

  // MARK: Messages

  @Test func aRequestBeforeTheFirstIsRefused() {
    var server = EditorServer(version: "1")
    _ = server.receive(.bytes(Array(#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#.utf8)))
    expectEqual(
      server.step(),
      [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"the server isn't initialized"}}"#
      ])
  }

  @Test func exitAfterShutdownIsASuccess() {
    var client = EditorConversation()
    expectEqual(client.ask("shutdown", [:]), .null)
    client.tell("exit", [:])
    expectEqual(client.server.exitStatus, 0)
  }

  @Test func aCancelledRequestIsNotPerformed() {
    var client = EditorConversation()
    client.send([
      "jsonrpc": "2.0", "id": "a", "method": "workspace/symbol", "params": ["query": ""],
    ])
    client.send(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": "a"]])
    client.perform()
    expectEqual(client.notices.compactMap { $0["error"]?["code"] }, [-32800])
  }

  @Test func aRequestAboutAnOutdatedDocumentIsRefused() {
    var client = EditorConversation()
    client.open(Self.address, Self.flow)
    client.send([
      "jsonrpc": "2.0", "id": 7, "method": "textDocument/foldingRange",
      "params": ["textDocument": Self.document],
    ])
    client.send([
      "jsonrpc": "2.0", "method": "textDocument/didChange",
      "params": ["textDocument": Self.document, "contentChanges": [["text": "flow: 1"]]],
    ])
    client.perform()
    expectEqual(client.notices.compactMap { $0["error"]?["code"] }, [-32801])
  }

  @Test func onlyTheNewestTextIsChecked() {
    var client = EditorConversation()
    client.open(Self.address, Self.flow)
    for number in 0..<1000 {
      client.send([
        "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": [
          "textDocument": Self.document,
          "contentChanges": [["text": .string("flow: 1\nid: x\nsteps: []\n# \(number)")]],
        ],
      ])
    }
    client.perform()
    _ = client.settle()
    expectEqual(client.server.workspace.checkCount, 1)
  }

  // MARK: Positions

  @Test func halfOfASurrogatePairIsACharacter() {
    var server = EditorServer(version: "1")
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.flow.yaml","text":"a\ud83dbc\ud83d\u0064"}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.flow.yaml"},"contentChanges":[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":3}},"text":"x"}]}}"#,
    ]
    for message in messages { _ = server.receive(.bytes(Array(message.utf8))) }
    while server.step() != nil {}
    expectEqual(
      server.documents["/a.flow.yaml"].map { String(decoding: $0.text.bytes, as: UTF8.self) },
      "a\u{FFFD}xc\u{FFFD}d")
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func positionsCountWhatTheClientCounts(_ encoding: String) throws {
    var client = EditorConversation([
      "capabilities": ["general": ["positionEncodings": [.string(encoding)]]]
    ])
    let wide = "flow: 1\nid: x\nsteps:\n  - { note: \u{61}, text: \"é😀 ${nmae}\" }\n"
    client.open(Self.address, wide)
    let found = client.settle()[Self.address]?.first { $0["code"] == "unknown-answer" }
    let before = "  - { note: a, text: \"é😀 ${"
    let characters =
      switch encoding {
      case "utf-8": before.utf8.count
      case "utf-16": before.utf16.count
      default: before.unicodeScalars.count
      }
    expectEqual(found?["range"]?["start"], Self.position(3, characters))
    expectEqual(found?["range"]?["end"], Self.position(3, characters + 4))
  }

  @Test func linesEndWithCarriageReturnsAndAMarkCounts() {
    var client = EditorConversation()
    client.open(
      Self.address, "\u{FEFF}flow: x\r\nid: y\r\nsteps:\r\n  - { note: a, text: '${b}' }\r\n")
    let found = client.settle()[Self.address] ?? []
    expectEqual(
      found.map { $0["range"]?["start"] }, [Self.position(0, 7), Self.position(3, 24)])
  }
}
