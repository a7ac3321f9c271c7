// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A step on the session's stack.
///
/// The answers of a step are in the entry above it: they become final when that entry is pushed,
/// and are gone when it's popped. So the stack never contains an answer that isn't submitted, and
/// only push and pop change it.
///
/// It's a class only because every event reads entries; it never changes.
final class StepEntry: Sendable {
  /// The index of its step in the plan, or the plan's count for the end of the flow.
  let planIndex: Int

  /// The answers of the step below, or nil if there isn't one.
  let submission: Submission?

  /// The values computed between the step below and this one.
  let computed: [ComputedValue]

  /// What few entries have, kept apart so that the others take little memory.
  private let rare: Rare?

  private final class Rare: Sendable {
    let frame: RepeatFrame?
    let failure: FlowFailure?

    init(frame: RepeatFrame?, failure: FlowFailure?) {
      self.frame = frame
      self.failure = failure
    }
  }

  /// The list below, as it was when this first step of one of its items was pushed; nil for other
  /// steps.
  var frame: RepeatFrame? { rare?.frame }

  /// The session's `now` when it was pushed.
  let pushedAt: Timestamp

  /// The depth of the nearest visible entry below, or nil if there isn't one.
  let shownBelow: Int?

  /// The number of visible entries below.
  let shownCount: Int

  /// The depth below which nothing can be popped: 0, or the depth above a `commit` or a `run` that
  /// can't be undone.
  let floor: Int

  /// The language tag that an answer below has set, or nil if none has.
  let language: String?

  /// The failure that stopped the session here, or nil if there isn't one.
  var failure: FlowFailure? { rare?.failure }

  init(
    planIndex: Int, submission: Submission?, computed: [ComputedValue], frame: RepeatFrame?,
    pushedAt: Timestamp, shownBelow: Int?, shownCount: Int, floor: Int, language: String?,
    failure: FlowFailure?
  ) {
    self.planIndex = planIndex
    self.submission = submission
    self.computed = computed
    rare = frame == nil && failure == nil ? nil : Rare(frame: frame, failure: failure)
    self.pushedAt = pushedAt
    self.shownBelow = shownBelow
    self.shownCount = shownCount
    self.floor = floor
    self.language = language
  }
}

/// A computed value, with its index in the plan.
struct ComputedValue: Sendable, Hashable {
  let planIndex: Int
  let value: Value
}

/// The submitted answers of a step.
struct Submission: Sendable, Hashable {
  /// The values of the elements of the step; nil for those without one.
  let values: [Value?]

  /// The origin of the answers.
  let origin: AnswerOrigin

  /// The items, if the step is a list of records.
  var items: ItemList?

  /// The indices of the elements that were left empty although they have a default, so the default
  /// must not reappear if the answers are given again.
  var leftEmpty: [Int] = []

  /// The effect of the step, or nil if it has none.
  var effect: EffectTrace? {
    if case .effect(let trace)? = performed { trace } else { nil }
  }

  /// The effect in a box, because few steps have one, and it's large.
  private var performed: Performed?

  private indirect enum Performed: Sendable, Hashable { case effect(EffectTrace) }

  init(
    values: [Value?], origin: AnswerOrigin, items: ItemList? = nil, leftEmpty: [Int] = [],
    effect: EffectTrace? = nil
  ) {
    self.values = values
    self.origin = origin
    self.items = items
    self.leftEmpty = leftEmpty
    performed = effect.map { .effect($0) }
  }
}
