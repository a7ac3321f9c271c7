// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import Localization

/// A field as a person sees it.
public struct FieldState: Hashable, Sendable {
  /// What a person has put into a field.
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

  /// The value that Enter alone takes.
  public struct Offer: Hashable, Sendable {
    /// The value.
    public let value: Value

    /// Whether it's an earlier answer; otherwise it's the default.
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

  /// The value that Enter alone takes.
  public var offer: Offer? { offered.offer }

  /// What the person has put in.
  public internal(set) var draft: Draft

  /// The value that the field has now; nil if it has none or an unacceptable one.
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

  /// Whether the file gives a default that isn't acceptable, so a person must be asked.
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

  /// Why a typed text can mean two of the numbered choices, and what to type for each; nil if it
  /// can't.
  ///
  /// A face that shows choices with numbers asks this before it sends what was typed: to the session
  /// a text that's the value of a choice is that choice.
  public func doubt(about text: String) -> String? {
    guard type.isChoice else { return nil }
    return ChoiceReading(choices: choices, catalog: catalog)
      .doubt(about: text, isSeveral: type == .choices)
  }

  /// What a typed text was taken for, where it doesn't say so itself: the label of a choice, a time
  /// or a number in its usual form; nil where there's nothing to tell.
  public func understood(_ text: String) -> String? {
    let parser = AnswerParser(
      type: type, choices: choices, zone: texts.zone, catalog: catalog)
    guard !isSecret, let value = (try? parser.parse(text)) ?? nil else { return nil }
    let word = text.trimmed
    let shown = answerText.shown(value)
    switch type {
    case .choice, .choices: return shown == word ? nil : shown
    case .date, .time, .datetime, .duration:
      return (try? TypedTime.value(of: word, as: type, in: texts.zone)) == nil ? shown : nil
    case .integer: return Int64(word) == nil ? shown : nil
    case .number: return Double(word) == nil ? shown : nil
    case .string, .text, .secret, .boolean, .path: return nil
    }
  }

  /// The indices of the choices that have a typed text in their label or value, those that begin
  /// with it first.
  ///
  /// - Complexity: O(*n*) in the length of all labels.
  public func choices(having text: String) -> [Int] {
    ChoiceReading(choices: choices).having(text)
  }

  /// A value as a person reads it.
  public func shownText(of value: Value) -> String { answerText.shown(value) }

  /// The limits on the number of chosen ones; nil where there is none.
  public var itemLimits: (least: Int?, most: Int?) {
    (limit(.minItems), limit(.maxItems))
  }

  /// The value of a constraint; nil if the field has no such constraint.
  ///
  /// - Complexity: O(*n*) in the number of constraints.
  public func limit(of kind: ConstraintKind) -> Value? {
    constraints.first { $0.kind == kind }?.limit
  }

  /// Whether a popped answer is offered again.
  public var isOfferedAgain: Bool { texts.isRemembered && !isSecret }

  /// How the file wants the field shown, where a face has several ways; nil: the face decides.
  public var widget: String? { texts.widget }

  /// The program's own words for this field.
  public var catalog: MessageCatalog { texts.catalog }

  var answerText: AnswerText {
    AnswerText(type: type, choices: choices, zone: texts.zone, catalog: catalog)
  }

  private func limit(_ kind: ConstraintKind) -> Int? {
    for constraint in constraints where constraint.kind == kind {
      if case .int(let value) = constraint.limit { return Int(value) }
    }
    return nil
  }
}
