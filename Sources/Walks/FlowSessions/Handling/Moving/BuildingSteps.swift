// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
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
    let scope = self.scope(at: stack.top?.pushedAt)
    let title = try step.title?.text(in: scope, language: language)
    let text = try step.text?.text(in: scope, language: language)
    let description = try step.description?.text(in: scope, language: language)
    var state = StepState(
      StepState.Contents(
        id: id(of: step), kind: StepState.Kind(step.kind),
        sections: try sections(of: step, in: scope), title: title,
        description: description, text: text,
        elements: step.elements.map {
          ElementState(blank: $0, id: instance($0.id, of: step))
        },
        catalog: catalog, item: try itemPlace(of: step, in: scope)))
    if case .repeat(let list) = step.kind {
      state.repeat = try makeRepeat(
        list, of: step, planIndex: planIndex, items: items, elements: elements, in: scope)
    }
    let drafts = draftsOfRow
    for index in state.elements.indices {
      guard let draft = drafts[step.elements[index].id] else { continue }
      state.setField(at: index) { $0.draft = draft }
    }
    try rebuild(&state, of: step, planIndex: planIndex, from: 0, in: consume scope)
    for index in state.elements.indices {
      guard let field = state.elements[index].field,
        field.draft == .untouched ? field.refusedOffer != nil : !drafts.isEmpty
      else { continue }
      state.setField(at: index) { $0.problems = $0.found }
    }
    state.focus = state.elements.firstIndex { $0.isVisible && $0.field != nil }
    return state
  }

  /// Updates the top step after the draft of an element changed: its value, and everything about
  /// the elements after it; and what the element offers, if that may be something else now.
  mutating func refresh(
    _ live: inout StepState, after changed: Int, isOfferedAnew: Bool = false
  ) throws(FlowFailure) {
    guard let (planIndex, step) = topStep else { return }
    var scope = self.scope()
    scope.read(live, of: step, at: planIndex)
    let field = step.elements[changed].field
    // No later element could read the last one, which changes in place.
    if changed + 1 == step.elements.count, !isOfferedAnew {
      guard let field else { return }
      return try live.elements[changed].changeField { (state) throws(FlowFailure) in
        let before = (state.value, state.found)
        do throws(FlowFailure) {
          try resolve(&state, of: field, in: scope)
        } catch {
          (state.value, state.found) = before
          throw error
        }
      }
    }
    var state = live
    if let field, !isOfferedAnew {
      try state.elements[changed].changeField { (state) throws(FlowFailure) in
        try resolve(&state, of: field, in: scope)
      }
    }
    try rebuild(
      &state, of: step, planIndex: planIndex, from: isOfferedAnew ? changed : changed + 1, in: scope
    )
    resetHidden(in: &state, before: live)
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
    resetHidden(in: &state, before: live)
    live = state
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
