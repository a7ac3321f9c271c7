// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A constraint with its value known: what an answer is compared with.
struct ConstraintCheck: Sendable, Hashable {
  /// Which constraint.
  let kind: ConstraintKind

  /// Its value.
  let limit: Value

  /// The compiled pattern of ``ConstraintKind/pattern``.
  let pattern: RegularExpression?

  /// Creates a check.
  ///
  /// - Throws: the pattern's mistake.
  init(_ kind: ConstraintKind, _ limit: Value) throws(RegularExpressionError) {
    self.kind = kind
    self.limit = limit
    if kind == .pattern, case .string(let text) = limit {
      pattern = try RegularExpression(text)
    } else {
      pattern = nil
    }
  }

  /// The check with a limit that depends on the zone: a moment without an offset.
  func fitted(to type: FieldType, in zone: ZoneRules) -> ConstraintCheck {
    guard type == .datetime, let limit = kind.limit(limit, for: type, in: zone),
      let check = try? ConstraintCheck(kind, limit)
    else { return self }
    return check
  }

  /// Why a value breaks the constraint; nil when it doesn't.
  ///
  /// - Parameters:
  ///   - value: The value, of the field's type.
  ///   - type: The field's type.
  ///   - zone: The zone in which the message shows a moment.
  /// - Returns: The words for the person.
  func complaint(about value: Value, of type: FieldType, in zone: ZoneRules) -> String? {
    switch (kind, value, limit) {
    case (.min, _, _), (.max, _, _): rangeComplaint(value, of: type, in: zone)
    case (.multipleOf, _, _): multipleComplaint(value)
    case (.minLength, .string(let text), .int(let least)):
      text.unicodeScalars.count < least
        ? "at least \(Self.characters(least)) needed, this has \(text.unicodeScalars.count)" : nil
    case (.maxLength, .string(let text), .int(let most)):
      text.unicodeScalars.count > most
        ? "at most \(most) fit, this has \(text.unicodeScalars.count)" : nil
    case (.pattern, .string(let text), .string(let source)):
      pattern?.matches(text) == false ? "this does not match the pattern '\(source)'" : nil
    case (.format, .string(let text), .string(let name)):
      TextFormat(rawValue: name).flatMap { $0.accepts(text) ? nil : $0.message }
    case (.minItems, .list(let values), .int(let least)):
      values.count < least ? "choose at least \(least)" : nil
    case (.maxItems, .list(let values), .int(let most)):
      values.count > most ? "choose at most \(most), not \(values.count)" : nil
    default: nil
    }
  }

  private func rangeComplaint(
    _ value: Value, of type: FieldType, in zone: ZoneRules
  ) -> String? {
    let isBelow: Bool
    let isAbove: Bool
    switch (value, limit) {
    case (.int(let number), .int(let bound)): (isBelow, isAbove) = (number < bound, number > bound)
    case (.double(let number), .double(let bound)):
      (isBelow, isAbove) = (number < bound, number > bound)
    case (.string(let text), .string(let bound)):
      // Dates and times are written so that their order is the order of their texts.
      (isBelow, isAbove) = (text < bound, text > bound)
    case (.timestamp(let moment), .timestamp(let bound)):
      (isBelow, isAbove) = (moment < bound, moment > bound)
    case (.duration(let span), .duration(let bound)):
      (isBelow, isAbove) = (span < bound, span > bound)
    default: return nil
    }
    let shown = TypedTime.text(of: limit, as: type, in: zone)
    let (more, less) =
      switch type {
      case .date, .time, .datetime: ("later", "earlier")
      case .duration: ("longer", "shorter")
      default: ("more", "less")
      }
    switch kind {
    case .min where isBelow: return "\(shown) or \(more) is needed"
    case .max where isAbove: return "\(shown) or \(less) is needed"
    default: return nil
    }
  }

  private func multipleComplaint(_ value: Value) -> String? {
    let fits: Bool
    switch (value, limit) {
    case (.int(let number), .int(let unit)) where unit != 0 && unit != -1:
      fits = number % unit == 0
    case (.double(let number), .double(let unit)) where unit != 0:
      let quotient = number / unit
      let distance = (quotient - quotient.rounded()).magnitude
      fits = distance <= 1e-9 * Swift.max(1, quotient.magnitude)
    default: return nil
    }
    return fits ? nil : "a multiple of \(limit.plainText) is needed"
  }

  private static func characters(_ count: Int64) -> String {
    count == 1 ? "1 character is" : "\(count) characters are"
  }
}
