// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
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

  /// Some clients send null for what's left unset and has no default, and null is no text.
  @Test func anOptionalTextIsEmptyByDefaultWhereThatIsAnAnswer() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: f
      steps:
        - form: all
          fields:
            - { ask: needed, type: string }
            - { ask: note, type: string, required: false }
            - { ask: long, type: text, required: false, maxLength: 9 }
            - { ask: at, type: time, required: false }
            - { ask: tags, type: list, required: false }
            - { ask: offered, type: string, required: false, default: x }
            - { ask: code, type: string, required: false, minLength: 2 }
            - { ask: mail, type: string, required: false, format: email }
            - { ask: day, type: date, required: false }
            - { ask: count, type: integer, required: false }
            - { ask: pick, type: choice, choices: [a, b], required: false }
      """)
    let server = ContextServer(
      [ContextTool(ServedFlow(flow))],
      in: ServiceEnvironment(program: "test", version: "0", clock: { .epoch }),
      tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
    let talking = try ContextConversation(server, .stateless, tool: "f")
    guard case .form(let form) = try talking.call([:]),
      case .map(let schema)? = form["requestedSchema"],
      case .map(let fields)? = schema["properties"]
    else {
      Issue.record("the call must ask with a form")
      return
    }
    let defaults = fields.map { entry in
      guard case .map(let field) = entry.value else { return "" }
      return "\(entry.key.plainText): \(JSONWriter().text(of: field["default"] ?? .null) ?? "")"
    }
    expectEqual(
      defaults,
      [
        "needed: null", "note: \"\"", "long: \"\"", "at: \"\"", "tags: \"\"",
        "offered: \"x\"", "code: null", "mail: null", "day: null", "count: null", "pick: null",
      ])
    guard
      case .result(let result) = try talking.reply(
        "accept", ["needed": "a", "note": "", "long": "", "at": "", "tags": ""])
    else {
      Issue.record("the form must be accepted")
      return
    }
    #expect("\(result)".contains("needed"))
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
