// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import Localization

/// The top step as a person sees it: its texts, its fields, and where they are.
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

  /// The titled groups and used flows that contain it, the outermost first.
  public internal(set) var sections: [StepSection] = []

  /// The title.
  public internal(set) var title: String?

  /// The text of a note, a commit or a stop.
  public internal(set) var text: String?

  /// The fields and notes on it.
  public internal(set) var elements: [ElementState]

  /// The index in ``elements`` of the field that the next input goes to.
  public internal(set) var focus: Int?

  /// Why the last move was denied; an empty text when no reason was given.
  public internal(set) var denial: String?

  /// The program's own words at this step.
  public internal(set) var catalog = MessageCatalog.english

  /// The item that the step belongs to, of the innermost list of records; nil outside lists.
  public internal(set) var item: ItemPlace?

  /// The index of the field at which a check of the whole step warned; nil once that is confirmed, or
  /// something was changed.
  var warned: Int?

  /// The items, when the step is a list of records.
  var `repeat`: RepeatState?

  /// What is wrong with the step as a whole.
  public internal(set) var problems: [Problem]

  /// The field that the next input goes to.
  public var focusedField: FieldState? { focus.flatMap { elements[$0].field } }

  /// The visible fields, in order.
  public var visibleFields: [FieldState] {
    elements.compactMap { $0.isVisible ? $0.field : nil }
  }

  /// The field with an id; nil if there is none.
  public func field(_ id: String) -> FieldState? {
    elements.first { $0.id == id }?.field
  }
}

/// A part of a flow that has a title of its own: a group, or a flow inside the flow.
public struct StepSection: Hashable, Sendable {
  /// The id of the `group` or `flow` step, as in ``StepState/id``; of a form in a review, the form's.
  public let id: String

  /// The title above its first step.
  public let title: String
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

  /// Whether it's shown; what is hidden has no answer.
  public internal(set) var isVisible: Bool

  /// Whether it's hidden because something that it reads has no value yet.
  var isWaiting = false

  /// What it is.
  public internal(set) var content: Content

  /// Whether it's a field.
  var isField: Bool {
    if case .field = content { true } else { false }
  }

  /// The field, when it's one.
  public var field: FieldState? {
    guard case .field(let field) = content else { return nil }
    return field
  }
}
