// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import RandomTesting

/// A small random flow whose questions have few possible answers, so that all walks can be tried.
struct RandomFlow {
  /// A question.
  struct Question {
    let id: String
    let values: [Value]
    let isOptional: Bool
    /// Whether it is always asked.
    let isAlways: Bool
  }

  /// The lines of `steps:`, without the probe.
  private(set) var lines: [String] = []

  /// The questions.
  private(set) var questions: [Question] = []

  /// The cells of matrices, whose ids have no positions.
  private(set) var cells: [Question] = []

  /// The ids of computed bools that always have a value.
  private var computes: [String] = []

  private var random: SeededGenerator
  private var nextID = 0
  private var stops = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      addStep(indent: "  ", isConditional: false)
    }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func id(_ prefix: String) -> String {
    nextID += 1
    return "\(prefix)\(nextID)"
  }

  private mutating func addStep(indent: String, isConditional: Bool) {
    let when = !questions.isEmpty && chance(55) ? condition() : nil
    let guarded = isConditional || when != nil
    func add(_ line: String) { lines.append(indent + line) }
    switch Int.random(in: 0..<13, using: &random) {
    case 0 where !questions.isEmpty:
      stops += 1
      let outcome = chance(30) ? "completed" : "failed"
      add("- { stop: \(id("s")), when: \"\(condition())\", outcome: \(outcome) }")
    case 1, 2:
      add("- group: \(id("g"))")
      if let when { add("  when: \"\(when)\"") }
      add("  steps:")
      let count = Int.random(in: 1...2, using: &random)
      for _ in 0..<count { addStep(indent: indent + "    ", isConditional: guarded) }
    case 3:
      add("- form: \(id("f"))")
      if let when { add("  when: \"\(when)\"") }
      add("  fields:")
      for _ in 0..<2 {
        let inner = !questions.isEmpty && chance(40) ? condition() : nil
        addQuestion(indent: indent + "    ", when: inner, isGuarded: guarded || inner != nil)
      }
    case 4 where !questions.isEmpty && !isConditional:
      let name = id("c")
      add("- { compute: \(name), value: \"\(condition())\" }")
      if stops == 0 { computes.append(name) }
    case 12: addMatrix(indent: indent, when: when)
    default: addQuestion(indent: indent, when: when, isGuarded: guarded)
    }
  }

  /// Adds a matrix with a row for each choice of a question, or with one row, and one or two cells in it.
  private mutating func addMatrix(indent: String, when: String?) {
    let name = id("m")
    lines.append("\(indent)- form: \(name)")
    if let when { lines.append("\(indent)  when: \"\(when)\"") }
    let lists = questions.filter { $0.isAlways && $0.values.contains([]) }
    lines.append("\(indent)  over: \(lists.randomElement(using: &random)?.id ?? "\"[1]\"")")
    lines.append("\(indent)  fields:")
    func add(_ cell: String, when: String?) {
      let guarding = when.map { ", when: \"\($0)\"" } ?? ""
      lines.append("\(indent)    - { ask: \(cell)\(guarding), type: boolean }")
      cells.append(
        Question(
          id: "\(name)[].\(cell)", values: [.bool(true), .bool(false)], isOptional: false,
          isAlways: false))
    }
    let first = id("q")
    let inner = !questions.isEmpty && chance(40) ? condition() : nil
    add(first, when: inner)
    if inner == nil, chance(50) { add(id("q"), when: first) }
  }

  private mutating func addQuestion(indent: String, when: String?, isGuarded: Bool) {
    let name = id("q")
    let isOptional = chance(20)
    var line = "- { ask: \(name)"
    if let when { line += ", when: \"\(when)\"" }
    let values: [Value]
    switch Int.random(in: 0..<4, using: &random) {
    case 3:
      values = [[], ["a"], ["b"], ["a", "b"]]
      line += ", type: choices, choices: [a, b]"
    case 0:
      values = ["a", "b", "c"]
      var choices = "a, b, c"
      if !questions.isEmpty, chance(25) { choices = "a, b, { value: c, when: \"\(condition())\" }" }
      line += ", type: choice, choices: [\(choices)]"
    case 1:
      values = [.bool(true), .bool(false)]
      line += ", type: boolean"
    default:
      values = [.int(0), .int(1), .int(2)]
      line += ", type: integer, min: 0, max: 2"
      if chance(30) {
        line += ", validate: [ { check: \"\(name) != 1\", message: not one } ]"
      }
    }
    if isOptional { line += ", required: false" }
    let hasOtherwise = isGuarded && chance(30)
    if hasOtherwise { line += ", otherwise: \(otherwise(values))" }
    lines.append(indent + line + " }")
    questions.append(
      Question(
        id: name, values: values, isOptional: isOptional,
        isAlways: hasOtherwise || !isGuarded && !isOptional))
  }

  /// Returns the value of a question that isn't asked: a literal, or that of an earlier one.
  private mutating func otherwise(_ values: [Value]) -> String {
    let earlier = questions.filter { $0.isAlways && $0.values == values }
    if chance(40), let other = earlier.randomElement(using: &random) {
      return "{ value: \(other.id) }"
    }
    let value = values.filter { $0 != .int(1) }.randomElement(using: &random) ?? .bool(true)
    return literal(value).replacing("'", with: "")
  }

  /// Returns a condition over the questions so far.
  mutating func condition(depth: Int = 0) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 10 where depth < 2:
      let binary = chance(50) ? "==" : "!="
      return "((\(condition(depth: depth + 1))) \(binary) (\(condition(depth: depth + 1))))"
    case 11 where depth < 2:
      return alternatives() ?? atom()
    case 0,
      1 where depth < 2:
      return "(\(condition(depth: depth + 1)) && \(condition(depth: depth + 1)))"
    case 2 where depth < 2:
      return "(\(condition(depth: depth + 1)) || \(condition(depth: depth + 1)))"
    case 3 where depth < 2: return "!\(condition(depth: depth + 1))"
    case 4 where depth < 2:
      return
        "(\(condition(depth: depth + 1)) ? \(condition(depth: depth + 1)) : \(condition(depth: depth + 1)))"
    case 5 where !computes.isEmpty: return computes.randomElement(using: &random) ?? "true"
    default: return atom()
    }
  }

  /// Returns a condition about two questions, either of which may have an answer.
  private mutating func alternatives() -> String? {
    let open = questions.filter { !$0.isAlways && $0.values.contains(.int(0)) }
    guard let one = open.randomElement(using: &random),
      let other = open.randomElement(using: &random)
    else { return nil }
    let both = "\(one.id).or(\(other.id))"
    return chance(50) ? "\(both).hasValue()" : "(\(test("\(both).orValue(1)", .int(1))))"
  }

  private mutating func atom() -> String {
    guard let question = questions.randomElement(using: &random),
      let value = question.values.randomElement(using: &random)
    else { return "true" }
    if question.isAlways { return "(\(test(question.id, value)))" }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return "has(\(question.id))"
    case 1: return "(has(\(question.id)) && \(test(question.id, value)))"
    default: return "(\(test("\(question.id).orValue(\(literal(question.values[0])))", value)))"
    }
  }

  /// Returns a test of a value.
  mutating func test(_ subject: String, _ value: Value) -> String {
    switch value {
    case .bool: return chance(50) ? subject : "\(subject) == \(literal(value))"
    case .list:
      let tests = [
        "'a' in X", "size(X) > 0", "size(X) == 1", "X != []", "X == ['a']",
        "X.exists(e, e == 'b')", "X.all(e, e != 'a')", "X.exists(e, e in ['a', 'b'])",
      ]
      return (tests.randomElement(using: &random) ?? "size(X) > 0").replacing("X", with: subject)
    case .string:
      let operators = ["==", "!=", "in"]
      let word = operators.randomElement(using: &random) ?? "=="
      return word == "in"
        ? "\(subject) in ['x', \(literal(value))]" : "\(subject) \(word) \(literal(value))"
    default:
      let operators = ["==", "!=", "<", "<=", ">", ">="]
      let binary = operators.randomElement(using: &random) ?? "<"
      let added = chance(20) ? " + 1" : chance(10) ? " - 1" : ""
      return "\(subject)\(added) \(binary) \(literal(value))"
    }
  }

  private func literal(_ value: Value) -> String {
    switch value {
    case .string(let text): "'\(text)'"
    case .list(let elements): "[\(elements.map(literal).joined(separator: ", "))]"
    default: value.plainText
    }
  }

  /// Returns the question that the probe reads, and an unguarded test of its value.
  mutating func subject() -> (id: String, test: String)? {
    guard let question = questions.randomElement(using: &random),
      let value = question.values.randomElement(using: &random)
    else { return nil }
    return (question.id, test(question.id, value))
  }

  /// Returns the flow with a last step that computes something under a condition.
  func text(probe value: String, when: String) -> String {
    """
    flow: 1
    id: random
    steps:
    \(lines.joined(separator: "\n"))
      - compute: probe
        when: "\(when)"
        value: "\(value)"
    output: { probe: probe }
    """
  }
}
