// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowServer
import JSONRPC
import ModelContext
import Testing

/// A client of a server, in one revision of the protocol.
final class ContextConversation {
  /// The response that the client gets.
  enum Outcome {
    /// A form: the parameters of `elicitation/create`.
    case form(ValueMap)

    /// The result of the call.
    case result(ValueMap)

    /// An error of the protocol.
    case error(ValueMap)
  }

  /// How it talks.
  enum Style: CaseIterable {
    /// Revision 2026-07-28, with forms.
    case stateless

    /// Revision 2025-11-25, with forms.
    case handshake

    /// The same two without forms.
    case statelessWithoutForms, handshakeWithoutForms

    var showsForms: Bool { self == .stateless || self == .handshake }

    var isStateless: Bool { self == .stateless || self == .statelessWithoutForms }
  }

  var server: ContextServer
  private let style: Style
  private let tool: String
  private var id: Int64 = 0
  private var state: Value?
  private var formID: Value?

  init(_ server: ContextServer, _ style: Style, tool: String) throws {
    self.server = server
    self.style = style
    self.tool = tool
    guard !style.isStateless else { return }
    _ = try send(
      "initialize",
      [
        "protocolVersion": "2025-11-25", "capabilities": capabilities,
        "clientInfo": ["name": "test", "version": "0"],
      ])
    #expect(lines(["jsonrpc": "2.0", "method": "notifications/initialized"]).isEmpty)
  }

  private var capabilities: Value { style.showsForms ? ["elicitation": ["form": [:]]] : [:] }

  /// Calls the tool.
  func call(_ arguments: Value) throws -> Outcome {
    var parameters: ValueMap = ValueMap([("name", .string(tool)), ("arguments", arguments)])
    if style.isStateless { parameters["_meta"] = meta }
    return try outcome(of: send("tools/call", .map(parameters)))
  }

  /// Answers the form.
  func reply(_ action: String, _ content: Value? = nil) throws -> Outcome {
    var answer = ValueMap([("action", .string(action))])
    answer["content"] = content
    guard style.isStateless else {
      let id = try #require(formID)
      return try outcome(
        of: #require(lines(["jsonrpc": "2.0", "id": id, "result": .map(answer)]).first))
    }
    let next = try outcome(
      of: send(
        "tools/call",
        [
          "name": .string(tool), "_meta": meta, "requestState": #require(state),
          "inputResponses": ["form": .map(answer)],
        ]))
    guard callsAgain, action != "cancel", case .result(let result) = next,
      case .map(let data)? = result["structuredContent"], let walk = data["walk"]
    else { return next }
    return try call(["walk": walk])
  }

  /// Whether a call that ends with the walk, because it has had enough forms, is followed by the next one.
  var callsAgain = false

  /// Returns the result of `tools/list`.
  func list() throws -> ValueMap {
    let message = try send("tools/list", style.isStateless ? ["_meta": meta] : [:])
    guard case .map(let result)? = message["result"] else { throw Malformed(message: message) }
    return result
  }

  private var meta: Value {
    [
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    ]
  }

  private func outcome(of message: ValueMap) throws -> Outcome {
    if case .map(let error)? = message["error"] { return .error(error) }
    if message["method"] == "elicitation/create" {
      formID = message["id"]
      guard case .map(let form)? = message["params"] else { throw Malformed(message: message) }
      return .form(form)
    }
    guard case .map(let result)? = message["result"] else { throw Malformed(message: message) }
    guard result["resultType"] == "input_required" else { return .result(result) }
    state = result["requestState"]
    guard case .map(let requests)? = result["inputRequests"],
      case .map(let request)? = requests["form"], request["method"] == "elicitation/create",
      case .map(let form)? = request["params"]
    else { throw Malformed(message: message) }
    return .form(form)
  }

  /// Sends a request, and returns the message that follows it.
  func send(_ method: String, _ parameters: Value) throws -> ValueMap {
    id += 1
    let answers = lines([
      "jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": parameters,
    ])
    expectEqual(answers.count, 1)
    return try #require(answers.first)
  }

  /// Sends a message, and returns those that follow it.
  func lines(_ message: Value) -> [ValueMap] {
    let line = JSONWriter().text(of: message) ?? ""
    return server.handle(.bytes(Array(line.utf8))).compactMap { line in
      guard case .map(let map)? = try? Value(json: line) else { return nil }
      return map
    }
  }

  struct Malformed: Error { let message: ValueMap }
}
