// SPDX-License-Identifier: Apache-2.0

import FlowEffects
public import FlowExpressions
import FlowModel
public import FlowSessions

/// The entry of a walk in a list of a store, made without restoring it: its flow, state, owner, and result.
///
/// A change of a walk brings the summary that it leads to, so both are stored together. A store only keeps it; one that
/// seals its walks seals it too, except for the times. An `AsyncFlowRunner` over a store and `FlowService` of `FlowServer`
/// write it; without them, bring your own:
///
/// ```swift
/// var summary = stored.summary ?? WalkSummary(stored.walk)
/// summary.update(from: session)
/// try await store.append(events, to: id, after: stored.revision, holding: nil, summary: summary)
/// ```
public struct WalkSummary: Hashable, Sendable {
  /// The state of a walk, known from its session.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It asks its user.
    case asking

    /// It waits for something else: its start, a decision, an effect, or what's at a path.
    case waiting

    /// It can only try again, go back, or be left.
    case failed

    /// It has ended.
    case ended
  }

  /// The id of the flow.
  public var flow: String

  /// The version of the flow.
  public var version: Int

  /// The state; nil if it was never noted.
  public var state: State?

  /// The id of the step that the walk is at; nil at none.
  public var step: String?

  /// The word of the outcome, such as `completed`; nil until the walk has ended.
  public var outcome: String?

  /// The output of a walk that has ended; with dots for its secrets, unless the store keeps them.
  public var output: Value?

  /// The time of the first event; nil if nothing has happened.
  public var begun: Timestamp?

  /// The number of events that the walk has had, also those that it no longer keeps; nil if it was never noted.
  ///
  /// A walk that's restored counts on from it, so a number that a client has seen never returns for something else.
  public var eventCount: Int?

  /// The owner, as the program that keeps the walk names it; nil for none.
  public var owner: String?

  /// The time after which the walk may be removed; nil for never.
  public var expires: Timestamp?

  /// The notes of the program that keeps the walk, by name.
  public var notes: [String: Value]

  /// Creates a summary of a walk of which nothing but its beginning is known.
  ///
  /// - Parameters:
  ///   - flow: The id of the flow.
  ///   - version: The version of the flow.
  ///   - owner: The owner.
  ///   - notes: What the program that keeps the walk notes about it.
  public init(flow: String, version: Int = 1, owner: String? = nil, notes: [String: Value] = [:]) {
    self.flow = flow
    self.version = version
    self.owner = owner
    self.notes = notes
  }

  /// Creates the summary of a saved walk: its flow and the time of its first event.
  public init(_ walk: SavedWalk) {
    self.init(flow: walk.flowID, version: walk.flowVersion)
    begun = walk.events.first?.now
  }

  /// Takes what a session says of itself; the owner, the notes, and when the walk expires stay.
  ///
  /// - Parameters:
  ///   - session: The session as it's stored now.
  ///   - keepsSecrets: Whether the output has its secrets. Keep such a summary sealed.
  /// - Complexity: O(1), and O(*n*) in the size of the output of a walk that has ended.
  public mutating func update(from session: FlowSession, keepingSecrets keepsSecrets: Bool = false)
  {
    (flow, version) = (session.flow.id.name, session.flow.definition.version)
    begun = begun ?? session.timeOfFirstEvent
    eventCount = session.eventCount
    (step, outcome, output) = (nil, nil, nil)
    switch session.state {
    case .asking(let asked): (state, step) = (.asking, asked.id)
    case .needs(.effect(let request)): (state, step) = (.waiting, request.step)
    case .needs, .notStarted: state = .waiting
    case .failed(let failure): (state, step) = (.failed, failure.effect?.step)
    case .finished(let result):
      (state, outcome) = (.ended, result.outcome.word)
      output = keepsSecrets ? result.output : session.maskedOutput
    }
  }
}

// The binary form: an object in the form of values, which a later version may add to.
extension WalkSummary {
  /// The summary in bytes.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.writeObject { object in
      object.add("flow", text: flow)
      object.add("version", .number(version))
      object.add("state", text: state?.rawValue)
      object.add("step", text: step)
      object.add("outcome", text: outcome)
      object.add("output", output)
      object.add("begun", begun.map { .timestamp($0) })
      object.add("events", eventCount.map { .number($0) })
      object.add("owner", text: owner)
      object.add("expires", expires.map { .timestamp($0) })
      object.add("notes", notes.isEmpty ? nil : .record(notes))
    }
    return writer.bytes
  }

  /// Reads a summary; what it doesn't know is skipped.
  ///
  /// - Throws: ``SavedWalkError/damaged(offset:reason:)``.
  package init(bytes: ArraySlice<UInt8>) throws(SavedWalkError) {
    var reader = ByteReader(bytes)
    guard case .map(let map) = try reader.value(), reader.isAtEnd else {
      throw .damaged(offset: bytes.startIndex, reason: "this is not the summary of a walk")
    }
    var entries = WalkReader(map, refusingUnknown: false)
    self.init(flow: try entries.needed("flow"), version: try entries.int("version"))
    state = try entries.text("state").flatMap(State.init)
    step = try entries.text("step")
    outcome = try entries.text("outcome")
    output = entries.value("output")
    begun = entries.value("begun")?.time
    eventCount = try entries.number("events")
    owner = try entries.text("owner")
    expires = entries.value("expires")?.time
    notes = try entries.record("notes") { $0 }
  }
}

extension Value {
  fileprivate var time: Timestamp? { if case .timestamp(let time) = self { time } else { nil } }
}
