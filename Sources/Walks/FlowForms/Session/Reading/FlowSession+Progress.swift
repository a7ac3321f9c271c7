// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// The progress of a session.
extension FlowSession {
  /// How far the session is.
  public struct Progress: Hashable, Sendable {
    /// The 1-based number of the current step among the visible steps.
    ///
    /// A list of records counts as one step, including all steps of its items.
    public let step: Int

    /// An estimate of the number of steps still to be shown: those that no condition is known to
    /// skip, and that no answer given in advance or default passes.
    ///
    /// Steps after a stop don't count.
    public let remaining: Int

    /// Creates a progress value.
    public init(step: Int, remaining: Int) {
      self.step = step
      self.remaining = remaining
    }
  }

  /// How far the session is.
  ///
  /// - Complexity: O(*n*) in the number of steps that follow.
  public var progress: Progress { progress(passingReviews: false) }

  /// Returns the progress for a driver that can pass reviews and commits by itself.
  ///
  /// - Parameter passesReviews: Whether reviews and commits are passed, and so not counted.
  /// - Returns: The progress.
  /// - Complexity: O(*n*) in the number of steps that follow; with `passesReviews`, also in the
  ///   number of steps that were shown.
  public func progress(passingReviews passesReviews: Bool) -> Progress {
    guard let top = stack.top else { return Progress(step: 0, remaining: 0) }
    let step = topStep?.step
    if case .stop? = step?.kind { return Progress(step: top.shownCount + 1, remaining: 0) }
    // In an item, the list is the current step.
    let base =
      step?.repeats.first.flatMap { stack.depth(ofPlanIndex: $0) }
      .flatMap { stack.entry(at: $0)?.item } ?? top
    let scope = scope()
    var remaining = 0
    var index = flow.index(after: base.planIndex)
    while index < flow.plan.count {
      switch flow.plan[index] {
      case .compute, .call, .result, .itemEnd: index += 1
      case .step(let step):
        switch step.kind {
        case .review where passesReviews, .commit where passesReviews: break
        default: if isExpectedToBeShown(step, in: scope) { remaining += 1 }
        }
        index = flow.index(after: index)
      case .branch(let branch):
        index = knownValue(of: branch.condition, in: scope) == false ? branch.otherwise : index + 1
      }
    }
    let passed = passesReviews ? passedCount(below: base) : 0
    return Progress(step: base.shownCount + 1 - passed, remaining: remaining)
  }

  /// Returns the number of reviews and commits that were passed below an entry.
  private func passedCount(below top: StepEntry) -> Int {
    var count = 0
    var depth = top.shownBelow
    while let current = depth, let entry = stack.entry(at: current)?.item {
      switch flow.step(at: entry.planIndex)?.kind {
      case .review?, .commit?: count += 1
      default: break
      }
      depth = entry.shownBelow
    }
    return count
  }

  /// Returns whether a step ahead will probably be shown.
  private func isExpectedToBeShown(_ step: CheckedStep, in scope: SessionScope) -> Bool {
    switch step.kind {
    case .stop, .run, .write: return false
    case .note, .review: return true
    case .commit, .repeat: return given[step.id] == nil || consumed.contains(step.id)
    case .ask, .form:
      let shown = step.elements.filter { element in
        element.when.map { knownValue(of: $0, in: scope) != false } ?? true
      }
      let fields = shown.compactMap { element in element.field.map { (element.id, $0) } }
      return fields.isEmpty || !fields.allSatisfy { isPassed($0.1, id: $0.0) }
    }
  }

  /// Returns whether a field ahead will probably not be asked.
  private func isPassed(_ field: CheckedField, id: String) -> Bool {
    if consumed.contains(id) { return false }
    if given[id] != nil { return true }
    // Earlier answers are offered, not taken.
    guard suggestions[id] == nil,
      options.takesDefaults || field.priority < options.priorityThreshold
    else { return false }
    if field.defaultValue != nil { return true }
    if case .known(.bool(false))? = field.required { return true }
    return false
  }
}
