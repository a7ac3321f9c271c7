// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Optionals in strict expressions, and which of them are certain to have a value.
extension ExpressionChecker {
  /// The type that a macro iterates over; for `optMap`, a proven name is an optional.
  mutating func proven(_ target: Int, as macro: Macro, at index: Int) -> ValueType {
    let range = type(target)
    guard macro == .optionalMap || macro == .optionalFlatMap,
      environment.options.allowsHasOfNames, isPlainName(target)
    else { return range }
    switch range {
    case .optional, .dyn, .undecided: return range
    default: break
    }
    makeOptional(target)
    note(
      "redundant-presence-test", .warning,
      "'\(source(target))' always has a value here, so '\(macro.rawValue)' is not needed",
      at: node(index).nameRange)
    return type(target)
  }

  /// Whether it's a name or a field that's proven to have a value, and would otherwise be an
  /// optional.
  func isPlainName(_ target: Int) -> Bool {
    if case .variable = result.resolutions[target] { return true }
    if case .select(_, _, isOptional: false) = node(target).kind { return true }
    return false
  }

  /// Notes a call of `value()` on an optional that may have no value.
  mutating func requireValue(of target: Int, at index: Int) {
    guard isStrict, case .optional = type(target), !madeOptional.contains(target),
      !isSurelyPresent(target)
    else { return }
    if let root = unproven[target] { return noteMayBeUnasked(root, offersFix: false) }
    let text = source(target)
    let isShort = text.count <= 60 && !text.contains(where: \.isNewline)
    note(
      "may-be-empty",
      isShort
        ? "'\(text)' may have no value here; guard it with `\(text).hasValue()` or write "
          + "`\(text).orValue(…)`"
        : "this may have no value here; guard it with `.hasValue()` or write `.orValue(…)`",
      at: range(target))
  }

  /// Whether an optional is certain to have a value: it's made from one, or a guard proves it.
  private func isSurelyPresent(_ target: Int) -> Bool {
    switch node(target).kind {
    case .call(_, "of", _):
      if case .function(let function, _, _) = result.resolutions[target],
        function.name == "optional.of"
      {
        return true
      }
    case .call(let first?, "or", let arguments):
      if isSurelyPresent(first) || arguments.contains(where: { isSurelyPresent($0) }) {
        return true
      }
    case .conditional(_, let first, let second):
      if isSurelyPresent(first), isSurelyPresent(second) { return true }
    default: break
    }
    let expression = ParsedExpression(tree, target)
    return guardsOfFields.contains { fact in
      LiteralPresenceProver.proves(fact.expression, isTrue: fact.isTrue) { kind in
        kind.impliesValue(expression)
      }
    }
  }
}

extension ParsedExpression.Kind {
  /// Whether a condition of this kind is true only if an optional has a value.
  fileprivate func impliesValue(_ optional: ParsedExpression) -> Bool {
    switch (self, optional.kind) {
    case (.call(let target?, "hasValue", _), _) where target == optional: true
    case (.hasField(let operand, let field), .select(let other, let name, _)):
      TextBytes.equal(field, name) && operand == other
    case (_, .call(let list?, let function, let arguments))
    where arguments.isEmpty && (function == "first" || function == "last"):
      impliesElements(list)
    default: false
    }
  }

  /// Whether a condition of this kind is true only if a list isn't empty.
  private func impliesElements(_ list: ParsedExpression) -> Bool {
    guard case .binary(let binary, let left, let right) = self else { return false }
    switch binary {
    case .greater: return left.isSize(of: list) && right.isInt { $0 >= 0 }
    case .greaterOrEqual: return left.isSize(of: list) && right.isInt { $0 > 0 }
    case .notEqual:
      if case .list(let elements) = right.kind, elements.isEmpty { return left == list }
      return left.isSize(of: list) && right.isInt { $0 == 0 }
    case .less: return right.isSize(of: list) && left.isInt { $0 >= 0 }
    case .lessOrEqual: return right.isSize(of: list) && left.isInt { $0 > 0 }
    case .equal: return left.isSize(of: list) && right.isInt { $0 > 0 }
    case .isIn: return right == list
    default: return false
    }
  }
}

extension ParsedExpression {
  fileprivate func isSize(of list: ParsedExpression) -> Bool {
    switch kind {
    case .call(nil, "size", let arguments): arguments.count == 1 && arguments[0] == list
    case .call(let target?, "size", let arguments): arguments.isEmpty && target == list
    default: false
    }
  }

  fileprivate func isInt(_ test: (Int64) -> Bool) -> Bool {
    if case .literal(.int(let number)) = kind { test(number) } else { false }
  }
}
