// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Forms of other languages, and what they are in this one.
extension ExpressionChecker {
  /// The operation that was probably meant.
  struct Meant {
    /// The operation as it's written here.
    let text: String

    /// The fix that writes it.
    let fix: FixIt
  }

  /// Returns what was probably meant by an operator whose operands don't go together.
  func meant(by binary: BinaryOperator, _ index: Int, _ left: Int, _ right: Int) -> Meant? {
    let (a, b) = (plainType(left), plainType(right))
    switch binary {
    case .equal, .notEqual:
      if let test = elementTest(index, a, left, right, isNegated: binary == .notEqual)
        ?? elementTest(index, b, right, left, isNegated: binary == .notEqual)
      {
        return test
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      // Numbers as texts are ordered as texts, which no one means.
      if a == .string, b.isNumeric, !isLiteral(left) { return nil }
      if b == .string, a.isNumeric, !isLiteral(right) { return nil }
    case .isIn: return membership(index, a, left, right)
    default: return nil
    }
    return literalMeant(right, as: a) ?? literalMeant(left, as: b)
      ?? converted(right, to: a, beside: left) ?? converted(left, to: b, beside: right)
  }

  /// The type of a part; for a name that may be unasked, the type that it has otherwise.
  private func plainType(_ index: Int) -> ValueType {
    if unproven[index] != nil, case .optional(let inner) = type(index) {
      return substitution.resolve(inner)
    }
    return type(index)
  }

  private func meant(_ text: String, replacing place: SourceRange, isSafe: Bool) -> Meant? {
    guard text.count <= 200, !text.contains(where: \.isNewline) else { return nil }
    return Meant(
      text: text, fix: FixIt("write `\(text)`", [FixIt.Edit(place, text)], isSafe: isSafe))
  }

  // MARK: Elements

  /// `list == 'x'`, which is `'x' in list`.
  private func elementTest(
    _ index: Int, _ type: ValueType, _ list: Int, _ element: Int, isNegated: Bool
  ) -> Meant? {
    guard case .list(let inner) = type, substitution.resolve(inner) == self.type(element) else {
      return nil
    }
    let test = "\(operand(element)) in \(operand(list))"
    return meant(isNegated ? "!(\(test))" : test, replacing: range(index), isSafe: false)
  }

  /// `'x' in text`, `n in ['3']`, and `list in ['x']`.
  private func membership(
    _ index: Int, _ type: ValueType, _ element: Int, _ container: Int
  ) -> Meant? {
    if type == .string, plainType(container) == .string {
      return meant(
        "\(operand(container)).contains(\(source(element)))", replacing: range(index),
        isSafe: false)
    }
    guard case .list(let inner) = plainType(container) else { return nil }
    if case .list(let own) = type, substitution.resolve(own) == substitution.resolve(inner) {
      return meant(
        "\(operand(element)).exists(x, x in \(operand(container)))", replacing: range(index),
        isSafe: false)
    }
    if let literal = literal(of: element, as: substitution.resolve(inner)) {
      return meant(literal.text, replacing: range(element), isSafe: literal.isSafe)
    }
    guard case .list(let elements) = node(container).kind, !elements.isEmpty else { return nil }
    let literals = elements.compactMap { literal(of: $0.value, as: type) }
    guard literals.count == elements.count, literals.allSatisfy(\.isSafe) else { return nil }
    return meant(
      "[\(literals.map(\.text).joined(separator: ", "))]", replacing: range(container),
      isSafe: true)
  }

  // MARK: Conversions

  /// Returns a literal operand as one of the other operand's type.
  ///
  /// A number in quotes was meant as a number, so that's tried before a number without them.
  private func literalMeant(_ operand: Int, as type: ValueType) -> Meant? {
    literal(of: operand, as: type).flatMap {
      meant($0.text, replacing: range(operand), isSafe: $0.isSafe)
    }
  }

  /// Returns an operand as a value of the other operand's type.
  private func converted(_ operand: Int, to type: ValueType, beside other: Int) -> Meant? {
    let isDate = known[other]?.proves(.date) == true
    switch (type, plainType(operand)) {
    case (.string, .timestamp) where isDate:
      guard case .name("now", _) = node(operand).kind else { return nil }
      return meant("today", replacing: range(operand), isSafe: true)
    case (.timestamp, .string) where known[operand]?.proves(.date) == true:
      if case .name("now", _) = node(other).kind { return nil }
      return meant(
        "timestamp(\(source(operand)) + 'T00:00:00Z')", replacing: range(operand), isSafe: false)
    case (.duration, .int) where unproven[operand] == nil:
      return meant(
        "duration(string(\(source(operand))) + 's')", replacing: range(operand), isSafe: false)
    case (.string, .int), (.string, .double), (.string, .bool):
      guard unproven[operand] == nil, !isLiteral(other) else { return nil }
      return meant("string(\(source(operand)))", replacing: range(operand), isSafe: false)
    default: return nil
    }
  }

  /// Returns a literal as one of another type, and whether that's certainly meant.
  private func literal(of index: Int, as type: ValueType) -> (text: String, isSafe: Bool)? {
    guard case .literal(let value) = node(index).kind else { return nil }
    switch (type, value) {
    case (.int, .string(let text)): return Int64(text).map { ("\($0)", true) }
    case (.uint, .string(let text)): return UInt64(text).map { ("\($0)u", true) }
    case (.double, .string(let text)):
      guard text.utf8.first.map(ExpressionLexer.isDigit) == true, let number = Double(text),
        number.isFinite
      else { return nil }
      return ("\(number)", true)
    case (.bool, .string(let text)):
      switch text.lowercased() {
      case "true", "yes", "on": return ("true", true)
      case "false", "no", "off": return ("false", true)
      default: return nil
      }
    case (.string, .int), (.string, .double): return ("'\(source(index))'", true)
    case (.timestamp, .string(let text)):
      if (try? Timestamp(text)) != nil { return ("timestamp('\(text)')", true) }
      let day = "\(text)T00:00:00Z"
      return TextForm.date.contains(text) ? ("timestamp('\(day)')", false) : nil
    case (.duration, .string(let text)):
      return (try? TimeSpan(cel: text)) != nil ? ("duration('\(text)')", true) : nil
    case (.duration, .int(let number)): return ("duration('\(number)s')", false)
    default: return nil
    }
  }

  // MARK: Conditions

  /// Notes `a == 'x' || 'y'`, in which the second comparison lacks its left side.
  ///
  /// - Returns: Whether the operand has this form.
  mutating func noteLoneLiteral(_ operand: Int, after previous: Int?) -> Bool {
    guard case .literal(let value) = node(operand).kind, value.type != .bool, value.type != .null,
      let previous, case .binary(let binary, let left, _) = node(previous).kind,
      binary.isComparison, plainType(left) == value.type
    else { return false }
    let text = "\(source(left)) \(binary.rawValue) \(source(operand))"
    note(
      "not-a-condition", "\(named(type(operand))) is not a condition; write `\(text)`",
      at: range(operand),
      fixIts: [
        FixIt("write `\(text)`", [FixIt.Edit(range(operand), text)], isShown: true, isSafe: true)
      ])
    return true
  }

  /// Notes `a || 'y'`, which gives a value for a missing one in other languages.
  ///
  /// - Returns: Whether the operands have this form.
  mutating func noteAlternative(_ logical: LogicalOperator, _ operands: [Int]) -> Bool {
    guard logical == .or, operands.count == 2, case .literal(let other) = node(operands[1]).kind,
      other.type != .bool, plainType(operands[0]) == other.type
    else { return false }
    let (first, last) = (operand(operands[0]), source(operands[1]))
    let text: String
    if unproven[operands[0]] != nil {
      text = "\(first).orValue(\(last))"
    } else if other.type == .string {
      text = "\(first) != '' ? \(first) : \(last)"
    } else {
      return false
    }
    let whole = range(operands[0]).union(range(operands[1]))
    note(
      "not-a-condition", "'||' joins conditions; for a value in place of another write `\(text)`",
      at: whole, fixIts: [FixIt("write `\(text)`", [FixIt.Edit(whole, text)], isShown: true)])
    return true
  }

  // MARK: Names

  /// The expression to write instead of a property that's a function here: `size(a)` for `a.length`.
  func meantByProperty(_ index: Int, _ field: String, _ target: ValueType) -> String? {
    guard case .select(let operand, _, _) = node(index).kind else { return nil }
    switch target {
    case .string, .list, .map, .bytes: break
    default: return nil
    }
    let text = source(operand)
    switch field {
    case "length", "count", "len": return "size(\(text))"
    case "isEmpty", "empty":
      return target == .string ? "\(self.operand(operand)) == ''" : "size(\(text)) == 0"
    default: return nil
    }
  }

  /// Notes a name that's called like a function: `today()`.
  ///
  /// - Returns: Whether it's a name.
  mutating func noteNameAsFunction(_ index: Int, _ name: String) -> Bool {
    guard case .call(nil, _, let arguments) = node(index).kind,
      bound.contains(where: { $0.name == name }) || scope.variable(named: name) != nil
    else { return false }
    note(
      "unknown-function", "'\(name)' is a value, not a function; write `\(name)`",
      at: node(index).nameRange,
      fixIts: arguments.isEmpty
        ? [
          FixIt(
            "write `\(name)`", [FixIt.Edit(range(index), name)], isShown: true, isSafe: true)
        ] : [])
    return true
  }

  /// Notes `coalesce(a, 'y')` and `empty(a)`, which aren't functions here.
  ///
  /// - Returns: Whether the call has one of these forms.
  mutating func noteValueHabit(_ index: Int, _ name: String) -> Bool {
    guard case .call(nil, _, let arguments) = node(index).kind else { return false }
    let text: String
    switch (name, arguments.count) {
    case ("coalesce", 2), ("ifnull", 2), ("nvl", 2), ("default", 2):
      text = "\(operand(arguments[0])).orValue(\(source(arguments[1])))"
    case ("empty", 1), ("isEmpty", 1): text = "size(\(source(arguments[0]))) == 0"
    case ("iif", 3), ("IF", 3):
      let parts = arguments.map { operand($0) }
      text = "\(parts[0]) ? \(parts[1]) : \(parts[2])"
    default: return false
    }
    guard text.count <= 200, !text.contains(where: \.isNewline) else { return false }
    note(
      "unknown-function", "unknown function '\(name)'; write `\(text)`", at: node(index).nameRange,
      fixIts: [FixIt("write `\(text)`", [FixIt.Edit(range(index), text)], isShown: true)])
    return true
  }
}
