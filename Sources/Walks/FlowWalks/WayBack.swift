// SPDX-License-Identifier: Apache-2.0

package import FlowSessions

/// A way back to an earlier step, which discards the answers since.
public struct WayBack: Hashable, Sendable {
  /// The id of the step or field to which it leads.
  public let target: String

  /// The name of the answer there.
  public let name: String

  /// The names of the discarded answers, without those of the step to which it leads.
  public let discarded: [String]

  /// The same in the language of the step to which it leads.
  package let discardedThere: [String]

  /// Whether it goes back more steps than there are, and so leads to the first.
  package let isTooFar: Bool

  /// The event that goes back.
  let event: FlowEvent
}

extension FlowSession {
  /// The way back on which an event leads; nil if the event leads to no certain step.
  ///
  /// - Complexity: O(*n*) in the number of answers, plus the cost of evaluating their texts.
  package func wayBack(by event: FlowEvent) -> WayBack? {
    let target: String
    var isTooFar = false
    switch event {
    case .backTo(let id): target = id
    case .back(steps: let count) where count > 1:
      // One step back can lead to the previous field of a form.
      let steps = shownSteps
      guard let id = steps.dropLast(max(0, min(count, steps.count) - 1)).last else { return nil }
      (target, isTooFar) = (id, count > steps.count)
    default: return nil
    }
    let reach = ReviewReach(self)
    let discarded = reach.discarded(byGoingBackTo: target)
    let there = inLanguage(ofStep: target)
    return WayBack(
      target: target, name: reach.name(of: target) ?? target, discarded: discarded,
      discardedThere: there.language == language
        ? discarded : ReviewReach(there).discarded(byGoingBackTo: target),
      isTooFar: isTooFar, event: event)
  }
}

// Going back.
extension FlowWalk {
  /// Returns the event that goes back; nil if the client decides first.
  ///
  /// A user who reviews the answers looks before changing one: at a review, a way that discards others is a
  /// decision.
  mutating func wayBack(by event: FlowEvent) throws(WalkError) -> FlowEvent? {
    switch session.state {
    case .asking(let step):
      guard services.client.contains(.discards), step.kind == .review,
        let way = session.wayBack(by: event), !way.discarded.isEmpty,
        session.canGoBack(to: way.target)
      else { return event }
      wayBack = way
      return nil
    case .failed: return event
    case .needs:
      if let way = wayBackToFile(by: event) { return way }
      throw WalkError(.outOfTurn, "the walk doesn't go back now: \(state.words)")
    case .notStarted, .finished:
      throw WalkError(.outOfTurn, "the walk doesn't go back now: \(state.words)")
    }
  }
}
