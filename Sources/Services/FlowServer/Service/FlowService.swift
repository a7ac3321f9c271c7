// SPDX-License-Identifier: Apache-2.0

import FlowEffects
public import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowWalks
public import JSONRPC
public import SavedWalks
import Synchronization
import TerminalIO

/// Many walks, for one client or for many: requests by method name, as values.
///
/// ```swift
/// let service = FlowService([ServedFlow(flow)], in: environment)
/// let opened = try service.handle("open", ValueMap([("flow", "new-service")]))
/// ```
///
/// `Documentation/Server.md` describes the methods. Any number of threads use it at the same time: requests about one walk
/// are handled one after the other, and those about others side by side. A request that's refused changes nothing.
///
/// With a `store`, a change is in the store before its result is returned, and each effect before it begins, so another
/// process with the same store continues the walk. If both change it at the same time, the first wins, and the other's
/// request is refused as `stale`. Walks that aren't used stay in the store only. Wrap the store in
/// `SealedStore` of `SealedWalks`, or walks with secrets can't go on from it.
///
/// Each walk belongs to the `owner` of the request that opened it. For another owner, it doesn't exist.
public final class FlowService: RPCService {
  /// How much the service takes.
  public let limits: ServiceLimits

  /// The store of the walks; nil for walks in memory.
  package let store: (any WalkStore)?

  let environment: ServiceEnvironment
  let walks = ServedWalks()
  let counts = ServiceCounts()
  let effects = RunningEffects()
  let tidying = Mutex<Tidying>(Tidying())

  private struct Flows {
    var current: [ServedFlow]

    /// Flows that were replaced, which walks may still be in; the last ones.
    var earlier: [CheckedFlow] = []
  }

  private let served: Mutex<Flows>

  /// The version of the methods.
  static let protocolVersion = 1

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - flows: The flows that can be opened. Several of one name are versions, of which clients open the highest
  ///     if they name none.
  ///   - environment: What the service knows of the machine.
  ///   - limits: How much it takes.
  ///   - store: The store of the walks; nil to keep them in memory, until the service ends.
  public init(
    _ flows: [ServedFlow], in environment: ServiceEnvironment,
    limits: ServiceLimits = ServiceLimits(), store: (any WalkStore)? = nil
  ) {
    served = Mutex(Flows(current: flows))
    self.environment = environment
    self.limits = limits
    self.store = store
    environment.cancellation.whenCancelled { [effects] in effects.cancel() }
  }

  /// The flows that can be opened.
  public var flows: [ServedFlow] { served.withLock { $0.current } }

  /// The number of replaced flows that are kept.
  private static let maximumEarlierCount = 64

  /// Replaces the flows that can be opened, for example because their files have changed.
  ///
  /// Open walks continue in the flow that they were opened with. Only a walk that's loaded from the store after many
  /// later replacements, or in another process, continues in a later version, with the answers that fit it.
  ///
  /// - Parameter flows: The flows.
  package func replaceFlows(_ flows: [ServedFlow]) {
    served.withLock { served in
      let gone = served.current.map(\.flow).filter { flow in
        !flows.contains { $0.flow === flow || $0.flow.fingerprint == flow.fingerprint }
      }
      served.earlier = Array((served.earlier + gone).suffix(Self.maximumEarlierCount))
      served.current = flows
    }
  }

  /// Returns the flows with an id in which a stored walk can continue.
  func flows(id: String) -> [CheckedFlow] {
    served.withLock { served in
      (served.current.map(\.flow) + served.earlier).filter { $0.id.name == id }
    }
  }

  /// The limits of messages, which are among those of the service.
  public var messageLimits: MessageLimits { limits.messages }

  /// The methods.
  package static let methods = [
    "hello", "open", "state", "submit", "give", "accept", "change", "back", "decide", "reply",
    "retry", "set-aside", "why", "plan", "form", "review", "close", "status",
  ]

  // MARK: Requests

  /// Handles a request of no owner; see ``handle(_:_:owner:)``.
  public func handle(
    _ method: String, _ parameters: ValueMap = ValueMap()
  ) throws(RPCError) -> Value {
    try handle(method, parameters, owner: nil)
  }

  /// Handles a request.
  ///
  /// It blocks its thread while an effect is performed, and for the store. A task calls ``answer(_:_:owner:)`` instead.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - parameters: The parameters by name.
  ///   - owner: The owner of the walks.
  /// - Returns: The result, a JSON object.
  /// - Throws: `RPCError` if the request is refused.
  public func handle(
    _ method: String, _ parameters: ValueMap, owner: String?
  ) throws(RPCError) -> Value {
    let begun = environment.onRequest == nil ? nil : ContinuousClock.now
    let result: Result<Value, RPCError>
    do throws(RPCError) {
      try counts.begin(owner, limit: limits.requests)
      do throws(RPCError) {
        result = .success(try respond(to: method, parameters, owner))
      } catch {
        result = .failure(error)
      }
      if case .failure = result {
        counts.end(owner, isRefused: true)
      } else {
        counts.end(owner, isRefused: false)
      }
    } catch {
      result = .failure(error)
    }
    if let begun {
      environment.onRequest?(
        ServedRequest(method, parameters, owner: owner, taking: .now - begun, result))
    }
    return try result.get()
  }

  /// Handles a request without blocking the caller's thread: a thread of Dispatch does.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - parameters: The parameters by name.
  ///   - owner: The owner of the walks.
  /// - Returns: The result, a JSON object.
  /// - Throws: `RPCError` if the request is refused.
  public func answer(
    _ method: String, _ parameters: ValueMap = ValueMap(), owner: String? = nil
  ) async throws(RPCError) -> Value {
    let result: Result<Value, RPCError> = await BlockingWork.run {
      do throws(RPCError) {
        return .success(try self.handle(method, parameters, owner: owner))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func respond(
    to method: String, _ parameters: ValueMap, _ owner: String?
  ) throws(RPCError) -> Value {
    tidyInTime()
    var reader = ParameterReader(parameters)
    switch method {
    case "hello":
      try reader.finish()
      return hello
    case "status":
      try reader.finish()
      return status
    case "open": return try open(&reader, owner)
    case "close":
      let id = try reader.needed("walk")
      let reason = try reader.word("reason", as: LeaveReason.self) ?? .quit
      try reader.finish()
      return try close(id, owner, reason)
    case "state", "why", "plan", "form", "review":
      let id = try reader.needed("walk")
      return try read(id, owner) { (walk) throws(RPCError) in
        var reader = reader
        return try walk.read(method, &reader, id: id)
      }
    case "submit", "give", "accept", "change", "back", "decide", "reply", "retry",
      "set-aside":
      let id = try reader.needed("walk")
      let revision = try reader.number("revision")
      return try change(id, owner) { [limits] (walk) throws(RPCError) in
        var reader = reader
        do throws(WalkError) {
          if let revision { try walk.check(revision: revision) }
        } catch {
          throw RPCError(error, state: walk.state)
        }
        if method != "back", method != "decide" {
          try Self.checkSize(of: walk, adding: parameters, limit: limits.walkBytes)
        }
        return try walk.change(method, &reader)
      }
    default:
      throw RPCError(.methodNotFound, "there's no method '\(Self.shortened(method))'")
    }
  }

  /// A name of a client's as it's shown.
  package static func shortened(_ name: String) -> String {
    name.count <= 60 ? name : name.prefix(60) + "…"
  }

  /// The counts since the service began, as the method `status` returns them.
  package var status: Value { counts.value(walksInMemory: walks.count, effects: effects) }

  private var hello: Value {
    .object([
      "protocol": .number(Self.protocolVersion), "program": .string(environment.program),
      "version": .string(environment.version),
      "flows": .list(flows.map { $0.value(in: environment.language) }),
      "methods": .texts(Self.methods),
      "limits": .object([
        "walks": .number(limits.walks), "messageBytes": .number(limits.messages.bytes),
        "walkBytes": .number(limits.walkBytes),
        "depth": .number(limits.messages.depth), "batch": .number(limits.messages.batch),
        "requests": .number(limits.requests),
      ]),
      "stored": .bool(store != nil),
    ])
  }

  /// Refuses what would make a walk too large.
  ///
  /// Going back and decisions are small, and a walk that's full must be able to do both.
  private static func checkSize(
    of walk: FlowWalk, adding parameters: ValueMap, limit: Int
  ) throws(RPCError) {
    let size = walk.session.storedSize + Value.map(parameters).storedSize
    guard size > limit else { return }
    throw RPCError(
      .walkTooLarge,
      "the walk would take \(size) bytes, with what going back has undone, and may take "
        + "\(limit); close it, and open another")
  }
}

extension FlowWalk {
  /// The state as the result of a request.
  func value(id: String, _ notices: [WalkNotice] = []) -> Value {
    var map = ValueMap([("walk", .string(id)), ("revision", .number(revision))])
    map["notices"] = .list(notices.map(\.value))
    map.merge(self.value)
    return .map(map)
  }
}
