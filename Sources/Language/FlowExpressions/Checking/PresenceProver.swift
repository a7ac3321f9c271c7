// SPDX-License-Identifier: Apache-2.0

/// A condition that's known to hold where a part of an expression is evaluated.
package struct Guard: Sendable, Hashable {
  package let expression: ParsedExpression

  /// Whether the expression is known to be true, or known to be false.
  package let isTrue: Bool

  /// Creates a guard.
  package init(_ expression: ParsedExpression, isTrue: Bool) {
    self.expression = expression
    self.isTrue = isTrue
  }
}

/// Decides whether a name that may have no value has one.
package protocol PresenceProver {
  /// Returns whether a name has a value wherever all guards hold.
  ///
  /// - Parameters:
  ///   - name: A name declared with presence `.maybe`.
  ///   - guards: The conditions that hold at this point of the expression, outermost first.
  /// - Returns: Whether it has a value; false if that can't be decided.
  func isPresent(_ name: String, given guards: [Guard]) -> Bool

  /// Conditions that hold wherever the expression is evaluated. Record fields that they prove
  /// present are plain values. Empty by default.
  var conditions: [Guard] { get }
}

extension PresenceProver {
  /// No conditions.
  package var conditions: [Guard] { [] }
}

/// A prover that understands `has(x)` and `x.hasValue()`, combined with `&&`, `||`, `!`, and `?:`.
package struct LiteralPresenceProver: PresenceProver {
  package init() {}

  /// Returns whether a guard states literally that the name has a value.
  package func isPresent(_ name: String, given guards: [Guard]) -> Bool {
    guards.contains { fact in
      LiteralPresenceProver.proves(fact.expression, isTrue: fact.isTrue) { kind in
        switch kind {
        case .hasName(let other): return TextBytes.equal(other, name)
        case .hasField(let operand, _): return LiteralPresenceProver.isRooted(operand, in: name)
        case .call(let target?, "hasValue", let arguments) where arguments.isEmpty:
          if LiteralPresenceProver.isRooted(target, in: name) { return true }
          guard let path = target.qualifiedName else { return false }
          return TextBytes.equal(path.parts.joined(separator: "."), name)
        default: return false
        }
      }
    }
  }

  /// Whether an expression is a selection from a name, at any depth.
  private static func isRooted(_ expression: ParsedExpression, in name: String) -> Bool {
    var current = expression
    while true {
      switch current.kind {
      case .name(let other, _): return TextBytes.equal(other, name)
      case .select(let operand, _, _), .index(let operand, _, _): current = operand
      default: return false
      }
    }
  }

  /// Returns whether an expression, being true or false, implies one of the facts that a test
  /// accepts.
  ///
  /// Returns false beyond sixteen nested conditions, because each would double the work.
  static func proves(
    _ expression: ParsedExpression, isTrue: Bool, conditions: Int = 0,
    _ accepts: (ParsedExpression.Kind) -> Bool
  ) -> Bool {
    let kind = expression.kind
    if isTrue, accepts(kind) { return true }
    switch kind {
    case .not(let operand):
      return proves(operand, isTrue: !isTrue, conditions: conditions, accepts)
    case .logical(.and, let operands) where isTrue, .logical(.or, let operands) where !isTrue:
      return operands.contains { proves($0, isTrue: isTrue, conditions: conditions, accepts) }
    case .logical(.or, let operands) where isTrue, .logical(.and, let operands) where !isTrue:
      return operands.allSatisfy { proves($0, isTrue: isTrue, conditions: conditions, accepts) }
    case .conditional(let condition, let first, let second) where conditions < 16:
      let inner = conditions + 1
      return
        (proves(condition, isTrue: true, conditions: inner, accepts)
        || proves(first, isTrue: isTrue, conditions: inner, accepts))
        && (proves(condition, isTrue: false, conditions: inner, accepts)
          || proves(second, isTrue: isTrue, conditions: inner, accepts))
    default: return false
    }
  }
}
