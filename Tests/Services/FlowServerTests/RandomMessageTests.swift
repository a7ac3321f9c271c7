// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowServer
import JSONRPC
import RandomTesting
import Testing

/// Random messages: each request has one response with its id, an error changes nothing, and no response
/// contains a secret.
@Suite struct RandomMessageTests {
  static let secret = "plugh-xyzzy"

  @Test func everyRequestHasItsResponse() throws {
    let flows = try [
      FlowWalkTests.source,
      """
      flow: 1
      id: list
      steps:
        - repeat: team
          steps: [{ ask: who, type: string }, { ask: age, type: integer, max: 99 }]
        - { run: build, command: [make], onError: retry, undo: { command: [clean] } }
        - { review: all }
      """,
    ].map { ServedFlow(try FlowWalkTests.flow($0)) }
    for seed in RandomRuns(long: 2_500, every: 300, named: "messages").seeds {
      var messages = RandomMessages(seed: seed)
      var environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
      environment.effects = { _, _ in MemoryEffects(hasFile: seed % 2 == 0) }
      var limits = ServiceLimits()
      limits.walks = 3
      var server = RPCServer(FlowService(flows, in: environment, limits: limits))
      for id in 1...60 {
        let (method, parameters) = messages.next()
        let request: Value = [
          "jsonrpc": "2.0", "id": .int(Int64(id)), "method": .string(method),
          "params": .map(parameters),
        ]
        let line = messages.damaged(JSONWriter().text(of: request) ?? "")
        let before = server.service.states
        let response = server.handle(line)
        let problem = Self.problem(response, before, server.service, id, messages.isDamaged)
        expectEqual(
          problem, nil, "STACKFLOW_SEED=\(seed): \(method) \(parameters): \(problem ?? "")")
        if problem != nil { return }
      }
    }
  }

  private static func problem(
    _ response: String?, _ before: [String: String], _ after: FlowService, _ id: Int,
    _ isDamaged: Bool
  ) -> String? {
    guard let response else { return isDamaged ? nil : "no response" }
    if response.firstRange(of: secret) != nil { return "a secret is shown: \(response)" }
    guard case .map(let map)? = try? Value(json: response) else {
      return isDamaged ? nil : "the response isn't an object: \(response)"
    }
    if map["error"] != nil {
      return before == after.states ? nil : "an error changed a walk: \(response)"
    }
    return map["id"] == .int(Int64(id)) || isDamaged ? nil : "another id: \(response)"
  }
}

extension FlowService {
  /// The states of all walks.
  fileprivate var states: [String: String] {
    var states: [String: String] = [:]
    for number in 1...60 {
      let id = "w\(number)"
      guard let state = try? handle("state", ValueMap([("walk", .string(id))])) else {
        continue
      }
      states[id] = JSONWriter().text(of: state)
    }
    return states
  }
}

/// Makes random requests, most of which make sense.
struct RandomMessages {
  private var generator: SeededGenerator
  private(set) var isDamaged = false

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> (String, ValueMap) {
    var map = ValueMap()
    if roll(20) != 0 { map["walk"] = .string("w\(roll(5) + 1)") }
    if roll(12) == 0 { map["revision"] = .int(Int64(roll(20))) }
    let method = pick([
      "open", "open", "state", "submit", "submit", "submit", "submit", "submit", "submit", "accept",
      "change", "back", "decide", "reply", "retry", "set-aside", "why", "plan", "form", "review",
      "close",
      "hello",
      "nothing",
    ])
    switch method {
    case "open":
      map = ValueMap([("flow", .string(pick(["service", "list", "none"])))])
      if roll(2) == 0 { map["client"] = .list(["effects"]) }
      if roll(3) == 0 { map["client"] = .list(["moves", "files"]) }
      if roll(4) == 0 { map["defaults"] = true }
    case "submit":
      switch roll(6) {
      case 0: break
      case 1: map["text"] = .string(pick(["a", "http", "8080", "yes", ":back"]))
      case 2:
        map["answers"] = .map(
          ValueMap([
            ("name", "a"), ("kind", value()), ("port", value()),
            ("pass", .string(RandomMessageTests.secret)), ("age", value()), ("sure", true),
          ]))
      case 3: map[pick(["confirm", "form"])] = true
      default: map["answer"] = value()
      }
    case "change":
      map["do"] = .string(pick(["add", "edit", "remove", "restore", "move"]))
      map["item"] = .int(Int64(roll(4)) - 1)
      map["to"] = .int(Int64(roll(3)))
    case "back":
      if roll(2) == 0 {
        map["to"] = .string(pick(["name", "kind", "team", "who", "team[0].who", "config"]))
      } else {
        map["steps"] = .int(Int64(roll(4)) - 1)
      }
    case "decide": map["answer"] = .string(pick(["yes", "no", "keep", "perform", "maybe"]))
    case "reply":
      map["result"] = .map(
        ValueMap([
          pick([
            ("status", .int(Int64(roll(2)))), ("done", true), ("failed", "broken"),
            ("written", .map(ValueMap())), ("value", value()),
          ])
        ]))
    case "why": map["id"] = .string(pick(["port", "pass", "who", "x"]))
    default: break
    }
    return (method, map)
  }

  /// Returns the line of a request, sometimes damaged.
  mutating func damaged(_ text: String) -> MessageLine {
    isDamaged = roll(10) == 0
    guard isDamaged else { return .bytes(Array(text.utf8)) }
    var bytes = Array(text.utf8)
    switch roll(4) {
    case 0: bytes.removeLast(min(bytes.count, roll(30)))
    case 1: bytes[roll(bytes.count)] = UInt8(roll(256))
    case 2: bytes.insert(contentsOf: "[{\"\\ud8".utf8, at: roll(bytes.count))
    default: return .tooLong
    }
    return .bytes(bytes)
  }

  private mutating func value() -> Value {
    pick([
      .null, true, false, 1, 80, 8080, 1.5, "a", "http", "worker", "\0",
      .list([.map(ValueMap([("who", "x"), ("age", 7)]))]), .map(ValueMap()), .int(.max),
      .double(1e300),
    ])
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }

  private mutating func roll(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
}
