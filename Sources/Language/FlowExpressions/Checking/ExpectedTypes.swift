// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionChecker {
  /// A type in a sentence: `an int`, `a list of strings`.
  func named(_ type: ValueType) -> String {
    substitution.resolve(type, undecidedIsDynamic: true).withArticle
  }

  func source(_ index: Int) -> String { tree.source(of: range(index)) }

  /// Notes a mistake unless the type of the whole expression is the expected one.
  mutating func expect(_ index: Int, _ found: ValueType, _ expected: ValueType) {
    if expected == .bool {
      expectCondition(index)
      return
    }
    if substitution.assign(found, to: expected) {
      requireType(of: index, as: expected, "\(named(expected)) is expected here")
      return
    }
    if noteUnproven(
      among: [index],
      where: { checker, types in
        checker.substitution.assign(types[0], to: expected)
      })
    {
      return
    }
    var fixIts: [FixIt] = []
    var proposal = ""
    switch (type(index), expected) {
    case (.int, .list), (.string, .list):
      let text =
        type(index) == .int ? "lists.range(\(source(index)))" : "\(operand(index)).split(',')"
      guard text.count <= 200 else { break }
      proposal =
        "; write `\(text)` for " + (type(index) == .int ? "the numbers from 0" : "its parts")
      fixIts = [FixIt("write `\(text)`", [FixIt.Edit(range(index), text)], isShown: true)]
    case (.int, .double): fixIts = toDouble(index)
    case (_, .string)
    where ["int", "uint", "double", "bool", "bytes"].contains(type(index).runtimeName):
      fixIts = [wrapped(index, in: "string", "convert it to a string")]
    case (.double, .int): fixIts = [wrapped(index, in: "int", "truncate it to an int")]
    case (.uint, .int): fixIts = [wrapped(index, in: "int", "convert it to an int")]
    default: break
    }
    note(
      "type-mismatch",
      "\(named(expected)) is expected here, found \(named(type(index)))\(proposal)",
      at: range(index), fixIts: fixIts)
  }

  /// Notes a mistake unless a part is a bool.
  ///
  /// - Parameters:
  ///   - index: The part.
  ///   - isTight: Whether it follows an operator that binds tighter than comparisons.
  mutating func expectCondition(_ index: Int, isTight: Bool = false) {
    let found = type(index)
    if found == .bool { return }
    if substitution.assign(found, to: .bool) {
      requireType(of: index, as: .bool, "a condition is a bool")
      return
    }
    if noteUnproven(
      among: [index],
      where: { checker, types in
        checker.substitution.assign(types[0], to: .bool)
      })
    {
      return
    }
    var suggestion: String?
    let text = source(index)
    let operand = isSimple(index) ? text : "(\(text))"
    switch found {
    case .string: suggestion = "\(operand) != ''"
    case .int: suggestion = "\(operand) != 0"
    case .uint: suggestion = "\(operand) != 0u"
    case .double: suggestion = "\(operand) != 0.0"
    case .list, .map:
      if case .list(let elements) = node(index).kind {
        // A list literal needs no test of its size.
        suggestion =
          elements.count == 1 && type(elements[0].value) == .bool
          ? source(elements[0].value) : nil
      } else {
        suggestion = "size(\(text)) > 0"
      }
    case .optional: suggestion = "\(operand).hasValue()"
    default: break
    }
    note(
      "not-a-condition",
      "\(named(found)) is not a condition"
        + (suggestion.map { "; did you mean `\($0)`?" } ?? ""), at: range(index),
      fixIts: suggestion.map {
        [FixIt("write `\($0)`", [FixIt.Edit(range(index), isTight ? "(\($0))" : $0)])]
      } ?? [])
  }

  private func isSimple(_ index: Int) -> Bool {
    switch node(index).kind {
    case .literal, .name, .select, .index, .call, .list, .map, .macro, .hasField, .hasName: true
    default: source(index).hasPrefix("(")
    }
  }

  private func wrapped(_ index: Int, in function: String, _ title: String) -> FixIt {
    FixIt(
      title,
      [
        FixIt.Edit(SourceRange(at: range(index).lowerBound), "\(function)("),
        FixIt.Edit(SourceRange(at: range(index).upperBound), ")"),
      ])
  }

  /// The fix that converts an int to a double.
  func toDouble(_ index: Int) -> [FixIt] {
    if case .literal(.int) = node(index).kind, !source(index).lowercased().contains("x") {
      let place = SourceRange(at: literalEnd(index))
      return [FixIt("write it as a double", [FixIt.Edit(place, ".0")], isSafe: true)]
    }
    return [wrapped(index, in: "double", "convert it to a double")]
  }

  private func literalEnd(_ index: Int) -> Int {
    // Parentheses around a literal belong to its range.
    var end = range(index).upperBound
    let bytes = Array(source(index).utf8)
    var last = bytes.count - 1
    while last > 0, !ExpressionLexer.isDigit(bytes[last]) {
      last -= 1
      end -= 1
    }
    return end
  }

  /// The fixes that convert numbers of different types to one type.
  func numberFixIts(_ operands: [Int]) -> [FixIt] {
    let types = operands.map { type($0) }
    guard types.contains(.double), types.contains(.int) else { return [] }
    return zip(operands, types).filter { $0.1 == .int }.flatMap { toDouble($0.0) }
  }

  // MARK: Presence

  /// Notes parts that don't fit only because a name or field may be absent.
  ///
  /// - Returns: Whether there were any.
  mutating func noteUnproven(
    among indices: [Int], where fits: (inout ExpressionChecker, [ValueType]) -> Bool
  ) -> Bool {
    var roots: [Int] = []
    let types = indices.map { index -> ValueType in
      if let (element, found) = unprovenElements(of: index) {
        roots += found
        return .list(element)
      }
      guard let root = unproven[index], case .optional(let inner) = type(index) else {
        return type(index)
      }
      roots.append(root)
      return inner
    }
    guard !roots.isEmpty, fits(&self, types) else { return false }
    for root in roots { noteMayBeUnasked(root) }
    return true
  }

  /// The type of the elements of a list literal if all have a value, and those that may have none.
  private func unprovenElements(of index: Int) -> (ValueType, [Int])? {
    guard case .list(let elements) = node(index).kind, case .list(let type) = type(index),
      case .optional(let inner) = substitution.resolve(type)
    else { return nil }
    let roots = elements.compactMap { $0.isOptional ? nil : unproven[$0.value] }
    return roots.count == elements.count && !roots.isEmpty ? (inner, roots) : nil
  }

  /// Notes that a name or field may have no value where it's used as if it had one.
  mutating func noteMayBeUnasked(_ root: Int, offersFix: Bool = true) {
    let text = source(root)
    let isName =
      if case .variable = result.resolutions[root] { true } else { false }
    // In a call such as `label(kind)`, the name inside it may have no value.
    let tested =
      if case .call(_, _, let arguments) = node(root).kind, arguments.count == 1 {
        source(arguments[0])
      } else {
        text
      }
    let replacement: String? =
      switch type(root) {
      case .optional(.string): "''"
      case .optional(.int): "0"
      case .optional(.uint): "0u"
      case .optional(.double): "0.0"
      case .optional(.bool): "false"
      case .optional(.list): "[]"
      case .optional(.map): "{}"
      default: nil
      }
    let fixIts = replacement.map { value in
      [
        FixIt(
          "use \(value) when it is missing",
          [FixIt.Edit(SourceRange(at: range(root).upperBound), ".orValue(\(value))")])
      ]
    }
    let missing = ExpressionMistake.MissingValue(
      tested: tested, isName: isName, replacement: "\(text).orValue(\(replacement ?? "…"))")
    note(
      "may-be-unasked", missing.message(absence: isName ? "unasked" : "absent"), at: range(root),
      fixIts: offersFix ? fixIts ?? [] : [], subject: .mayBeMissing(missing))
  }

  /// Warns of a presence method on a name that's proven to have a value.
  mutating func noteRedundant(_ index: Int, _ target: Int, _ method: String) {
    guard case .variable(let name, isOptional: true) = result.resolutions[target],
      prover.isPresent(name, given: guards)
    else { return }
    note(
      "redundant-presence-test", .warning,
      "'\(source(target))' always has a value here, so '\(method)' is not needed",
      at: node(index).nameRange)
  }
}
