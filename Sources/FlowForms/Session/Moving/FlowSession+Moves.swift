// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// The way forward: from the answers of the top to the next step.
extension FlowSession {
  /// Goes on from the top with its answers, past everything that needs no person, and pushes.
  ///
  /// - Parameters:
  ///   - first: The answers of the top; nil if the flow begins or an item is opened.
  ///   - left: The top step as the person left it; nil where no one was asked.
  ///   - opening: The list on the top of which an item is asked for; nil otherwise.
  ///   - failing: The failure that stops the session at the next step; nil to go on.
  ///   - announcements: What is said on the way, in order.
  mutating func advance(
    with first: Submission?, of left: StepState? = nil, opening: RepeatFrame? = nil,
    failing: FlowFailure? = nil,
    _ announcements: inout [FlowAnnouncement]
  ) {
    var submission = first
    var live = left
    var frame = opening
    while true {
      let start =
        frame.map { $0.planIndex + 1 } ?? stack.top.map { flow.index(after: $0.planIndex) } ?? 0
      let walk = nextStep(from: start, with: submission, opening: frame)
      var failure = failing ?? walk.failure
      observe(submission, of: live, computing: walk.computed)
      var finished: FinishedItem?
      if let repeatIndex = walk.itemEnd, failure == nil {
        do {
          finished = try finishedItem(
            of: repeatIndex, with: submission, walk.computed, opening: frame)
        } catch {
          failure = error
        }
      }
      if let finished {
        do {
          frame = try close(finished, &live, &announcements)
          submission = nil
          if frame == nil, let list = live {
            guard let taken = try takenUnasked(list) else {
              phase = .asking(list)
              return
            }
            submission = taken
          }
        } catch {
          return fail(error, at: live, &announcements)
        }
        continue
      }
      push(
        StepEntry(
          planIndex: walk.planIndex, submission: submission, computed: walk.computed,
          frame: frame, pushedAt: now,
          shownBelow: frame == nil ? shownBelowNext(submission) : stack.count - 1,
          shownCount: shownCountBelowNext(submission) + (frame == nil ? 0 : 1),
          floor: floorOfNext(submission),
          language: languageOfNext(submission), failure: failure),
        opening: frame, &announcements)
      frame = nil
      live = nil
      if let failure { return fail(failure, &announcements) }
      guard let step = flow.step(at: walk.planIndex) else {
        return complete(&announcements)
      }
      if step.isEffect { return beginEffect(step, &announcements) }
      do {
        var state = try makeState(of: step, planIndex: walk.planIndex)
        defer { live = state }
        submission = try valuesWithoutAsking(
          step, &state, planIndex: walk.planIndex, &announcements)
        if submission != nil { continue }
        frame = openItem(of: state)
        if frame == nil {
          phase = .asking(state)
          return
        }
      } catch {
        return fail(error, at: live, &announcements)
      }
    }
  }

  /// What a walk through the plan came to.
  private struct Walk {
    /// The index in the plan; its count at the end of the flow.
    let planIndex: Int

    /// What was computed on the way.
    let computed: [ComputedValue]

    /// The list whose item ends there.
    var itemEnd: Int?

    /// The failure that stops the walk.
    var failure: FlowFailure?
  }

  /// The next step that is reached from an index of the plan.
  private func nextStep(
    from start: Int, with submission: Submission?, opening frame: RepeatFrame?
  ) -> Walk {
    var scope = scope()
    scope.opening = frame
    if let submission, let top = stack.top {
      scope.submitted = (top.planIndex, submission.values)
    }
    var index = start
    while index < flow.plan.count {
      do {
        switch flow.plan[index] {
        case .step: return Walk(planIndex: index, computed: scope.computed)
        case .itemEnd(let repeatIndex):
          return Walk(planIndex: index, computed: scope.computed, itemEnd: repeatIndex)
        case .branch(let branch):
          index = try branch.condition.isTrue(in: scope) ? index + 1 : branch.otherwise
          continue
        case .compute(let compute):
          let value = try compute.expression.value(in: scope)
          scope.computed.append(ComputedValue(planIndex: index, value: value))
        case .call(let call):
          let values = try arguments(of: call, in: scope)
          scope.computed.append(ComputedValue(planIndex: index, value: .list(values)))
        case .result(let output):
          let value = try value(of: output, in: scope) ?? .map(ValueMap())
          scope.computed.append(ComputedValue(planIndex: index, value: value))
        }
        index += 1
      } catch {
        return Walk(planIndex: index, computed: scope.computed, failure: error)
      }
    }
    return Walk(planIndex: flow.plan.count, computed: scope.computed)
  }

  /// The values of a flow's inputs inside the flow, as optionals.
  private func arguments(
    of call: CheckedSubflow, in scope: SessionScope
  ) throws(FlowFailure) -> [Value] {
    var values: [Value] = []
    for (input, argument) in zip(call.inputs, call.arguments) {
      let given = try argument.flatMap { (output) throws(FlowFailure) in
        try value(of: output, in: scope)
      }
      guard let value = given?.unwrapped ?? input.definition.defaultValue?.value else {
        values.append(.optional(nil))
        continue
      }
      guard let fitted = input.definition.type.fitted(value) else {
        throw FlowFailure(
          message: "the input '\(input.name)' must be \(input.definition.type.described)",
          place: call.place)
      }
      values.append(.optional(fitted))
    }
    return values
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

  /// The language of the steps above the top: what it answers, where it asks for that.
  private func languageOfNext(_ submission: Submission?) -> String? {
    for (element, value) in zip(topStep?.step.elements ?? [], submission?.values ?? []) {
      if element.field?.setsLanguage == true, case .string(let tag)? = value { return tag }
    }
    return stack.top?.language
  }

  private mutating func push(
    _ entry: StepEntry, opening frame: RepeatFrame?, _ announcements: inout [FlowAnnouncement]
  ) {
    let id = flow.step(at: entry.planIndex).map { self.id(of: $0, opening: frame) }
    if let id { announcements.append(.move(.willPush(id))) }
    stack.push(entry)
    if let id { announcements.append(.move(.didPush(id))) }
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
    announcements.append(.ended(outcome))
  }

  /// Ends the session before its flow does.
  mutating func leave(_ reason: LeaveReason, _ announcements: inout [FlowAnnouncement]) {
    if case .finished = phase { return }
    finish(.left(reason), output: .null, &announcements)
  }

  /// Stops at a failure.
  ///
  /// - Parameters:
  ///   - failure: What failed.
  ///   - live: The top step as the person left it; nil if it wasn't built.
  ///   - announcements: What is said.
  mutating func fail(
    _ failure: FlowFailure, at live: StepState? = nil,
    _ announcements: inout [FlowAnnouncement]
  ) {
    if let query = failure.missingFact { missingFact = query }
    phase = .failed(failure, live)
    isAcceptingSuggestions = false
    announcements.append(.failed(failure))
  }
}
