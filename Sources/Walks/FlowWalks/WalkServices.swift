// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
public import FlowModel
public import FlowSessions

/// The hosts and the clock that a walk uses, and the tasks that its client performs itself.
public struct WalkServices: Sendable {
  /// The host that runs commands and writes files; nil to refuse all of them.
  public var effects: (any EffectHost)?

  /// The host that looks at files; nil if nothing is known about them.
  public var paths: (any PathHost)?

  /// Returns the time of an event.
  public var clock: @Sendable () -> Timestamp

  /// Returns a random number, each as likely as every other one, for secrets that are generated.
  ///
  /// By default, it's the system's source, which can't be predicted.
  public var random: @Sendable () -> UInt64 = {
    var numbers = SystemRandomNumberGenerator()
    return numbers.next()
  }

  /// The tasks that the client performs itself.
  public var client: ClientTasks

  /// Whether the client gets the secrets of the result.
  ///
  /// Otherwise, they're masked.
  public var revealsSecrets: Bool

  /// Cancels the effects that are being performed, for example when the process must end.
  public var cancellation = EffectCancellation()

  /// Is called with the session after each event, and before the effect that an event begins.
  ///
  /// A client that saves the session here has it on disk before anything happens; see
  /// `FlowSession.appendableEvents(after:keepingSecrets:)`. It reads the session that it's given, and not that of the
  /// walk, which is being changed.
  public var onEvent: (@Sendable (FlowSession) -> Void)?

  /// Returns whether what ``onEvent`` saves is saved; nil if it always is.
  ///
  /// Until then, the host of effects keeps what it knows about those that have ended, in case the process is killed.
  package var hasRecorded: (@Sendable () -> Bool)?

  /// Handles an event of a session in place of the session; nil for the session itself.
  ///
  /// Here, tests deny moves, restore sessions, and plant faults, in the walk that users have.
  package var handler: EventHandler?

  /// Creates services.
  ///
  /// - Parameters:
  ///   - effects: The host that runs commands and writes files.
  ///   - paths: The host that looks at files.
  ///   - client: What the client does by itself.
  ///   - revealsSecrets: Whether the client gets the secrets of the result.
  ///   - clock: Returns the time of an event.
  public init(
    effects: (any EffectHost)? = nil, paths: (any PathHost)? = nil,
    client: ClientTasks = [], revealsSecrets: Bool = false,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.effects = effects
    self.paths = paths
    self.client = client
    self.revealsSecrets = revealsSecrets
    self.clock = clock
  }
}

/// Handles an event of a session at a time, and returns the announcements in order.
package typealias EventHandler =
  @Sendable (inout FlowSession, FlowEvent, Timestamp) -> [FlowAnnouncement]

/// Tasks that a client performs itself; the server performs the rest.
public struct ClientTasks: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The client runs commands, calls actions, and writes files, and replies with the results.
  public static let effects = ClientTasks(rawValue: 1)

  /// The client says what's at a path.
  public static let files = ClientTasks(rawValue: 2)

  /// The client approves each move, as a delegate does.
  public static let moves = ClientTasks(rawValue: 4)

  /// The client decides whether to go back from a review to an answer, where that discards others.
  public static let discards = ClientTasks(rawValue: 8)

  /// The client takes each effect with ``FlowRunner/takeEffect()``, and performs it when and where it wants, such as on
  /// another thread; the walk still decides whether it's permitted.
  package static let takingEffects = ClientTasks(rawValue: 16)

  /// The client draws the random texts that aren't asked, or goes no further.
  package static let drawing = ClientTasks(rawValue: 32)

  /// The tasks of clients in other processes, with their names in messages.
  package static let names: [(String, ClientTasks)] = [
    ("effects", .effects), ("files", .files), ("moves", .moves), ("discards", .discards),
  ]
}
