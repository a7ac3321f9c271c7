// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowServer

// The handshake, the discovery, and the list of tools.
extension ContextServer {
  /// The name and the version of the program.
  var serverInfo: Value {
    .object([
      "name": .string(environment.program), "title": "StackFlow",
      "version": .string(environment.version),
    ])
  }

  private var capabilities: Value { .object(["tools": .object([:])]) }

  private var instructions: Value {
    """
    Each tool walks a user through the questions of a flow, and returns the checked answers. Call a tool with \
    the answers that you know; the user is asked the rest. Don't invent answers that the user should give.
    """
  }

  mutating func initialize(_ parameters: ValueMap) throws(ServiceError) -> Value {
    guard case .string(let version)? = parameters["protocolVersion"] else {
      throw ServiceError(.invalidParameters, "'protocolVersion' must be a text")
    }
    let asked = ContextRevision.withHandshake.first { $0.rawValue == version }
    let revision = asked ?? .titled
    connected = ContextClient(revision, capabilities: parameters["capabilities"])
    return .object([
      "protocolVersion": .string(revision.rawValue), "capabilities": capabilities,
      "serverInfo": serverInfo, "instructions": instructions,
    ])
  }

  /// How long a client may keep a list, in milliseconds: as long as the server runs, the list is the same.
  private static let cacheTime = 3_600_000

  var discovery: Value {
    .object([
      "supportedVersions": .texts(
        ([.stateless] + ContextRevision.withHandshake).map(\.rawValue)),
      "capabilities": capabilities, "instructions": instructions,
      "ttlMs": .number(Self.cacheTime), "cacheScope": "private",
    ])
  }

  func toolList(for client: ContextClient) -> Value {
    let list: Value = .list(tools.map { $0.definition(in: environment.language) })
    guard client.revision == .stateless else { return .object(["tools": list]) }
    return .object(["tools": list, "ttlMs": .number(Self.cacheTime), "cacheScope": "private"])
  }
}
