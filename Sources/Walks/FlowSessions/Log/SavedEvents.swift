// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel

// The log of a session, to save and replay it.
extension FlowSession {
  /// Returns the newest events, oldest first, to append them to a saved walk.
  ///
  /// Answers of secrets, and results that contain them, are left out, so that they're asked again; see
  /// ``LoggedEvent/withoutSecrets(in:)``. Keep them only where the walk is encrypted.
  ///
  /// - Parameters:
  ///   - count: The ``eventCount`` after which they were added.
  ///   - keepsSecrets: Whether secrets are kept.
  /// - Returns: The events that were added since and are still needed.
  /// - Complexity: O(*n*) in the number of returned events.
  package func events(after count: Int, keepingSecrets keepsSecrets: Bool = false) -> [LoggedEvent]
  {
    let events = log.events(after: count)
    return keepsSecrets ? events : events.map { $0.withoutSecrets(in: self) }
  }

  /// Returns the newest events if they can be appended to what was saved at an earlier
  /// ``eventCount``.
  ///
  /// They can't while something waits in a restored walk, because that's saved after the events. Nor can the first
  /// events of a session that was restored in a changed flow: the saved log is one of the flow before.
  ///
  /// - Parameters:
  ///   - count: The ``eventCount`` at which the walk was saved.
  ///   - keepsSecrets: Whether secrets are kept.
  /// - Returns: The events, or nil if the whole walk has to be saved again.
  /// - Complexity: O(*n*) in the number of returned events.
  public func appendableEvents(
    after count: Int, keepingSecrets keepsSecrets: Bool = false
  ) -> [LoggedEvent]? {
    guard tail == nil, count >= tailEnd else { return nil }
    return events(after: count, keepingSecrets: keepsSecrets)
  }

  /// Counts on, after the session was restored, from the ``eventCount`` that it had when it was saved.
  ///
  /// Where it isn't at the same question, because the flow has changed or a secret was left out, it counts one more, so
  /// that an answer to the other question isn't taken for one to this.
  package mutating func countOn(from count: Int) {
    let before = log.addedCount
    log.countOn(from: tailEnd > 0 ? count + 1 : count)
    if tailEnd > 0 { tailEnd += log.addedCount - before }
  }

  /// The ids of the fields, lists, steps, and effects of a restored walk for which saved events
  /// wait, sorted.
  ///
  /// They are handled once the walk reaches them. What it doesn't reach any more isn't needed.
  package var awaitedReplays: [String] { tail?.subjects ?? [] }

  /// The events of a restored walk that wait for their questions, oldest first.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  package var awaitedEvents: [LoggedEvent] { tail?.events ?? [] }

  /// The values of the inputs, by name.
  ///
  /// - Parameter keepsSecrets: Whether secret inputs are included.
  /// - Returns: The values.
  package func givenInputs(keepingSecrets keepsSecrets: Bool) -> [String: Value] {
    var given: [String: Value] = [:]
    for (input, value) in zip(flow.inputs, inputs) {
      guard let value, keepsSecrets || !input.definition.type.holdsSecrets else { continue }
      given[input.name] = value
    }
    return given
  }

  /// Returns the session that results from the same events.
  ///
  /// - Complexity: The same as handling each event.
  package static func replaying(
    _ events: some Sequence<LoggedEvent>, flow: CheckedFlow, inputs: [String: Value] = [:],
    options: SessionOptions = SessionOptions()
  ) throws(InputError) -> FlowSession {
    var session = try FlowSession(flow: flow, inputs: inputs, options: options)
    for event in events { session.send(event.event, now: event.now) }
    return session
  }
}
