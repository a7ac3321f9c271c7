// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Conditions, tests, and comparisons.
extension ExpressionImporter {
  /// Translates what's only tested: the result is true exactly where Jinja's value counts as true.
  ///
  /// - Throws: ``JinjaFailure`` if it can't be translated exactly.
  func condition(
    _ expression: JinjaExpression, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    guard context.names.work() else { throw .limit }
    if let known = constant(expression, scope) { return ImportedValue(.bool(known.isTrue)) }
    do throws(JinjaFailure) {
      return try translatedCondition(expression, scope)
    } catch {
      if let tried = triedCondition(expression, scope) { return tried }
      throw error
    }
  }

  private func translatedCondition(
    _ expression: JinjaExpression, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    switch expression.kind {
    case .not(let operand): return try condition(operand, scope).negated
    case .and(let left, let right):
      return .joined(try condition(left, scope), "&&", try condition(right, scope))
    case .or(let left, let right):
      return .joined(try condition(left, scope), "||", try condition(right, scope))
    case .conditional(let test, let then, let otherwise):
      let no =
        try otherwise.map { (other) throws(JinjaFailure) in try condition(other, scope) }
        ?? ImportedValue(.bool(false))
      return try .choice(try condition(test, scope), try condition(then, scope), no)
    case .test(let operand, let name, let arguments):
      return try test(operand, name, arguments, scope)
    case .comparison(let first, let operands):
      var left = try value(first, scope)
      var result = ImportedValue(.bool(true))
      for operand in operands {
        let right: ImportedValue
        if operand.sign.hasSuffix("in"), let keys = keys(of: operand.value, scope) {
          right = ImportedValue(.list(keys))
        } else {
          right = try value(operand.value, scope)
        }
        result = .joined(result, "&&", try compared(left, operand.sign, right))
        left = right
      }
      return result
    case .filter(let operand, "regex_search", let arguments):
      return try search(operand, arguments, scope, atStart: false)
    default: return try truth(of: try value(expression, scope))
    }
  }

  /// Whether a value counts as true.
  func truth(of value: ImportedValue) throws(JinjaFailure) -> ImportedValue {
    if let constant = value.constant { return ImportedValue(.bool(constant.isTrue)) }
    if value.isOptional, value.kind != .boolean, value.kind != .text {
      let present = try truth(of: ImportedValue(value.code, value.kind, value.level))
      return .joined(ImportedValue("has(\(value.code))", .boolean), "&&", present)
    }
    let present = value.present(or: value.kind == .boolean ? "false" : "''")
    switch value.kind {
    case .boolean: return present
    case .text: return .relation(present.code(at: .sum), "!=", "''")
    case .integer: return .relation(value.code(at: .sum), "!=", "0")
    case .number: return .relation(value.code(at: .sum), "!=", "0.0")
    case .list: return .relation("size(\(value.code))", ">", "0")
    case .constant: throw JinjaFailure(construct: "condition")
    }
  }

  /// Compares two values.
  func compared(
    _ left: ImportedValue, _ sign: String, _ right: ImportedValue
  ) throws(JinjaFailure) -> ImportedValue {
    let isNegated = sign == "!=" || sign == "not in"
    if isNegated {
      return try compared(left, sign == "!=" ? "==" : "in", right).negated
    }
    guard left.isOptional || right.isOptional else { return try comparedPresent(left, sign, right) }
    guard !(left.isOptional && right.isOptional) else { throw JinjaFailure(construct: sign) }
    // A missing value equals nothing.
    let optional = left.isOptional ? left : right
    var (one, two) = (left, right)
    (one.isOptional, two.isOptional) = (false, false)
    return .joined(
      ImportedValue("has(\(optional.code))", .boolean), "&&", try comparedPresent(one, sign, two))
  }

  private func comparedPresent(
    _ left: ImportedValue, _ sign: String, _ right: ImportedValue
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: sign)
    // Numbers are compared as such.
    for (one, other) in [(left, right), (right, left)] where one.kind == .number {
      guard case .int(let number)? = other.constant else { continue }
      let double = ImportedValue(.double(Double(number)))
      return try comparedPresent(
        left.kind == .number ? left : double, sign, right.kind == .number ? right : double)
    }
    func relation(_ sign: String) -> ImportedValue {
      .relation(left.code(at: .sum), sign, right.code(at: .sum))
    }
    switch (sign, left.kind, right.kind) {
    case ("in", .text, .text):
      return ImportedValue("\(right.code(at: .primary)).contains(\(left.code))", .boolean)
    case ("in", let kind, .list(let element)):
      if case .list(let items)? = right.constant, items.isEmpty {
        return ImportedValue(.bool(false))
      }
      guard kind == element else { throw failure }
      return relation("in")
    case ("in", .text, .constant):
      guard case .dictionary(let pairs)? = right.constant else { throw failure }
      return try comparedPresent(left, "in", ImportedValue(.list(pairs.map(\.key))))
    case ("==", let one, let two) where one == two && one != .constant: return relation("==")
    case ("==", .constant, let kind), ("==", let kind, .constant):
      // Nothing else equals nothing.
      guard kind != .constant, left.constant == JinjaValue.none || right.constant == JinjaValue.none
      else { throw failure }
      return ImportedValue(.bool(false))
    case ("==", .text, _), ("==", _, .text), ("==", .list, _), ("==", _, .list):
      return ImportedValue(.bool(false))
    case ("<", .integer, .integer), ("<=", .integer, .integer), (">", .integer, .integer),
      (">=", .integer, .integer), ("<", .text, .text), ("<=", .text, .text), (">", .text, .text),
      (">=", .text, .text), ("<", .number, .number), ("<=", .number, .number),
      (">", .number, .number), (">=", .number, .number):
      return relation(sign)
    default: throw failure
    }
  }

  private func test(
    _ operand: JinjaExpression, _ name: String, _ arguments: JinjaArguments,
    _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: name)
    guard arguments.named.isEmpty, !arguments.isSpread else { throw failure }
    let signs = [
      "eq": "==", "equalto": "==", "==": "==", "ne": "!=", "!=": "!=", "in": "in", "lt": "<",
      "lessthan": "<", "<": "<", "le": "<=", "<=": "<=", "gt": ">", "greaterthan": ">", ">": ">",
      "ge": ">=", ">=": ">=",
    ]
    if let sign = signs[name], arguments.values.count == 1 {
      return try compared(try value(operand, scope), sign, try value(arguments.values[0], scope))
    }
    switch (name, arguments.values.count) {
    case ("defined", 0), ("undefined", 0):
      let found = try isDefined(operand, scope)
      return name == "defined" ? found : found.negated
    case ("none", 0):
      return ImportedValue(.bool(try value(operand, scope).constant == JinjaValue.none))
    case ("string", 0), ("boolean", 0), ("mapping", 0), ("sequence", 0), ("iterable", 0):
      let value = try value(operand, scope)
      guard !value.isOptional, value.kind != .constant else { throw failure }
      let isList = if case .list = value.kind { true } else { false }
      let isSo =
        switch name {
        case "string": value.kind == .text
        case "boolean": value.kind == .boolean
        case "mapping": false
        default: isList || value.kind == .text
        }
      return ImportedValue(.bool(isSo))
    case ("true", 0), ("false", 0):
      let value = try value(operand, scope)
      guard value.kind == .boolean else { return ImportedValue(.bool(false)) }
      return try compared(value, "==", ImportedValue(.bool(name == "true")))
    case ("odd", 0), ("even", 0), ("divisibleby", 1):
      let value = try value(operand, scope)
      guard value.kind == .integer, !value.isOptional else { throw failure }
      var divisor: Int64 = 2
      if name == "divisibleby" {
        guard case .int(let number)? = constant(arguments.values[0], scope), number != 0 else {
          throw failure
        }
        divisor = number
      }
      let rest = ImportedValue(
        "\(value.code(at: .product)) % \(divisor) == 0", .boolean, .relation)
      return name == "odd" ? rest.negated : rest
    case ("search", _), ("match", _):
      return try search(operand, arguments, scope, atStart: name == "match")
    default: throw failure
    }
  }

  /// Whether a name exists.
  private func isDefined(
    _ expression: JinjaExpression, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let value = try value(expression, scope)
    if value.isOptional { return ImportedValue("has(\(value.code))", .boolean) }
    return ImportedValue(.bool(value.constant != .undefined))
  }

  /// Whether a pattern of Python's is found in a text.
  private func search(
    _ operand: JinjaExpression, _ arguments: JinjaArguments, _ scope: TemplateScope,
    atStart: Bool
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: "regex_search")
    guard arguments.values.count == 1, arguments.named.isEmpty, !arguments.isSpread,
      case .string(let pattern)? = constant(arguments.values[0], scope)
    else { throw failure }
    let text = try value(operand, scope).present(or: "''")
    guard text.kind == .text else { throw failure }
    let read = try PythonPattern(pattern)
    // A match counts as true unless it's empty.
    if !atStart { guard try !read.matches("") else { throw failure } }
    let whole = (atStart ? "^(?:\(pattern))" : pattern).asExpressionLiteral
    return ImportedValue("\(text.code(at: .primary)).matches(\(whole))", .boolean)
  }
}

extension ImportedValue {
  /// A comparison of two expressions.
  fileprivate static func relation(_ left: String, _ sign: String, _ right: String) -> ImportedValue
  {
    let signs = [
      "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
    ]
    var relation = ImportedValue("\(left) \(sign) \(right)", .boolean, .relation)
    relation.opposite = signs[sign].map { "\(left) \($0) \(right)" }
    return relation
  }

  /// The opposite of a condition.
  var negated: ImportedValue {
    if case .bool(let truth)? = constant { return ImportedValue(.bool(!truth)) }
    if let opposite {
      var negated = ImportedValue(opposite, .boolean, .relation)
      negated.opposite = code
      return negated
    }
    if level == .unary, code.hasPrefix("!") {
      return ImportedValue(String(code.dropFirst()), .boolean)
    }
    return ImportedValue("!\(self.code(at: .primary))", .boolean, .unary)
  }

  /// Two conditions joined by `&&` or `||`.
  static func joined(
    _ left: ImportedValue, _ sign: String, _ right: ImportedValue
  ) -> ImportedValue {
    let isAnd = sign == "&&"
    for (one, other) in [(left, right), (right, left)] {
      if case .bool(let truth)? = one.constant { return truth == isAnd ? other : one }
    }
    let level: Level = isAnd ? .and : .or
    return ImportedValue(
      "\(left.code(at: level)) \(sign) \(right.code(at: level))", .boolean, level)
  }
}
