// SPDX-License-Identifier: Apache-2.0

import FlowModel
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
    package init(step: Int, remaining: Int) {
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
  package func progress(passingReviews passesReviews: Bool) -> Progress {
    var forecast = ProgressForecast()
    return forecast.progress(of: self, passingReviews: passesReviews)
  }

  /// Returns the number of reviews and commits that were passed below an entry.
  func passedCount(below top: StepEntry) -> Int {
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
  func isCounted(_ told: FlowForecast.Step) -> Bool {
    guard let step = flow.step(at: told.plan) else { return false }
    return switch step.kind {
    case .run, .write, .stop: false
    // A form is passed with its notes if its fields are.
    case .form: told.need != nil || step.elements.allSatisfy { $0.field == nil }
    case .ask, .note, .review, .commit, .repeat: true
    }
  }
}
