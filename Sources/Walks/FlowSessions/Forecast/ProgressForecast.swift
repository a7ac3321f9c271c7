// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import StackFlowCore

/// How far a session is, for a face that asks after each event.
///
/// It remembers the steps ahead. They're looked at again only if something that they depend on has changed: an answer
/// that a condition ahead reads, or one given in advance. Where they depend on the time, on records, or on defaults
/// that may be taken, nothing is remembered.
package struct ProgressForecast {
  /// The steps ahead of a place in the plan.
  private struct Outlook {
    /// The index in the plan from which on steps were looked at.
    let start: Int

    /// The steps that a user probably sees, by their indices in the plan, in order.
    let shown: [Int]

    let reads: ForecastReads.Noted
    let giveCount: Int
    let passesReviews: Bool

    /// The number of steps that a user probably sees from an index of the plan on.
    func count(from index: Int) -> Int {
      var (low, high) = (0, shown.count)
      while low < high {
        let middle = (low + high) / 2
        if shown[middle] < index { low = middle + 1 } else { high = middle }
      }
      return shown.count - low
    }
  }

  private var outlook: Outlook?

  /// The number of steps and fields that were looked at, for tests that count work.
  private(set) var lookCount = 0

  package init() {}

  /// Returns the progress of a session.
  ///
  /// - Parameters:
  ///   - session: The session, which is always of the same flow and options.
  ///   - passesReviews: Whether reviews and commits are passed, and so not counted.
  /// - Returns: Its ``FlowSession/progress(passingReviews:)``.
  /// - Complexity: O(*n*) in the number of steps that follow, times that of their conditions; O(*m* log *n*) in the
  ///   number of names that they read if none of these has changed. With `passesReviews`, also in the number of steps
  ///   that were shown.
  package mutating func progress(
    of session: FlowSession, passingReviews passesReviews: Bool
  ) -> FlowSession.Progress {
    let (flow, stack) = (session.flow, session.stack)
    guard let top = stack.top else { return FlowSession.Progress(step: 0, remaining: 0) }
    let step = session.topStep?.step
    if case .stop? = step?.kind {
      return FlowSession.Progress(step: top.shownCount + 1, remaining: 0)
    }
    // In an item, the list is the current step.
    let base =
      step?.repeats.first.flatMap { stack.depth(ofPlanIndex: $0) }
      .flatMap { stack.entry(at: $0)?.item } ?? top
    // The end is an entry, too, after which nothing is asked.
    let next = min(flow.index(after: base.planIndex), flow.plan.count)
    if outlook.map({ !holds($0, for: session, from: next, passesReviews) }) ?? true {
      look(ahead: session, from: next, passesReviews)
    }
    let remaining = outlook?.count(from: next) ?? 0
    let passed = passesReviews ? session.passedCount(below: base) : 0
    if step?.repeats.isEmpty == false || outlook?.reads.hasOther == true { outlook = nil }
    return FlowSession.Progress(step: base.shownCount + 1 - passed, remaining: remaining)
  }

  /// Looks at the steps from an index of the plan on.
  private mutating func look(
    ahead session: FlowSession, from next: Int, _ passesReviews: Bool
  ) {
    let reads = ForecastReads()
    var walk = ForecastWalk(session)
    walk.isBrief = true
    walk.scope.reads = reads
    walk.run(in: next..<session.flow.plan.count)
    lookCount += walk.forecast.steps.count
    var shown: [Int] = []
    for told in walk.forecast.steps
    where told.isShown && !(passesReviews && (told.need == .review || told.need == .yes))
      && told.plan != shown.last && session.isCounted(told)
    {
      shown.append(told.plan)
    }
    var noted = reads.noted
    // Lists take their defaults depending on what was entered before.
    if session.options.takesDefaults { noted.hasOther = true }
    outlook = Outlook(
      start: next, shown: shown, reads: noted, giveCount: session.giveCount,
      passesReviews: passesReviews)
  }

  /// Whether the same would be ahead if it was looked at again.
  private func holds(
    _ outlook: Outlook, for session: FlowSession, from next: Int, _ passesReviews: Bool
  ) -> Bool {
    guard outlook.start <= next, outlook.passesReviews == passesReviews,
      outlook.giveCount == session.giveCount, let top = session.topStep,
      top.step.repeats.isEmpty
    else { return false }
    let scope = session.scope()
    // The steps that are still ahead follow from the reads of the rest.
    return outlook.reads.values.allSatisfy { origin, value in
      origin.plan.map { $0 >= top.planIndex } ?? true || .some(scope.value(at: origin)) == value
    }
      && outlook.reads.used.allSatisfy { session.consumed.contains($0.key) == $0.value }
  }
}
