// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// The ranges of answers that the limits of a field leave.
extension FlowChecking {
  /// Returns what's known about the answers of a field: its choices, the form of its texts, and the limits of numbers, of
  /// lengths, and of numbers of elements.
  ///
  /// - Parameters:
  ///   - field: The field, or an item of one.
  ///   - constraints: Its constraints.
  ///   - items: The rules for its items.
  ///   - choice: What's known about one of its choices.
  ///   - isItem: Whether it's an item, which may be an empty text.
  /// - Returns: What's known; nil if nothing is.
  func knownValues(
    of field: FieldDefinition, _ constraints: [CheckedConstraint],
    items: CheckedItems = CheckedItems(type: .string), choosing choice: KnownValues? = nil,
    isItem: Bool = false
  ) -> KnownValues? {
    if let form = field.type.form { return .written(form) }
    let limits = FieldLimits(constraints)
    switch field.type.kind.family {
    case .integer: return .whole(limits.whole)
    case .number: return limits.decimal.map { .within(.decimal($0)) }
    case .text where field.answersEmpty: return nil
    case .text:
      let range = limits.sizes(.minLength, .maxLength, from: isItem ? 0 : 1)
      return range.flatMap { $0 == 0...Int.max ? nil : .within(.length($0)) }
    case .choices, .list:
      let isChosen = field.type == .choices || field.choosesItems
      let element =
        isChosen ? choice : knownValues(of: field.itemField, items.constraints, isItem: true)
      var count =
        limits.sizes(.minItems, .maxItems, from: field.leastElements, isLeast: false)
        ?? 0...Int.max
      if field.type == .choices, !field.takesOthers, case .listed(let choices)? = field.choices {
        count = count.common(with: 0...choices.count) ?? count
      }
      return .list(element, of: count)
    case .map: return nil
    case .boolean, .time, .choice: return choice
    }
  }

  /// Returns what's known about the answers of a field after its checks.
  func checkedValues(of field: CheckedField) -> KnownValues? {
    let guards = field.validations.filter { $0.severity == .error }.map {
      Guard($0.check.compiled.root, isTrue: true)
    }
    return KnownValues.narrowed(
      field.knownValues, field.valueType, by: guards,
      where: { $0.isName(field.name) },
      { name in
        guard case .name(let text, _) = name.kind, text != field.name else { return nil }
        return scope.variable(named: text)?.knownValues
      })
  }
}

extension ParsedExpression {
  /// Whether it's a name.
  fileprivate func isName(_ name: String) -> Bool {
    if case .name(name, _) = kind { true } else { false }
  }
}

/// The known limits that constraints set.
struct FieldLimits {
  /// The known values of the limit of each constraint.
  private var limits: [ConstraintKind: KnownValues] = [:]

  init(_ constraints: [CheckedConstraint]) {
    for constraint in constraints {
      switch constraint {
      case .known(let check): limits[check.kind] = .oneOf([check.limit])
      case .computed(let kind, let expression):
        if case .optional = expression.compiled.type { continue }
        limits[kind] = expression.compiled.knownValues
      }
    }
  }

  /// The range of whole numbers; nil if it's empty.
  var whole: ClosedRange<Int64>? {
    var least = limits[.min]?.wholeNumbers?.lowerBound ?? .min
    var greatest = limits[.max]?.wholeNumbers?.upperBound ?? .max
    if case .oneOf(let values)? = limits[.multipleOf], case .int(let unit)? = values.first, unit > 0
    {
      // The multiples next to the limits.
      let (below, above) = (Int128(least) % Int128(unit), Int128(greatest) % Int128(unit))
      if least != .min, below != 0 {
        least = Int64(clamping: Int128(least) - below + (below > 0 ? Int128(unit) : 0))
      }
      if greatest != .max, above != 0 {
        greatest = Int64(clamping: Int128(greatest) - above - (above < 0 ? Int128(unit) : 0))
      }
    }
    return least <= greatest ? least...greatest : nil
  }

  /// The range of numbers; nil if there's no limit, or if it's empty.
  var decimal: ClosedRange<Double>? {
    guard limits[.min] != nil || limits[.max] != nil else { return nil }
    let most = Double.greatestFiniteMagnitude
    let least = limits[.min]?.decimals?.lowerBound ?? -most
    let greatest = limits[.max]?.decimals?.upperBound ?? most
    return least <= greatest ? least...greatest : nil
  }

  /// Returns the range of sizes between the limits of two constraints; nil if it's empty.
  ///
  /// - Parameters:
  ///   - least: The constraint on the least size.
  ///   - greatest: The constraint on the greatest size.
  ///   - usual: The least size otherwise.
  ///   - isLeast: Whether the constraint says the least size; otherwise, `usual` considers it.
  /// - Returns: The range.
  func sizes(
    _ least: ConstraintKind, _ greatest: ConstraintKind, from usual: Int = 0, isLeast: Bool = true
  ) -> ClosedRange<Int>? {
    let first = isLeast ? Int(clamping: limits[least]?.wholeNumbers?.lowerBound ?? 0) : 0
    let last = Int(clamping: limits[greatest]?.wholeNumbers?.upperBound ?? .max)
    let start = max(usual, first)
    return start <= last ? start...last : nil
  }
}
