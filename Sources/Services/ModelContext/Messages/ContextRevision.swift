// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowServer
import JSONRPC

/// The revisions of the Model Context Protocol.
enum ContextRevision: String, CaseIterable, Sendable {
  /// The revision without a handshake: every request says which revision it's in and what its client can,
  /// and questions are results that the client answers by calling again.
  case stateless = "2026-07-28"

  /// The last revision with a handshake; questions are requests to the client.
  case titled = "2025-11-25"

  /// The first revision with elicitation.
  case named = "2025-06-18"

  /// Revisions without elicitation.
  case earlier = "2025-03-26"
  case first = "2024-11-05"

  /// Whether choices in its forms have titles, and can be of several, instead of names beside them, and only of one.
  var hasTitles: Bool { self != .named }

  /// All of them, the latest first, as a client that asks for another one is told.
  static let supported = Value.texts(([.stateless] + withHandshake).map(\.rawValue))

  /// Those with a handshake, the latest first.
  static let withHandshake: [ContextRevision] = [.titled, .named, .earlier, .first]
}

/// Facts that a client reported about itself.
struct ContextClient: Hashable, Sendable {
  /// The revision of its messages.
  let revision: ContextRevision

  /// Whether it shows forms.
  let showsForms: Bool

  init(_ revision: ContextRevision, capabilities: Value?) {
    self.revision = revision
    guard case .map(let map)? = capabilities, case .map(let modes)? = map["elicitation"] else {
      showsForms = false
      return
    }
    // Without a mode, it's forms.
    showsForms = modes.isEmpty || modes["form"] != nil
  }
}

/// The metadata of a request in a revision without a handshake.
struct RequestMeta {
  private static let prefix = "io.modelcontextprotocol/"

  /// The client; nil if the request has no such metadata.
  let client: ContextClient?

  /// Reads the metadata of a request.
  ///
  /// - Throws: `RPCError` if the revision isn't known, or the capabilities are missing.
  init(_ parameters: ValueMap) throws(RPCError) {
    guard case .map(let meta)? = parameters["_meta"],
      let version = meta[.string(Self.prefix + "protocolVersion")]
    else {
      client = nil
      return
    }
    guard version == .string(ContextRevision.stateless.rawValue) else {
      throw RPCError(
        ContextServer.unsupportedVersion, "this revision of the protocol isn't supported",
        data: .object([
          "supported": ContextRevision.supported, "requested": version,
        ]))
    }
    guard case .map(let capabilities)? = meta[.string(Self.prefix + "clientCapabilities")] else {
      throw RPCError(
        .invalidParameters, "'_meta' has no '\(Self.prefix)clientCapabilities'")
    }
    client = ContextClient(.stateless, capabilities: .map(capabilities))
  }
}
