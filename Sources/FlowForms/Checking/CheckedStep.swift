// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// A step that is on the stack.
///
/// It is a reference only because a session looks at it at every event; nothing in it changes.
final class CheckedStep: Sendable {
  /// What the step is for the person.
  enum Kind: Sendable {
    /// One question.
    case ask

    /// Several fields.
    case form

    /// A text to read.
    case note

    /// The answers so far.
    case review

    /// A list of records, each asked for by the steps that follow it in the plan.
    case `repeat`(CheckedRepeat)

    /// A typed yes, and from then on a floor.
    case commit

    /// The session's end.
    case stop(StopOutcome)

    /// A command or an action.
    case run(CheckedRun)

    /// A file.
    case write(CheckedWrite)
  }

  /// Its id, with the ids of the flows and lists that it is in: `license.holder`, `env[].key`.
  ///
  /// Inside a list it stands for one id for each item.
  let id: String

  /// What it is.
  let kind: Kind

  /// The indices in the plan of the lists in whose items it is, the outermost first.
  let repeats: [Int]

  /// Its title.
  let title: CheckedText?

  /// The text of a note, a commit or a stop.
  let text: CheckedText?

  /// The fields, notes and computes on it; one field for a question, none for a note.
  let elements: [CheckedElement]

  /// Checks at submission.
  let validations: [CheckedValidation]

  /// The conditions that lead here, the outermost first.
  let conditions: [FlowExpression]

  /// The titled groups and used flows that it is in, the outermost first.
  let sections: [CheckedSection]

  /// Where it is.
  let place: SourcePlace

  init(
    id: String, kind: Kind, repeats: [Int], title: CheckedText?, text: CheckedText?,
    elements: [CheckedElement], validations: [CheckedValidation], conditions: [FlowExpression],
    sections: [CheckedSection], place: SourcePlace
  ) {
    self.id = id
    self.kind = kind
    self.repeats = repeats
    self.title = title
    self.text = text
    self.elements = elements
    self.validations = validations
    self.conditions = conditions
    self.sections = sections
    self.place = place
  }
}

/// A group or a used flow that has a title.
///
/// It's a reference because all steps inside share one.
final class CheckedSection: Sendable {
  /// The id of the `group` or `flow` step, with those of the flows and lists around it.
  let id: String

  /// What is shown above its first step.
  let title: CheckedText

  init(id: String, title: CheckedText) {
    self.id = id
    self.title = title
  }

  /// Where a used flow is, and what the step that uses it calls it.
  struct Place {
    let id: String
    let title: CheckedText?
  }
}

/// A field, a note or a compute on a step.
struct CheckedElement: Sendable {
  /// What it is.
  enum Kind: Sendable {
    /// Something to answer.
    case field(CheckedField)

    /// A text to read.
    case note(CheckedText)

    /// A value for later elements and steps.
    case compute(FlowExpression)

    /// What a command gave, for later steps.
    case capture
  }

  /// Its id, as that of its step.
  let id: String

  /// What it is.
  let kind: Kind

  /// When it is shown, inside a form; nil: always.
  let when: FlowExpression?

  /// The indices of earlier elements of the same step that its expressions read.
  let readsElements: [Int]

  /// The field, when it is one.
  var field: CheckedField? {
    guard case .field(let field) = kind else { return nil }
    return field
  }
}

/// A field, checked.
///
/// It is a reference for the same reason as ``CheckedStep``.
final class CheckedField: Sendable {
  let id: String

  /// The id without those of the flows and lists around it: what expressions call it.
  let name: String
  let type: FieldType
  let valueType: ValueType
  let label: CheckedText?
  let help: CheckedText?
  let hint: CheckedText?
  let empty: CheckedText?
  let defaultValue: CheckedSetting?
  let required: CheckedSetting?
  let constraints: [CheckedConstraint]
  let messages: [String: CheckedText]
  let validations: [CheckedValidation]
  let choices: CheckedChoices?
  let suggest: CheckedSetting?
  let priority: FieldPriority
  let isConfirmed: Bool
  let isRemembered: Bool
  let widget: String?
  let setsLanguage: Bool

  /// The values that an answer can have, or its elements can, where the file lists them.
  let knownValues: KnownValues?
  let place: SourcePlace

  init(
    id: String, name: String, type: FieldType, valueType: ValueType, label: CheckedText?,
    help: CheckedText?, hint: CheckedText?, empty: CheckedText?, defaultValue: CheckedSetting?,
    required: CheckedSetting?, constraints: [CheckedConstraint], messages: [String: CheckedText],
    validations: [CheckedValidation], choices: CheckedChoices?, suggest: CheckedSetting?,
    priority: FieldPriority, isConfirmed: Bool, isRemembered: Bool, widget: String?,
    setsLanguage: Bool, knownValues: KnownValues?, place: SourcePlace
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.valueType = valueType
    self.label = label
    self.help = help
    self.hint = hint
    self.empty = empty
    self.defaultValue = defaultValue
    self.required = required
    self.constraints = constraints
    self.messages = messages
    self.validations = validations
    self.choices = choices
    self.suggest = suggest
    self.priority = priority
    self.isConfirmed = isConfirmed
    self.isRemembered = isRemembered
    self.widget = widget
    self.setsLanguage = setsLanguage
    self.knownValues = knownValues
    self.place = place
  }

  /// Whether its answer must never be shown.
  var isSecret: Bool { type == .secret }

  /// Whether a popped answer is offered again.
  var isOfferedAgain: Bool { isRemembered && !isSecret }
}

/// A constraint, checked.
enum CheckedConstraint: Sendable {
  /// With a value that the file gives.
  case known(ConstraintCheck)

  /// With a value that is computed at the push.
  case computed(ConstraintKind, FlowExpression)
}

/// A check of the file, checked itself.
struct CheckedValidation: Sendable {
  let check: FlowExpression
  let message: CheckedText
  let severity: Severity

  /// The index of the element that it belongs to.
  let element: Int
}

/// What may be chosen, checked.
enum CheckedChoices: Sendable {
  /// Choices that the file lists.
  case listed([CheckedChoice])

  /// One per element of a list, which is `item` in the other expressions.
  case computed(
    from: FlowExpression, value: FlowExpression?, label: CheckedText?, hint: CheckedText?)
}

/// A choice that the file lists, checked.
struct CheckedChoice: Sendable {
  let value: Value
  let label: CheckedText?
  let hint: CheckedText?
  let when: FlowExpression?
  let disabledWhen: FlowExpression?
  let disabled: CheckedText?
}

/// A literal, or an expression that computes one.
enum CheckedSetting: Sendable {
  case known(Value)
  case computed(FlowExpression)

  /// The value in a scope.
  func value(in scope: SessionScope) throws(FlowFailure) -> Value {
    switch self {
    case .known(let value): value
    case .computed(let expression): try expression.value(in: scope)
    }
  }
}
