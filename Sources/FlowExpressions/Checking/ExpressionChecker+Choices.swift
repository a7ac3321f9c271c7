// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Comparisons of a variable whose values are known with a value that it never has.
extension ExpressionChecker {
  /// Notes literals that a variable is compared with and never is: `kind == 'htpp'`.
  ///
  /// Looked at are `==`, `!=` and `in`; a bound of an order says nothing of a choice.
  mutating func noteUnknownChoices(_ binary: BinaryOperator, _ left: Int, _ right: Int) {
    switch binary {
    case .equal, .notEqual:
      noteUnknownChoice(right, of: left, isElement: false)
      noteUnknownChoice(left, of: right, isElement: false)
    case .isIn:
      if case .list(let elements) = node(right).kind {
        for element in elements { noteUnknownChoice(element.value, of: left, isElement: false) }
      } else {
        noteUnknownChoice(left, of: right, isElement: true)
      }
    default: break
    }
  }

  private mutating func noteUnknownChoice(_ literal: Int, of operand: Int, isElement: Bool) {
    guard case .literal(let value) = node(literal).kind, let known = knownValues(of: operand),
      type(operand).isListOrOptionalList == isElement,
      !known.values.contains(where: { $0.isEqual(to: value) })
    else { return }
    let verb = isElement ? "never holds" : "is never"
    let message = "'\(known.name)' \(verb) \(Self.words(for: value))"
    let texts = known.values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    guard case .string(let text) = value, let near = NearMiss.nearest(to: text, in: texts) else {
      let others = known.values.prefix(8).map(Self.words).joined(separator: ", ")
      let words = known.values.count > 8 ? "\(others)…" : others
      note(
        "unknown-choice", .warning,
        known.values.isEmpty ? message : "\(message); its choices are \(words)", at: range(literal))
      return
    }
    let isPlain = near.unicodeScalars.allSatisfy { $0 != "'" && $0 != "\\" && $0.value >= 0x20 }
    note(
      "unknown-choice", .warning, "\(message); did you mean '\(near)'?", at: range(literal),
      fixIts: isPlain
        ? [
          FixIt(
            "write '\(near)'", [FixIt.Edit(range(literal), "'\(near)'")],
            isSafe: NearMiss.isClear(text, in: texts))
        ] : [])
  }

  /// The values that an operand can have, with the name that has them; nil when nobody knows.
  private func knownValues(of index: Int) -> (name: String, values: [Value])? {
    if case .variable(let name, _) = result.resolutions[index] {
      return scope.variable(named: name)?.knownValues.map { (name, $0) }
    }
    guard case .call(let target?, "orValue", let arguments) = node(index).kind,
      let other = arguments.first, var known = knownValues(of: target)
    else { return nil }
    // What stands in for an answer that was not given is a value too.
    let standIns: [Int]
    if case .list(let elements) = node(other).kind {
      standIns = elements.map(\.value)
    } else {
      standIns = [other]
    }
    for standIn in standIns {
      guard case .literal(let value) = node(standIn).kind else { return nil }
      if !known.values.contains(where: { $0.isEqual(to: value) }) { known.values.append(value) }
    }
    return known
  }

  private static func words(for value: Value) -> String {
    if case .string(let text) = value { "'\(text)'" } else { value.plainText }
  }
}

extension ValueType {
  fileprivate var isListOrOptionalList: Bool {
    switch self {
    case .list: true
    case .optional(.list): true
    default: false
    }
  }
}
