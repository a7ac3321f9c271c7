// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

// Builds the top step from the answers below it.
extension FlowSession {
  /// Returns the state of a step that becomes the top.
  ///
  /// A list that's the top again keeps its items. For a new list, they're nil, and earlier items
  /// that are still valid are offered. Known elements aren't computed again.
  func makeState(
    of step: CheckedStep, planIndex: Int, items: ItemList? = nil, elements: [Value]? = nil
  ) throws(FlowFailure) -> StepState {
    let scope = scope(at: stack.top?.pushedAt)
    var state = StepState(
      id: id(of: step), kind: StepState.Kind(step.kind),
      title: try step.title?.text(in: scope, language: language),
      text: try step.text?.text(in: scope, language: language),
      elements: step.elements.map { ElementState(blank: $0, id: instance($0.id, of: step)) },
      focus: nil, denial: nil, problems: [])
    state.catalog = catalog
    state.sections = try sections(of: step, in: scope)
    state.item = try itemPlace(of: step, in: scope)
    if case .repeat(let list) = step.kind {
      state.repeat = try makeRepeat(
        list, of: step, planIndex: planIndex, items: items, elements: elements, in: scope)
    }
    try rebuild(&state, of: step, planIndex: planIndex, from: 0, in: scope)
    state.focus = state.elements.firstIndex { $0.isVisible && $0.field != nil }
    return state
  }

  /// Returns the titled groups and used flows that contain a step, outermost first.
  func sections(
    of step: CheckedStep, in scope: SessionScope
  ) throws(FlowFailure) -> [StepSection] {
    var sections: [StepSection] = []
    for section in step.sections {
      let title = try section.title.text(in: scope, language: language)
      sections.append(StepSection(id: instance(section.id, of: step), title: title))
    }
    return sections
  }

  /// Returns the item that contains a step, or nil outside lists.
  private func itemPlace(
    of step: CheckedStep, in scope: SessionScope
  ) throws(FlowFailure) -> ItemPlace? {
    guard let repeatIndex = step.repeats.last, let list = flow.step(at: repeatIndex),
      let frame = scope.frame(of: repeatIndex)
    else { return nil }
    return ItemPlace(
      list: id(of: list), title: try list.title?.text(in: scope, language: language),
      number: frame.position + 1)
  }

  /// Updates the top step after the draft of an element changed: its value, and everything about
  /// the elements after it.
  mutating func refresh(_ live: inout StepState, after changed: Int) throws(FlowFailure) {
    guard let (planIndex, step) = topStep else { return }
    var scope = scope()
    scope.live = (planIndex, live.values)
    if changed + 1 == step.elements.count {
      // No later element could read it.
      guard let field = step.elements[changed].field, var state = live.elements[changed].field
      else { return }
      try resolve(&state, of: field, in: scope)
      live.elements[changed].content = .field(state)
      return
    }
    var state = live
    if let field = step.elements[changed].field, var fieldState = state.elements[changed].field {
      try resolve(&fieldState, of: field, in: scope)
      state.elements[changed].content = .field(fieldState)
    }
    try rebuild(&state, of: step, planIndex: planIndex, from: changed + 1, in: scope)
    rememberHidden(in: &state, before: live)
    if let focus = state.focus, !state.elements[focus].isVisible {
      state.focus = state.elements.firstIndex { $0.isVisible && $0.field != nil }
    }
    live = state
  }

  /// Evaluates the whole top form again, in order.
  ///
  /// Only the result of this is submitted.
  mutating func refreshAll(_ live: inout StepState) throws(FlowFailure) {
    guard let (planIndex, step) = topStep else { return }
    var state = live
    try rebuild(&state, of: step, planIndex: planIndex, from: 0, in: scope())
    rememberHidden(in: &state, before: live)
    live = state
  }

  /// Keeps the input of fields that are now hidden as suggestions.
  private mutating func rememberHidden(in state: inout StepState, before: StepState) {
    for index in state.elements.indices where !state.elements[index].isVisible {
      guard before.elements[index].isVisible, let field = before.elements[index].field,
        field.draft != .untouched
      else { continue }
      if field.isOfferedAgain {
        // Invalid input can't be a suggestion. It stays as typed.
        guard let value = field.value else { continue }
        suggestions[field.id] = value
      }
      state.setField(at: index) { field in
        field.draft = .untouched
        field.value = nil
        field.problems = []
        field.found = []
        field.firstEntry = nil
        field.isConfirmed = false
      }
    }
  }

  /// Evaluates the elements from an index on, in order.
  private func rebuild(
    _ state: inout StepState, of step: CheckedStep, planIndex: Int, from start: Int,
    in scope: SessionScope
  ) throws(FlowFailure) {
    var scope = scope
    for index in start..<step.elements.count {
      scope.live = (planIndex, state.values)
      let element = step.elements[index]
      let isWaiting = isWaiting(element, in: state)
      var isVisible = !isWaiting
      if isVisible, let when = element.when { isVisible = try when.isTrue(in: scope) }
      state.elements[index].isWaiting = isWaiting
      state.elements[index].isVisible = isVisible
      guard isVisible else { continue }
      switch element.kind {
      case .note(let text):
        state.elements[index].content = .note(try text.text(in: scope, language: language))
      case .compute(let expression):
        state.elements[index].content = .computed(try expression.value(in: scope))
      case .capture: break
      case .field(let field):
        guard var fieldState = state.elements[index].field else { continue }
        try build(&fieldState, of: field, in: scope)
        // Its problems may have depended on the answers that have changed.
        if !fieldState.problems.isEmpty { fieldState.problems = fieldState.found }
        state.elements[index].content = .field(fieldState)
      }
    }
  }

  /// Returns whether an element reads a name without a value yet, even if only because that element
  /// is waiting itself.
  private func isWaiting(_ element: CheckedElement, in state: StepState) -> Bool {
    element.readsElements.contains { index in
      let read = state.elements[index]
      guard read.isVisible, let field = read.field else { return read.isWaiting }
      // An optional field that's left empty has an answer, unlike one that's refused or not yet
      // answered.
      return field.value == nil && (field.isRequired || !field.found.isEmpty)
    }
  }

  /// Evaluates everything about a field.
  func build(
    _ state: inout FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) {
    let language = language
    let isRequired =
      try field.required.map { (setting) throws(FlowFailure) in
        try setting.value(in: scope) != .bool(false)
      } ?? true
    state.texts = FieldTexts(
      of: field, id: state.id, label: try field.label?.text(in: scope, language: language),
      short: try field.short?.text(in: scope, language: language),
      help: try field.help?.text(in: scope, language: language),
      hint: try field.hint?.text(in: scope, language: language),
      choices: try choices(of: field, in: scope),
      emptyText: try field.empty?.text(in: scope, language: language),
      completions: try completions(of: field, in: scope), isRequired: isRequired,
      constraints: try constraints(field.constraints, of: field.type, in: scope),
      zone: options.zone,
      catalog: catalog)
    state.offered = try offers(for: state, of: field, in: scope)
    try resolve(&state, of: field, in: scope)
  }

  /// Returns what a field offers, given its texts and limits.
  private func offers(
    for state: FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> FieldOffers {
    let given = try field.defaultValue(in: scope)
    let suggestion = suggestion(for: state, of: field)
    guard given != nil || suggestion != nil else { return .none }
    // A computed time such as 'now' is offered in whole seconds, if that's acceptable.
    var accepted = try acceptable(given?.inWholeSeconds, for: state, of: field, in: scope)
    if accepted == nil { accepted = try acceptable(given, for: state, of: field, in: scope) }
    var offer = accepted.map { FieldState.Offer(value: $0, isSuggestion: false) }
    if let value = try acceptable(suggestion, for: state, of: field, in: scope) {
      offer = FieldState.Offer(value: value, isSuggestion: true)
    }
    return FieldOffers(
      defaultValue: accepted, offer: offer, hasRefusedDefault: given != nil && accepted == nil)
  }

  private func completions(
    of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> [String] {
    guard let value = try field.suggest?.value(in: scope).unwrapped,
      case .list(let values) = value
    else { return [] }
    return values.map(\.plainText)
  }

  func constraints(
    _ constraints: [CheckedConstraint], of type: FieldType, in scope: SessionScope
  ) throws(FlowFailure) -> [ConstraintCheck] {
    var checks: [ConstraintCheck] = []
    for constraint in constraints {
      switch constraint {
      case .known(let check): checks.append(check.fitted(to: type, in: options.zone))
      case .computed(let kind, let expression):
        guard let value = try expression.value(in: scope).unwrapped else { continue }
        guard let limit = kind.limit(value, for: type, in: options.zone) else {
          throw FlowFailure(
            message: catalog.text(
              .computedLimitWrong,
              [
                "name": .quoted(kind.rawValue),
                "need": .text(kind.valueType(for: type).need.described),
                "value": .quoted(value.plainText),
              ]),
            place: expression.source.place)
        }
        do {
          checks.append(try ConstraintCheck(kind, limit))
        } catch {
          throw FlowFailure(
            message: catalog.text(.computedPatternWrong, ["reason": .text(error.message)]),
            place: expression.source.place)
        }
      }
    }
    return checks
  }
}

extension StepState.Kind {
  init(_ kind: CheckedStep.Kind) {
    switch kind {
    case .ask: self = .ask
    case .form: self = .form
    case .note: self = .note
    case .repeat: self = .repeat
    case .review: self = .review
    case .commit: self = .commit
    case .stop(let outcome): self = .stop(outcome)
    // They have effects, and aren't asked.
    case .run, .write: self = .note
    }
  }
}

extension ElementState {
  /// Creates an element that hasn't been evaluated.
  init(blank element: CheckedElement, id: String) {
    self.id = id
    isVisible = false
    switch element.kind {
    case .note: content = .note("")
    case .compute, .capture: content = .computed(nil)
    case .field(let field): content = .field(FieldState(blank: field, id: id))
    }
  }
}

extension FieldState {
  /// Creates a field that hasn't been evaluated.
  init(blank field: CheckedField, id: String) {
    self.init(
      texts: FieldTexts(of: field, id: id), offered: .none, draft: .untouched, value: nil,
      problems: [], refusals: 0, isConfirmed: false, firstEntry: nil, found: [])
  }
}

extension Value {
  /// The value inside an optional, or nil if it's absent or null.
  var unwrapped: Value? {
    switch self {
    case .optional(let value): value
    case .null: nil
    default: self
    }
  }
}

extension Value {
  /// A timestamp without its fraction of a second; nil for any other value.
  fileprivate var inWholeSeconds: Value? {
    guard case .timestamp(let time) = self, time.nanosecond != 0,
      let whole = try? Timestamp(secondsSinceEpoch: time.secondsSinceEpoch)
    else { return nil }
    return .timestamp(whole)
  }
}
