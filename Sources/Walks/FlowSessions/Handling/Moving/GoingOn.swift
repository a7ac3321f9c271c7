// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import StackFlowCore

// Moves forward from the answers of the top step to the next step.
extension FlowSession {
  /// Submits the answers of the top step, continues to the next step, and pushes it.
  ///
  /// Steps that don't have to be asked are passed.
  ///
  /// - Parameters:
  ///   - first: The answers of the top step; nil if the flow starts or an item is opened.
  ///   - left: The top step as the user left it; nil if it wasn't asked.
  ///   - opening: The top list, if one of its items is being opened; otherwise nil.
  ///   - failing: The failure that stops the session at the next step; nil to continue.
  mutating func advance(
    with first: Submission?, of left: StepState? = nil, opening: RepeatFrame? = nil,
    failing: FlowFailure? = nil
  ) {
    var progress = Advance(submission: first, live: left, frame: opening)
    while true {
      let start =
        progress.frame.map { $0.planIndex + 1 } ?? stack.top.map { flow.index(after: $0.planIndex) }
        ?? 0
      let walk = nextStep(from: start, with: progress.submission, opening: progress.frame)
      var failure = failing ?? walk.failure
      observe(progress.submission, of: progress.live, computing: walk.computed)
      rememberRecords(of: progress.submission)
      useUpAnswers(equalTo: walk.computed, opening: progress.frame)
      var finished: FinishedItem?
      if let repeatIndex = walk.itemEnd, failure == nil {
        do {
          finished = try finishedItem(
            of: repeatIndex, with: progress.submission, walk.computed, opening: progress.frame)
        } catch {
          failure = error
        }
      }
      do {
        if let finished {
          guard try closes(finished, &progress) else { return }
          continue
        }
        pushStep(after: walk, &progress)
        if let failure { return fail(failure) }
        guard let step = flow.step(at: walk.planIndex) else { return complete() }
        if step.isEffect { return beginEffect(step) }
        guard try passes(step, at: walk.planIndex, &progress) else { return }
      } catch {
        return fail(error, at: progress.live)
      }
    }
  }

  /// The state that ``advance(with:of:opening:failing:)`` carries from step to step.
  private struct Advance {
    /// The answers of the top step.
    var submission: Submission?

    /// The top step as it was left.
    var live: StepState?

    /// The top list, if one of its items is being opened.
    var frame: RepeatFrame?

    /// The matrix whose records, given in advance, were refused, while no row of it is asked.
    var refused: String?
  }

  /// Closes an item, and returns whether its list is passed or has another item; otherwise, the list is asked.
  private mutating func closes(
    _ finished: FinishedItem, _ progress: inout Advance
  ) throws(FlowFailure) -> Bool {
    progress.frame = try close(finished, &progress.live)
    progress.submission = nil
    guard progress.frame == nil, let list = progress.live else { return true }
    var taken = try takenUnasked(list)
    if taken == nil { taken = try takenMatrix(list) }
    guard let taken else {
      phase = .asking(list)
      return false
    }
    progress.submission = taken
    // Nothing asks for better records, so those were given for nothing.
    if let refused = progress.refused, refused == list.id { consumed.remove(refused) }
    return true
  }

  /// Pushes the step that a walk through the plan leads to.
  private mutating func pushStep(after walk: Walk, _ progress: inout Advance) {
    let (submission, frame) = (progress.submission, progress.frame)
    // A row of a matrix is a part of it, not a step after it.
    let isRow = frame.map { flow.repeat(at: $0.planIndex)?.matrix != nil } ?? false
    if let frame {
      if isRow { suggestRow(frame) } else { suggestItem(frame) }
    }
    // Neither is a list of which the user doesn't choose the record.
    let isItem = frame.map { !isRow && !$0.isFilling } ?? false
    push(
      StepEntry(
        planIndex: walk.planIndex, submission: submission, computed: walk.computed,
        frame: frame, pushedAt: timeOfNames,
        shownBelow: isItem ? stack.count - 1 : shownBelowNext(submission),
        shownCount: shownCountBelowNext(submission) + (isItem ? 1 : 0),
        floor: floorOfNext(submission), language: languageOfNext(submission)),
      opening: frame)
    progress.frame = nil
    progress.live = nil
  }

  /// Builds the pushed step, and returns whether it's passed or one of its items is opened; otherwise, it's asked.
  private mutating func passes(
    _ step: CheckedStep, at planIndex: Int, _ progress: inout Advance
  ) throws(FlowFailure) -> Bool {
    var state = try makeState(of: step, planIndex: planIndex)
    defer { progress.live = state }
    progress.submission =
      handling.isAskedAgain && state.focus != nil
      ? nil : try valuesWithoutAsking(step, &state, planIndex: planIndex)
    guard progress.submission == nil else { return true }
    progress.frame = openItem(of: state)
    guard progress.frame != nil else {
      phase = .asking(state)
      return false
    }
    progress.refused = state.problems.isEmpty ? nil : state.id
    return true
  }

  /// The result of a walk through the plan.
  struct Walk {
    /// The index in the plan, which is the plan's count at the end of the flow.
    let planIndex: Int

    /// The values computed along the way.
    let computed: [ComputedValue]

    /// The index of the list whose item ends there, or nil if none does.
    var itemEnd: Int?

    /// The failure that stopped the walk, or nil if there isn't one.
    var failure: FlowFailure?
  }

  /// Returns the next step that's reached from an index of the plan.
  func nextStep(
    from start: Int, with submission: Submission?, opening frame: RepeatFrame?
  ) -> Walk {
    var scope = self.scope()
    scope.opening = frame
    if let submission, let top = stack.top {
      scope.submitted = (top.planIndex, submission.values)
    }
    var index = start
    do {
      try addValues(ofEmpty: submission, to: &scope)
    } catch {
      return Walk(planIndex: index, computed: scope.computed, failure: error)
    }
    while index < flow.plan.count {
      do {
        switch flow.plan[index] {
        case .step: return Walk(planIndex: index, computed: scope.computed)
        case .itemEnd(let repeatIndex):
          return Walk(planIndex: index, computed: scope.computed, itemEnd: repeatIndex)
        case .branch(let branch):
          guard try !branch.condition.isTrue(in: scope) else { break }
          for field in branch.skipped { try addValue(of: field, to: &scope) }
          index = branch.otherwise
          continue
        case .compute(let compute):
          let value = try compute.expression.value(in: scope)
          scope.computed.append(ComputedValue(planIndex: index, value: value))
        case .call(let call):
          let values = try arguments(of: call, in: scope)
          scope.computed.append(ComputedValue(planIndex: index, value: .list(values)))
        case .result(let output):
          let value = try self.value(of: output, in: scope) ?? .map(ValueMap())
          scope.computed.append(ComputedValue(planIndex: index, value: value))
        }
        index += 1
      } catch {
        return Walk(planIndex: index, computed: scope.computed, failure: error)
      }
    }
    return Walk(planIndex: flow.plan.count, computed: scope.computed)
  }

  /// Returns the values of a used flow's inputs, as optionals.
  private func arguments(
    of call: CheckedSubflow, in scope: SessionScope
  ) throws(FlowFailure) -> [Value] {
    var values: [Value] = []
    for (input, argument) in zip(call.inputs, call.arguments) {
      let given = try argument.flatMap { (output) throws(FlowFailure) in
        try self.value(of: output, in: scope)
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
    return submission?.isAsked == true ? stack.count - 1 : top.shownBelow
  }

  private func shownCountBelowNext(_ submission: Submission?) -> Int {
    guard let top = stack.top else { return 0 }
    return top.shownCount + (submission?.isAsked == true ? 1 : 0)
  }

  private func floorOfNext(_ submission: Submission?) -> Int {
    guard let top = stack.top else { return 0 }
    if submission?.effect?.isFloor == true { return stack.count }
    if case .commit? = flow.step(at: top.planIndex)?.kind { return stack.count }
    return top.floor
  }

  /// Returns the language of the steps above the top, which its answer can set.
  private func languageOfNext(_ submission: Submission?) -> String? {
    let language = stack.top?.language
    guard let step = topStep?.step, step.setsLanguage, let submission else { return language }
    for (element, value) in zip(step.elements, submission.values) {
      if element.field?.setsLanguage == true, case .string(let tag)? = value { return tag }
    }
    return language
  }

  private mutating func push(_ entry: StepEntry, opening frame: RepeatFrame?) {
    let id = flow.step(at: entry.planIndex).map { self.id(of: $0, opening: frame) }
    if let id { announce(.move(.willPush(id))) }
    stack.push(entry)
    if let id { announce(.move(.didPush(id))) }
  }

  private mutating func complete() {
    do {
      finish(.completed, output: try outputValue())
    } catch {
      fail(error)
    }
  }

  /// Ends the session.
  mutating func finish(_ outcome: FlowOutcome, output: Value, stopID: String? = nil) {
    let result = FlowResult(outcome: outcome, output: output, stopID: stopID)
    phase = .finished(result)
    // Effects in the walk's past are undone or decided before the walk is over.
    guard !settlesBeforeFinishing(result) else { return }
    announce(.ended(outcome))
  }

  /// Ends the session before the flow has ended.
  mutating func leave(_ reason: LeaveReason) {
    if case .finished = phase { return }
    finish(.left(reason), output: .null)
  }

  /// Stops at a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - live: The top step as the user left it; nil if it wasn't built.
  mutating func fail(_ failure: FlowFailure, at live: StepState? = nil) {
    if let query = failure.missingFact { handling.missingFact = query }
    phase = .failed(failure, live)
    isAcceptingSuggestions = false
    announce(.failed(failure))
  }
}
