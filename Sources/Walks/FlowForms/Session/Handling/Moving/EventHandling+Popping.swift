// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

/// A pop in progress.
struct PopGoal: Sendable {
  /// The depth of the entry that becomes the top.
  let depth: Int

  /// The request for the pop, which is denied if an undo fails.
  let request: NavigationRequest

  /// The denial to show when it ends, or nil if there isn't one.
  var denial: String?

  /// The items of the list of records that's now the top.
  var items: ItemList?
}

// Pops steps: the part that all ways of going back have in common.
extension FlowSession {
  /// Pops steps, last first, and keeps their answers as suggestions.
  mutating func pop(
    toDepth depth: Int, for request: NavigationRequest, from live: StepState?,
    _ announcements: inout [FlowAnnouncement]
  ) {
    if let live { rememberDrafts(on: live) }
    continuePop(PopGoal(depth: depth, request: request), &announcements)
  }

  /// Pops down to a depth, and stops before each entry whose effect must be undone first.
  mutating func continuePop(_ goal: PopGoal, _ announcements: inout [FlowAnnouncement]) {
    var goal = goal
    while stack.count - 1 > goal.depth, let entry = stack.top {
      if let undo = entry.submission?.effect?.undo {
        phase = .undoing(undo, goal)
        isInDoubt = doubtfulUndos.contains(undo.step)
        return
      }
      goal.items = popTop(to: goal.depth, &announcements)
    }
    arrive(goal, denial: goal.denial, &announcements)
  }

  /// Continues with the result of an undo.
  ///
  /// Where no one knows whether it happened, the walk can only go back, which asks again: an effect that
  /// may be gone carries no step above it.
  mutating func undoEnded(
    _ result: EffectResult, of request: EffectRequest, _ goal: PopGoal, wasInDoubt: Bool,
    _ announcements: inout [FlowAnnouncement]
  ) {
    guard result.hasUndone(request) else {
      let complaint = request.sentence(result.complaint(catalog), catalog)
      let message = hidingSecrets(complaint)
      announcements.append(.undoFailed(id: request.step, message: message))
      let denial = catalog.text(
        .notUndone, ["step": .quoted(name(of: request.step)), "problem": .text(message)])
      if wasInDoubt {
        doubtfulUndos.insert(request.step)
        return fail(
          FlowFailure(
            message: denial, place: place(ofUndo: request.step),
            effect: EffectFailure(step: request.step, isUndo: true)), &announcements)
      }
      doubtfulUndos.remove(request.step)
      return arrive(goal, denial: denial, undoing: request.step, &announcements)
    }
    announcements.append(.didUndo(id: request.step))
    doubtfulUndos.remove(request.step)
    var goal = goal
    goal.items = popTop(to: goal.depth, &announcements)
    continuePop(goal, &announcements)
  }

  /// Waits at the step that's now the top.
  private mutating func arrive(
    _ goal: PopGoal, denial: String?, undoing id: String? = nil,
    _ announcements: inout [FlowAnnouncement]
  ) {
    guard let (planIndex, step) = topStep, !step.isEffect else {
      // Only a failed undo stops here: at an effect that wasn't performed, or at the end.
      return fail(
        FlowFailure(
          message: denial ?? "", place: place(ofUndo: id),
          effect: EffectFailure(step: id ?? "", retries: topStep?.step.id, isUndo: true)),
        &announcements)
    }
    do {
      var live = try makeState(of: step, planIndex: planIndex, items: goal.items)
      if let backField { live.focusField(backField) }
      phase = .asking(live)
      if let denial { deny(goal.request, denial, &announcements) }
    } catch {
      fail(error, &announcements)
    }
  }

  /// Returns the place of the step whose undo failed.
  private func place(ofUndo id: String?) -> SourcePlace {
    let undone = id.flatMap { flow.stepIndices[$0.withoutPositions] }.flatMap(flow.step(at:))
    return (undone ?? topStep?.step)?.place ?? flow.definition.id.place
  }

  // MARK: What is remembered

  /// Pops the top entry, and keeps the answers of the step below it as suggestions.
  ///
  /// The items of a list that becomes the top stay with the list, so leaving an item doesn't affect
  /// the others. They become suggestions when the list itself is left.
  ///
  /// - Parameters:
  ///   - depth: The depth that the pop leads to.
  ///   - announcements: The list to append announcements to.
  /// - Returns: The items, if the new top is a list of records.
  private mutating func popTop(
    to depth: Int, _ announcements: inout [FlowAnnouncement]
  ) -> ItemList? {
    guard let entry = stack.top else { return nil }
    let id = self.id(at: stack.count - 1)
    if let id { announcements.append(.move(.willPop(id))) }
    stack.pop()
    rememberAnswers(entry.submission)
    if let id { announcements.append(.move(.didPop(id))) }
    let items = entry.frame?.items ?? entry.submission?.items
    let isSubmitted = entry.submission?.items != nil
    if isSubmitted || stack.count - 1 > depth {
      rememberItems(items, isSubmitted: isSubmitted)
    }
    return items
  }

  /// Keeps the answers of the top step, which are no longer submitted, as suggestions.
  ///
  /// Defaults that were taken without asking aren't kept; they're evaluated again.
  private mutating func rememberAnswers(_ submission: Submission?) {
    guard let submission, submission.origin != .defaulted, let step = topStep?.step else { return }
    for (element, value) in zip(step.elements, submission.values) {
      guard let field = element.field, field.isOfferedAgain, let value else { continue }
      suggestions[instance(element.id, of: step)] = value
    }
  }

  /// Keeps the user's input in a popped step as suggestions.
  private mutating func rememberDrafts(on live: StepState) {
    for field in live.visibleFields where field.draft != .untouched && field.isOfferedAgain {
      if let value = field.value { suggestions[field.id] = value }
    }
    rememberItems(live.repeat?.items, isSubmitted: false)
  }
}

extension EffectResult {
  /// Whether it's the result of an undo that succeeded.
  func hasUndone(_ request: EffectRequest) -> Bool {
    switch (request.effect, self) {
    case (.command, .ended(let ended)): ended.status == 0
    case (.action, .returned), (.action, .done), (.restore, .done): true
    default: false
    }
  }
}
