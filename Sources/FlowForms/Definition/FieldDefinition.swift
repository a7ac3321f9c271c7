// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// What a field's answer is.
public enum FieldType: String, Hashable, Sendable, CaseIterable {
  /// One line of text.
  case string

  /// Many lines of text.
  case text

  /// A text that is never echoed, suggested, recorded or shown.
  case secret

  /// A whole number.
  case integer

  /// A number.
  case number

  /// Yes or no.
  case boolean

  /// A day: `2026-01-31`.
  case date

  /// A time of the day: `02:00`, `02:00:30`.
  case time

  /// A moment, typed in the session's zone: `2026-01-31 09:00`.
  case datetime

  /// A length of time: `1h30m`, `PT1H30M`.
  case duration

  /// The path of a file or a directory.
  case path

  /// One of several.
  case choice

  /// Several of several.
  case choices
}

/// A field as written in its file.
public struct FieldDefinition: Hashable, Sendable {
  /// The type of its answer.
  public var type: FieldType

  /// Where the type is.
  public var typePlace: SourcePlace

  /// The question; nil: the id.
  public var label: LocalizedText?

  /// A longer explanation, on demand and after the second wrong answer.
  public var help: LocalizedText?

  /// A short explanation next to the field.
  public var hint: LocalizedText?

  /// What is offered.
  public var defaultValue: Setting?

  /// Whether it must be answered; nil: it must.
  public var required: Setting?

  /// The constraints, in the file's order.
  public var constraints: [ConstraintDefinition]

  /// Texts instead of the stock ones, by constraint: `pattern`, `min`, `required`, `type`.
  public var messages: [MessageDefinition]

  /// Checks of the candidate in CEL.
  public var validations: [ValidationDefinition]

  /// What may be chosen, for ``FieldType/choice`` and ``FieldType/choices``.
  public var choices: ChoicesDefinition?

  /// The text that is shown when there are no choices.
  public var empty: LocalizedText?

  /// Texts completed with Tab beside which other values are allowed.
  public var suggest: Setting?

  /// How important the question is; nil: high without a default, else medium.
  public var priority: FieldPriority?

  /// Whether a secret is asked twice.
  public var isConfirmed: Bool

  /// Whether a popped answer is offered again.
  public var isRemembered: Bool

  /// How a face that has several ways shows the field; nil: the face decides.
  public var widget: Identifier?

  /// What else the answer does: `language` makes it the language of the steps above.
  public var sets: Identifier?

  /// Creates a field.
  public init(
    type: FieldType, typePlace: SourcePlace = .code, label: LocalizedText? = nil,
    help: LocalizedText? = nil, hint: LocalizedText? = nil, defaultValue: Setting? = nil,
    required: Setting? = nil, constraints: [ConstraintDefinition] = [],
    messages: [MessageDefinition] = [], validations: [ValidationDefinition] = [],
    choices: ChoicesDefinition? = nil, empty: LocalizedText? = nil, suggest: Setting? = nil,
    priority: FieldPriority? = nil, isConfirmed: Bool = false, isRemembered: Bool = true,
    widget: Identifier? = nil, sets: Identifier? = nil
  ) {
    self.type = type
    self.typePlace = typePlace
    self.label = label
    self.help = help
    self.hint = hint
    self.defaultValue = defaultValue
    self.required = required
    self.constraints = constraints
    self.messages = messages
    self.validations = validations
    self.choices = choices
    self.empty = empty
    self.suggest = suggest
    self.priority = priority
    self.isConfirmed = isConfirmed
    self.isRemembered = isRemembered
    self.widget = widget
    self.sets = sets
  }
}

/// How much a question matters, as debconf's priorities.
public enum FieldPriority: String, Hashable, Sendable, CaseIterable, Comparable {
  /// A default is right for nearly everyone.
  case low

  /// A default is right for most.
  case medium

  /// There is no good default.
  case high

  /// Without an answer nothing works.
  case critical

  /// Whether the left one is less important.
  public static func < (left: FieldPriority, right: FieldPriority) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The constraints that a field may carry, named as in JSON Schema.
public enum ConstraintKind: String, Hashable, Sendable, CaseIterable {
  /// The minimum value, of numbers, dates, times and durations.
  case min

  /// The maximum value, of numbers, dates, times and durations.
  case max

  /// What a number must be a multiple of.
  case multipleOf

  /// The minimum length in code points.
  case minLength

  /// The maximum length in code points.
  case maxLength

  /// A regular expression that must be found in the text.
  case pattern

  /// A named form of text: `email`, `uri`, `hostname`…
  case format

  /// The minimum number of chosen ones.
  case minItems

  /// The maximum number of chosen ones.
  case maxItems

  /// What must be at a path: one of ``PathRequirement``.
  case must
}

/// A constraint with its value.
public struct ConstraintDefinition: Hashable, Sendable {
  /// Which constraint.
  public var kind: ConstraintKind

  /// Its value.
  public var value: Setting

  /// Where its key is.
  public var keyPlace: SourcePlace

  /// Creates a constraint.
  public init(_ kind: ConstraintKind, _ value: Setting, keyPlace: SourcePlace = .code) {
    self.kind = kind
    self.value = value
    self.keyPlace = keyPlace
  }
}

/// A text that replaces a stock message.
public struct MessageDefinition: Hashable, Sendable {
  /// The constraint's name, or `required` or `type`, with its place.
  public var key: Identifier

  /// The text.
  public var text: LocalizedText

  /// Creates a message.
  public init(key: Identifier, text: LocalizedText) {
    self.key = key
    self.text = text
  }
}

/// A check in CEL with what it says when it fails.
public struct ValidationDefinition: Hashable, Sendable {
  /// The condition that must hold; the field's own name is the candidate.
  public var check: ExpressionSource

  /// The message when it doesn't hold.
  public var message: LocalizedText

  /// Whether it refuses the answer, or warns and can be confirmed.
  public var level: Severity

  /// The field of a form that it belongs to; nil: the first that it reads.
  public var field: Identifier?

  /// Creates a check.
  public init(
    check: ExpressionSource, message: LocalizedText, level: Severity = .error,
    field: Identifier? = nil
  ) {
    self.check = check
    self.message = message
    self.level = level
    self.field = field
  }
}

/// The choices.
public enum ChoicesDefinition: Hashable, Sendable {
  /// Choices that the file lists.
  case listed([ChoiceDefinition])

  /// Choices from data: one per element of a CEL list, which is `item` in the other expressions.
  case computed(
    from: ExpressionSource, value: ExpressionSource?, label: LocalizedText?, hint: LocalizedText?)
}

/// A choice that the file lists.
public struct ChoiceDefinition: Hashable, Sendable {
  /// The answer when it's chosen.
  public var value: LiteralValue

  /// The label; nil: the value.
  public var label: LocalizedText?

  /// A short explanation next to it.
  public var hint: LocalizedText?

  /// The condition under which it's offered; nil: always.
  public var when: ExpressionSource?

  /// The condition under which it's shown but can't be chosen.
  public var disabledWhen: ExpressionSource?

  /// Why it can't be chosen.
  public var disabled: LocalizedText?

  /// Creates a choice.
  public init(
    value: LiteralValue, label: LocalizedText? = nil, hint: LocalizedText? = nil,
    when: ExpressionSource? = nil, disabledWhen: ExpressionSource? = nil,
    disabled: LocalizedText? = nil
  ) {
    self.value = value
    self.label = label
    self.hint = hint
    self.when = when
    self.disabledWhen = disabledWhen
    self.disabled = disabled
  }
}
