// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowServer
import FlowSessions
import FlowTesting
import JSONRPC
import ModelContext
import RandomTesting
import Testing

/// Random messages of clients of both revisions: every request is answered, by a response with its id or by a
/// form; no message contains a secret; and nothing crashes.
@Suite struct RandomContextTests {
  static let secret = "plugh-xyzzy"

  static let sources = [
    """
    flow: 1
    id: service
    steps:
      - { note: hello, text: Hello }
      - { ask: name, type: string, maxLength: 9 }
      - { ask: kind, type: choice, choices: [http, worker] }
      - form: net
        fields:
          - { ask: port, type: integer, max: 9000, when: kind == 'http' }
          - { ask: pass, type: secret }
      - { ask: age, type: integer, validate: [{ check: age > 9, message: old, level: warning }] }
      - { run: build, command: [make, "${name}"], onError: retry, undo: { command: [clean] } }
      - { commit: sure, text: Really? }
    """,
    """
    flow: 1
    id: list
    steps:
      - repeat: team
        steps: [{ ask: who, type: string }, { ask: tags, type: choices, choices: [a, b, c] }]
      - { write: file, path: out.txt, content: text, exists: ask }
      - { review: all }
    """,
  ]

  @Test func everyRequestIsAnswered() throws {
    let tools = try Self.sources.map { source in
      let flow = try checkedFlow(source, name: "a.flow.yaml")
      var tool = ContextTool(ServedFlow(flow))
      tool.answers = flow.id.name == "service" ? ["pass": .text(Self.secret)] : [:]
      return tool
    }
    for seed in RandomRuns(long: 1_000, named: "messages of clients").seeds {
      var environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
      environment.effects = { _, _ in RandomEffects(hasFile: seed % 2 == 0) }
      var limits = ServiceLimits()
      limits.walks = 3
      var server = ContextServer(
        tools, in: environment, tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger(),
        limits: limits)
      var messages = ContextMessages(seed: seed)
      for id in 1...60 {
        let (message, isRequest) = messages.next(id)
        let line = messages.damaged(JSONWriter().text(of: message) ?? "")
        let answers = server.handle(line)
        let problem = messages.problem(in: answers, id, isRequest)
        expectEqual(problem, nil, "STACKFLOW_SEED=\(seed): \(message): \(problem ?? "")")
        if problem != nil { return }
      }
    }
  }
}

/// Effects that mostly succeed, and must be approved.
private struct RandomEffects: EffectHost {
  let hasFile: Bool

  func permission(for request: EffectRequest) -> EffectPermission { .asked }

  func outlook(of part: WriteRequest) -> WriteOutlook {
    hasFile ? .differs(from: nil) : .new
  }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    switch request.effect {
    case .command: .ended(CommandResult(status: hasFile ? 1 : 0, output: []))
    case .write: .written(WrittenFile(previous: .nothing))
    case .restore: .done
    case .action: .returned(.null)
    }
  }
}

/// Makes random messages of clients, most of which make sense, and reads the answers.
private struct ContextMessages {
  private var generator: SeededGenerator
  private var isDamaged = false
  private var walks: [Value] = ["w"]
  private var states: [Value] = ["s"]
  private var forms: [Value] = ["form-0"]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Returns a message, and whether it's a request.
  mutating func next(_ id: Int) -> (Value, Bool) {
    if roll(5) == 0 {
      return (["jsonrpc": "2.0", "id": pick(forms), "result": answer()], false)
    }
    if roll(30) == 0 {
      return (
        [
          "jsonrpc": "2.0", "method": "notifications/cancelled",
          "params": ["requestId": .int(Int64(roll(id + 1)))],
        ], false
      )
    }
    let method = pick([
      "initialize", "server/discover", "tools/list", "ping", "nothing", "tools/call", "tools/call",
      "tools/call", "tools/call", "tools/call", "tools/call", "tools/call", "tools/call",
    ])
    var parameters = ValueMap()
    if roll(2) == 0 {
      parameters["_meta"] = [
        "io.modelcontextprotocol/protocolVersion": pick(["2026-07-28", "2026-07-28", "1900-01-01"]),
        "io.modelcontextprotocol/clientCapabilities": capabilities(),
      ]
    }
    switch method {
    case "initialize":
      parameters["protocolVersion"] = pick(["2025-11-25", "2025-06-18", "2024-11-05", "x", 1])
      parameters["capabilities"] = capabilities()
    case "tools/call":
      parameters["name"] = pick(["service", "service", "list", "list", "none"])
      parameters["arguments"] = arguments()
      if roll(2) == 0 {
        parameters["requestState"] = pick(states)
        parameters["inputResponses"] = .map(ValueMap([("form", answer())]))
      }
    default: break
    }
    return (
      [
        "jsonrpc": "2.0", "id": .int(Int64(id)), "method": .string(method),
        "params": .map(parameters),
      ], true
    )
  }

  private mutating func capabilities() -> Value {
    pick([["elicitation": [:]], ["elicitation": ["form": [:]]], ["elicitation": ["url": [:]]], [:]])
  }

  private mutating func arguments() -> Value {
    var map = ValueMap()
    if roll(3) != 0 { map["walk"] = pick(walks) }
    switch roll(9) {
    case 0: map["answers"] = content()
    case 1: map["accept"] = pick(["offer", "form", "suggestions", "x"])
    case 2: map["back"] = pick(["name", "kind", "team", 1, 3, .int(.max), -1])
    case 3: map["decision"] = pick(["yes", "no", "keep", "maybe"])
    case 4:
      map["change"] = [
        "do": pick(["add", "edit", "remove", "restore", "move"]), "item": .int(Int64(roll(4)) - 1),
        "to": .int(Int64(roll(3))),
      ]
    case 5: map[pick(["retry", "leave", "confirm"])] = true
    case 6: map["answers"] = .map(ValueMap([(pick(["pass", "nothing", "team[0].who"]), value())]))
    default: map["questions"] = pick(["ask", "return"])
    }
    return .map(map)
  }

  private mutating func answer() -> Value {
    [
      "action": pick(["accept", "accept", "accept", "accept", "decline", "cancel", "x"]),
      "content": content(),
    ]
  }

  private mutating func content() -> Value {
    .map(
      ValueMap([
        ("name", value()), ("kind", pick(["http", "worker", value()])), ("port", value()),
        ("age", value()), ("sure", true), ("team[0].who", value()), ("who", value()),
        ("team[0].tags", pick([["a", "b"], ["x"], value()])),
        ("way", pick(["go-on", "done", "add", "edit", "move", "back:name", "leave", "retry"])),
        ("answer", pick(["yes", "no", "keep", "change"])), ("item", .int(Int64(roll(3)))),
        ("to", .int(Int64(roll(3)))),
      ]))
  }

  private mutating func value() -> Value {
    pick([
      .null, true, 1, 80, 8080, 1.5, "a", "http", "", "\u{0}", .list([1]), .map(ValueMap()),
      .int(.max), .double(1e300),
    ])
  }

  /// Returns the line of a message, sometimes damaged.
  mutating func damaged(_ text: String) -> MessageLine {
    isDamaged = roll(12) == 0
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

  /// Reads the answers, and returns what's wrong with them.
  mutating func problem(in answers: [String], _ id: Int, _ isRequest: Bool) -> String? {
    if isRequest, !isDamaged, answers.count != 1 { return "\(answers.count) messages" }
    for answer in answers {
      if answer.firstRange(of: RandomContextTests.secret) != nil { return "a secret: \(answer)" }
      guard answer.hasSuffix("\n"), case .map(let map)? = try? Value(json: answer) else {
        return "not an object: \(answer)"
      }
      if map["method"] == "elicitation/create" {
        if let form = map["id"] { forms.append(form) }
        continue
      }
      guard (map["result"] == nil) != (map["error"] == nil) else { return "neither: \(answer)" }
      if isRequest, !isDamaged, map["id"] != .int(Int64(id)) { return "another id: \(answer)" }
      guard case .map(let result)? = map["result"] else { continue }
      if let state = result["requestState"] { states.append(state) }
      if case .map(let data)? = result["structuredContent"], let walk = data["walk"] {
        walks.append(walk)
      }
    }
    return nil
  }

  /// Returns an element, mostly one of the last.
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }

  private mutating func roll(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
}
