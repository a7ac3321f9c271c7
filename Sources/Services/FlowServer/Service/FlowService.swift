// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import FlowSessions
import FlowWalks
public import JSONRPC

/// Many walks for one client: requests by method name, as values.
///
/// ```swift
/// var service = FlowService([ServedFlow(flow)], in: environment)
/// let opened = try service.handle("open", ValueMap([("flow", "new-service")]))
/// ```
///
/// `Documentation/Server.md` describes the methods. Each request is handled completely before the next, so
/// walks don't affect each other, and a request that's refused changes nothing.
public struct FlowService: RPCService {
  /// The flows that can be opened.
  public let flows: [ServedFlow]

  /// How much the service takes.
  public let limits: ServiceLimits

  let environment: ServiceEnvironment

  /// The open walks, by id.
  private(set) var walks: [String: FlowWalk] = [:]

  /// The number of walks that were opened.
  private var count = 0

  /// The version of the methods.
  public static let protocolVersion = 1

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - flows: The flows that can be opened. Several of one name are versions, of which clients open the highest
  ///     if they name none.
  ///   - environment: What the service knows of the machine.
  ///   - limits: How much it takes.
  public init(
    _ flows: [ServedFlow], in environment: ServiceEnvironment,
    limits: ServiceLimits = ServiceLimits()
  ) {
    self.flows = flows
    self.environment = environment
    self.limits = limits
  }

  /// The limits of messages, which are among those of the service.
  public var messageLimits: MessageLimits { limits.messages }

  /// The methods.
  public static let methods = [
    "hello", "open", "state", "submit", "give", "accept", "change", "back", "decide", "reply",
    "retry", "set-aside", "why", "plan", "form", "review", "close",
  ]

  /// Handles a request.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - parameters: The parameters by name.
  /// - Returns: The result, a JSON object.
  /// - Throws: `RPCError` if the request is refused.
  public mutating func handle(
    _ method: String, _ parameters: ValueMap = ValueMap()
  ) throws(RPCError) -> Value {
    var reader = ParameterReader(parameters)
    switch method {
    case "hello":
      try reader.finish()
      return hello
    case "open": return try open(&reader)
    case "close": return try close(&reader)
    case "state", "why", "plan", "form", "review":
      let (id, walk) = try walk(&reader)
      return try walk.read(method, &reader, id: id)
    case "submit", "give", "accept", "change", "back", "decide", "reply", "retry",
      "set-aside":
      var (id, walk) = try walk(&reader)
      let revision = try reader.number("revision")
      do throws(WalkError) {
        if let revision { try walk.check(revision: revision) }
      } catch {
        throw RPCError(error, state: walk.state)
      }
      if method != "back", method != "decide" { try checkSize(of: walk, adding: parameters) }
      let notices = try walk.change(method, &reader)
      walks[id] = walk
      return walk.value(id: id, notices)
    default:
      throw RPCError(.methodNotFound, "there's no method '\(Self.shortened(method))'")
    }
  }

  /// A name of a client's as it's shown.
  package static func shortened(_ name: String) -> String {
    name.count <= 60 ? name : name.prefix(60) + "…"
  }

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
      ]),
    ])
  }

  private func walk(
    _ reader: inout ParameterReader
  ) throws(RPCError) -> (id: String, walk: FlowWalk) {
    let id = try reader.needed("walk")
    guard let walk = walks[id] else {
      throw RPCError(.unknownWalk, "there's no walk '\(Self.shortened(id))'")
    }
    return (id, walk)
  }

  /// Refuses what would make a walk too large.
  ///
  /// Going back and decisions are small, and a walk that's full must be able to do both.
  private func checkSize(of walk: FlowWalk, adding parameters: ValueMap) throws(RPCError) {
    let size = walk.session.storedSize + Value.map(parameters).storedSize
    guard size > limits.walkBytes else { return }
    throw RPCError(
      .walkTooLarge,
      "the walk would take \(size) bytes, with what going back has undone, and may take "
        + "\(limits.walkBytes); close it, and open another")
  }

  // MARK: Opening and closing

  private mutating func open(_ reader: inout ParameterReader) throws(RPCError) -> Value {
    guard walks.count < limits.walks else {
      throw RPCError(
        .tooManyWalks, "\(limits.walks) walks are open; close one, even if it has ended")
    }
    let served = try flow(&reader)
    let opening = try WalkOpening(&reader, of: served.flow, in: environment)
    try reader.finish()
    let session: FlowSession
    do {
      session = try FlowSession(
        flow: served.flow, inputs: opening.inputs, options: opening.options)
    } catch {
      throw RPCError(error)
    }
    var walk = FlowWalk(session, services: opening.services)
    let notices = walk.start()
    count += 1
    let id = "w\(count)"
    walks[id] = walk
    return walk.value(id: id, notices)
  }

  /// Returns the flow that `flow` and `version` name.
  private func flow(_ reader: inout ParameterReader) throws(RPCError) -> ServedFlow {
    let name = try reader.text("flow")
    let version = try reader.number("version")
    let newest = ServedFlow.newest(of: flows).map { flows[$0] }
    func unknown(_ message: String) -> RPCError {
      RPCError(
        .unknownFlow, message, data: .object(["flows": .texts(newest.map(\.name))]))
    }
    guard let served = newest.first(where: { name == nil ? newest.count == 1 : $0.name == name })
    else {
      throw unknown(
        name.map { "there's no flow '\(Self.shortened($0))'" } ?? "say which 'flow' to open")
    }
    guard let version else { return served }
    guard let other = flows.first(where: { $0.name == served.name && $0.version == version }) else {
      throw unknown("there's no version \(version) of the flow '\(served.name)'")
    }
    return other
  }

  private mutating func close(_ reader: inout ParameterReader) throws(RPCError) -> Value {
    var (id, walk) = try walk(&reader)
    let reason = try reader.word("reason", as: LeaveReason.self) ?? .quit
    try reader.finish()
    let result = walk.close(reason)
    walks[id] = nil
    return .object([
      "walk": .string(id), "notices": .list([]), "state": "ended", "result": result.value,
    ])
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
