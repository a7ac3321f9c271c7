// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import FlowServer
import FlowTesting
import ModelContext
import ScriptTrips
import Testing

/// An empty answer has one outcome in forms.
@Suite struct EmptyAnswerFormTests {
  private static func outcome(_ content: Value, at question: EmptyAnswerCase) throws -> String {
    let flow = try checkedFlow(question.flow)
    let server = ContextServer(
      [ContextTool(ServedFlow(flow))],
      in: ServiceEnvironment(program: "test", version: "0", clock: { .epoch }),
      tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
    let talking = try ContextConversation(server, .stateless, tool: "f")
    guard case .form = try talking.call([:]) else { return "no form" }
    switch try talking.reply("accept", content) {
    case .result(let result):
      guard case .map(let data)? = result["structuredContent"],
        case .map(let ended)? = data["result"], case .map(let output)? = ended["output"]
      else { return "\(result)" }
      return JSONWriter().text(of: output["q"] ?? .null) ?? ""
    case .form(let form):
      // The message ends with the question, its problem, and what was given.
      let last = form["message"]?.plainText.split(separator: "\n").last ?? ""
      return "refused: " + last.drop { $0 != ":" }.dropFirst(2)
    case .error(let error): return "\(error)"
    }
  }

  /// Secrets aren't asked for in forms.
  @Test(arguments: EmptyAnswerCase.Input.allCases)
  func eachEmptyInputHasOneOutcome(input: EmptyAnswerCase.Input) throws {
    for question in EmptyAnswerCase.all where question.type != "secret" {
      let content: Value? =
        switch input {
        case .untouched: [:]
        case .cleared, .text: ["q": ""]
        case .null: ["q": .null]
        case .noElements: question.noElements.map { ["q": $0] }
        }
      guard let content else { continue }
      expectEqual(
        try Self.outcome(content, at: question), question.outcome(of: input),
        "\(question) \(content)")
    }
  }
}
