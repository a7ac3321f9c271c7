// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowServer
import FlowTesting
import ModelContext
import ScriptTrips
import Testing

/// Tools and their forms have the names of answers in data.
@Suite struct DataNameFormTests {
  private static let source = """
    flow: 1
    id: mail
    steps:
      - { ask: kind, key: postfix/main_mailer_type, type: choice, choices: [local, satellite] }
      - { ask: port, key: type, type: integer, max: 99 }
      - { ask: token, key: api.token, type: secret, required: false }
      - repeat: hosts
        key: host list
        steps:
          - { ask: name, key: type, type: string }
          - { ask: word, key: pass word, type: secret, required: false }
      - { ask: last, key: import, type: string }
    """

  private static func talking(
    _ style: ContextConversation.Style, _ source: String = Self.source
  ) throws -> ContextConversation {
    let flow = try checkedFlow(source, name: "mail.flow.yaml")
    var tool = ContextTool(ServedFlow(flow))
    tool.variable = { "SET(\($0))" }
    let server = ContextServer(
      [tool], in: ServiceEnvironment(program: "test", version: "0", clock: { .epoch }),
      tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
    return try ContextConversation(server, style, tool: flow.id.name)
  }

  private static func properties(_ outcome: ContextConversation.Outcome) throws -> [String] {
    guard case .form(let form) = outcome, case .map(let schema)? = form["requestedSchema"],
      case .map(let properties)? = schema["properties"]
    else { throw Unexpected(outcome: outcome) }
    return properties.map { $0.key.plainText }
  }

  private static func data(_ outcome: ContextConversation.Outcome) throws -> ValueMap {
    guard case .result(let result) = outcome, case .map(let data)? = result["structuredContent"]
    else { throw Unexpected(outcome: outcome) }
    return data
  }

  private static func text(_ outcome: ContextConversation.Outcome) -> String {
    guard case .result(let result) = outcome else { return "\(outcome)" }
    return JSONWriter().text(of: result["content"] ?? .null) ?? ""
  }

  private struct Unexpected: Error { let outcome: ContextConversation.Outcome }

  /// Secrets aren't arguments, whatever their keys are.
  @Test func theSchemaOfAToolHasTheKeys() throws {
    let list = try Self.talking(.stateless).list()
    let text = JSONWriter().text(of: .map(list)) ?? ""
    for name in ["postfix/main_mailer_type", "host list", "import"] {
      #expect(text.contains("\"\(name)\":{"), "\(text)")
    }
    for name in ["kind", "hosts", "last", "api.token", "pass word"] {
      #expect(!text.contains("\"\(name)\""), "\(text)")
    }
  }

  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func formsHaveTheKeys(style: ContextConversation.Style) throws {
    let talking = try Self.talking(style)
    let first = try talking.call([:])
    try expectEqual(Self.properties(first), ["postfix/main_mailer_type", "type"])
    let refused = try talking.reply(
      "accept", ["postfix/main_mailer_type": "local", "type": 100])
    try expectEqual(Self.properties(refused), ["type"])
    let listed = try talking.reply("accept", ["type": 25])
    #expect(try Self.properties(listed).contains("way"))
    let item = try talking.reply("accept", ["way": "add", "count": 2])
    try expectEqual(Self.properties(item), ["host list[0].type"])
    let again = try talking.reply("accept", ["host list[0].type": "a"])
    try expectEqual(Self.properties(again), ["host list[1].type"])
    _ = try talking.reply("accept", ["host list[1].type": "b"])
    let last = try talking.reply("accept", ["way": "done"])
    try expectEqual(Self.properties(last), ["import"])
    let ended = try Self.data(talking.reply("accept", ["import": "z"]))
    guard case .map(let result)? = ended["result"] else { throw Unexpected(outcome: first) }
    expectEqual(
      JSONWriter().text(of: result["output"] ?? .null),
      #"{"postfix/main_mailer_type":"local","type":25,"host list":[{"type":"a"},{"type":"b"}],"import":"z"}"#
    )
  }

  /// A client that changes the name of a field doesn't get its default taken for what the user has typed.
  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func aFormThatsAnsweredUnderAnotherNameIsReturned(style: ContextConversation.Style) throws {
    let source = """
      flow: 1
      id: mail
      steps:
        - form: all
          fields:
            - { ask: class, type: string, default: none }
            - { ask: size, type: integer, default: 1 }
      """
    let talking = try Self.talking(style, source)
    try expectEqual(Self.properties(talking.call([:])), ["class", "size"])
    let returned = try talking.reply("accept", ["class_": "a", "size": 2])
    #expect(
      Self.text(returned).contains(
        "The client has answered 'class_', which isn't in the form; its fields are 'class', 'size'."
      ),
      "\(Self.text(returned))")
    let walk = try #require(try Self.data(returned)["walk"])
    try expectEqual(Self.properties(talking.call(["walk": walk])), ["class", "size"])
    // An addition by a client takes nothing away.
    let ended = try Self.data(talking.reply("accept", ["class": "a", "size": 2, "note": "x"]))
    guard case .map(let result)? = ended["result"] else {
      return expectEqual("\(ended)", "a result")
    }
    expectEqual(JSONWriter().text(of: result["output"] ?? .null), #"{"class":"a","size":2}"#)
  }

  @Test func callsWithoutFormsHaveTheKeys() throws {
    let talking = try Self.talking(.statelessWithoutForms)
    let first = try talking.call(["answers": ["postfix/main_mailer_type": "local"]])
    #expect(Self.text(first).contains(#"\n  type: {"#), "\(Self.text(first))")
    #expect(Self.text(first).contains(#"{\"type\":\"…\"}"#))
    let walk = try #require(try Self.data(first)["walk"])
    let refused = try talking.call(["walk": walk, "answers": ["type": 100]])
    #expect(Self.text(refused).contains("Not accepted: type: "))
    let next = try #require(try Self.data(refused)["walk"])
    let listed = try Self.data(
      talking.call(["walk": next, "answers": ["type": 25, "host list": [["type": "a"]]]]))
    guard case .map(let question)? = listed["question"] else { throw Unexpected(outcome: first) }
    expectEqual(question["id"], "last")
  }

  /// In an item of a list, the name within the item is enough, and a reason is in one language.
  @Test func namesInAnItemAreShort() throws {
    let flow = """
      flow: 1
      id: people
      steps:
        - { ask: owner, type: string, label: { en: Owner, de: Inhaber } }
        - repeat: person
          title: { en: People, de: Personen }
          steps:
            - { ask: name, type: string, label: { en: Name, de: Name } }
            - { ask: owner, type: string, label: { en: Owner, de: Inhaber }, minLength: 2 }
      """
    let talking = try Self.talking(.statelessWithoutForms, flow)
    var data = try Self.data(talking.call(["answers": ["owner": "Zed"], "language": "de"]))
    func call(_ name: String, _ value: Value) throws -> ContextConversation.Outcome {
      let outcome = try talking.call(.object(["walk": data["walk"], name: value]))
      data = try Self.data(outcome)
      return outcome
    }
    func question() -> Value? {
      guard case .map(let question)? = data["question"] else { return nil }
      return question["id"]
    }
    _ = try call("change", ["do": "add"])
    expectEqual(question(), "person[0].name")
    _ = try call("answers", ["name": "Ann"])
    expectEqual(question(), "person[0].owner")
    // Another step has the name 'owner'.
    _ = try call("answers", ["person[0].owner": "x"])
    expectEqual(question(), "person[0].owner")
    _ = try call("back", "name")
    expectEqual(question(), "person[0].name")
    let refused = try call("answers", ["name": ""])
    #expect(Self.text(refused).contains("Nicht angenommen: person[0].name: "))
    #expect(!Self.text(refused).contains("Not accepted"))
  }

  /// An id where a name is meant is refused with that name, and a secret with its variable.
  @Test(
    arguments: [
      (
        ["kind": "local"],
        "'answers' has 'kind', whose answer has another name in data; use 'postfix/main_mailer_type'"
      ),
      (
        ["api.token": "x"],
        "'api.token' is a secret, which isn't accepted here; set SET(api.token) in the environment of the server"
      ),
    ] as [(Value, String)])
  func anIDIsRefusedWithTheName(answers: Value, words: String) throws {
    let talking = try Self.talking(.statelessWithoutForms)
    #expect(Self.text(try talking.call(["answers": answers])).contains(words))
  }

  @Test func aMissingSecretNamesItsVariable() throws {
    let talking = try Self.talking(
      .stateless,
      Self.source.replacing(
        "type: secret, required: false }\n  - repeat", with: "type: secret }\n  - repeat"))
    let outcome = try talking.call([:])
    #expect(Self.text(outcome).contains("SET(api.token) ("))
    try expectEqual(Self.data(outcome)["secrets"], ["api.token"])
  }
}
