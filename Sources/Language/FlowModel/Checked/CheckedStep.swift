// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import SourceDiagnostics

/// A step that can be on the stack.
///
/// It's a class only because a session reads it at every event; it never changes.
package final class CheckedStep: Sendable {
  package enum Kind: Sendable {
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
  package let id: String

  package let kind: Kind

  /// The indices in the plan of the lists that contain it, outermost first.
  package let repeats: [Int]

  package let title: CheckedText?

  /// The description of the step, always shown below its title.
  package let description: CheckedText?

  /// The text of a note, a commit, or a stop.
  package let text: CheckedText?

  /// Its fields, notes, and computed values.
  ///
  /// A question has one field; a note has none.
  package let elements: [CheckedElement]

  /// Whether one of its answers sets the language of the steps after it.
  package let setsLanguage: Bool

  /// The checks when it's submitted.
  package let validations: [CheckedValidation]

  /// The conditions for reaching it, outermost first.
  package let conditions: [FlowExpression]

  /// The titled groups and used flows that contain it, outermost first.
  package let sections: [CheckedSection]

  /// Where it is.
  package let place: SourcePlace

  package init(
    id: String, kind: Kind, repeats: [Int], title: CheckedText?, description: CheckedText? = nil,
    text: CheckedText? = nil,
    elements: [CheckedElement], validations: [CheckedValidation], conditions: [FlowExpression],
    sections: [CheckedSection], place: SourcePlace
  ) {
    self.id = id
    self.kind = kind
    self.repeats = repeats
    self.title = title
    self.description = description
    self.text = text
    self.elements = elements
    setsLanguage = elements.contains { $0.field?.setsLanguage == true }
    self.validations = validations
    self.conditions = conditions
    self.sections = sections
    self.place = place
  }
}

/// A group or a used flow with a title.
///
/// It's a class because all steps inside share it.
package final class CheckedSection: Sendable {
  /// The id of the `group` or `flow` step, including the ids of the flows and lists that contain
  /// it.
  package let id: String

  /// The title, which is shown above its first step.
  package let title: CheckedText

  package init(id: String, title: CheckedText) {
    self.id = id
    self.title = title
  }

  /// The place of a used flow, and the title that the step that uses it gives.
  package struct Place {
    package let id: String
    package let title: CheckedText?

    package init(id: String, title: CheckedText?) {
      self.id = id
      self.title = title
    }
  }
}

/// A field, a note, or a computed value of a step.
///
/// It's a class for the same reason as ``CheckedStep``.
package final class CheckedElement: Sendable {
  package enum Kind: Sendable {
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
  package let id: String

  package let kind: Kind

  /// The condition for showing it in a form, or nil to always show it.
  package let when: FlowExpression?

  /// The indices of earlier elements of the same step that its expressions read.
  package let readsElements: [Int]

  package init(id: String, kind: Kind, when: FlowExpression?, readsElements: [Int]) {
    self.id = id
    self.kind = kind
    self.when = when
    self.readsElements = readsElements
  }

  /// The field, or nil if it's something else.
  package var field: CheckedField? {
    guard case .field(let field) = kind else { return nil }
    return field
  }
}

/// A field, checked.
///
/// It's a class for the same reason as ``CheckedStep``.
package final class CheckedField: Sendable {
  package let id: String

  /// The id without the ids of the flows and lists that contain it, which is its name in
  /// expressions.
  package let name: String
  package let type: FieldType
  package let valueType: ValueType
  package let texts: FieldTable<FieldText, CheckedText>
  package let settings: FieldTable<FieldSetting, CheckedSetting>
  package let flags: FieldFlags
  package let constraints: [CheckedConstraint]
  package let messages: [String: CheckedText]
  package let validations: [CheckedValidation]
  package let choices: CheckedChoices?

  /// Its choices, if they're the same wherever they're offered; otherwise nil.
  package let fixedChoices: FixedChoices?

  /// The rules for the items of a list or a map.
  package let items: CheckedItems
  package let priority: FieldPriority
  package let computedPriority: FlowExpression?
  package let generate: GeneratedSecret?
  package let widget: String?

  /// Reads typed text in the way of an extension; nil to read it as the type does.
  package let reading: FieldTypeDeclaration.Reading?
  package let setsLanguage: Bool

  /// The possible values of an answer or of its elements, if the file lists them.
  package let knownValues: KnownValues?

  /// The type of the data of its choices; nil for none.
  package let dataType: RecordType?
  package let place: SourcePlace

  package init(
    id: String, name: String, type: FieldType, valueType: ValueType,
    texts: FieldTable<FieldText, CheckedText>,
    settings: FieldTable<FieldSetting, CheckedSetting>, flags: FieldFlags,
    constraints: [CheckedConstraint], messages: [String: CheckedText],
    validations: [CheckedValidation], choices: CheckedChoices?, items: CheckedItems,
    priority: FieldPriority, computedPriority: FlowExpression?, generate: GeneratedSecret?,
    widget: String?, reading: FieldTypeDeclaration.Reading?, setsLanguage: Bool,
    knownValues: KnownValues?, dataType: RecordType? = nil, place: SourcePlace
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.valueType = valueType
    self.texts = texts
    self.settings = settings
    self.flags = flags
    self.constraints = constraints
    self.messages = messages
    self.validations = validations
    self.choices = choices
    fixedChoices = if case .listed(let listed)? = choices { FixedChoices(listed) } else { nil }
    self.items = items
    self.priority = priority
    self.computedPriority = computedPriority
    self.generate = generate
    self.widget = widget
    self.reading = reading
    self.setsLanguage = setsLanguage
    self.knownValues = knownValues
    self.dataType = dataType
    self.place = place
  }

  /// Whether it's answered by an empty text if it's left empty.
  package var answersEmpty: Bool {
    guard type.isText, case .known(.bool(false))? = settings[.required] else { return false }
    return switch settings[.default] {
    case .known(let value)?: value == ""
    case .computed?: true
    case nil: false
    }
  }

  /// Whether a blank may be its answer although it's required: a secret can be any text, a pattern says by itself what an
  /// answer looks like, and so does a default that's a blank.
  package var takesBlanks: Bool {
    guard type == .string || type == .text else { return true }
    if case .known(.string(let text))? = settings[.default], text.isBlank { return true }
    return constraints.contains { constraint in
      switch constraint {
      case .known(let check): check.kind == .pattern
      case .computed(let kind, _): kind == .pattern
      }
    }
  }

  /// Whether its answer must never be shown.
  package var isSecret: Bool { type == .secret }

  /// Whether an answer is offered again after it was popped.
  package var isOfferedAgain: Bool { flags.has(.remember) && !isSecret }
}

/// The rules for the items of a list or a map, checked.
package struct CheckedItems: Sendable {
  package let type: FieldType

  /// The constraints on an item.
  package var constraints: [CheckedConstraint] = []

  /// The constraints on the names of a map.
  package var names: [CheckedConstraint] = []

  package init(
    type: FieldType, constraints: [CheckedConstraint] = [], names: [CheckedConstraint] = []
  ) {
    self.type = type
    self.constraints = constraints
    self.names = names
  }

  /// The rules with those constraints whose values are literals.
  package var known: ItemRules {
    ItemRules(
      type: type, constraints: constraints.compactMap(\.known), names: names.compactMap(\.known))
  }
}

package enum CheckedConstraint: Sendable {
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
package struct CheckedValidation: Sendable {
  package let check: FlowExpression
  package let message: CheckedText
  package let severity: Severity

  /// The index of the element that it applies to.
  package let element: Int

  package init(check: FlowExpression, message: CheckedText, severity: Severity, element: Int) {
    self.check = check
    self.message = message
    self.severity = severity
    self.element = element
  }
}

package enum CheckedChoices: Sendable {
  /// Choices that the file lists.
  case listed([CheckedChoice])

  /// A choice for each element of a list, which is `item` in the other expressions.
  case computed(
    from: FlowExpression, value: FlowExpression?, label: CheckedText?, hint: CheckedText?,
    section: CheckedText?)
}

/// A choice that the file lists, checked.
package struct CheckedChoice: Sendable {
  package let value: Value
  package let label: CheckedText?
  package let hint: CheckedText?
  package let section: CheckedText?
  package let isSeparated: Bool
  package let when: FlowExpression?
  package let disabledWhen: FlowExpression?
  package let lockedWhen: FlowExpression?
  package let disabled: CheckedText?
  package let isAlone: Bool

  /// The data that expressions read.
  package let data: ValueMap

  package init(
    value: Value, label: CheckedText?, hint: CheckedText?, section: CheckedText?, isSeparated: Bool,
    when: FlowExpression?, disabledWhen: FlowExpression?, lockedWhen: FlowExpression?,
    disabled: CheckedText?, isAlone: Bool, data: ValueMap = ValueMap()
  ) {
    self.value = value
    self.label = label
    self.hint = hint
    self.section = section
    self.isSeparated = isSeparated
    self.when = when
    self.disabledWhen = disabledWhen
    self.lockedWhen = lockedWhen
    self.disabled = disabled
    self.isAlone = isAlone
    self.data = data
  }
}

/// A literal, or an expression that computes one.
package enum CheckedSetting: Sendable {
  case known(Value)
  case computed(FlowExpression)

}
