// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import SourceDiagnostics

/// A name of a flow, where it's declared.
package struct IndexedName: Sendable {
  /// The kind of declaration that a name stands for.
  package enum Kind: Sendable, Hashable {
    case input

    /// A function of the flow.
    case function

    /// A parameter of a function of the flow.
    case parameter

    /// A step; only of some kinds, it has a value.
    case step(StepKeyword)

    /// The form of a row of a matrix, which has no id in the file.
    case row

    /// `index`, the position of an item.
    case position

    /// `items`, the records of a list.
    case items

    /// The element of the list over which items are asked.
    case itemElement

    /// The element of a list for which a choice, an argument, a file, or a part of a text is repeated.
    case element

    /// The position of an element in a text.
    case elementPosition

    /// The key of an element of a map in a text.
    case elementKey

    /// A name that a text gives to a value.
    case binding

    /// `now` or `today`.
    case time

    /// `saved`, the answers of an earlier version.
    case saved

    /// A step or an input that can't be read.
    case lost
  }

  /// The name, with its place; the place of a name that isn't written is that of what declares it.
  package let id: Identifier
  package let kind: Kind

  /// The index of its step, or of the step that declares it; nil for names of the flow.
  package let step: Int?

  /// The index of the list whose items it belongs to; nil outside lists.
  let list: Int?

  /// The type of its value; nil if it has none, or isn't known because of a mistake.
  package var type: ValueType?

  /// The known values beyond its type, from where it was declared last.
  package var knownValues: KnownValues?

  /// The index of the expression of its value, or of the list or the map of which it's an element.
  package let elements: Int?

  package init(
    _ id: Identifier, _ kind: Kind, step: Int?, list: Int?, elements: Int? = nil
  ) {
    self.id = id
    self.kind = kind
    self.step = step
    self.list = list
    self.elements = elements
  }

  /// Whether the name is written at its place, so that it can be changed there.
  package var isWritten: Bool {
    switch kind {
    case .input, .function, .parameter, .step, .lost, .itemElement, .element, .elementKey, .binding:
      id.place.file[id.place.range] == id.name
    case .row, .position, .items, .elementPosition, .time, .saved: false
    }
  }
}

/// A use of a name.
package struct NameUse: Sendable {
  /// The kind of part that's named.
  package enum Kind: Sendable, Hashable {
    /// A value, by a name of the flow.
    case value

    /// An input of the flow that the step with an index uses.
    case input(ofFlowAt: Int)

    /// A function that the flow, the program, or a file of extensions declares.
    case function

    /// An action of the program.
    case action
  }

  /// The name.
  package let text: String

  /// The index of the name, in the index of the flow that declares it; nil if nothing is declared there.
  package var name: Int?

  /// The name in the file; the whole expression where the file isn't valid YAML.
  package let place: SourcePlace
  package let kind: Kind

  /// The index of the expression; nil outside of expressions.
  package let expression: Int?

  package init(
    _ text: String, name: Int?, at place: SourcePlace, _ kind: Kind = .value,
    expression: Int? = nil
  ) {
    self.text = text
    self.name = name
    self.place = place
    self.kind = kind
    self.expression = expression
  }

  /// Whether its place is exactly the name, so that it can be changed there.
  package var isExact: Bool { place.file[place.range] == text }
}

/// An expression of a flow.
package struct IndexedExpression: Sendable {
  package let source: ExpressionSource
  package let role: IndexedRole

  /// The role of the expression in a text; nil outside of texts.
  package let use: TextTemplate.Use.Role?

  /// Whether it's in a file that texts use, where it may be evaluated in several places.
  package let isShared: Bool

  /// The index of its step; nil for the title and the output of the flow, and for migrations.
  package let step: Int?

  /// The names that it can use, for ``FlowIndex/visibleNames(in:)``.
  package let scope: Int

  /// The conditions around it, for ``FlowIndex/conditions(from:)``.
  package let conditions: Int

  /// The checked expression; nil if it has mistakes, or belongs to something that can't be checked.
  package let checked: FlowExpression?

  /// The indices of the uses of names in it.
  package internal(set) var uses = 0..<0

  /// The understood parts of the expression if it isn't checked.
  private let partial: ExpressionReading?

  package init(
    _ source: ExpressionSource, _ role: IndexedRole, _ use: TextTemplate.Use.Role?,
    isShared: Bool, step: Int?, scope: Int, conditions: Int, checked: FlowExpression?,
    partial: ExpressionReading?
  ) {
    self.source = source
    self.role = role
    self.use = use
    self.isShared = isShared
    self.step = step
    self.scope = scope
    self.conditions = conditions
    self.checked = checked
    self.partial = checked == nil ? partial : nil
  }

  /// Whether the names in it must have values before its field or note can be shown.
  package var isNeededToShow: Bool {
    switch role {
    case .message, .check, .checkMessage, .itemConstraint: false
    default: true
    }
  }

  /// The understood parts of the expression.
  var reading: ExpressionReading? { checked?.compiled.reading ?? partial }

  /// The type of its value; nil if it has mistakes.
  package var type: ValueType? { reading?.type }
}

/// A text of a flow, in all languages.
package struct IndexedText: Sendable {
  package let text: LocalizedText
  package let role: IndexedRole

  /// The index of its step; nil for the title of the flow.
  package let step: Int?

  package init(_ text: LocalizedText, _ role: IndexedRole, step: Int?) {
    self.text = text
    self.role = role
    self.step = step
  }
}

/// The role of a text or an expression.
package enum IndexedRole: Sendable, Hashable {
  // Texts of steps.
  case title, description, text, summary, heading

  // Texts and settings of fields.
  case fieldText(FieldText), setting(FieldSetting), message, priority, constraint

  /// A constraint on the items of a field, on the names in a map, or on the number of records.
  case itemConstraint

  // Checks of fields, forms, and lists.
  case check, checkMessage

  // Choices.
  case choiceLabel, choiceHint, choiceSection, choiceDisabled, choiceWhen, choiceDisabledWhen
  case choiceLockedWhen
  case choiceValue

  /// A list of choices, whose elements are the values unless they have an expression of their own.
  case choices(areValues: Bool)

  // Steps.
  case when, compute, over

  /// The value of an input of a used flow.
  case flowInput(String)

  // Calls and files. The elements of a list are arguments themselves unless they're in texts.
  case argument, argumentWhen, argumentEach(isInTexts: Bool), callValue, input
  case path, content, contentWhen, contentEach, contentValue
  case entryName, linkTarget, template

  // The flow.
  case flowTitle, function, output, migration
}
