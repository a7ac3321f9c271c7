// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowFiles
package import FlowModel
public import FlowSessions

/// A walk through a flow as it can be kept and moved: which flow it is, with what it was started, and
/// what happened in it.
///
/// ```swift
/// let saved = SavedWalk(session)
/// let bytes = saved.bytes
/// // Later, on any machine:
/// let restored = try SavedWalk(bytes: bytes).restored(in: flow)
/// ```
///
/// Restoring is replay: the session handles the same events again, and asks, looks up, and performs
/// nothing meanwhile. Secrets aren't saved unless you ask for it.
///
/// The format is canonical: equal walks have equal bytes. It begins with a version, and a later
/// version of this library reads what an earlier one has written.
public struct SavedWalk: Hashable, Sendable {
  /// The version of the format.
  static let formatVersion = 4

  /// The id of the flow.
  public var flowID: String

  /// The version of the flow.
  public var flowVersion: Int

  /// The `fingerprint` of the flow's definition.
  package var fingerprint: UInt64

  /// The values of the inputs that aren't secret, by name.
  package var inputs: [String: Value]

  /// The options that the walk was started with.
  public var options: SavedOptions

  /// The log, oldest event first.
  public var events: [LoggedEvent]

  /// Creates a saved walk from its parts.
  package init(
    flowID: String, flowVersion: Int = 1, fingerprint: UInt64, inputs: [String: Value] = [:],
    options: SavedOptions = SavedOptions(), events: [LoggedEvent] = []
  ) {
    self.flowID = flowID
    self.flowVersion = flowVersion
    self.fingerprint = fingerprint
    self.inputs = inputs
    self.options = options
    self.events = events
  }

  /// Saves a session.
  ///
  /// Events of a restored session that wait for their questions are saved after its other events.
  ///
  /// - Parameters:
  ///   - session: The session, in any state.
  ///   - keepsSecrets: Whether secrets are included. Keep such a walk sealed.
  /// - Complexity: O(*n*) in the number of events, and the first time in the size of the flow, for its
  ///   fingerprint.
  public init(_ session: FlowSession, keepingSecrets keepsSecrets: Bool = false) {
    self.init(beginning: session, keepingSecrets: keepsSecrets)
    let events = session.events + session.awaitedEvents
    self.events = keepsSecrets ? events : events.map { $0.withoutSecrets(in: session) }
  }

  /// Saves how a session began, without its events.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - keepsSecrets: Whether secrets are included.
  init(beginning session: FlowSession, keepingSecrets keepsSecrets: Bool = false) {
    let flow = session.flow
    self.init(
      flowID: flow.id.name, flowVersion: flow.definition.version,
      fingerprint: flow.fingerprint,
      inputs: session.givenInputs(keepingSecrets: keepsSecrets),
      options: SavedOptions(session.options, of: flow, keepingSecrets: keepsSecrets))
  }

  /// Whether the walk was saved by this definition, so that all of it fits.
  ///
  /// - Complexity: O(1), and the first time O(*n*) in the size of the flow.
  package func fits(_ flow: CheckedFlow) -> Bool {
    flowID == flow.id.name && fingerprint == flow.fingerprint
  }

  /// The walk without what was typed and not submitted, for what isn't only its user's to see.
  package var withoutUnfinished: SavedWalk {
    var walk = self
    walk.events.removeAll { if case .setAside = $0.event { true } else { false } }
    return walk
  }

  /// The walk without the event that left it, so that it can be continued.
  package var continuable: SavedWalk {
    var walk = self
    if case .leave? = walk.events.last?.event { walk.events.removeLast() }
    return walk
  }
}
