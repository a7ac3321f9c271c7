// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowServer
import FlowTesting
import ModelContext
import ScriptTrips
import Testing

/// Secrets come only from the environment of a server, and a call that needs one leaves its walk as it was.
@Suite struct SecretCallTests {
  private static func talking(_ steps: String) throws -> ContextConversation {
    let flow = try checkedFlow("flow: 1\nid: f\nsteps:\n" + steps, name: "f.flow.yaml")
    var tool = ContextTool(ServedFlow(flow))
    tool.variable = { "SET(\($0))" }
    let server = ContextServer(
      [tool], in: ServiceEnvironment(program: "test", version: "0", clock: { .epoch }),
      tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
    return try ContextConversation(server, .handshakeWithoutForms, tool: "f")
  }

  private static func result(
    _ outcome: ContextConversation.Outcome
  ) throws -> (text: String, data: ValueMap) {
    guard case .result(let result) = outcome else { throw Unexpected(outcome: outcome) }
    var data = ValueMap()
    if case .map(let map)? = result["structuredContent"] { data = map }
    return (JSONWriter().text(of: result["content"] ?? .null) ?? "", data)
  }

  private struct Unexpected: Error { let outcome: ContextConversation.Outcome }

  private static let people = """
      - { ask: first, type: string }
      - repeat: person
        key: people
        steps:
          - { ask: name, type: string }
          - { ask: pin, key: code, type: secret, when: name != 'Bo' }
          - repeat: card
            steps: [ { ask: number, type: secret, required: false } ]
    """

  @Test(
    arguments: [
      ([["name": "Ann", "code": "1"]], "people[0].code"),
      ([["name": "Bo"], ["name": "Ann", "code": "1"]], "people[1].code"),
      ([["name": "Bo", "card": [["number": "1"]]]], "people[0].card[0].number"),
    ] as [(Value, String)])
  func aSecretInARecordIsRefused(records: Value, name: String) throws {
    let talking = try Self.talking(Self.people)
    let words =
      "'\(name)' is a secret, which isn't accepted here; set SET(people) to all records, with their secrets, as JSON in the environment of the server"
    #expect(try Self.result(talking.call(["answers": ["people": records]])).text.contains(words))
    let walk = try Self.result(talking.call(["answers": ["first": "x"]])).data["walk"] ?? .null
    let refused = try talking.call(["walk": walk, "answers": ["people": records]])
    #expect(try Self.result(refused).text.contains(words))
  }

  @Test func aCallThatNeedsASecretLeavesItsWalkAsItWas() throws {
    let talking = try Self.talking(
      """
        - { ask: kind, type: choice, choices: [open, closed] }
        - { ask: pin, type: secret, when: kind == 'closed' }
        - { ask: end, type: string }
      """)
    let walk = try Self.result(talking.call([:])).data["walk"] ?? .null
    let missing = try Self.result(talking.call(["walk": walk, "answers": ["kind": "closed"]]))
    expectEqual(missing.data["state"], "secrets-missing")
    expectEqual(missing.data["walk"], walk)
    expectEqual(missing.data["variables"], ["SET(pin)"])
    let next = try Self.result(talking.call(["walk": walk, "answers": ["kind": "open"]]))
    expectEqual(next.data["state"], "asking")
    #expect(next.data["walk"] != walk)
  }

  @Test func aMissingSecretOfARecordNamesTheVariableOfItsList() throws {
    let talking = try Self.talking(Self.people)
    let walk = try Self.result(talking.call(["answers": ["first": "x"]])).data["walk"] ?? .null
    let added = try Self.result(talking.call(["walk": walk, "change": ["do": "add"]])).data
    let missing = try Self.result(
      talking.call(["walk": added["walk"] ?? .null, "answers": ["people[0].name": "Ann"]])
    ).data
    expectEqual(missing["secrets"], ["people[0].code"])
    expectEqual(missing["variables"], ["SET(people)"])
  }
}
