// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowServer
import FlowTesting
import JSONRPC
import Testing

/// A client gives and gets answers by their names in data, and names steps by their ids.
@Suite struct ServedDataNameTests {
  private static let source = """
    flow: 1
    id: mail
    steps:
      - { ask: kind, key: postfix/main_mailer_type, type: choice, choices: [local, satellite] }
      - form: net
        fields:
          - { ask: relay, key: type, type: string }
          - { ask: port, type: integer }
      - repeat: hosts
        key: host list
        steps:
          - { ask: name, key: type, type: string }
          - { ask: size, type: integer }
      - { ask: last, key: import, type: string }
    """

  private static func service() throws -> FlowService {
    let flow = try checkedFlow(source, name: "mail.flow.yaml")
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    return FlowService([ServedFlow(flow)], in: environment)
  }

  private static func map(_ value: Value?) throws -> ValueMap {
    guard case .map(let map)? = value else { throw NoMap(value: value) }
    return map
  }

  private struct NoMap: Error { let value: Value? }

  @Test func aWalkTakesAndReturnsTheKeys() throws {
    let service = try Self.service()
    func call(_ method: String, _ parameters: Value = [:]) throws -> ValueMap {
      var map = try Self.map(parameters)
      if method != "open" { map["walk"] = "w1" }
      return try Self.map(service.handle(method, map))
    }
    let opened = try call("open")
    let question = try Self.map(opened["question"])
    #expect(question["id"] == "kind" && question["key"] == nil)
    guard case .list(let fields)? = question["fields"] else { throw NoMap(value: nil) }
    let field = try Self.map(fields[0])
    #expect(field["id"] == "kind" && field["key"] == "postfix/main_mailer_type")

    let formed = try call(
      "submit", ["answers": ["postfix/main_mailer_type": "local", "type": "r.b", "port": 25]])
    let list = try Self.map(formed["question"])
    #expect(list["id"] == "hosts" && list["key"] == "host list")
    // In an item, the names within it are enough, unless the flow has another answer with that name.
    _ = try call("change", ["do": "add"])
    let named = try call(
      "submit", ["answers": ["host list[0].type": "a"], "texts": ["size": "7"]])
    try expectEqual(Self.map(named["question"])["id"], "hosts")
    _ = try call("submit")
    let ended = try call("submit", ["answers": ["import": "z"]])
    expectEqual(
      JSONWriter().text(of: try Self.map(ended["result"])["output"] ?? .null),
      #"{"postfix/main_mailer_type":"local","type":"r.b","port":25,"host list":[{"type":"a","size":7}],"import":"z"}"#
    )
  }

  @Test func answersInAdvanceHaveTheKeys() throws {
    let service = try Self.service()
    let answers: Value = [
      "postfix/main_mailer_type": "local", "type": "r.b", "port": 25,
      "host list": [["type": "a", "size": 1]],
    ]
    let suggestions: Value = ["import": "y"]
    let opened = try Self.map(
      service.handle("open", ValueMap([("answers", answers), ("suggestions", suggestions)])))
    let question = try Self.map(opened["question"])
    expectEqual(question["id"], "last")
    let plan = try Self.map(service.handle("plan", ValueMap([("walk", "w1")])))
    guard case .list(let steps)? = plan["steps"] else { throw NoMap(value: .map(plan)) }
    try expectEqual(
      steps.map { try Self.map($0)["key"] },
      [
        "postfix/main_mailer_type", "type", nil, "host list", "import",
      ])
    let why = try Self.map(
      service.handle("why", ValueMap([("walk", "w1"), ("id", "kind")])))
    expectEqual(why["explanation"], "asked")
  }

  /// An id where a name is meant is refused with that name, and nothing has changed.
  @Test(
    arguments: [
      (
        ["kind": "local"],
        "'answers' has 'kind', whose answer has another name in data; use 'postfix/main_mailer_type'"
      ),
      (
        ["host list": [["name": "a", "size": 1]]],
        "'answers' has 'hosts[0].name', whose answer has another name in data; use 'host list[0].type'"
      ),
      (["relays": "x"], "'answers' has 'relays', but nothing in the flow asks for it"),
    ] as [(Value, String)])
  func anIDInAdvanceIsRefusedWithTheName(answers: Value, words: String) throws {
    let service = try Self.service()
    let error = #expect(throws: RPCError.self) {
      try service.handle("open", ValueMap([("answers", answers)]))
    }
    expectEqual(error?.message, words)
  }

  @Test(
    arguments: [
      (
        ["kind": "local"],
        "the answer of 'kind' has another name in data; use 'postfix/main_mailer_type'"
      ),
      (
        [
          "postfix/main_mailer_type": "local", "type": "x", "port": 1, "host list": [["name": "a"]],
        ],
        "the answer of 'hosts[0].name' has another name in data; use 'host list[0].type'"
      ),
    ] as [(Value, String)])
  func anIDInASubmissionIsRefusedWithTheName(answers: Value, words: String) throws {
    let service = try Self.service()
    _ = try service.handle("open")
    let error = #expect(throws: RPCError.self) {
      try service.handle("submit", ValueMap([("walk", "w1"), ("answers", answers)]))
    }
    expectEqual(error?.message, words)
    let state = try Self.map(service.handle("state", ValueMap([("walk", "w1")])))
    try expectEqual(Self.map(state["question"])["id"], "kind")
  }

  /// A list as a whole is an answer with the names of data, too; and what's left over is named as it was given.
  @Test func aWholeListAndWhatIsLeftOverHaveTheKeys() throws {
    let service = try Self.service()
    _ = try service.handle("open")
    let walk = ValueMap([("walk", Value.string("w1"))])
    func submit(_ parameters: ValueMap) throws -> ValueMap {
      try Self.map(service.handle("submit", walk.merging(parameters)))
    }
    let several: Value = ["postfix/main_mailer_type": "local", "import": "z", "x": 1]
    let left = try submit(ValueMap([("answers", several)]))
    expectEqual(left["notices"], [["notice": "unused", "ids": ["import", "x"]]])
    let form: Value = ["type": "r", "port": 1]
    _ = try submit(ValueMap([("answers", form)]))
    let hosts: Value = [["type": "a", "size": 1], ["type": "b", "size": 2]]
    let listed = try submit(ValueMap([("answer", hosts)]))
    try expectEqual(Self.map(listed["question"])["id"], "last")
  }
}

extension ValueMap {
  fileprivate func merging(_ other: ValueMap) -> ValueMap {
    var map = self
    for entry in other { map[entry.key] = entry.value }
    return map
  }
}
