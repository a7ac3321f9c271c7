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

/// A field as its file says it.
public struct FieldDefinition: Hashable, Sendable {
  /// What its answer is.
  public var type: FieldType

  /// Where the type stands.
  public var typePlace: SourcePlace

  /// The question; nil: the id.
  public var label: LocalizedText?

  /// A longer explanation, on demand and after the second wrong answer.
  public var help: LocalizedText?

  /// A few words beside the field.
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

  /// What is shown when there is nothing to choose.
  public var empty: LocalizedText?

  /// Texts completed with Tab beside which other values are allowed.
  public var suggest: Setting?

  /// How much the question matters; nil: high without a default, else medium.
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
  /// A default is right for nearly everybody.
  case low

  /// A default is right for most.
  case medium

  /// There is no good default.
  case high

  /// Without an answer nothing works.
  case critical

  /// Whether the left one matters less.
  public static func < (left: FieldPriority, right: FieldPriority) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The constraints that a field may carry, named as in JSON Schema.
public enum ConstraintKind: String, Hashable, Sendable, CaseIterable {
  /// The least value, of numbers, dates, times and durations.
  case min

  /// The greatest value, of numbers, dates, times and durations.
  case max

  /// What a number must be a multiple of.
  case multipleOf

  /// The least length in code points.
  case minLength

  /// The greatest length in code points.
  case maxLength

  /// A regular expression that must be found in the text.
  case pattern

  /// A named form of text: `email`, `uri`, `hostname`…
  case format

  /// The least number of chosen ones.
  case minItems

  /// The greatest number of chosen ones.
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

  /// Where its key stands.
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

  /// What is said when it does not.
  public var message: LocalizedText

  /// Whether it refuses, or warns and can be confirmed.
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

/// What may be chosen.
public enum ChoicesDefinition: Hashable, Sendable {
  /// Choices that the file lists.
  case listed([ChoiceDefinition])

  /// Choices from data: one per element of a CEL list, which is `item` in the other expressions.
  case computed(
    from: ExpressionSource, value: ExpressionSource?, label: LocalizedText?, hint: LocalizedText?)
}

/// A choice that the file lists.
public struct ChoiceDefinition: Hashable, Sendable {
  /// What the answer is when it is chosen.
  public var value: LiteralValue

  /// What the person sees; nil: the value.
  public var label: LocalizedText?

  /// A few words beside it.
  public var hint: LocalizedText?

  /// When it is offered; nil: always.
  public var when: ExpressionSource?

  /// When it is shown but cannot be chosen.
  public var disabledWhen: ExpressionSource?

  /// Why it cannot be chosen.
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
