// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Comparisons of values from a known set with a value outside it.
extension ExpressionChecker {
  /// Notes literals that are compared with an operand that never has that value: `kind == 'htpp'`.
  ///
  /// Considers `==`, `!=`, and `in`; an ordering says nothing about a choice.
  mutating func noteUnknownChoices(_ binary: BinaryOperator, _ left: Int, _ right: Int) {
    switch binary {
    case .equal, .notEqual:
      noteUnknownChoice(right, of: left)
      noteUnknownChoice(left, of: right)
    case .isIn:
      if case .list(let elements) = node(right).kind {
        for element in elements { noteUnknownChoice(element.value, of: left) }
      } else if let known = known[right]?.element {
        noteUnknownChoice(left, among: known, of: right, isElement: true)
      }
    default: break
    }
  }

  /// Checks an operand that's compared with another, or the elements of two lists.
  private mutating func noteUnknownChoice(_ operand: Int, of other: Int) {
    guard let known = known[other] else { return }
    if case .list(let elements) = node(operand).kind, let known = known.element {
      for element in elements {
        noteUnknownChoice(element.value, among: known, of: other, isElement: true)
      }
    } else {
      noteUnknownChoice(operand, among: known, of: other, isElement: false)
    }
  }

  private mutating func noteUnknownChoice(
    _ operand: Int, among known: KnownValues, of other: Int, isElement: Bool
  ) {
    guard case .oneOf(let values) = known, !isLiteral(other) else { return }
    for literal in literals(of: operand) {
      guard case .literal(let value) = node(literal).kind,
        !values.contains(where: { $0.isEqual(to: value) })
      else { continue }
      noteUnknownChoice(value, at: range(literal), among: values, of: other, isElement: isElement)
    }
  }

  private mutating func noteUnknownChoice(
    _ value: Value, at place: SourceRange, among values: [Value], of other: Int, isElement: Bool
  ) {
    let verb = isElement ? "never holds" : "is never"
    let message = "'\(name(of: other))' \(verb) \(Self.words(for: value))"
    func texts() -> [String] {
      values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    guard case .string(let text) = value, let near = nearMisses.match(for: text, in: texts()) else {
      let others = values.prefix(8).map(Self.words).joined(separator: ", ")
      let words = values.count > 8 ? "\(others)…" : others
      note(
        "unknown-choice", .warning,
        values.isEmpty ? message : "\(message); its choices are \(words)", at: place)
      return
    }
    let isPlain = near.name.unicodeScalars.allSatisfy {
      $0 != "'" && $0 != "\\" && $0.value >= 0x20
    }
    note(
      "unknown-choice", .warning, "\(message); did you mean '\(near.name)'?", at: place,
      fixIts: isPlain
        ? [
          FixIt(
            "write '\(near.name)'", [FixIt.Edit(place, "'\(near.name)'")], isSafe: near.isClear)
        ] : [])
  }

  /// Whether an operand is a literal, so that its values are what to look for and not what's known.
  func isLiteral(_ index: Int) -> Bool {
    switch node(index).kind {
    case .literal, .list, .map: true
    default: false
    }
  }

  /// The literals that an operand takes, one after another.
  func literals(of index: Int) -> [Int] {
    if let position = boundPosition(of: index) { return bound[position].literals }
    return [index]
  }

  /// The name of an operand in a message: its name, or its source.
  private func name(of index: Int) -> String {
    if case .variable(let name, _) = result.resolutions[index] { return name }
    if case .call(let target?, "orValue", _) = node(index).kind { return name(of: target) }
    let source = tree.source(of: range(index))
    return source.count > 60 || source.contains(where: \.isNewline) ? "this" : source
  }

  private static func words(for value: Value) -> String {
    if case .string(let text) = value { "'\(text)'" } else { value.plainText }
  }
}
