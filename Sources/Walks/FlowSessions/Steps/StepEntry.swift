// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// A step on the session's stack.
///
/// The answers of a step are in the entry above it: they become final when that entry is pushed,
/// and are gone when it's popped. So the stack never contains an answer that isn't submitted, and
/// only push and pop change it.
///
/// It's a class only because every event reads entries; it never changes.
final class StepEntry: Sendable {
  // Every answer leaves an entry, so indexes and depths take 32 bits, and what few entries have is kept
  // apart.
  private let plan: Int32
  private let shownDepth: Int32
  private let shown: Int32
  private let lowest: Int32

  /// The index of its step in the plan, or the plan's count for the end of the flow.
  var planIndex: Int { Int(plan) }

  /// The answers of the step below, or nil if there isn't one.
  let submission: Submission?

  /// The values computed between the step below and this one.
  let computed: [ComputedValue]

  /// The language tag that an answer below has set, or nil if none has.
  let language: String?

  /// Few entries have a frame, which is large.
  private let boxed: Box?

  /// The session's `now` when it was pushed.
  let pushedAt: Timestamp

  private final class Box: Sendable {
    let frame: RepeatFrame

    init(_ frame: RepeatFrame) { self.frame = frame }
  }

  /// The list below, as it was when this first step of one of its items was pushed; nil for other
  /// steps.
  var frame: RepeatFrame? { boxed?.frame }

  /// The depth of the nearest visible entry below, or nil if there isn't one.
  var shownBelow: Int? { shownDepth < 0 ? nil : Int(shownDepth) }

  /// The number of visible entries below.
  var shownCount: Int { Int(shown) }

  /// The depth below which nothing can be popped: 0, or the depth above a `commit` or a `run` that
  /// can't be undone.
  var floor: Int { Int(lowest) }

  init(
    planIndex: Int, submission: Submission?, computed: [ComputedValue], frame: RepeatFrame?,
    pushedAt: Timestamp, shownBelow: Int?, shownCount: Int, floor: Int, language: String?
  ) {
    plan = Int32(clamping: planIndex)
    shownDepth = Int32(clamping: shownBelow ?? -1)
    shown = Int32(clamping: shownCount)
    lowest = Int32(clamping: floor)
    self.submission = submission
    self.computed = computed
    self.language = language
    boxed = frame.map { Box($0) }
    self.pushedAt = pushedAt
  }
}

/// A computed value, or the value of a field that isn't asked, with its index in the plan.
struct ComputedValue: Sendable, Hashable {
  let planIndex: Int

  /// The index of the field in its step; nil for a computed value.
  var element: Int?

  let value: Value
}

/// The submitted answers of a step.
struct Submission: Sendable, Hashable {
  /// The values of the elements of the step; nil for those without one.
  let values: [Value?]

  /// Whether the user was asked, so that it's a step to go back to.
  let isAsked: Bool

  /// The origin of the answers, or of the first one if they have several.
  private let commonOrigin: AnswerOrigin

  /// The properties that few submissions have; nil for none of them.
  private let rare: Rare?

  private indirect enum Rare: Sendable, Hashable {
    case parts(ItemList?, leftEmpty: [Int], EffectTrace?, origins: [AnswerOrigin])
  }

  /// The origin of the step's only answer, or of its first one.
  var origin: AnswerOrigin { commonOrigin }

  /// Returns the origin of the answer of an element.
  func origin(of element: Int) -> AnswerOrigin {
    if case .parts(_, _, _, let origins)? = rare, origins.indices.contains(element) {
      origins[element]
    } else {
      commonOrigin
    }
  }

  /// The items, if the step is a list of records.
  var items: ItemList? {
    if case .parts(let items, _, _, _)? = rare { items } else { nil }
  }

  /// The indices of the elements that were left empty although they have a default, so the default
  /// must not reappear if the answers are given again.
  var leftEmpty: [Int] {
    if case .parts(_, let leftEmpty, _, _)? = rare { leftEmpty } else { [] }
  }

  /// The effect of the step, or nil if it has none.
  var effect: EffectTrace? {
    if case .parts(_, _, let effect, _)? = rare { effect } else { nil }
  }

  init(
    values: [Value?], origin: AnswerOrigin, isAsked: Bool = false, items: ItemList? = nil,
    leftEmpty: [Int] = [], origins: [AnswerOrigin] = []
  ) {
    self.values = values
    self.isAsked = isAsked
    commonOrigin = origins.first ?? origin
    let mixed = origins.count > 1 && origins.contains { $0 != origins[0] } ? origins : []
    rare =
      items == nil && leftEmpty.isEmpty && mixed.isEmpty
      ? nil : .parts(items, leftEmpty: leftEmpty, nil, origins: mixed)
  }

  /// Creates the submission of a step by its effect.
  init(values: [Value?], effect: EffectTrace) {
    self.values = values
    isAsked = false
    commonOrigin = .effect
    rare = .parts(nil, leftEmpty: [], effect, origins: [])
  }

  /// Creates the submission of a step as the user left it, or as it's passed without asking.
  init(values: [Value?], of live: StepState?, isAsked: Bool, items: ItemList? = nil) {
    let elements = items == nil ? live?.elements ?? [] : []
    self.init(
      values: values,
      origin: elements.first?.origin(isAsked: isAsked)
        ?? (isAsked ? .typed : items != nil && live?.isDrawn == true ? .given : .taken),
      isAsked: isAsked, items: items, leftEmpty: live?.leftEmpty ?? [],
      origins: elements.count > 1 ? elements.map { $0.origin(isAsked: isAsked) } : [])
  }
}
