// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A read of a key that a map of data may lack, so that the expression fails.
package struct UnguardedRead: Sendable {
  /// The read: `saved.size`, `r['host name']`.
  package let part: ParsedExpression

  /// The map.
  package let operand: ParsedExpression

  /// The key of the entry of a map literal of which the read is the value; nil for any other place.
  package let entry: ParsedExpression?
}

extension ParsedExpression {
  /// Returns the reads of keys that the data below a name may lack, in source order.
  ///
  /// A condition around a read guards it: `has(saved.size)`, `'size' in saved`, or `saved.?size.hasValue()`, combined
  /// with `&&`, `||`, `!`, and `?:`. What's read from a part that may be missing itself isn't returned.
  ///
  /// - Parameter name: The name of the data, of which nothing is known.
  /// - Returns: The reads.
  /// - Complexity: O(*n* · *m*) in the size of the expression, and of the conditions around a part.
  package func unguardedReads(of name: String) -> [UnguardedRead] {
    var search = UnguardedReadSearch()
    search.visit(self, UnguardedReadSearch.Place(names: [name]))
    return search.found
  }
}

/// A search for reads of keys that data may lack.
private struct UnguardedReadSearch {
  var found: [UnguardedRead] = []

  /// The names and conditions at a part of the expression.
  struct Place {
    /// The names of data: the data itself, and what macros take from it.
    var names: Set<String>

    /// The conditions that hold.
    var guards: [Guard] = []

    /// The key of the entry of a map literal of which the part is the value.
    var entry: ParsedExpression?

    func holding(_ conditions: [Guard]) -> Place {
      Place(names: names, guards: guards + conditions)
    }
  }

  mutating func visit(_ part: ParsedExpression, _ place: Place) {
    let kind = part.kind
    var inner = place
    inner.entry = nil
    switch kind {
    case .select(let operand, let field, let isOptional):
      visit(operand, inner)
      check(part, of: operand, key: .string(field), isOptional: isOptional, place)
    case .index(let operand, let index, let isOptional):
      visit(operand, inner)
      visit(index, inner)
      if case .literal(let key) = index.kind {
        check(part, of: operand, key: key, isOptional: isOptional, place)
      }
    case .conditional(let condition, let first, let second):
      visit(condition, inner)
      visit(first, inner.holding([Guard(condition, isTrue: true)]))
      visit(second, inner.holding([Guard(condition, isTrue: false)]))
    case .logical(let logical, let operands):
      // Neither operator fails for an operand if another one decides.
      for (index, operand) in operands.enumerated() {
        let others = operands.enumerated().filter { $0.offset != index }
        visit(operand, inner.holding(others.map { Guard($0.element, isTrue: logical == .and) }))
      }
    case .map(let entries):
      for entry in entries {
        visit(entry.key, inner)
        var value = inner
        if !entry.isOptional { value.entry = entry.key }
        visit(entry.value, value)
      }
    case .macro(_, let target, let variables, let filter, let body):
      visit(target, inner)
      var item = inner
      if reads(target, inner.names) {
        item.names.formUnion(variables)
      } else {
        item.names.subtract(variables)
      }
      if case .macro(.filter, _, variables, _, let condition) = target.kind {
        item.guards.append(Guard(condition, isTrue: true))
      }
      if let filter {
        visit(filter, item)
        item.guards.append(Guard(filter, isTrue: true))
      }
      visit(body, item)
    default:
      for child in part.children { visit(child, inner) }
    }
  }

  private mutating func check(
    _ part: ParsedExpression, of operand: ParsedExpression, key: Value, isOptional: Bool,
    _ place: Place
  ) {
    guard !isOptional, !operand.isOptionalRead, root(of: operand).map(place.names.contains) == true,
      found.last.map({ !Self.contains(operand, $0.part) }) ?? true,
      !isGuarded(operand, key, place.guards)
    else { return }
    found.append(UnguardedRead(part: part, operand: operand, entry: place.entry))
  }

  /// Whether a part is in another one.
  private static func contains(_ whole: ParsedExpression, _ part: ParsedExpression) -> Bool {
    whole.range.lowerBound <= part.range.lowerBound
      && part.range.upperBound <= whole.range.upperBound
  }

  /// The name from which a part reads; nil if it's none.
  private func root(of part: ParsedExpression) -> String? {
    var current = part
    while true {
      switch current.kind {
      case .name(let name, _): return name
      case .select(let operand, _, _), .index(let operand, _, _): current = operand
      default: return nil
      }
    }
  }

  private func reads(_ part: ParsedExpression, _ names: Set<String>) -> Bool {
    if case .name(let name, _) = part.kind { return names.contains(name) }
    return part.children.contains { reads($0, names) }
  }

  private func isGuarded(_ operand: ParsedExpression, _ key: Value, _ guards: [Guard]) -> Bool {
    guards.contains { known in
      LiteralPresenceProver.proves(known.expression, isTrue: known.isTrue) { kind in
        switch kind {
        case .hasField(let other, let field): other == operand && .string(field) == key
        case .binary(.isIn, let left, let right): right == operand && left.kind == .literal(key)
        case .call(let target?, "hasValue", _):
          switch target.kind {
          case .select(let other, let field, true): other == operand && .string(field) == key
          case .index(let other, let index, true): other == operand && index.kind == .literal(key)
          default: false
          }
        default: false
        }
      }
    }
  }
}

extension ParsedExpression {
  /// Whether it reads from an optional, which doesn't fail.
  fileprivate var isOptionalRead: Bool {
    switch kind {
    case .select(let operand, _, let isOptional), .index(let operand, _, let isOptional):
      isOptional || operand.isOptionalRead
    default: false
    }
  }
}
