// SPDX-License-Identifier: Apache-2.0

// The ranges of numbers where conditions hold.
extension KnownValues {
  /// The maximum number of parts of conditions that are examined for one number.
  fileprivate static let mostParts = 64

  /// Returns what's known about a number where conditions hold.
  ///
  /// A comparison only says something if its other operand can't fail: a literal, or a name. The conditions
  /// around it may fail, but then none of their other operands is false.
  ///
  /// - Parameters:
  ///   - known: What's known otherwise.
  ///   - type: The type of the number.
  ///   - guards: The conditions.
  ///   - isNumber: Whether an expression is the number.
  ///   - value: Returns what's known about a name.
  /// - Returns: What's known where they hold.
  package static func narrowed(
    _ known: KnownValues?, _ type: ValueType, by guards: some Collection<Guard>,
    where isNumber: (ParsedExpression) -> Bool, _ value: (ParsedExpression) -> KnownValues?
  ) -> KnownValues? {
    var range = known?.range
    if known == nil, type == .int { range = .whole(.all) }
    guard var range, case .within? = known ?? .within(range) else { return known }
    var open = guards.map { ($0.expression, $0.isTrue) }
    var examined = 0
    while let (expression, isTrue) = open.popLast(), examined < mostParts {
      examined += 1
      switch expression.kind {
      case .not(let operand): open.append((operand, !isTrue))
      case .logical(let logical, let operands) where isTrue == (logical == .and):
        open += operands.suffix(mostParts).map { ($0, isTrue) }
      case .binary(let binary, let left, let right) where binary.isComparison:
        let holds = isTrue ? binary : binary.negated
        for (binary, number, other) in [(holds, left, right), (holds.mirrored, right, left)]
        where isNumber(number) {
          let limit =
            switch other.kind {
            case .literal(let value): KnownValues.oneOf([value])
            case .name: value(other)
            default: KnownValues?.none
            }
          if let limit = limit?.range { range = range.narrowed(binary, limit) }
        }
      default: break
      }
    }
    if case .whole(let range) = range { return .whole(range) }
    return .within(range)
  }
}

extension ExpressionChecker {
  /// Returns what's known about a node where the conditions around it hold.
  mutating func narrowed(_ known: KnownValues?, _ index: Int) -> KnownValues? {
    let type = result.types[index]
    guard type == .int || type == .double, isStable(index) else { return known }
    // Conditions around a macro know nothing of what it binds.
    let local = (node(index).start...index).compactMap { boundPosition(of: $0) }
    var guards = guards[(local.map { bound[$0].guardsBefore }.max() ?? 0)...]
      .suffix(KnownValues.mostParts)
    if local.isEmpty {
      if conditions == nil { conditions = prover.conditions.suffix(KnownValues.mostParts) }
      if let conditions, !conditions.isEmpty { guards = (conditions + guards)[...] }
    }
    guard !guards.isEmpty else { return known }
    let subject = ParsedExpression(tree, index)
    let parts = self.known
    return KnownValues.narrowed(known, type, by: guards, where: { $0 == subject }) { name in
      if name.tree === tree { return parts[name.index] }
      guard case .name(let text, _) = name.kind,
        !bound.contains(where: { TextBytes.equal($0.name, text) })
      else { return nil }
      return scope.variable(named: text)?.knownValues
    }
  }
}

extension ExpressionChecker {
  /// Whether a node is an answer, a part of one, or its size, which has the same value in a condition.
  private func isStable(_ index: Int) -> Bool {
    switch node(index).kind {
    case .name, .select, .index, .call(_, "size", _): break
    default: return false
    }
    return tree.nodes[node(index).start...index].allSatisfy { part in
      switch part.kind {
      case .name, .select, .index, .literal, .call(_, "size", _): true
      default: false
      }
    }
  }
}

extension ValueRange {
  /// Returns the part of a range whose values can compare with one in another range; the whole range if none can, or
  /// if they're of different types.
  fileprivate func narrowed(_ binary: BinaryOperator, _ limit: ValueRange) -> ValueRange {
    switch (self, limit) {
    case (.whole(let range), .whole(let limit)):
      let least = limit.lowerBound == .max ? .max : limit.lowerBound + 1
      let greatest = limit.upperBound == .min ? .min : limit.upperBound - 1
      let allowed: ClosedRange<Int64>? =
        switch binary {
        case .equal: limit
        case .less: .min...greatest
        case .lessOrEqual: .min...limit.upperBound
        case .greater: least...(.max)
        case .greaterOrEqual: limit.lowerBound...(.max)
        case .notEqual where limit.lowerBound == limit.upperBound: range.without(limit.lowerBound)
        default: nil
        }
      return .whole(allowed.flatMap { range.common(with: $0) } ?? range)
    case (.decimal(let range), .decimal(let limit)):
      let allowed: ClosedRange<Double>? =
        switch binary {
        case .equal: limit
        case .less, .lessOrEqual: -Double.greatestFiniteMagnitude...limit.upperBound
        case .greater, .greaterOrEqual: limit.lowerBound...Double.greatestFiniteMagnitude
        default: nil
        }
      return .decimal(allowed.flatMap { range.common(with: $0) } ?? range)
    default: return self
    }
  }
}

extension ClosedRange<Int64> {
  /// The range without one of its ends.
  fileprivate func without(_ number: Int64) -> ClosedRange? {
    guard lowerBound < upperBound else { return nil }
    if number == lowerBound { return (lowerBound + 1)...upperBound }
    return number == upperBound ? lowerBound...(upperBound - 1) : self
  }
}

extension BinaryOperator {
  /// The comparison that holds where this one doesn't.
  fileprivate var negated: BinaryOperator {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    default: self
    }
  }

  /// The operator for exchanged operands.
  package var mirrored: BinaryOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
