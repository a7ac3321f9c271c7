// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import StackFlowCore

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
}

// The progress of a session.
extension FlowSession {
  /// How far the session is.
  ///
  /// - Complexity: O(*n*) in the number of steps that follow, times that of their conditions.
  public var progress: Progress { progress(passingReviews: false) }

  /// Returns the progress for a driver that can pass reviews and commits by itself.
  ///
  /// - Parameter passesReviews: Whether reviews and commits are passed, and so not counted.
  /// - Returns: The progress.
  /// - Complexity: O(*n*) in the number of steps that follow, times that of their conditions; with
  ///   `passesReviews`, also in the number of steps that were shown.
  public func progress(passingReviews passesReviews: Bool) -> Progress {
    guard let top = stack.top else { return Progress(step: 0, remaining: 0) }
    let step = topStep?.step
    if case .stop? = step?.kind {
      return Progress(step: top.shownCount + 1, remaining: 0)
    }
    // In an item, the list is the current step.
    let base =
      step?.repeats.first.flatMap { stack.depth(ofPlanIndex: $0) }
      .flatMap { stack.entry(at: $0)?.item } ?? top
    // The end is an entry, too, after which nothing is asked.
    let next = min(flow.index(after: base.planIndex), flow.plan.count)
    var walk = ForecastWalk(self)
    walk.isBrief = true
    walk.run(in: next..<flow.plan.count)
    let shown = walk.forecast.steps.lazy.filter { told in
      told.isShown && !(passesReviews && (told.need == .review || told.need == .yes))
        && isCounted(told)
    }
    let remaining = Set(shown.map(\.plan)).count
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

  /// Returns whether a user sees a step ahead because of a part of it.
  private func isCounted(_ told: FlowForecast.Step) -> Bool {
    guard let step = flow.step(at: told.plan) else { return false }
    return switch step.kind {
    case .run, .write, .stop: false
    // A form is passed with its notes if its fields are.
    case .form: told.need != nil || step.elements.allSatisfy { $0.field == nil }
    case .ask, .note, .review, .commit, .repeat: true
    }
  }
}
