// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import Localization
package import RegularExpressions

/// A constraint with a known value, which answers are compared with.
package struct ConstraintCheck: Sendable, Hashable {
  package let kind: ConstraintKind

  package let limit: Value

  /// The compiled pattern of ``ConstraintKind/pattern``.
  package var pattern: RegularExpression? { compiled?.value }

  /// A pattern is large, and few checks have one.
  private let compiled: CopyOnWrite<RegularExpression>?

  /// Creates a check.
  ///
  /// - Throws: `RegularExpressionError` if the pattern is invalid.
  package init(_ kind: ConstraintKind, _ limit: Value) throws(RegularExpressionError) {
    self.kind = kind
    self.limit = limit
    if kind == .pattern, case .string(let text) = limit {
      compiled = CopyOnWrite(try RegularExpression(text))
    } else {
      compiled = nil
    }
  }

  /// Returns the check with its limit in a time zone, if it's a date and time without an offset.
  package func fitted(to type: FieldType, in zone: ZoneRules) -> ConstraintCheck {
    guard type == .datetime, let limit = kind.limit(limit, for: type, in: zone),
      let check = try? ConstraintCheck(kind, limit)
    else { return self }
    return check
  }

  /// Returns why a value violates the constraint, or nil if it doesn't.
  ///
  /// - Parameters:
  ///   - value: A value of the field's type.
  ///   - type: The field's type.
  ///   - zone: The time zone for times in the message.
  ///   - catalog: The language of the message.
  /// - Returns: The message for the user.
  package func complaint(
    about value: Value, of type: FieldType, in zone: ZoneRules,
    _ catalog: MessageCatalog = .english
  ) -> String? {
    switch (kind, value, limit) {
    case (.min, _, _), (.max, _, _):
      brokenRange(value, of: type).map { message in
        catalog.text(
          message,
          ["limit": .text(TypedTime.text(ofLimit: limit, kind, as: type, in: zone))])
      }
    case (.multipleOf, _, _):
      isMultiple(value)
        ? nil : catalog.text(.notAMultiple, ["unit": .text(limit.plainText)])
    case (.minLength, .string(let text), .int(let least)):
      text.unicodeScalars.count < least
        ? catalog.text(
          .tooShort,
          ["limit": .count(Int(least)), "count": .count(text.unicodeScalars.count)]) : nil
    case (.maxLength, .string(let text), .int(let most)):
      text.unicodeScalars.count > most
        ? catalog.text(
          .tooLong, ["limit": .count(Int(most)), "count": .count(text.unicodeScalars.count)]) : nil
    case (.pattern, .string(let text), .string(let source)):
      pattern?.matches(text) == false
        ? catalog.text(.patternMismatch, ["pattern": .quoted(source)]) : nil
    case (.format, .string(let text), .string(let name)):
      TextFormat(rawValue: name).flatMap { $0.accepts(text) ? nil : $0.complaint(catalog) }
    case (.minItems, _, .int(let least)):
      value.itemCount.flatMap { count in
        count < least
          ? catalog.text(
            type.hasItems ? .tooFewItems : .tooFewChosen, ["limit": .count(Int(least))]) : nil
      }
    case (.maxItems, _, .int(let most)):
      value.itemCount.flatMap { count in
        count > most
          ? catalog.text(
            type.hasItems ? .tooManyItems : .tooManyChosen,
            ["limit": .count(Int(most)), "count": .count(count)]) : nil
      }
    case (.unique, .list(let values), .bool(true)):
      values.firstRepeated.map {
        catalog.text(.itemTwice, ["item": .echo(TypedTime.text(of: $0, as: type, in: zone))])
      }
    default: nil
    }
  }

  /// Whether a value keeps a limit on numbers or times; other constraints accept everything.
  package func accepts(_ value: Value, of type: FieldType) -> Bool {
    switch kind {
    case .min, .max: brokenRange(value, of: type) == nil
    case .multipleOf: isMultiple(value)
    default: true
    }
  }

  /// The message about a value outside the limit; nil for one inside.
  private func brokenRange(_ value: Value, of type: FieldType) -> MessageID? {
    let isBelow: Bool
    let isAbove: Bool
    switch (value, limit) {
    case (.int(let number), .int(let bound)): (isBelow, isAbove) = (number < bound, number > bound)
    case (.double(let number), .double(let bound)):
      (isBelow, isAbove) = (number < bound, number > bound)
    case (.string(let text), .string(let bound)):
      // Dates and times sort like their texts.
      (isBelow, isAbove) = (text < bound, text > bound)
    case (.timestamp(let moment), .timestamp(let bound)):
      (isBelow, isAbove) = (moment < bound, moment > bound)
    case (.duration(let span), .duration(let bound)):
      (isBelow, isAbove) = (span < bound, span > bound)
    default: return nil
    }
    let (below, above) = type.rangeMessages
    switch kind {
    case .min where isBelow: return below
    case .max where isAbove: return above
    default: return nil
    }
  }

  /// Whether a number is a multiple of the limit; whatever can't be compared is.
  private func isMultiple(_ value: Value) -> Bool {
    switch (value, limit) {
    case (.int(let number), .int(let unit)) where unit != 0 && unit != -1:
      return number % unit == 0
    case (.double(let number), .double(let unit)) where unit != 0:
      let quotient = number / unit
      let distance = (quotient - quotient.rounded()).magnitude
      return distance <= 1e-9 * Swift.max(1, quotient.magnitude)
    default: return true
    }
  }
}

extension Value {
  /// The number of items of a list or a map; nil for other values.
  fileprivate var itemCount: Int? {
    switch self {
    case .list(let values): values.count
    case .map(let map): map.count
    default: nil
    }
  }
}

extension [Value] {
  /// The first element that's equal to one before it.
  fileprivate var firstRepeated: Value? {
    var seen = Set<Value>()
    return first { !seen.insert($0).inserted }
  }
}

extension TextFormat {
  /// The message about a text in another format.
  fileprivate func complaint(_ catalog: MessageCatalog) -> String {
    let (message, example): (MessageID, String) =
      switch self {
      case .email: (.notAnEmail, "ada@example.org")
      case .uri: (.notAURI, "https://example.org/path")
      case .hostname: (.notAHostName, "www.example.org")
      case .ipv4: (.notAnIPv4Address, "192.0.2.1")
      case .ipv6: (.notAnIPv6Address, "2001:db8::1")
      case .uuid: (.notAUUID, "123e4567-e89b-12d3-a456-426614174000")
      case .semver: (.notAVersion, "1.4.0")
      case .regex: (.notARegularExpression, "")
      }
    return catalog.text(message, ["example": .quoted(example)])
  }
}
