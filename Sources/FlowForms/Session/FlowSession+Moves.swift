// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// Pushes, pops and the requests for them.
extension FlowSession {
  // MARK: Forward

  /// Walks on from the top with its answers, past everything that needs nobody, and pushes.
  mutating func advance(
    with first: Submission?, failing: FlowFailure? = nil,
    _ announcements: inout [FlowAnnouncement]
  ) {
    var submission = first
    while true {
      let start = (stack.top?.planIndex ?? -1) + 1
      let (next, computed, failed) = nextStep(from: start, with: submission)
      let failure = failing ?? failed
      push(
        StepEntry(
          planIndex: next, submission: submission, computed: computed, pushedAt: now,
          shownBelow: shownBelowNext(submission), shownCount: shownCountBelowNext(submission),
          floor: floorOfNext(submission), failure: failure),
        &announcements)
      if let failure { return fail(failure, &announcements) }
      guard let step = flow.step(at: next) else {
        return complete(&announcements)
      }
      if step.isEffect { return beginEffect(step, &announcements) }
      do {
        live = try makeState(of: step, planIndex: next)
        if let values = try valuesWithoutAsking(step, planIndex: next, &announcements) {
          submission = values
          continue
        }
      } catch {
        return fail(error, &announcements)
      }
      phase = .asking
      return
    }
  }

  /// The next step that is reached from an index of the plan, what is computed on the way, and the
  /// failure that stops the walk.
  private func nextStep(
    from start: Int, with submission: Submission?
  ) -> (planIndex: Int, computed: [ComputedValue], failure: FlowFailure?) {
    var scope = scope()
    if let submission, let top = stack.top {
      scope.submitted = (top.planIndex, submission.values)
    }
    var index = start
    while index < flow.plan.count {
      do {
        switch flow.plan[index] {
        case .step: return (index, scope.computed, nil)
        case .branch(let branch):
          index = try branch.condition.isTrue(in: scope) ? index + 1 : branch.otherwise
        case .compute(let compute):
          let value = try compute.expression.value(in: scope)
          scope.computed.append(ComputedValue(planIndex: index, value: value))
          index += 1
        }
      } catch {
        return (index, scope.computed, error)
      }
    }
    return (flow.plan.count, scope.computed, nil)
  }

  private func shownBelowNext(_ submission: Submission?) -> Int? {
    guard let top = stack.top else { return nil }
    return submission?.origin == .asked ? stack.count - 1 : top.shownBelow
  }

  private func shownCountBelowNext(_ submission: Submission?) -> Int {
    guard let top = stack.top else { return 0 }
    return top.shownCount + (submission?.origin == .asked ? 1 : 0)
  }

  private func floorOfNext(_ submission: Submission?) -> Int {
    guard let top = stack.top else { return 0 }
    if submission?.effect?.isFloor == true { return stack.count }
    if case .commit? = flow.step(at: top.planIndex)?.kind { return stack.count }
    return top.floor
  }

  private mutating func push(_ entry: StepEntry, _ announcements: inout [FlowAnnouncement]) {
    let id = flow.step(at: entry.planIndex)?.id
    if let id { announcements.append(.willPush(id: id)) }
    stack.push(entry)
    live = nil
    standing = nil
    if let id { announcements.append(.didPush(id: id)) }
  }

  private mutating func complete(_ announcements: inout [FlowAnnouncement]) {
    do {
      finish(.completed, output: try outputValue(), &announcements)
    } catch {
      fail(error, &announcements)
    }
  }

  /// Ends the session.
  mutating func finish(
    _ outcome: FlowOutcome, output: Value, stopID: String? = nil,
    _ announcements: inout [FlowAnnouncement]
  ) {
    phase = .finished(FlowResult(outcome: outcome, output: output, stopID: stopID))
    live = nil
    announcements.append(.ended(outcome))
  }

  mutating func fail(_ failure: FlowFailure, _ announcements: inout [FlowAnnouncement]) {
    phase = .failed(failure)
    standing = failure
    isAcceptingSuggestions = false
    announcements.append(.failed(failure))
  }

  // MARK: Back

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

  /// Asks to go back to the step with an id, or to the form that holds the field.
  mutating func requestPop(to id: String, _ announcements: inout [FlowAnnouncement]) {
    guard let plan = flow.stepIndices[id] else {
      return deny("there is no step '\(id)'", &announcements)
    }
    guard let depth = stack.depth(ofPlanIndex: plan) else {
      return deny("'\(id)' has not been asked", &announcements)
    }
    if let kind = flow.effectWord(at: plan) {
      return deny("'\(id)' is a '\(kind)', which nobody is asked", &announcements)
    }
    guard depth < stack.count - 1 else {
      if case .failed = phase { return }
      focusField(id)
      return
    }
    requestPop(toDepth: depth, &announcements)
  }

  private mutating func requestPop(
    toDepth depth: Int, _ announcements: inout [FlowAnnouncement]
  ) {
    if let floor = stack.top?.floor, depth < floor {
      let commit = stack.entry(at: floor - 1).flatMap { flow.step(at: $0.item.planIndex)?.id }
      return deny("cannot go back past '\(commit ?? "")'", &announcements)
    }
    live?.denial = nil
    phase = .awaiting(.pop(to: depth))
  }

  /// Says that a move was not made, and why.
  mutating func deny(_ reason: String?, _ announcements: inout [FlowAnnouncement]) {
    live?.denial = reason ?? ""
    announcements.append(.denied(reason: reason))
  }

  // MARK: Decisions

  mutating func decide(
    _ decision: MoveDecision, on move: PendingMove, _ announcements: inout [FlowAnnouncement]
  ) {
    switch decision {
    case .deny(let reason):
      phase = standing.map { .failed($0) } ?? .asking
      isAcceptingSuggestions = false
      deny(reason, &announcements)
    case .approve:
      switch move {
      case .push(let values): approvePush(values, &announcements)
      case .pop(let depth): pop(toDepth: depth, &announcements)
      }
    }
  }

  private mutating func approvePush(
    _ values: [Value?], _ announcements: inout [FlowAnnouncement]
  ) {
    if let step = topStep?.step, case .stop(let outcome) = step.kind {
      return stop(step, outcome, &announcements)
    }
    advance(with: Submission(values: values, origin: .asked), &announcements)
    if isAcceptingSuggestions { acceptSuggestions(&announcements) }
  }

  private mutating func stop(
    _ step: CheckedStep, _ outcome: StopOutcome, _ announcements: inout [FlowAnnouncement]
  ) {
    switch outcome {
    case .failed: finish(.failed, output: .null, stopID: step.id, &announcements)
    case .completed:
      do {
        let output = try outputValue()
        finish(.completed, output: output, stopID: step.id, &announcements)
      } catch {
        fail(error, &announcements)
      }
    }
  }

  /// Pops, last step first, and keeps what was answered as suggestions.
  private mutating func pop(toDepth depth: Int, _ announcements: inout [FlowAnnouncement]) {
    rememberDrafts()
    continuePop(PopGoal(depth: depth), &announcements)
  }

  /// Pops the top entry, and keeps what was answered below it as suggestions.
  mutating func popTop(_ announcements: inout [FlowAnnouncement]) {
    guard let entry = stack.top else { return }
    let id = flow.step(at: entry.planIndex)?.id
    if let id { announcements.append(.willPop(id: id)) }
    stack.pop()
    standing = nil
    rememberAnswers(entry.submission)
    if let id { announcements.append(.didPop(id: id)) }
  }

  /// Keeps the answers of the top step, which are no longer submitted.
  private mutating func rememberAnswers(_ submission: Submission?) {
    guard let submission, let step = topStep?.step else { return }
    for (element, value) in zip(step.elements, submission.values) {
      guard let field = element.field, !field.isSecret, let value else { continue }
      suggestions[element.id] = value
    }
  }

  /// Keeps what the person had put into the step that goes.
  private mutating func rememberDrafts() {
    guard let live else { return }
    for field in live.visibleFields where field.draft != .untouched && !field.isSecret {
      if let value = field.value { suggestions[field.id] = value }
    }
  }
}
