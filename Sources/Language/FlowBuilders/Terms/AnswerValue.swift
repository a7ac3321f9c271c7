// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel

/// A type of this program whose values can be answers.
///
/// To ask for an enumeration, declare its raw values as texts:
///
/// ```swift
/// enum Plan: String, CaseIterable, AnswerValue { case free, pro }
/// let plan = AnswerKey<Plan>("plan")
/// let flow = FlowDefinition("signup") {
///   Ask(plan, "Plan")                        // a choice of 'free' and 'pro'
///   Ask("seats", .integer).when(plan == .pro)
/// }
/// ```
public protocol AnswerValue {
  /// The type of field that asks for it.
  static var fieldType: FieldType { get }

  /// The choices that a field offers without others, or nil for none.
  static var fieldChoices: ChoicesDefinition? { get }

  /// The value in expressions.
  var answer: Value { get }
}

extension AnswerValue {
  /// No choices.
  public static var fieldChoices: ChoicesDefinition? { nil }
}

extension AnswerValue where Self: RawRepresentable, RawValue == String {
  /// A choice.
  public static var fieldType: FieldType { .choice }

  /// The raw value.
  public var answer: Value { .string(rawValue) }
}

extension AnswerValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// The raw values of all cases.
  public static var fieldChoices: ChoicesDefinition? {
    .listed(allCases.map { ChoiceDefinition(value: LiteralValue(.string($0.rawValue))) })
  }
}

extension String: AnswerValue {
  /// A line of text.
  public static var fieldType: FieldType { .string }

  /// The text.
  public var answer: Value { .string(self) }
}

extension Int: AnswerValue {
  /// A whole number.
  public static var fieldType: FieldType { .integer }

  /// The number.
  public var answer: Value { .int(Int64(self)) }
}

extension Double: AnswerValue {
  /// A number.
  public static var fieldType: FieldType { .number }

  /// The number.
  public var answer: Value { .double(self) }
}

extension Bool: AnswerValue {
  /// Yes or no.
  public static var fieldType: FieldType { .boolean }

  /// The boolean.
  public var answer: Value { .bool(self) }
}

extension CalendarDate: AnswerValue {
  /// A day.
  public static var fieldType: FieldType { .date }

  /// The day as text, as in expressions.
  public var answer: Value { .string(description) }
}

extension TimeOfDay: AnswerValue {
  /// A time of the day.
  public static var fieldType: FieldType { .time }

  /// The time as text, as in expressions.
  public var answer: Value { .string(description) }
}

extension Timestamp: AnswerValue {
  /// A date and time.
  public static var fieldType: FieldType { .datetime }

  /// The moment.
  public var answer: Value { .timestamp(self) }
}

extension TimeSpan: AnswerValue {
  /// A length of time.
  public static var fieldType: FieldType { .duration }

  /// The duration.
  public var answer: Value { .duration(self) }
}

extension Array: AnswerValue where Element: AnswerValue {
  /// Any number of choices.
  public static var fieldType: FieldType { .choices }

  /// The choices of the elements.
  public static var fieldChoices: ChoicesDefinition? { Element.fieldChoices }

  /// The list.
  public var answer: Value { .list(map(\.answer)) }
}

extension Value {
  /// The whole value as an expression.
  ///
  /// Unlike a description, it's never cut.
  var celLiteral: String {
    switch self {
    case .string(let text): Value.quoted(text, atMost: .max)
    case .list(let items): "[" + items.map(\.celLiteral).joined(separator: ", ") + "]"
    default: description
    }
  }
}
