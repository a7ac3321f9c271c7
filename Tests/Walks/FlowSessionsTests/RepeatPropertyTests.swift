// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import StackFlowCore
import Testing

/// Random walks through lists of records and used flows: the rules of lists hold, whatever a driver
/// sends.
@Suite struct RepeatPropertyTests {
  private static let main = """
    flow: 1
    id: random
    steps:
      - { ask: mode, type: choice, choices: [many, few] }
      - repeat: env
        minItems: 1
        maxItems: { value: "mode == 'many' ? 4 : 2" }
        validate:
          - check: env.map(e, e.key).distinct().size() == env.size()
            message: a key stands there twice
        steps:
          - { ask: key, type: choice, choices: [a, b, c, d, e] }
          - { ask: hidden, type: boolean, when: mode == 'many' }
          - { ask: value, type: integer, min: 0, max: 9, when: "!has(hidden) || !hidden" }
          - repeat: tag
            maxItems: 3
            when: key != 'a'
            steps:
              - ask: name
                type: choice
                choices: [p, q, r]
                validate: [ { check: "!(name in items.map(i, i.name))", message: twice } ]
          - flow: part
            use: part.flow.yaml
            with: { start: key }
            when: key == 'b'
      - repeat: price
        over: env
        steps:
          - { ask: amount, type: integer, min: 0 }
          - { ask: first, type: boolean, when: index == 0 }
      - flow: whole
        use: part.flow.yaml
        with: { start: "string(size(env))" }
      - review: r
    """

  private static let part = """
    flow: 1
    id: part
    inputs: { start: { type: string } }
    steps:
      - { ask: word, type: choice, choices: [s, t], default: s }
      - { ask: more, type: integer, when: word == 't' }
    output: { text: "start + word", more: more }
    """

  private static let inputs: [FieldInput?] = [
    nil, FieldInput.empty, .text(""), .text("a"), .text("b"), .text("c"), .text("many"),
    .text("few"), .text("p"), .text("q"), .text("r"), .text("5"), .text("12"), .text("yes"),
    .text("no"), .text("s"), .text("t"), .value(.int(3)), .value(.list([])),
    .value(.list([record(("key", "c"), ("value", .int(1)))])),
    .value(.list([record(("key", "a"), ("hidden", .bool(true))), record(("key", "b"))])),
  ]

  private static func record(_ entries: (String, Value)...) -> Value { .map(ValueMap(entries)) }

  /// An event that a sensible user would cause, so that walks get far, or sometimes nonsense.
  private static func event(_ random: inout SeededGenerator, _ session: FlowSession) -> FlowEvent {
    let ids = [
      "mode", "env", "env[0].key", "env[1].tag", "env[1].tag[0].name", "env[0].part.word", "price",
      "price[0].amount", "whole.word", "r", "nope", "env[", "env[99].key", "env[-1].key",
    ]
    let position = Int.random(in: -1...4, using: &random)
    switch Int.random(in: 0..<26, using: &random) {
    case 24: return .restoreItem
    case 0: return .back(steps: Int.random(in: -1...4, using: &random))
    case 1: return .backTo(ids.randomElement(using: &random) ?? "env")
    case 2: return .acceptSuggestions
    case 3: return .removeItem(position)
    case 4: return .moveItem(from: position, to: Int.random(in: -1...4, using: &random))
    case 5, 6: return .editItem(position)
    case 7, 8, 9, 10: return .addItem
    case 11: return .submit
    default:
      guard case .asking(let step) = session.state, let field = step.focusedField,
        Bool.random(using: &random)
      else { return .answer(inputs.randomElement(using: &random) ?? nil) }
      if let choice = field.choices.randomElement(using: &random) {
        return .answer(.value(choice.value))
      }
      return .answer(.text(field.type == .boolean ? "yes" : "7"))
    }
  }

  @Test func anyWalkKeepsTheRulesAndReplaysToTheSame() throws {
    let flow = try checkedFlow(
      Self.main, name: "random.flow.yaml",
      files: MemoryFileSource(texts: ["part.flow.yaml": Self.part]))
    let runs = RandomRuns(long: 50_000, every: 250, named: "repeats")
    var ended = 0
    var submitted = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var session = try FlowSession(flow: flow)
      session.send(.start, now: .epoch)
      for _ in 0..<Int.random(in: 1...80, using: &random) {
        let before = session
        let said: [FlowAnnouncement]
        if case .needs = session.state {
          let isDenied = Int.random(in: 0..<8, using: &random) == 0
          said = session.decide(isDenied ? .deny(reason: "no") : .approve, now: .epoch)
        } else {
          let event = Self.event(&random, session)
          said = session.send(event, now: .epoch)
          try #require(
            Self.isUndone(event, before, session), "seed \(seed): a restored item isn't as it was")
        }
        try #require(Self.violation(before, said, session) == nil, "seed \(seed)")
      }
      if case .finished = session.state { ended += 1 }
      if session.answer("env") != nil { submitted += 1 }
      let replayed = try restored(session, flow: flow, seed: seed)
      try #require(replayed.answers == session.answers, "seed \(seed)")
      try #require("\(replayed.state)" == "\(session.state)", "seed \(seed)")
    }
    // Walks that get nowhere would prove nothing.
    #expect(
      runs.holds(submitted, of: 0.05) && runs.holds(ended, of: 0.005),
      "\(submitted) submitted, \(ended) ended")
  }

  /// Returns whether the list is as it was before a removal once that's undone.
  private static func isUndone(
    _ event: FlowEvent, _ before: FlowSession, _ after: FlowSession
  ) -> Bool {
    guard case .removeItem = event, case .asking(let old) = before.state,
      case .asking(let new) = after.state, new.items.count < old.items.count
    else { return true }
    var restored = after
    restored.send(.restoreItem, now: .epoch)
    guard case .asking(let step) = restored.state else { return false }
    return Array(step.items) == Array(old.items)
      && step.restorablePosition == old.restorablePosition
  }

  /// Returns the rule that a transition violates, or nil if there isn't one.
  private static func violation(
    _ before: FlowSession, _ said: [FlowAnnouncement], _ after: FlowSession
  ) -> String? {
    let pushes = said.count { $0.pushedStep != nil }
    let pops = said.count { if case .move(.didPop) = $0 { true } else { false } }
    if case .failed(let failure) = after.state { return "the flow fails: \(failure.message)" }
    let unnamed =
      if case .finished = after.state, after.depth > before.depth - pops + pushes { 1 } else { 0 }
    if after.depth != before.depth + pushes - pops + unnamed {
      return "depth \(before.depth) to \(after.depth) with \(pushes) pushes and \(pops) pops"
    }
    if pushes == 0, pops == 0, unnamed == 0, after.answers != before.answers {
      return "answers changed without a push or a pop"
    }
    let ids = after.answers.map(\.id)
    if Set(ids).count != ids.count { return "an answer stands twice: \(ids)" }
    if let violation = violation(ofItems: after) { return violation }
    guard let list = after.answer("env") else { return nil }
    return violation(of: list, isMany: after.answer("mode") == "many")
  }

  /// A list only ever contains valid items, whether or not it's submitted.
  private static func violation(ofItems session: FlowSession) -> String? {
    guard case .asking(let step) = session.state, step.kind == .repeat else { return nil }
    // Another mode can have allowed more items, which stay until they're removed.
    if step.items.count > (step.id == "env" ? 4 : step.itemLimits.most ?? .max) {
      return "more items than fit"
    }
    if step.id == "price" {
      guard case .list(let env)? = session.answer("env") else { return "a price without a list" }
      if env.count != step.items.count { return "a price for each element, and no other" }
    }
    return nil
  }

  /// A submitted list obeys its limits, its checks and the conditions inside its items.
  private static func violation(of list: Value, isMany: Bool) -> String? {
    guard case .list(let items) = list else { return "env is no list" }
    if items.isEmpty || items.count > (isMany ? 4 : 2) { return "\(items.count) items" }
    var keys: [Value] = []
    for item in items {
      guard case .map(let record) = item, let key = record["key"] else { return "no key" }
      if keys.contains(key) { return "a key twice" }
      keys.append(key)
      if (record["hidden"] != nil) != isMany { return "hidden without its condition" }
      if (record["value"] != nil) == (record["hidden"] == true) { return "value: \(record)" }
      if (record["part"] != nil) != (key == "b") { return "part: \(record)" }
      if (record["tag"] != nil) != (key != "a") { return "tag: \(record)" }
      guard case .list(let tags)? = record["tag"] else { continue }
      if tags.count > 3 || Set(tags.map { "\($0)" }).count != tags.count { return "tags: \(tags)" }
    }
    return nil
  }
}
