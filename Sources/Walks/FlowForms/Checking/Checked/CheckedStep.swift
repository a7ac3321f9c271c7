// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// A step that can be on the stack.
///
/// It's a class only because a session reads it at every event; it never changes.
final class CheckedStep: Sendable {
  enum Kind: Sendable {
    /// One question.
    case ask

    /// Several fields.
    case form

    /// Text to read.
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

  /// Its id, including the ids of the flows and lists that contain it: `license.holder`,
  /// `env[].key`.
  ///
  /// In a list, it stands for an id for each item.
  let id: String

  let kind: Kind

  /// The indices in the plan of the lists that contain it, outermost first.
  let repeats: [Int]

  let title: CheckedText?

  /// The text of a note, a commit, or a stop.
  let text: CheckedText?

  /// Its fields, notes, and computed values.
  ///
  /// A question has one field; a note has none.
  let elements: [CheckedElement]

  /// The checks when it's submitted.
  let validations: [CheckedValidation]

  /// The conditions for reaching it, outermost first.
  let conditions: [FlowExpression]

  /// The titled groups and used flows that contain it, outermost first.
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

/// A group or a used flow with a title.
///
/// It's a class because all steps inside share it.
final class CheckedSection: Sendable {
  /// The id of the `group` or `flow` step, including the ids of the flows and lists that contain
  /// it.
  let id: String

  /// The title, which is shown above its first step.
  let title: CheckedText

  init(id: String, title: CheckedText) {
    self.id = id
    self.title = title
  }

  /// The place of a used flow, and the title that the step that uses it gives.
  struct Place {
    let id: String
    let title: CheckedText?
  }
}

/// A field, a note, or a computed value of a step.
struct CheckedElement: Sendable {
  enum Kind: Sendable {
    /// A field to answer.
    case field(CheckedField)

    /// Text to read.
    case note(CheckedText)

    /// A computed value for later elements and steps.
    case compute(FlowExpression)

    /// The captured result of a command, for later steps.
    case capture
  }

  /// Its id, including the ids of the flows and lists that contain it.
  let id: String

  let kind: Kind

  /// The condition for showing it in a form, or nil to always show it.
  let when: FlowExpression?

  /// The indices of earlier elements of the same step that its expressions read.
  let readsElements: [Int]

  /// The field, or nil if it's something else.
  var field: CheckedField? {
    guard case .field(let field) = kind else { return nil }
    return field
  }
}

/// A field, checked.
///
/// It's a class for the same reason as ``CheckedStep``.
final class CheckedField: Sendable {
  let id: String

  /// The id without the ids of the flows and lists that contain it, which is its name in
  /// expressions.
  let name: String
  let type: FieldType
  let valueType: ValueType
  let label: CheckedText?
  let short: CheckedText?
  let help: CheckedText?
  let hint: CheckedText?
  let empty: CheckedText?
  let yes: CheckedText?
  let no: CheckedText?
  let defaultValue: CheckedSetting?

  /// The value where the question isn't asked, or is left empty; nil for none.
  let otherwise: CheckedSetting?
  let required: CheckedSetting?
  let constraints: [CheckedConstraint]
  let messages: [String: CheckedText]
  let validations: [CheckedValidation]
  let choices: CheckedChoices?

  /// The rules for the items of a list or a map.
  let items: CheckedItems
  let suggest: CheckedSetting?
  let priority: FieldPriority
  let computedPriority: FlowExpression?
  let isConfirmed: Bool
  let generate: GeneratedSecret?
  let isRemembered: Bool
  let widget: String?

  /// Reads typed text in the way of an extension; nil to read it as the type does.
  let reading: FieldTypeDeclaration.Reading?
  let setsLanguage: Bool

  /// The possible values of an answer or of its elements, if the file lists them.
  let knownValues: KnownValues?
  let place: SourcePlace

  init(
    id: String, name: String, type: FieldType, valueType: ValueType, label: CheckedText?,
    short: CheckedText?, help: CheckedText?, hint: CheckedText?, empty: CheckedText?,
    yes: CheckedText?,
    no: CheckedText?,
    defaultValue: CheckedSetting?, otherwise: CheckedSetting?,
    required: CheckedSetting?, constraints: [CheckedConstraint], messages: [String: CheckedText],
    validations: [CheckedValidation], choices: CheckedChoices?, items: CheckedItems,
    suggest: CheckedSetting?,
    priority: FieldPriority, computedPriority: FlowExpression?, isConfirmed: Bool,
    generate: GeneratedSecret?, isRemembered: Bool, widget: String?,
    reading: FieldTypeDeclaration.Reading?, setsLanguage: Bool, knownValues: KnownValues?,
    place: SourcePlace
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.valueType = valueType
    self.label = label
    self.short = short
    self.help = help
    self.hint = hint
    self.empty = empty
    self.yes = yes
    self.no = no
    self.defaultValue = defaultValue
    self.otherwise = otherwise
    self.required = required
    self.constraints = constraints
    self.messages = messages
    self.validations = validations
    self.choices = choices
    self.items = items
    self.suggest = suggest
    self.priority = priority
    self.computedPriority = computedPriority
    self.isConfirmed = isConfirmed
    self.generate = generate
    self.isRemembered = isRemembered
    self.widget = widget
    self.reading = reading
    self.setsLanguage = setsLanguage
    self.knownValues = knownValues
    self.place = place
  }

  /// Whether it's answered by an empty text if it's left empty.
  var answersEmpty: Bool {
    guard type.isText, case .known("")? = defaultValue, case .known(.bool(false))? = required
    else { return false }
    return true
  }

  /// Whether its answer must never be shown.
  var isSecret: Bool { type == .secret }

  /// Whether an answer is offered again after it was popped.
  var isOfferedAgain: Bool { isRemembered && !isSecret }
}

/// The rules for the items of a list or a map, checked.
struct CheckedItems: Sendable {
  let type: FieldType

  /// The constraints on an item.
  var constraints: [CheckedConstraint] = []

  /// The constraints on the names of a map.
  var names: [CheckedConstraint] = []

  /// The rules with those constraints whose values are literals.
  var known: ItemRules {
    ItemRules(
      type: type, constraints: constraints.compactMap(\.known), names: names.compactMap(\.known))
  }
}

enum CheckedConstraint: Sendable {
  /// A constraint with a literal value.
  case known(ConstraintCheck)

  /// A constraint with a value that's computed when its step is pushed.
  case computed(ConstraintKind, FlowExpression)

  /// The check, if its value is a literal.
  var known: ConstraintCheck? {
    if case .known(let check) = self { check } else { nil }
  }
}

/// A checked `validate` rule.
struct CheckedValidation: Sendable {
  let check: FlowExpression
  let message: CheckedText
  let severity: Severity

  /// The index of the element that it applies to.
  let element: Int
}

enum CheckedChoices: Sendable {
  /// Choices that the file lists.
  case listed([CheckedChoice])

  /// A choice for each element of a list, which is `item` in the other expressions.
  case computed(
    from: FlowExpression, value: FlowExpression?, label: CheckedText?, hint: CheckedText?,
    section: CheckedText?)
}

/// A choice that the file lists, checked.
struct CheckedChoice: Sendable {
  let value: Value
  let label: CheckedText?
  let hint: CheckedText?
  let section: CheckedText?
  let isSeparated: Bool
  let when: FlowExpression?
  let disabledWhen: FlowExpression?
  let disabled: CheckedText?
}

extension CheckedField {
  /// Returns the default in a scope; nil if there's none, or if it's an empty text, with which the
  /// field is left empty.
  func defaultValue(in scope: SessionScope) throws(FlowFailure) -> Value? {
    let value = try defaultValue?.value(in: scope).unwrapped
    return type.isText && value == "" ? nil : value
  }
}

extension CheckedField {
  /// Returns the priority in a scope.
  func priority(in scope: SessionScope) throws(FlowFailure) -> FieldPriority {
    guard case .string(let word)? = try computedPriority?.value(in: scope) else { return priority }
    return FieldPriority(rawValue: word) ?? priority
  }

  /// Returns the priority that's known in a scope; the highest if none is.
  func knownPriority(in scope: SessionScope) -> FieldPriority {
    (try? priority(in: scope)) ?? .critical
  }
}

/// A literal, or an expression that computes one.
enum CheckedSetting: Sendable {
  case known(Value)
  case computed(FlowExpression)

  func value(in scope: SessionScope) throws(FlowFailure) -> Value {
    switch self {
    case .known(let value): value
    case .computed(let expression): try expression.value(in: scope)
    }
  }
}
