// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel
public import FlowServer
import FlowWalks
public import JSONRPC
public import SavedWalks
public import SealedWalks

/// A server of the Model Context Protocol whose tools are flows: a line with a message goes in, and lines
/// with messages come out.
///
/// A question is asked by elicitation. In revision 2026-07-28, the result of a call is a form and a
/// `requestState`, which is the sealed walk, and the client calls again with both; the server keeps nothing
/// of it. In 2025-11-25, the form is a request to the client. A client that shows no forms gets the
/// question as the result of its call, and continues by calling with `walk`.
///
/// `Documentation/ModelContext.md` describes what clients see. Whatever a line contains, it gets the response
/// that the protocol asks for, and never a crash.
public struct ContextServer: Sendable {
  /// The tools, in the order in which they're listed.
  ///
  /// Behind them are those that were replaced and in which walks go on.
  private(set) var tools: [ContextTool]

  /// How much the server takes.
  package let limits: ServiceLimits

  /// The maximum number of questions in a form.
  package var maximumFields = 30

  /// The maximum number of forms of a call in revision 2026-07-28; after them, the result is the walk to go on
  /// with.
  ///
  /// A client that gives up, as that of the Python SDK after ten rounds, loses what its user typed.
  var maximumRounds = 7

  /// Whether a caller decides instead of the user, even if the client shows forms.
  ///
  /// Otherwise commits, permissions for commands and files, and moves are the user's: what a caller says
  /// about them isn't taken, and the user is asked.
  public var trustsAgent = false

  /// Where walks are kept that callers go on with, so that any process with the same store does; nil for memory.
  ///
  /// Wrap it in `SealedStore` of `SealedWalks`, or walks with secrets can't go on from it.
  public var store: (any WalkStore)?

  /// The lowest priority of questions to ask; those below it take their default.
  package var priority = FieldPriority.low

  /// Whose walks callers go on with that other programs have begun in the store; nil for those without an owner.
  public var owner: String?

  /// Only tests let the client approve moves.
  var clientTasks: ClientTasks = []

  /// Whether defaults are taken without asking; only in tests.
  var takesDefaults = false

  /// The positions of the tools with which new walks begin.
  private(set) var newest: [Int]

  let environment: ServiceEnvironment
  let seal: StateSeal
  let ledger: any EffectLedger

  /// The client that has opened the connection with a handshake.
  var connected: ContextClient?

  /// The calls that wait for the answers of a form, by the id of the server's request.
  var waiting: [String: WaitingCall] = [:]

  /// The walks that callers go on with, by id, and their ids, the oldest first.
  var walks: [String: KeptWalk] = [:]
  var walkIDs: [String] = []

  /// The number of requests to the client.
  var requestCount = 0

  /// A call that waits for the answers of a form.
  struct WaitingCall: Sendable {
    let request: Value
    let walk: KeptWalk
  }

  /// A walk between two calls or two messages of a client.
  struct KeptWalk: Sendable {
    let tool: Int
    let walk: ToolWalk

    fileprivate func moved(to tool: Int) -> KeptWalk { KeptWalk(tool: tool, walk: walk) }
  }

  /// The code for a revision that isn't supported.
  static let unsupportedVersion = RPCError.Code(rawValue: -32022)

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - tools: The tools. Several of one name are versions of a flow: the highest is listed and called, and a walk
  ///     continues in its own.
  ///   - environment: What the server knows of the machine.
  ///   - tokens: What makes and opens the states of walks.
  ///   - ledger: Keeps which states have led to effects. If the key of the tokens outlives the process, the
  ///     ledger must do so as well.
  ///   - limits: How much the server takes.
  public init(
    _ tools: [ContextTool], in environment: ServiceEnvironment, tokens: WalkTokens,
    ledger: any EffectLedger, limits: ServiceLimits = ServiceLimits()
  ) {
    self.tools = tools
    newest = ServedFlow.newest(of: tools.map(\.flow))
    self.environment = environment
    seal = StateSeal(tokens: tokens)
    self.ledger = ledger
    self.limits = limits
  }

  /// The maximum number of replaced tools that are kept for the states that clients carry.
  private static let maximumReplaced = 16

  /// Replaces the tools, because their flows have changed.
  ///
  /// New calls take the new ones. A walk continues in the flow in which it began, kept here or carried by its client;
  /// of those that clients carry, only in one of the last 16 that were replaced.
  ///
  /// - Parameter new: The tools, as for the initializer.
  /// - Returns: The messages for the client, each with its line feed: that the list has changed, if a client is
  ///   connected by a handshake.
  /// - Complexity: O(*n*) in the number of tools and of walks that are kept.
  package mutating func replaceTools(_ new: [ContextTool]) -> [String] {
    let used = Set(walks.values.map(\.tool) + waiting.values.map(\.walk.tool))
    var all = new
    var places: [Int: Int] = [:]
    for (index, old) in tools.enumerated() {
      let flow = old.flow.flow.definition
      if let same = new.firstIndex(where: { $0.flow.flow.definition == flow }) {
        places[index] = same
      } else if used.contains(index) || all.count < new.count + Self.maximumReplaced {
        places[index] = all.count
        all.append(old)
      }
    }
    tools = all
    newest = ServedFlow.newest(of: new.map(\.flow))
    walks = walks.mapValues { $0.moved(to: places[$0.tool] ?? 0) }
    waiting = waiting.mapValues {
      WaitingCall(request: $0.request, walk: $0.walk.moved(to: places[$0.walk.tool] ?? 0))
    }
    guard connected != nil else { return [] }
    let notice: Value = .object([
      "jsonrpc": "2.0", "method": "notifications/tools/list_changed",
    ])
    return [(JSONWriter().text(of: notice) ?? "null") + "\n"]
  }

  /// Handles a line.
  ///
  /// - Parameter line: The bytes of the line, with or without its end.
  /// - Returns: The messages for the client, each with its line feed.
  /// - Complexity: O(*n*) in the length of the line, plus the cost of its request.
  public mutating func handle(_ line: MessageLine) -> [String] {
    messages(for: line).map { (JSONWriter().text(of: $0) ?? "null") + "\n" }
  }

  private mutating func messages(for line: MessageLine) -> [Value] {
    do throws(RPCError) {
      guard let message = try line.message(within: limits.messages) else { return [] }
      if let response = ContextResponse(message) { return take(response) }
      return respond(to: message)
    } catch {
      return [error.response(to: .null)]
    }
  }

  private mutating func respond(to message: Value) -> [Value] {
    let request: RPCRequest
    do throws(RPCError) {
      request = try RPCRequest(message)
    } catch {
      return [error.response(to: RPCRequest.id(of: message))]
    }
    guard let id = request.id else {
      notice(request)
      return []
    }
    do throws(RPCError) {
      guard id != .null else {
        throw RPCError(.invalidRequest, "'id' must be a text or a whole number")
      }
      return try answer(request, id: id)
    } catch {
      return [error.response(to: id)]
    }
  }

  // MARK: Requests

  private mutating func answer(_ request: RPCRequest, id: Value) throws(RPCError) -> [Value] {
    let parameters = try request.parameters()
    if request.method == "initialize" { return [response(id, try initialize(parameters))] }
    let meta = try RequestMeta(parameters)
    if meta.client == nil, request.method == "ping" { return [response(id, .object([:]))] }
    guard let client = meta.client ?? connected else {
      throw RPCError(
        .invalidParameters,
        "the request has no '_meta' with its revision, and there was no 'initialize'")
    }
    switch request.method {
    case "server/discover" where client.revision == .stateless:
      return [response(id, discovery, client)]
    case "tools/list":
      if let cursor = parameters["cursor"], cursor != .null {
        throw RPCError(.invalidParameters, "there's no page with this cursor")
      }
      return [response(id, toolList(for: client), client)]
    case "tools/call": return try call(parameters, of: client, id: id)
    default:
      throw RPCError(
        .methodNotFound, "there's no method '\(FlowService.shortened(request.method))'")
    }
  }

  /// Takes a notification.
  private mutating func notice(_ request: RPCRequest) {
    guard request.method == "notifications/cancelled",
      let id = (try? request.parameters())?["requestId"],
      let waitingID = waiting.first(where: { $0.value.request == id })?.key
    else { return }
    waiting[waitingID] = nil
  }

  /// A response, with what every result of the client's revision has.
  func response(_ id: Value, _ result: Value, _ client: ContextClient? = nil) -> Value {
    var result = result
    if client?.revision == .stateless, case .map(var map) = result {
      if map["resultType"] == nil { map["resultType"] = "complete" }
      map["_meta"] = .object(["io.modelcontextprotocol/serverInfo": serverInfo])
      result = .map(map)
    }
    return .object(["jsonrpc": "2.0", "id": id, "result": result])
  }
}

/// A response of the client to a request of the server.
struct ContextResponse {
  /// The id of the server's request.
  let id: String

  /// The result; nil for an error.
  let result: ValueMap?

  /// Reads a response; nil if the message is something else.
  init?(_ message: Value) {
    guard case .map(let map) = message, map["method"] == nil,
      map["result"] != nil || map["error"] != nil
    else { return nil }
    id = if case .string(let id)? = map["id"] { id } else { "" }
    result = if case .map(let result)? = map["result"] { result } else { nil }
  }
}
