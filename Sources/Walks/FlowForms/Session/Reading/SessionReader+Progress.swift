// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// The progress of a session.
extension SessionReader {
  var progress: FlowSession.Progress { progress(passingReviews: false) }

  func progress(passingReviews passesReviews: Bool) -> FlowSession.Progress {
    guard let top = session.stack.top else { return FlowSession.Progress(step: 0, remaining: 0) }
    let step = session.topStep?.step
    if case .stop? = step?.kind {
      return FlowSession.Progress(step: top.shownCount + 1, remaining: 0)
    }
    // In an item, the list is the current step.
    let base =
      step?.repeats.first.flatMap { session.stack.depth(ofPlanIndex: $0) }
      .flatMap { session.stack.entry(at: $0)?.item } ?? top
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
    return FlowSession.Progress(step: base.shownCount + 1 - passed, remaining: remaining)
  }

  /// Returns the number of reviews and commits that were passed below an entry.
  private func passedCount(below top: StepEntry) -> Int {
    var count = 0
    var depth = top.shownBelow
    while let current = depth, let entry = session.stack.entry(at: current)?.item {
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
