// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// The top step as it stands before the person: its texts, its fields, and where they are.
///
/// Its texts, choices, defaults and conditions were evaluated when it was pushed; within a form
/// they are evaluated again as earlier fields change.
public struct StepState: Hashable, Sendable {
  /// What a step is for the person.
  public enum Kind: Hashable, Sendable {
    /// One question.
    case ask

    /// Several fields.
    case form

    /// A text to read.
    case note

    /// The answers so far.
    case review

    /// A list of records, from which items are added, edited, removed and moved.
    case `repeat`

    /// A typed yes, and from then on nothing below can be popped.
    case commit

    /// The session's end.
    case stop(StopOutcome)
  }

  /// The step's id.
  public let id: String

  /// What it is.
  public let kind: Kind

  /// What stands above it.
  public internal(set) var title: String?

  /// The text of a note, a commit or a stop.
  public internal(set) var text: String?

  /// The fields and notes on it.
  public internal(set) var elements: [ElementState]

  /// The index in ``elements`` of the field that the next input goes to.
  public internal(set) var focus: Int?

  /// Why the last move was denied; an empty text when no reason was given.
  public internal(set) var denial: String?

  /// The item that the step belongs to, of the innermost list of records; nil outside lists.
  public internal(set) var item: ItemPlace?

  /// The index of the field at which a check of the whole step warned; nil once that is confirmed, or
  /// something was changed.
  var warned: Int?

  /// The items, when the step is a list of records.
  var hub: HubState?

  /// What is wrong with the step as a whole.
  public internal(set) var problems: [Problem]

  /// The field that the next input goes to.
  public var focusedField: FieldState? { focus.flatMap { elements[$0].field } }

  /// The visible fields, in order.
  public var visibleFields: [FieldState] {
    elements.compactMap { $0.isVisible ? $0.field : nil }
  }

  /// The field with an id; nil when there is none.
  public func field(_ id: String) -> FieldState? {
    elements.first { $0.id == id }?.field
  }
}

/// A field, a note or a computed value on a step.
public struct ElementState: Hashable, Sendable {
  /// What an element is.
  public enum Content: Hashable, Sendable {
    /// Something to answer.
    case field(FieldState)

    /// A text to read.
    case note(String)

    /// A value for later elements.
    case computed(Value?)
  }

  /// Its id.
  public let id: String

  /// Whether it is shown; what is hidden has no answer.
  public internal(set) var isVisible: Bool

  /// Whether it is hidden because something that it reads has no value yet.
  var isWaiting = false

  /// What it is.
  public internal(set) var content: Content

  /// Whether it is a field.
  var isField: Bool {
    if case .field = content { true } else { false }
  }

  /// The field, when it is one.
  public var field: FieldState? {
    guard case .field(let field) = content else { return nil }
    return field
  }
}

/// A field as it stands before the person.
public struct FieldState: Hashable, Sendable {
  /// What the person has put into a field.
  public enum Draft: Hashable, Sendable {
    /// Nothing: the field follows what is offered.
    case untouched

    /// A text that was typed.
    case typed(String)

    /// Data.
    case data(Value)

    /// It was left empty on purpose.
    case empty
  }

  /// What Enter alone takes.
  public struct Offer: Hashable, Sendable {
    /// The value.
    public let value: Value

    /// Whether it is an answer of before; otherwise it is the default.
    public let isSuggestion: Bool
  }

  /// What was evaluated about the field: shared by the states of a field until one of its
  /// expressions gives something else.
  var texts: FieldTexts

  /// The field's id.
  public var id: String { texts.id }

  /// What its answer is.
  public var type: FieldType { texts.type }

  /// The question; the id when the file gives none.
  public var label: String { texts.label ?? texts.id }

  /// Whether the file gives the question.
  public var hasLabel: Bool { texts.label != nil }

  /// A longer explanation.
  public var help: String? { texts.help }

  /// A few words beside the field.
  public var hint: String? { texts.hint }

  /// What may be chosen.
  public var choices: [Choice] { texts.choices }

  /// What is shown when there is nothing to choose.
  public var emptyText: String? { texts.emptyText }

  /// Texts to complete, beside which others are allowed.
  public var completions: [String] { texts.completions }

  /// Whether it must be answered.
  public var isRequired: Bool { texts.isRequired }

  /// What the file and answers of before offer.
  var offered: FieldOffers

  /// The default, when there is an acceptable one.
  public var defaultValue: Value? { offered.defaultValue }

  /// What Enter alone takes.
  public var offer: Offer? { offered.offer }

  /// What the person has put in.
  public internal(set) var draft: Draft

  /// The value that the field has now; nil when it has none or an unacceptable one.
  public internal(set) var value: Value?

  /// What is wrong with the draft.
  public internal(set) var problems: [Problem]

  /// How often an input was refused since the step was pushed.
  public internal(set) var refusals: Int

  /// Whether its warnings were accepted for the present draft.
  var isConfirmed: Bool

  /// Whether a secret must be entered twice.
  public var asksTwice: Bool { texts.asksTwice }

  /// The first of the two entries of a secret that is asked twice.
  var firstEntry: String?

  /// How much the question matters.
  public var priority: FieldPriority { texts.priority }

  /// What the value is held against.
  var constraints: [ConstraintCheck] { texts.constraints }

  /// What is wrong with the value, whether or not the person was told.
  var found: [Problem]

  /// Whether the file gives a default that is not acceptable, so that somebody must be asked.
  var hasRefusedDefault: Bool { offered.hasRefusedDefault }

  /// Whether the secret was entered once and must be entered again.
  public var awaitsRepeat: Bool { firstEntry != nil }

  /// Whether the field's value must never be shown.
  public var isSecret: Bool { type == .secret }

  /// The text with which editing begins: the refused draft, else what is offered.
  public var editableText: String {
    switch draft {
    case .typed(let text): isSecret ? "" : text
    case .data(let value): answerText.edited(value)
    case .empty: ""
    case .untouched: offer.map { answerText.edited($0.value) } ?? ""
    }
  }

  /// A value as a person reads it.
  public func shownText(of value: Value) -> String { answerText.shown(value) }

  /// The limits on the number of chosen ones; nil where there is none.
  public var itemLimits: (least: Int?, most: Int?) {
    (limit(.minItems), limit(.maxItems))
  }

  /// Whether a popped answer is offered again.
  public var isOfferedAgain: Bool { texts.isRemembered && !isSecret }

  /// How the file wants the field shown, where a face has several ways; nil: the face decides.
  public var widget: String? { texts.widget }

  var answerText: AnswerText { AnswerText(type: type, choices: choices, zone: texts.zone) }

  private func limit(_ kind: ConstraintKind) -> Int? {
    for constraint in constraints where constraint.kind == kind {
      if case .int(let value) = constraint.limit { return Int(value) }
    }
    return nil
  }
}

/// What a field has for somebody who puts nothing into it; never changed.
final class FieldOffers: Sendable, Hashable {
  /// The default, when there is an acceptable one.
  let defaultValue: Value?

  /// What Enter alone takes.
  let offer: FieldState.Offer?

  /// Whether the file gives a default that is not acceptable.
  let hasRefusedDefault: Bool

  /// Nothing is offered.
  static let none = FieldOffers(defaultValue: nil, offer: nil, hasRefusedDefault: false)

  init(defaultValue: Value?, offer: FieldState.Offer?, hasRefusedDefault: Bool) {
    self.defaultValue = defaultValue
    self.offer = offer
    self.hasRefusedDefault = hasRefusedDefault
  }

  static func == (left: FieldOffers, right: FieldOffers) -> Bool {
    left === right
      || (left.defaultValue == right.defaultValue && left.offer == right.offer
        && left.hasRefusedDefault == right.hasRefusedDefault)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(offer) }
}

/// What is evaluated about a field before anybody puts something into it; never changed.
final class FieldTexts: Sendable, Hashable {
  let id: String
  let type: FieldType
  let label: String?
  let help: String?
  let hint: String?
  let choices: [Choice]
  let emptyText: String?
  let completions: [String]
  let isRequired: Bool
  let asksTwice: Bool
  let priority: FieldPriority
  let constraints: [ConstraintCheck]
  let zone: ZoneRules
  let isRemembered: Bool
  let widget: String?

  init(
    of field: CheckedField, id: String, label: String? = nil, help: String? = nil,
    hint: String? = nil,
    choices: [Choice] = [], emptyText: String? = nil, completions: [String] = [],
    isRequired: Bool = true, constraints: [ConstraintCheck] = [], zone: ZoneRules = .utc
  ) {
    self.id = id
    type = field.type
    self.label = label
    self.help = help
    self.hint = hint
    self.choices = choices
    self.emptyText = emptyText
    self.completions = completions
    self.isRequired = isRequired
    asksTwice = field.isConfirmed
    priority = field.priority
    self.constraints = constraints
    self.zone = zone
    isRemembered = field.isRemembered
    widget = field.widget
  }

  static func == (left: FieldTexts, right: FieldTexts) -> Bool {
    left === right
      || (left.id == right.id && left.type == right.type && left.label == right.label
        && left.help == right.help && left.hint == right.hint && left.choices == right.choices
        && left.emptyText == right.emptyText && left.completions == right.completions
        && left.isRequired == right.isRequired && left.asksTwice == right.asksTwice
        && left.priority == right.priority && left.constraints == right.constraints
        && left.zone == right.zone && left.isRemembered == right.isRemembered)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(label)
  }
}
