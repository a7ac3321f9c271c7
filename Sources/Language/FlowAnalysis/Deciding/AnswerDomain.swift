// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import RegularExpressions

/// The values that a term can have, according to its type, its choices, and its literal bounds.
enum AnswerDomain {
  /// True and false.
  case boolean

  /// One of some values.
  case values([Value])

  /// A list of some choices in their order, with few enough combinations to list them all.
  case lists([Value])

  /// A list of some choices, with too many combinations to list.
  case listOf([Value])

  /// A whole number.
  case integer(NumberBounds)

  case number(NumberBounds)

  /// A date as a text, in days since 1970-01-01.
  case date(first: Int?, last: Int?)

  /// A time of day as a text, in seconds since midnight.
  case time(first: Int?, last: Int?)

  case moment(first: Timestamp?, last: Timestamp?)

  /// A duration.
  case span(first: TimeSpan?, last: TimeSpan?)

  case text(TextBounds)

  /// Any value.
  case anything

  /// The inclusive bounds of numbers.
  struct NumberBounds {
    var least: Value?
    var greatest: Value?
    var unit: Value?
  }

  struct TextBounds {
    /// The minimum length in code points.
    var least = 0

    /// The maximum length in code points.
    var greatest = Int.max

    /// The patterns that must match.
    var patterns: [RegularExpression] = []

    /// The formats that the text must have.
    var formats: [TextFormat] = []

    /// Texts that are allowed whatever the other bounds are: choices, beside which other texts are allowed.
    var choices: Set<String> = []

    /// Returns whether the bounds allow a text.
    func allow(_ text: String) -> Bool {
      if choices.contains(text) { return true }
      let count = text.unicodeScalars.count
      return count >= least && count <= greatest && patterns.allSatisfy { $0.matches(text) }
        && formats.allSatisfy { $0.accepts(text) }
    }
  }

  /// The maximum number of choices of which every combination is listed.
  static let maximumListedChoices = 6

  init(of name: NameFacts) {
    switch name.kind {
    case .field(let field):
      self = AnswerDomain(of: field).within(name.values)
      guard case .anything = self else { return }
      // One of computed choices.
      if case .oneOf(let values)? = name.values {
        self = .values(values)
      } else {
        self = AnswerDomain(of: name.type).within(name.values)
      }
    case .input(let input):
      guard case .field(let type) = input.type else {
        self = .anything
        return
      }
      // An input can be an empty text, unlike an answer.
      self = type.isText ? .text(TextBounds()) : AnswerDomain(of: FieldDefinition(type: type))
    case .compute, .repeat, .flow: self = name.type == .bool ? .boolean : .anything
    case .capture(let run):
      switch run.capture?.kind {
      case .text: self = .text(TextBounds())
      case .status: self = .integer(NumberBounds())
      default: self = name.type == .bool ? .boolean : .anything
      }
    }
  }

  /// Returns the part of the domain that's known to have the values, if it's one of numbers.
  func within(_ known: KnownValues?) -> AnswerDomain {
    switch (self, known?.range) {
    case (.integer(var bounds), .whole(let range)?):
      if range.lowerBound > .min { bounds.least = .int(range.lowerBound) }
      if range.upperBound < .max { bounds.greatest = .int(range.upperBound) }
      return .integer(bounds)
    case (.number, .decimal(let range)?), (.anything, .decimal(let range)?):
      let bounds = NumberBounds(
        least: .double(range.lowerBound), greatest: .double(range.upperBound))
      return .number(bounds)
    case (.anything, .whole(let range)?):
      return AnswerDomain.integer(NumberBounds()).within(.within(.whole(range)))
    default: return self
    }
  }

  /// Creates the domain of a type of which nothing else is known.
  private init(of type: ValueType) {
    switch type {
    case .bool: self = .boolean
    case .double: self = .number(NumberBounds())
    default: self.init(ofComputed: type)
    }
  }

  /// Creates the domain of an expression of a type.
  ///
  /// A double may be NaN, for which every comparison is false, so it has no numeric domain.
  init(ofComputed type: ValueType?) {
    switch type {
    case .int: self = .integer(NumberBounds())
    case .string: self = .text(TextBounds())
    case .timestamp: self = .moment(first: nil, last: nil)
    case .duration: self = .span(first: nil, last: nil)
    default: self = .anything
    }
  }

  /// Creates the domain of a field's answers.
  init(of field: FieldDefinition) {
    switch field.type.kind.family {
    case .boolean: self = .boolean
    case .integer: self = .integer(Self.numberBounds(of: field))
    case .number: self = .number(Self.numberBounds(of: field))
    case .time(let kind):
      let (least, greatest) = (field.literal(.min), field.literal(.max))
      switch kind {
      case .date: self = .date(first: least.flatMap(Self.day), last: greatest.flatMap(Self.day))
      case .time:
        self = .time(first: least.flatMap(Self.second), last: greatest.flatMap(Self.second))
      case .datetime:
        self = .moment(first: least.flatMap(Self.moment), last: greatest.flatMap(Self.moment))
      case .duration:
        self = .span(first: least.flatMap(Self.span), last: greatest.flatMap(Self.span))
      }
    case .text: self = .text(Self.textBounds(of: field))
    case .choice, .choices: self = Self.choices(of: field)
    case .list, .map: self = .anything
    }
  }

  private static func choices(of field: FieldDefinition) -> AnswerDomain {
    guard field.type.isChoice, case .listed(let choices)? = field.choices else { return .anything }
    let values = choices.map(\.value.value)
    if field.takesOthers {
      guard field.type == .choice else { return .anything }
      var bounds = textBounds(of: field)
      bounds.choices = Set(values.filter(\.isString).map(\.plainText))
      return .text(bounds)
    }
    if field.type == .choice { return .values(values) }
    guard values.count <= maximumListedChoices else { return .listOf(values) }
    let least = field.leastElements
    let greatest = field.count(.maxItems) ?? values.count
    let picks = (0..<(1 << values.count)).map { bits in
      values.indices.filter { bits & (1 << $0) != 0 }.map { values[$0] }
    }
    return .lists(
      picks.filter { $0.count >= least && $0.count <= greatest }.map { .list($0) })
  }

  /// Whether there are only a few known values.
  var isFinite: Bool {
    switch self {
    case .boolean, .values, .lists: true
    default: false
    }
  }

  /// The number of listed values.
  var count: Int {
    switch self {
    case .values(let values), .lists(let values): values.count
    default: 2
    }
  }

  /// The bounds of its texts; without restrictions if it isn't a domain of texts.
  var textBounds: TextBounds {
    if case .text(let bounds) = self { bounds } else { TextBounds() }
  }

  /// Whether no value is allowed.
  var isEmpty: Bool {
    switch self {
    case .values(let values), .lists(let values): return values.isEmpty
    case .date(let first?, let last?), .time(let first?, let last?): return first > last
    case .moment(let first?, let last?): return first > last
    case .span(let first?, let last?): return first > last
    case .text(let bounds): return bounds.least > bounds.greatest && bounds.choices.isEmpty
    case .integer, .number:
      return AnswerSamples(of: self, asked: []).samples.isEmpty
    default: return false
    }
  }

  private static func numberBounds(of field: FieldDefinition) -> NumberBounds {
    NumberBounds(
      least: field.literal(.min), greatest: field.literal(.max), unit: field.literal(.multipleOf))
  }

  private static func textBounds(of field: FieldDefinition) -> TextBounds {
    // An empty text may be an answer whatever the constraints are.
    if field.answersEmpty { return TextBounds() }
    var bounds = TextBounds(least: max(1, field.count(.minLength) ?? 1))
    bounds.greatest = max(0, field.count(.maxLength) ?? Int.max)
    for constraint in field.constraints {
      guard case .literal(let literal) = constraint.value, case .string(let text) = literal.value
      else { continue }
      switch constraint.kind {
      case .pattern:
        if let pattern = try? RegularExpression(text) { bounds.patterns.append(pattern) }
      case .format: if let format = TextFormat(rawValue: text) { bounds.formats.append(format) }
      default: break
      }
    }
    return bounds
  }

  /// Returns the day of a literal date, counted from 1970-01-01.
  static func day(_ value: Value) -> Int? {
    guard case .string(let text) = value else { return nil }
    return (try? CalendarDate(text))?.daysSinceEpoch
  }

  /// Returns the second of the day of a literal time.
  static func second(_ value: Value) -> Int? {
    guard case .string(let text) = value else { return nil }
    return (try? TimeOfDay(text))?.secondsSinceMidnight
  }

  /// Returns the timestamp of a literal, or nil if it depends on the session's time zone.
  static func moment(_ value: Value) -> Timestamp? {
    switch value {
    case .timestamp(let moment): return moment
    case .string(let text):
      let early = try? ZoneRules(fixedOffset: -43_200)
      guard let early, let moment = try? Timestamp(typed: text, in: .utc),
        (try? Timestamp(typed: text, in: early)) == moment
      else { return nil }
      return moment
    default: return nil
    }
  }

  /// Returns the duration of a literal.
  static func span(_ value: Value) -> TimeSpan? {
    switch value {
    case .duration(let span): span
    case .string(let text): try? TimeSpan(typed: text)
    default: nil
    }
  }
}
