// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// The definition of a field.
package struct FieldDefinition: Hashable, Sendable {
  /// The type of its answer.
  package var type: FieldType

  /// The name of the type if it's an extension, which ``type`` is the base of; nil otherwise.
  package var typeName: String?

  /// The place of the type.
  package var typePlace: SourcePlace

  /// The texts.
  package var texts: FieldTable<FieldText, LocalizedText>

  /// The settings: literals, or expressions that compute them.
  package var settings: FieldTable<FieldSetting, Setting>

  /// The flags.
  package var flags: FieldFlags

  /// The constraints, in the order of the file.
  package var constraints: [ConstraintDefinition]

  /// Messages that replace the standard ones, by constraint: `pattern`, `min`, `required`, `type`.
  package var messages: [MessageDefinition]

  /// The checks of the candidate, in CEL.
  package var validations: [ValidationDefinition]

  /// The choices, for ``FieldType/choice`` and ``FieldType/choices``.
  package var choices: ChoicesDefinition?

  /// The items, for ``FieldType/list`` and ``FieldType/map``; nil for texts of any kind.
  package var items: ItemsDefinition?

  /// The priority of the question, or nil for high without a default and medium with one.
  package var priority: FieldPriority?

  /// The expression that computes the priority, one of the words of ``FieldPriority``; nil if it's fixed.
  package var computedPriority: ExpressionSource?

  /// The random text that's offered for a secret; nil for none.
  package var generate: GeneratedSecret?

  /// How to show the field, in faces with several ways; nil to let the face decide.
  package var widget: Identifier?

  /// An additional effect of the answer.
  ///
  /// `language` makes it the language of the steps above.
  package var sets: Identifier?

  /// Creates a field.
  package init(
    type: FieldType, named typeName: String? = nil, typePlace: SourcePlace = .code,
    texts: FieldTable<FieldText, LocalizedText> = [:],
    settings: FieldTable<FieldSetting, Setting> = [:], flags: FieldFlags = [:],
    constraints: [ConstraintDefinition] = [], messages: [MessageDefinition] = [],
    validations: [ValidationDefinition] = [], choices: ChoicesDefinition? = nil,
    items: ItemsDefinition? = nil, priority: FieldPriority? = nil,
    computedPriority: ExpressionSource? = nil, generate: GeneratedSecret? = nil,
    widget: Identifier? = nil, sets: Identifier? = nil
  ) {
    self.type = type
    self.typeName = typeName
    self.typePlace = typePlace
    self.texts = texts
    self.settings = settings
    self.flags = flags
    self.constraints = constraints
    self.messages = messages
    self.validations = validations
    self.choices = choices
    self.items = items
    self.priority = priority
    self.computedPriority = computedPriority
    self.generate = generate
    self.widget = widget
    self.sets = sets
  }
}

/// The importance of a question, as in debconf's priorities.
public enum FieldPriority: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The default is right for nearly everyone.
  case low

  /// The default is right for most users.
  case medium

  /// There's no good default.
  case high

  /// Nothing works without an answer.
  case critical

  /// Returns whether the left priority is lower.
  public static func < (left: FieldPriority, right: FieldPriority) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The constraints of fields, named as in JSON Schema.
public enum ConstraintKind: String, Hashable, Sendable, CaseIterable {
  /// The minimum value of numbers, dates, times, and durations.
  case min

  /// The maximum value of numbers, dates, times, and durations.
  case max

  /// A number that the value must be a multiple of.
  case multipleOf

  /// The minimum length in code points.
  case minLength

  /// The maximum length in code points.
  case maxLength

  /// A regular expression that must match somewhere in the text.
  case pattern

  /// A named text format: `email`, `uri`, `hostname`…
  case format

  /// Whether the items of a list must differ.
  case unique

  /// The minimum number of choices or items.
  case minItems

  /// The maximum number of choices or items.
  case maxItems

  /// A requirement of the entry at a path: `exist`, `file`, `directory`, or `absent`.
  case must
}

/// A constraint with its value.
public struct ConstraintDefinition: Hashable, Sendable {
  /// The kind of constraint.
  package var kind: ConstraintKind

  /// The value of the constraint.
  package var value: Setting

  /// The place of its key.
  package var keyPlace: SourcePlace

  /// Creates a constraint.
  public init(_ kind: ConstraintKind, _ value: Setting, keyPlace: SourcePlace = .code) {
    self.kind = kind
    self.value = value
    self.keyPlace = keyPlace
  }
}

/// A message that replaces a standard one.
public struct MessageDefinition: Hashable, Sendable {
  /// The name of the constraint, or `required` or `type`.
  package var key: Identifier

  /// The text.
  package var text: LocalizedText

  /// Creates a message.
  public init(key: Identifier, text: LocalizedText) {
    self.key = key
    self.text = text
  }
}

/// A check in CEL, with a message for failures.
package struct ValidationDefinition: Hashable, Sendable {
  /// The condition that must be true.
  ///
  /// The field's own name is the candidate.
  package var check: ExpressionSource

  /// The message if it's false.
  package var message: LocalizedText

  /// Whether a failure refuses the answer, or is a warning that can be confirmed.
  package var level: Severity

  /// The field of a form that it applies to, or nil for the first one that it reads.
  package var field: Identifier?

  /// Creates a check.
  package init(
    check: ExpressionSource, message: LocalizedText, level: Severity = .error,
    field: Identifier? = nil
  ) {
    self.check = check
    self.message = message
    self.level = level
    self.field = field
  }
}
