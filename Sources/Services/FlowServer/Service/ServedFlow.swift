// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
public import FlowModel
public import FlowSessions
public import JSONRPC
public import SavedWalks

/// A flow that clients can walk.
public struct ServedFlow: Sendable {
  /// The name by which clients open it.
  public let name: String

  /// The flow.
  public let flow: CheckedFlow

  /// Creates a served flow.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - name: The name by which clients open it; nil for the flow's id.
  public init(_ flow: CheckedFlow, name: String? = nil) {
    self.flow = flow
    self.name = name ?? flow.id.name
  }

  /// The version of the flow.
  var version: Int { flow.definition.version }

  /// Returns the positions of those flows of which none with the same name has a higher version, in order.
  ///
  /// - Complexity: O(*n*²) in the number of flows.
  package static func newest(of flows: [ServedFlow]) -> [Int] {
    flows.indices.filter { index in
      !flows.indices.contains { other in
        flows[other].name == flows[index].name
          && (flows[other].version, index) > (flows[index].version, other)
      }
    }
  }

  /// The flow as a JSON object.
  func value(in language: String?) -> Value {
    .object([
      "name": .string(name), "id": .string(flow.id.name),
      "version": .number(version), "title": flow.title(in: language).value,
      "inputs": .list(
        flow.inputs.map { input in
          .object([
            "name": .string(input.name),
            "required": .bool(input.definition.defaultValue == nil),
          ])
        }),
    ])
  }
}

/// How much a service takes.
public struct ServiceLimits: Hashable, Sendable {
  /// The maximum number of walks of an owner at a time.
  ///
  /// A walk whose result was returned doesn't count.
  public var walks = 100

  /// The maximum number of requests of an owner that are handled at a time.
  public var requests = 256

  /// How long a walk is kept after its last change; nil for ever.
  public var lifetime: TimeSpan?

  /// How long a walk is kept after its result was returned, in seconds, so that a client that has lost the response can
  /// ask again.
  ///
  /// Of an owner, at most ``walks`` are kept so.
  public var secondsAfterResult = 600

  /// The maximum number of walks that a service with a store keeps in memory; others are loaded when they're used.
  public var walksInMemory = 256

  /// The limits of messages.
  public var messages = MessageLimits()

  /// The maximum size of a walk in bytes: what was answered in it, also what going back has undone, and what its
  /// effects needed and returned.
  public var walkBytes = 16 << 20

  /// Creates the default limits.
  public init() {}
}

/// The identity of the program, and the hosts that a service uses.
public struct ServiceEnvironment: Sendable {
  /// The name and the version of the program, for clients.
  public var program: String

  /// The version of the program.
  public var version: String

  /// Returns the host that performs the effects of a walk, given its options; nil to refuse all effects.
  public var effects: (@Sendable (CheckedFlow, SessionOptions) -> any EffectHost)?

  /// The host that looks at files; nil if nothing is known about them.
  public var paths: (any PathHost)?

  /// Returns the time.
  public var clock: @Sendable () -> Timestamp

  /// The time zone of walks that name none.
  public var zone: ZoneRules

  /// Returns the rules of a time zone, or nil if there's none of that name.
  public var zones: @Sendable (String) -> ZoneRules?

  /// The language of walks that name none; nil for that of each flow.
  public var language: String?

  /// Returns a new id of a walk, which no one can guess; nil for random ones, and for `w1`, `w2`, and so on in a
  /// service without a store.
  ///
  /// An id is one of `WalkID`.
  package var makeID: (@Sendable () -> String)?

  /// Is called after each request, for a log.
  public var onRequest: (@Sendable (ServedRequest) -> Void)?

  /// Is called when the store has failed, for the operator; clients learn only that it has.
  public var onStoreError: (@Sendable (WalkStoreError) -> Void)?

  /// Cancels the effects that are being performed.
  public var cancellation = EffectCancellation()

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - version: Its version.
  ///   - zone: The time zone of walks that name none.
  ///   - zones: Returns the rules of a time zone by name.
  ///   - clock: Returns the time.
  public init(
    program: String, version: String, zone: ZoneRules = .utc,
    zones: @escaping @Sendable (String) -> ZoneRules? = { $0 == ZoneRules.utc.name ? .utc : nil },
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.program = program
    self.version = version
    self.zone = zone
    self.zones = zones
    self.clock = clock
  }
}
