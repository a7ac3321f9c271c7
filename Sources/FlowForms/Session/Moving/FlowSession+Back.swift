// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// The way back: requests for pops, and pops.
extension FlowSession {

  /// Asks for a number of shown steps back.
  mutating func requestPop(steps: Int, _ announcements: inout [FlowAnnouncement]) {
    guard steps > 0 else { return }
    if steps == 1, focusFieldBefore() { return }
    var depth = stack.count - 1
    for _ in 0..<steps {
      guard let below = stack.entry(at: depth)?.item.shownBelow else { break }
      depth = below
    }
    guard depth < stack.count - 1 else {
      return deny("this is the first step", &announcements)
    }
    requestPop(toDepth: depth, &announcements)
  }

  /// Asks to go back to the step with an id, to the form that holds the field, or to where a flow
  /// inside the flow begins.
  mutating func requestPop(to id: String, _ announcements: inout [FlowAnnouncement]) {
    guard flow.hasStep(id) || flow.isSubflow(id) else {
      return deny(unknownStep(id), &announcements)
    }
    guard let depth = depth(of: id), let entry = stack.entry(at: depth) else {
      return deny("'\(id)' has not been asked", &announcements)
    }
    if let kind = flow.effectWord(at: entry.item.planIndex) {
      return deny("'\(id)' is a '\(kind)', which nobody is asked", &announcements)
    }
    guard depth < stack.count - 1 else {
      if case .failed = phase { return }
      focusField(id)
      return
    }
    guard shows(id, at: depth) else {
      return deny("'\(id)' was not shown, so there is nothing to go back to", &announcements)
    }
    requestPop(toDepth: depth, &announcements)
    backField = id
  }

  /// Why a word leads to no step, with the one that was probably meant.
  ///
  /// - Complexity: O(*n*) in the number of steps of the flow.
  public func unknownStep(_ id: String) -> String {
    let near =
      NearMiss.nearest(to: id, in: shownSteps)
      ?? NearMiss.nearest(to: id, in: flow.stepIDs.filter { depth(of: $0) != nil })
      ?? NearMiss.nearest(to: id, in: flow.stepIDs)
    return "there is no step '\(id)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// Whether going back to an id would show something: of a form with its fields a visible one.
  ///
  /// - Parameters:
  ///   - id: The id of a step, a field or a flow inside the flow.
  ///   - depth: The depth of its step, which is submitted.
  /// - Returns: Whether something is shown there.
  func shows(_ id: String, at depth: Int) -> Bool {
    guard let entry = stack.entry(at: depth)?.item, let step = flow.step(at: entry.planIndex),
      case .form = step.kind, let submission = stack.entry(at: depth + 1)?.item.submission
    else { return true }
    let scope = scopeOfSubmitted(submission, at: depth)
    let name = id.withoutPositions
    let wanted = step.elements.filter { $0.id == name }
    return (wanted.isEmpty ? step.elements : wanted).contains { element in
      if case .compute = element.kind { return false }
      return element.when.map { (try? $0.isTrue(in: scope)) == true } ?? true
    }
  }

  /// The names that the expressions of a submitted step saw.
  func scopeOfSubmitted(_ submission: Submission, at depth: Int) -> SessionScope {
    var below = stack
    _ = try? below.pop(below.count - depth - 1)
    let entry = stack.entry(at: depth)?.item
    var scope = SessionScope(
      setup: setup, stack: below, now: entry?.pushedAt ?? now, language: language)
    scope.live = entry.map { ($0.planIndex, submission.values) }
    return scope
  }

  mutating func requestPop(
    toDepth depth: Int, _ announcements: inout [FlowAnnouncement]
  ) {
    if let floor = stack.top?.floor, depth < floor {
      let commit = id(at: floor - 1)
      return deny("cannot go back past '\(commit ?? "")'", &announcements)
    }
    live?.denial = nil
    backField = nil
    phase = .awaiting(.pop(to: depth))
  }

  /// Says that a move was not made, and why.
  mutating func deny(_ reason: String?, _ announcements: inout [FlowAnnouncement]) {
    live?.denial = reason ?? ""
    announcements.append(.denied(reason: reason))
  }

  /// Pops, last step first, and keeps what was answered as suggestions.
  mutating func pop(toDepth depth: Int, _ announcements: inout [FlowAnnouncement]) {
    rememberDrafts()
    continuePop(PopGoal(depth: depth), &announcements)
  }

  /// Pops the top entry, and keeps what was answered below it as suggestions.
  ///
  /// The items of a list that becomes the top stay with the list, so that backing out of an item costs
  /// nothing for the others; they are kept as suggestions when the list itself is left.
  ///
  /// - Parameters:
  ///   - depth: The depth to which the pop leads.
  ///   - announcements: What is said on the way, in order.
  /// - Returns: The items that were there, when the step that is now the top is a list of records.
  mutating func popTop(
    to depth: Int, _ announcements: inout [FlowAnnouncement]
  ) -> ItemList? {
    guard let entry = stack.top else { return nil }
    let id = self.id(at: stack.count - 1)
    if let id { announcements.append(.willPop(id: id)) }
    stack.pop()
    standing = nil
    rememberAnswers(entry.submission)
    if let id { announcements.append(.didPop(id: id)) }
    let items = entry.frame?.items ?? entry.submission?.items
    let isSubmitted = entry.submission?.items != nil
    if isSubmitted || stack.count - 1 > depth {
      rememberItems(items, isSubmitted: isSubmitted)
    }
    return items
  }

  /// Keeps the answers of the top step, which are no longer submitted.
  ///
  /// A default that was taken unasked is nobody's answer; it is evaluated anew.
  private mutating func rememberAnswers(_ submission: Submission?) {
    guard let submission, submission.origin != .defaulted, let step = topStep?.step else { return }
    for (element, value) in zip(step.elements, submission.values) {
      guard let field = element.field, field.isOfferedAgain, let value else { continue }
      suggestions[instance(element.id, of: step)] = value
    }
  }

  /// Keeps what the person had put into the step that goes.
  private mutating func rememberDrafts() {
    guard let live else { return }
    for field in live.visibleFields where field.draft != .untouched && field.isOfferedAgain {
      if let value = field.value { suggestions[field.id] = value }
    }
    rememberItems(live.hub?.items, isSubmitted: false)
  }
}
