// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// Facts about files, which a session asks its driver for.
//
// An evaluation that needs a fact which the session has not fails. Then the session becomes what it
// was before the event, remembers the event, and is in `needs(.lookUp(…))`; the reply is an event
// too, and with it the first one is handled again. So nothing happens halfway, and a replay of the
// log touches no file. Facts hold for the handling of one event.
extension FlowSession {
  /// An event that waits for a fact.
  ///
  /// It is a reference because hardly any session has one, and sessions are copied at every step.
  final class PendingLookup: Sendable {
    /// The event that is handled once the fact is known.
    let event: FlowEvent

    /// When it happened.
    let now: Timestamp

    /// What must be known.
    let query: PathQuery

    /// The facts that are known already.
    let facts: [String: PathFacts]

    init(event: FlowEvent, now: Timestamp, query: PathQuery, facts: [String: PathFacts]) {
      self.event = event
      self.now = now
      self.query = query
      self.facts = facts
    }
  }

  /// Handles an event, or puts it off until a fact is known.
  mutating func handleLookingUp(_ event: FlowEvent, now: Timestamp) -> [FlowAnnouncement] {
    guard let lookup else { return attempt(event, now: now, knowing: [:]) }
    switch event {
    case .found(let found) where found.path == lookup.query.path:
      var facts = lookup.facts
      facts[found.path] = found
      if let expanded = found.expanded {
        facts[expanded] = PathFacts(expanded, expanded: expanded, kind: found.kind)
      }
      self.lookup = nil
      return attempt(lookup.event, now: lookup.now, knowing: facts)
    case .leave:
      self.lookup = nil
      return attempt(event, now: now, knowing: [:])
    default: return []
    }
  }

  private mutating func attempt(
    _ event: FlowEvent, now: Timestamp, knowing facts: [String: PathFacts]
  ) -> [FlowAnnouncement] {
    guard flow.asksForPaths else { return process(event, now: now) }
    let before = self
    self.facts = facts
    let announcements = process(event, now: now)
    guard let query = missingFact else {
      self.facts = [:]
      return announcements
    }
    self = before
    lookup = PendingLookup(event: event, now: now, query: query, facts: facts)
    return []
  }

  /// What is known of a path.
  ///
  /// - Throws: a failure that ends the handling of the event until the fact is known.
  func facts(of path: String, for field: CheckedField) throws(FlowFailure) -> PathFacts {
    if let known = facts[path] { return known }
    throw FlowFailure(missing: PathQuery(path), at: field.place)
  }

  /// A path with `~` replaced; nil if no directory is known for it.
  func expanded(_ path: String, for field: CheckedField) throws(FlowFailure) -> String? {
    guard path.hasPrefix("~") else { return path }
    return try facts(of: path, for: field).expanded
  }
}
