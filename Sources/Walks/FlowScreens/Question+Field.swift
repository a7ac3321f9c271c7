// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel
public import FlowSessions
import Localization
import SourceDiagnostics

extension Question {
  /// A field of a question: what's asked, what's offered, and the text of the line that asks for it.
  public struct Field: Hashable, Sendable {
    /// The state of the field.
    public let state: FieldState

    /// Creates a field.
    public init(_ state: FieldState) { self.state = state }

    /// The id of the field.
    public var id: String { state.id }

    /// The name of its answer in data.
    package var dataName: String { state.dataName }

    /// The question; the id as words if the flow gives none.
    public var label: String { state.question }

    /// The offer; nil if there's none, or it's a secret.
    public var offer: FieldState.Offer? { state.isSecret ? nil : state.offer }

    /// The default; nil if there is none, or it's a secret.
    package var defaultValue: Value? { state.isSecret ? nil : state.defaultValue }

    /// The row that names the default where Enter alone takes another answer; nil if there's none.
    package var otherDefault: ScreenRow? {
      namedDefault.map { .hint(state.catalog.list([$0, state.catalog.text(.defaultTaken)])) }
    }

    /// The default where Enter alone takes another answer, such as `default: alpha`; nil if there's none.
    package var namedDefault: String? {
      guard !state.isSecret, state.draft == .untouched, let value = state.otherDefault else {
        return nil
      }
      return state.catalog.text(.defaultIs, ["value": .text(state.shownText(of: value))])
    }

    /// The row that lists the choices of items; nil for other fields.
    package var itemChoicesRow: ScreenRow? { itemChoices().map { .hint($0) } }

    /// The row that says which elements of the default that's offered can't be chosen now; nil for none.
    package var lostElements: ScreenRow? {
      guard state.draft == .untouched, state.offer?.source == .default else { return nil }
      return state.lostElements.map { .hint($0) }
    }

    // MARK: The line

    /// Whether the answer is picked: a choice, or yes or no.
    package var isPicked: Bool { state.type.isChoice || state.type == .boolean }

    /// Whether the last answer was refused.
    package var isRefused: Bool {
      state.problems.contains { $0.severity == .error } && state.draft != .untouched
    }

    /// Whether there is an acceptable answer already, which Enter alone keeps.
    ///
    /// A secret that is entered twice has only its first entry then.
    package var keepsDraft: Bool {
      state.draft != .untouched && state.value != nil && !state.awaitsRepeat
    }

    /// The probable meaning of a refused answer, if it's the same in another form, or the only choice that has the
    /// text; nil for a choice that's only similar.
    ///
    /// In the line, a second Enter would answer with a similar one, which no one has typed.
    private var proposal: String? {
      guard let problem = state.problems.first(where: { $0.proposal != nil }),
        let proposal = problem.proposal
      else { return nil }
      guard problem.rule == .choice else { return proposal }
      guard case .typed(let text) = state.draft else { return nil }
      return proposal.lowercased().includes(text.lowercased()) ? proposal : nil
    }

    /// The text in the line when nothing was typed yet: an earlier answer, a default, a refused answer, or its
    /// probable meaning; empty for a secret.
    package var offeredText: String {
      if state.isSecret { return "" }
      if let proposal { return proposal }
      guard isPicked, !isRefused else { return state.editableText }
      let value = keepsDraft ? state.value : state.offer?.value
      return value.map { state.lineText(of: $0) } ?? ""
    }

    /// The input that was typed or picked before and isn't submitted, as the text of the line; nil for nothing.
    package var unfinishedText: String? {
      switch state.unfinished {
      case .text(let text)?: text
      case .value(let value)?:
        isPicked ? state.lineText(of: value) : state.typedText(of: value)
      case nil, .empty?, .offered?, .default?, .remembered?: nil
      }
    }

    /// Whether typing replaces ``offeredText``.
    ///
    /// A refused answer is there to be corrected, any other one to be kept. A refused choice is typed anew;
    /// until then Enter takes nothing else instead.
    package var isReplacedByTyping: Bool {
      !offeredText.isEmpty
        && (isPicked || keepsDraft || proposal != nil
          || state.draft == .untouched && state.refusedOffer == nil)
    }

    /// Whether a line is ``offeredText``, unchanged.
    package func isOffered(_ text: String) -> Bool { !text.isEmpty && text == offeredText }

    /// Whether Enter on ``offeredText``, in which nothing was typed, takes what is offered.
    package var takesOffer: Bool { state.draft == .untouched || (isPicked && !isRefused) }

    /// The key of the history, which holds earlier answers to the same question; nil for a secret.
    package var historyKey: String? { state.isSecret ? nil : id.withoutPositions }

    /// Returns the form of the answer, and whether it may be left empty.
    ///
    /// - Parameter editsTexts: Whether texts of several lines can be edited in an editor.
    /// - Returns: The hint; nil if there's nothing to say.
    public func hint(editsTexts: Bool = false) -> String? {
      let catalog = state.catalog
      var hint = state.hint ?? state.type.formHint(in: state.catalog)
      if let choices = itemChoices() { hint = catalog.list([hint, choices].compactMap { $0 }) }
      if state.generate != nil {
        hint = catalog.list([hint, catalog.text(.hintGenerated)].compactMap { $0 })
      }
      if !state.isRequired {
        hint = catalog.list([hint, catalog.text(.hintOptional)].compactMap { $0 })
      }
      guard editsTexts, state.type == .text else { return hint }
      return [hint, catalog.text(.hintEditor)].compactMap { $0 }.joined(separator: "; ")
    }

    /// Returns the limits of the answer in a line: its bounds, its form, and whether it may be left empty.
    ///
    /// - Parameter editsTexts: Whether texts of several lines can be edited in an editor.
    /// - Returns: The limits; nil if there's nothing to say.
    package func limits(editsTexts: Bool = false) -> String? {
      let hint = hint(editsTexts: editsTexts)
      // The flow's own hint says what the limits are.
      guard state.hint == nil, let bounds = state.bounds else { return hint }
      return state.catalog.list([bounds, hint].compactMap { $0 })
    }

    // MARK: Choices

    /// The number of choices of items that a hint lists: 20.
    package static let hintedChoices = 20

    /// Returns the choices of which each item of a list or a map is one, as they're typed, with the labels that
    /// say something else.
    ///
    /// - Parameter count: The number of choices that are listed; `…` is in place of the others.
    /// - Returns: The choices; nil for other fields, and if there are none.
    /// - Complexity: O(*n*) in the number of choices.
    package func itemChoices(atMost count: Int = hintedChoices) -> String? {
      guard state.itemType == .choice else { return nil }
      let open = state.choices.filter(\.isEnabled)
      guard !open.isEmpty else { return nil }
      let shown = open.prefix(count).map { choice in
        let typed = state.typedItem(choice.value)
        return choice.label == typed || choice.label == choice.value.plainText
          ? typed : "\(typed) (\(choice.label))"
      }
      return shown.joined(separator: " / ") + (open.count > shown.count ? " / …" : "")
    }

    /// A part of a list.
    package struct Page<Element: Sendable & Hashable>: Hashable, Sendable {
      /// The number of all elements.
      package let total: Int

      /// The position of the first element of the page.
      package let offset: Int

      /// The elements.
      package let elements: [Element]
    }

    /// The number of choices on a page unless the client says otherwise: 50.
    package static let pageSize = 50

    /// The maximum number of choices on a page: 500.
    package static let maximumPageSize = 500

    /// Returns a part of the choices.
    ///
    /// - Parameters:
    ///   - offset: The position of the first one.
    ///   - limit: The number of choices, at most 500.
    ///   - text: Text that the label or the value contains; those that begin with it come first. Nil for
    ///     all choices, in their order.
    /// - Returns: The page; its total counts the choices that contain the text.
    /// - Complexity: O(*n*) in the number of choices if there's a text.
    package func choices(
      from offset: Int = 0, limit: Int = pageSize, having text: String? = nil
    ) -> Page<Choice> {
      let limit = min(max(0, limit), Self.maximumPageSize)
      let offset = max(0, offset)
      guard let text, !text.isEmpty else {
        return Page(
          total: state.choices.count, offset: offset,
          elements: Array(state.choices.dropFirst(offset).prefix(limit)))
      }
      let found = state.choices(having: text)
      return Page(
        total: found.count, offset: offset,
        elements: found.dropFirst(offset).prefix(limit).map { state.choices[$0] })
    }
  }
}

extension FieldState {
  /// The row for a text beside the choices, as a choice without a value; nil for none.
  package var otherChoice: Choice? {
    otherLabel.map { Choice(value: .null, label: $0, hint: catalog.text(.otherHint)) }
  }
}

// MARK: - Names

extension FieldState {
  /// The question; the id as words where the flow gives none.
  public var question: String { hasLabel ? label : id.idAsWords }

  /// The question as it's beside its answer: the short label, if the flow gives one.
  package var shortQuestion: String { short ?? question }
}

extension FlowSession.ReviewRow {
  /// The question as it's beside its answer.
  package var shortQuestion: String { short ?? label }
}
