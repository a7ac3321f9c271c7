// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A step on the session's stack.
///
/// The answers of a step live in the entry above it: they become final when that entry is pushed
/// and are gone when it's popped, so that no stack ever holds an answer that isn't submitted, and
/// nothing but push and pop changes it.
///
/// It's a reference only because every event reads entries; nothing in it changes.
final class StepEntry: Sendable {
  /// The index of its step in the plan; the plan's count for the end of the flow.
  let planIndex: Int

  /// The answers of the step below, when there is one.
  let submission: Submission?

  /// What was computed between the step below and this one, with the index in the plan.
  let computed: [ComputedValue]

  /// The list below as it stood when this first step of one of its items was pushed; nil elsewhere.
  let frame: RepeatFrame?

  /// The session's `now` when it was pushed.
  let pushedAt: Timestamp

  /// The depth of the nearest entry below that a person was shown.
  let shownBelow: Int?

  /// How many entries below were shown.
  let shownCount: Int

  /// The depth below which nothing can be popped any more: 0, or the one above a `commit`, or above
  /// a `run` that nothing undoes.
  let floor: Int

  /// The language tag that an answer below chose; nil if none did.
  let language: String?

  /// The failure that stopped the session here.
  let failure: FlowFailure?

  init(
    planIndex: Int, submission: Submission?, computed: [ComputedValue], frame: RepeatFrame?,
    pushedAt: Timestamp, shownBelow: Int?, shownCount: Int, floor: Int, language: String?,
    failure: FlowFailure?
  ) {
    self.planIndex = planIndex
    self.submission = submission
    self.computed = computed
    self.frame = frame
    self.pushedAt = pushedAt
    self.shownBelow = shownBelow
    self.shownCount = shownCount
    self.floor = floor
    self.language = language
    self.failure = failure
  }
}

/// A computed value with its place in the plan.
struct ComputedValue: Sendable, Hashable {
  let planIndex: Int
  let value: Value
}

/// The answers of a step as they were submitted.
struct Submission: Sendable, Hashable {
  /// The value of each element of the step; nil for those without one.
  let values: [Value?]

  /// How they came about.
  let origin: AnswerOrigin

  /// The items, when the step is a list of records.
  var items: ItemList?

  /// The indices of the elements that were left empty although they have a default, which therefore
  /// must not come back where the answers are given again.
  var leftEmpty: [Int] = []

  /// What the step did outside; nil for steps that do nothing.
  var effect: EffectTrace?
}
