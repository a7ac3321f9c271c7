// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import SourceDiagnostics

/// Walks flows with random answers, and supplies random records as prefilled answers.
struct RandomAnswers {
  let flow: CheckedFlow
  let inputs: [String: Value]
  var random: SeededGenerator

  /// The time of all walks; the texts contain days before and after it.
  static let now = (try? Timestamp("2026-01-15T12:00:00Z")) ?? .epoch

  /// Texts in every format that the flows ask for, and in none.
  static let texts = [
    "a", "ab", "abc", "zz", "billing", "billing-api", "A", "Ünï", "x y", "2026-01-31", "2026-02-30",
    "2025-12-24", "02:00", "02:00:30", "25:00", "0s", "36h", "PT1H30M", "2026-01-31T09:00:00Z",
    "2026-01-31 09:00", "ada@example.org", "https://example.org/a", "192.0.2.1", "1.2.3",
    "host.example.org",
    "0123456", "#12", "#12, #34", "+49 30 123456", "/tmp/a", "notes.txt", "a longer text of words",
    "en", "de", "TOKEN_A", "line\nline", "^a+$",
  ]

  static let numbers: [Value] = [
    0, 1, 2, 3, 5, 9, 10, 22, 80, 443, 1024, 8080, 9090, 65535, 65536, -1, 0.5, 0.07, 1.25, 100,
    1e9,
  ]

  /// Walks a flow as a user, and returns nil if there's no result.
  mutating func walk() throws -> (record: Value, output: Value)? {
    var session = try FlowSession(flow: flow, inputs: inputs)
    session.send(.start, now: Self.now)
    for _ in 0..<400 {
      switch session.state {
      case .finished(let result):
        return result.outcome == .completed ? (session.answerRecord, result.output) : nil
      case .asking(let step):
        switch step.kind {
        case .ask, .form: session.send(event(for: step), now: Self.now)
        case .repeat:
          session.send(
            Int.random(in: 0..<3, using: &random) > 0 ? .answer(nil) : .addItem, now: Self.now)
        case .commit: session.send(.answer(.text("yes")), now: Self.now)
        default: session.send(.answer(nil), now: Self.now)
        }
      default: guard Self.reply(&session) else { return nil }
      }
    }
    return nil
  }

  /// Answers a request of the session to its driver, or returns false if there's none.
  private static func reply(_ session: inout FlowSession) -> Bool {
    switch session.state {
    case .needs(.approval): session.decide(.approve, now: Self.now)
    case .needs(.lookUp(let path)):
      session.send(
        .found(PathFacts(path, expanded: path, kind: .file)), now: Self.now)
    default: return false
    }
    return true
  }

  private mutating func event(for step: StepState) -> FlowEvent {
    guard let field = step.focusedField else { return .submit }
    if !field.problems.isEmpty, field.problems.allSatisfy({ $0.severity == .warning }) {
      return .confirm
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .answer(FieldInput.empty)
    case 1, 2: return .answer(nil)
    default: break
    }
    switch field.type {
    case .choice:
      return .answer(field.choices.randomElement(using: &random).map { .value($0.value) })
    case .choices:
      let some = field.choices.filter { _ in Bool.random(using: &random) }
      return .answer(.value(.list(some.map(\.value))))
    case .boolean: return .answer(.value(.bool(Bool.random(using: &random))))
    case .integer, .number:
      return .answer(Self.numbers.randomElement(using: &random).map { .value($0) })
    default: return .answer(Self.texts.randomElement(using: &random).map { .text($0) })
    }
  }

  // MARK: Prefilled answers

  /// Returns the result of a session for a prefilled record, if nothing else is asked.
  func accepted(_ record: Value) throws -> Value? {
    guard let map = record.map, let answers = fields(of: map, under: "") else { return nil }
    var session = try FlowSession(
      flow: flow, inputs: inputs, options: SessionOptions(answers: answers, takesDefaults: true))
    session.send(.start, now: Self.now)
    for _ in 0..<400 {
      switch session.state {
      case .finished(let result):
        let isFullyChecked = result.outcome == .completed && session.unusedAnswers.isEmpty
        return isFullyChecked ? session.answerRecord : nil
      case .asking(let step):
        switch step.kind {
        case .repeat, .ask, .form: return nil
        case .commit: session.send(.answer(.text("yes")), now: Self.now)
        default: session.send(.answer(nil), now: Self.now)
        }
      default: guard Self.reply(&session) else { return nil }
      }
    }
    return nil
  }

  /// Returns the answers of a record by id, or nil if the flow doesn't have one of them.
  private func fields(of map: ValueMap, under prefix: String) -> [String: FieldInput]? {
    var answers: [String: FieldInput] = [:]
    for entry in map {
      let name = prefix + entry.key.plainText
      guard let id = flow.id(ofAnswerNamed: name) else { return nil }
      if flow.isSubflow(id), !flow.takesAnswer(id) {
        guard let inner = entry.value.map, let found = fields(of: inner, under: name + ".") else {
          return nil
        }
        answers.merge(found) { first, _ in first }
      } else {
        guard flow.takesAnswer(id) else { return nil }
        let (value, misnamed) = flow.answer(from: entry.value, for: id)
        guard misnamed.isEmpty else { return nil }
        answers[id] = entry.value == .null ? FieldInput.empty : .value(value)
      }
    }
    return answers
  }

  // MARK: Changes

  /// Returns a record with one or two changes.
  mutating func changed(_ record: Value, alongside others: [Value]) -> Value {
    var record = record
    for _ in 0..<Int.random(in: 1...2, using: &random) { record = changedOnce(record, others) }
    return record
  }

  private mutating func changedOnce(_ value: Value, _ others: [Value]) -> Value {
    switch value {
    case .map(var map) where !map.isEmpty:
      let entry = map[Int.random(in: 0..<map.count, using: &random)]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: map[entry.key] = nil
      case 1:
        let other = others.randomElement(using: &random)?.map?.randomElement(using: &random)
        if let other { map[other.key] = other.value }
      case 2: map[entry.key] = any()
      case 3:
        let other = others.compactMap { $0.map?[entry.key] }.randomElement(using: &random)
        map[entry.key] = other ?? any()
      default: map[entry.key] = changedOnce(entry.value, others)
      }
      return .map(map)
    case .list(var items) where !items.isEmpty:
      let index = Int.random(in: items.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: items.remove(at: index)
      case 1: items.append(items[index])
      default: items[index] = changedOnce(items[index], [])
      }
      return .list(items)
    default: return any()
    }
  }

  private mutating func any() -> Value {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .bool(Bool.random(using: &random))
    case 1, 2: Self.numbers.randomElement(using: &random) ?? 0
    case 3: [.string(Self.texts.randomElement(using: &random) ?? "a")]
    case 4: []
    case 5: .string("")
    default: .string(Self.texts.randomElement(using: &random) ?? "a")
    }
  }
}

extension Value {
  /// The value as JSON represents it: whole numbers are ints, and times are texts.
  var asJSON: Value {
    switch self {
    case .double(let number):
      Int64(exactly: number).map { .int($0) } ?? self
    case .list(let values): .list(values.map(\.asJSON))
    case .map(let map): .map(ValueMap(map.map { ($0.key.plainText, $0.value.asJSON) }))
    case .timestamp(let moment): .string(moment.description)
    case .duration(let span): .string(span.iso8601)
    default: self
    }
  }
}
