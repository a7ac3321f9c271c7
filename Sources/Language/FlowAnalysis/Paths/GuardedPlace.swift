// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// A place in an expression, with the guards that are known to hold there.
struct GuardedPlace {
  /// An operand of `&&` or `||` on the path to the place.
  struct Chain {
    /// The guards from the operands to its left.
    let guards: [Guard]

    /// The operand that contains the place.
    let operand: ParsedExpression

    /// The operands to its right.
    let later: [ParsedExpression]

    /// Whether it is `&&`.
    let isAnd: Bool
  }

  /// The guards that hold at the place, outermost first.
  private(set) var guards: [Guard] = []

  /// The chains on the path to the place, outermost first.
  private(set) var chains: [Chain] = []

  /// Finds a place, or returns nil if no subexpression has that range.
  init?(of range: SourceRange, in root: ParsedExpression) {
    var position = root
    var bound: Set<String> = []
    while position.range != range {
      var passed: [Guard] = []
      let children = position.children
      guard
        let index = children.firstIndex(where: {
          $0.range.lowerBound <= range.lowerBound && $0.range.upperBound >= range.upperBound
        })
      else { return nil }
      switch position.kind {
      case .logical(let logical, let operands):
        let isAnd = logical == .and
        for operand in operands.prefix(index) { passed.append(Guard(operand, isTrue: isAnd)) }
        chains.append(
          Chain(
            guards: guards + passed, operand: operands[index],
            later: Array(operands.dropFirst(index + 1)), isAnd: isAnd))
      case .conditional(let condition, _, _) where index > 0:
        passed.append(Guard(condition, isTrue: index == 1))
      case .macro(_, _, let variables, _, _) where index > 0: bound.formUnion(variables)
      default: break
      }
      guards += passed.filter { bound.isEmpty || !$0.expression.mentions(bound) }
      position = children[index]
    }
  }
}

extension ParsedExpression {
  /// Returns whether it reads any of some names.
  func mentions(_ names: Set<String>) -> Bool {
    var open = [self]
    while let next = open.popLast() {
      if case .name(let name, _) = next.kind, names.contains(name) { return true }
      open += next.children
    }
    return false
  }
}
