// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import Localization

/// The state of the top step, as shown to the user: its texts and its fields.
///
/// Its texts, choices, defaults, and conditions are evaluated when it's pushed. In a form, they're
/// evaluated again when earlier fields change.
public struct StepState: Hashable, Sendable {
  /// The kind of a step.
  public enum Kind: Hashable, Sendable {
    /// One question.
    case ask

    /// Several fields.
    case form

    /// A text to read.
    case note

    /// The answers so far.
    case review

    /// A list of records, whose items can be added, edited, removed, and moved.
    case `repeat`

    /// A confirmation that requires a typed yes. After that, nothing below can be popped.
    case commit

    /// The session's end.
    case stop(StopOutcome)
  }

  /// The stored properties of a state, which its copies share until one of them changes.
  struct Contents: Hashable, Sendable {
    let id: String
    let kind: Kind
    var sections: [StepSection] = []
    var title: String?
    var description: String?
    var text: String?
    var elements: [ElementState]
    var focus: Int?
    var denial: String?
    var catalog = MessageCatalog.english
    var item: ItemPlace?
    var warned: Int?
    var `repeat`: RepeatState?
    var isDrawn = false
    var problems: [Problem] = []
  }

  private var contents: CopyOnWrite<Contents>

  init(_ contents: consuming Contents) { self.contents = CopyOnWrite(contents) }

  /// The step's id.
  public var id: String { contents.value.id }

  /// The kind of the step.
  public var kind: Kind { contents.value.kind }

  /// The titled groups and used flows that contain it, outermost first.
  public internal(set) var sections: [StepSection] {
    @inline(__always) _read { yield contents.value.sections }
    @inline(__always) _modify { yield &contents.value.sections }
  }

  /// The title.
  public internal(set) var title: String? {
    @inline(__always) _read { yield contents.value.title }
    @inline(__always) _modify { yield &contents.value.title }
  }

  /// The description of the step, always shown below its title; nil for none.
  public internal(set) var description: String? {
    @inline(__always) _read { yield contents.value.description }
    @inline(__always) _modify { yield &contents.value.description }
  }

  /// The text of a note, a commit, or a stop.
  public internal(set) var text: String? {
    @inline(__always) _read { yield contents.value.text }
    @inline(__always) _modify { yield &contents.value.text }
  }

  /// The fields, notes, and computed values of the step.
  public internal(set) var elements: [ElementState] {
    @inline(__always) _read { yield contents.value.elements }
    @inline(__always) _modify { yield &contents.value.elements }
  }

  /// The index in ``elements`` of the field that gets the next input.
  public internal(set) var focus: Int? {
    @inline(__always) _read { yield contents.value.focus }
    @inline(__always) _modify { yield &contents.value.focus }
  }

  /// The reason why the last move was denied, which is empty if none was given; nil if it wasn't
  /// denied.
  public internal(set) var denial: String? {
    @inline(__always) _read { yield contents.value.denial }
    @inline(__always) _modify { yield &contents.value.denial }
  }

  /// The program's own words at this step.
  public internal(set) var catalog: MessageCatalog {
    @inline(__always) _read { yield contents.value.catalog }
    @inline(__always) _modify { yield &contents.value.catalog }
  }

  /// The item of the innermost list of records that contains the step; nil outside lists.
  public internal(set) var item: ItemPlace? {
    @inline(__always) _read { yield contents.value.item }
    @inline(__always) _modify { yield &contents.value.item }
  }

  /// The index of the field with a warning from a check of the whole step; nil after it's confirmed
  /// or something changes.
  var warned: Int? {
    @inline(__always) _read { yield contents.value.warned }
    @inline(__always) _modify { yield &contents.value.warned }
  }

  /// The items, if the step is a list of records.
  var `repeat`: RepeatState? {
    @inline(__always) _read { yield contents.value.`repeat` }
    @inline(__always) _modify { yield &contents.value.`repeat` }
  }

  /// Whether nothing but random texts for secrets is missing, which are taken without asking; of a list, in the records
  /// that were given in advance.
  var isDrawn: Bool {
    @inline(__always) _read { yield contents.value.isDrawn }
    @inline(__always) _modify { yield &contents.value.isDrawn }
  }

  /// The problems of the step as a whole.
  public internal(set) var problems: [Problem] {
    @inline(__always) _read { yield contents.value.problems }
    @inline(__always) _modify { yield &contents.value.problems }
  }

  /// Whether the walk draws random texts for secrets, and then submits the step.
  ///
  /// A text that was drawn once and refused isn't drawn again.
  package var awaitsDrawing: Bool {
    isDrawn && problems.isEmpty && denial == nil
      && visibleFields.contains { $0.generate != nil && $0.draft == .untouched }
  }

  /// The field that gets the next input.
  public var focusedField: FieldState? { focus.flatMap { elements[$0].field } }

  /// The visible fields, in order.
  public var visibleFields: [FieldState] {
    elements.compactMap { $0.isVisible ? $0.field : nil }
  }

  /// Returns the field with an id, or nil if there isn't one.
  public func field(_ id: String) -> FieldState? {
    elements.first { $0.id == id }?.field
  }
}

/// A part of a flow with a title of its own: a group or a used flow.
public struct StepSection: Hashable, Sendable {
  /// The id of the `group` or `flow` step, as in ``StepState/id``.
  ///
  /// In a review, it can also be the id of a form.
  public let id: String

  /// The title, shown above its first step.
  public let title: String
}

/// A field, a note, or a computed value of a step.
public struct ElementState: Hashable, Sendable {
  /// The content of an element.
  public enum Content: Hashable, Sendable {
    /// A field to answer.
    case field(FieldState)

    /// A text to read.
    case note(String)

    /// A value for later elements.
    case computed(Value?)
  }

  /// Its id.
  public let id: String

  /// Whether it's shown.
  ///
  /// Hidden elements have no answer.
  public internal(set) var isVisible: Bool

  /// Whether it's hidden because a name that it reads has no value yet.
  var isWaiting = false

  /// The value of a field that's hidden or left empty; nil for none.
  var otherwise: Value?

  /// The content of the element.
  public internal(set) var content: Content

  /// Whether it's a field.
  var isField: Bool {
    if case .field = content { true } else { false }
  }

  /// The field, or nil if it's something else.
  public var field: FieldState? {
    // Inlined, so that only the field is read, and the rest of the element isn't copied for it.
    @inline(__always) get {
      guard case .field(let field) = content else { return nil }
      return field
    }
  }

  /// Changes the field in place; does nothing if the element isn't a field.
  mutating func changeField<Failure>(
    _ change: (inout FieldState) throws(Failure) -> Void
  ) throws(Failure) {
    guard case .field(var field) = content else { return }
    // Drop the second reference, so that the field changes in place.
    content = .computed(nil)
    defer { content = .field(field) }
    try change(&field)
  }
}
