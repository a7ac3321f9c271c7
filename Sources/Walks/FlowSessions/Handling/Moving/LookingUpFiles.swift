// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// Requests facts about files from the driver.
//
// If an evaluation needs a fact that the session doesn't have, it fails. The session then returns
// to its state before the event, remembers the event, and enters `needs(.lookUp(…))`. The reply is
// an event too; with it, the first event is handled again. So nothing happens halfway, and
// replaying the log touches no files. Facts are valid while one event is handled.
extension FlowSession {
  /// Handles an event, or postpones it until a fact is known.
  mutating func handleLookingUp(_ event: FlowEvent, now: Timestamp) {
    guard let lookup = self.lookup else {
      return attempt(event, now: now, knowing: Dictionary())
    }
    switch event {
    case .found(let found) where found.path == lookup.path:
      var facts = lookup.facts
      facts.learn(found)
      self.lookup = nil
      attempt(lookup.event, now: lookup.now, knowing: facts)
    case .leave:
      self.lookup = nil
      attempt(event, now: now, knowing: [:])
    default: break
    }
  }

  private mutating func attempt(
    _ event: FlowEvent, now: Timestamp, knowing facts: [String: PathFacts]
  ) {
    guard flow.asksForPaths else { return process(event, now: now) }
    let before = self
    handling.facts = facts
    process(event, now: now)
    handling.facts = Dictionary()
    guard let path = handling.missingFact else { return }
    // Nothing that was announced meanwhile has happened.
    self = before
    lookup = PendingLookup(event: event, now: now, path: path, facts: facts)
  }
}

extension [String: PathFacts] {
  /// Adds what was found at a path, also under its expanded form.
  mutating func learn(_ found: PathFacts) {
    self[found.path] = found
    guard let expanded = found.expanded else { return }
    self[expanded] = PathFacts(expanded, expanded: expanded, kind: found.kind)
  }
}

extension FlowSession {
  /// An event that's waiting for a fact.
  ///
  /// It's a class because it's rare, and sessions are copied at every step.
  final class PendingLookup: Sendable {
    /// The event to handle once the fact is known.
    let event: FlowEvent

    /// The time of the event.
    let now: Timestamp

    /// The question.
    let path: String

    /// The facts that are already known.
    let facts: [String: PathFacts]

    init(event: FlowEvent, now: Timestamp, path: String, facts: [String: PathFacts]) {
      self.event = event
      self.now = now
      self.path = path
      self.facts = facts
    }
  }
}
