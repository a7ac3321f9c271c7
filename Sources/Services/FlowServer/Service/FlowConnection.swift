// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import JSONRPC

/// One connection to a service: the owner of its requests.
///
/// ```swift
/// var server = RPCServer(FlowConnection(to: service, owner: user))
/// ```
public struct FlowConnection: RPCService {
  /// The service.
  let service: FlowService

  /// The owner of the requests; nil for none.
  public private(set) var owner: String?

  /// Whether the other end names the owner, with `hello`.
  let isNamed: Bool

  /// The maximum size of an owner in bytes.
  static let maximumOwnerByteCount = 256

  /// Creates a connection of an owner.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - owner: The owner; nil for none.
  public init(to service: FlowService, owner: String?) {
    self.service = service
    self.owner = owner
    isNamed = false
  }

  /// Creates a connection whose other end names the owner, with the parameter `owner` of `hello`: a proxy that knows its
  /// users.
  ///
  /// Without it, requests are refused. Each further one is about the requests that follow it.
  ///
  /// - Parameter service: The service.
  public init(namingOwnersTo service: FlowService) {
    self.service = service
    isNamed = true
  }

  /// The limits of messages.
  public var messageLimits: MessageLimits { service.messageLimits }

  /// Handles a request; see `FlowService.handle(_:_:owner:)`.
  public mutating func handle(
    _ method: String, _ parameters: ValueMap
  ) throws(RPCError) -> Value {
    guard isNamed else { return try service.handle(method, parameters, owner: owner) }
    var parameters = parameters
    if method == "hello", let name = parameters["owner"] {
      guard case .string(let name) = name,
        (1...Self.maximumOwnerByteCount).contains(name.utf8.count)
      else {
        throw RPCError(
          .invalidParameters,
          "'owner' must be a text of at most \(Self.maximumOwnerByteCount) bytes")
      }
      owner = name
      parameters["owner"] = nil
    }
    guard owner != nil else {
      throw RPCError(.ownerNeeded, "say 'hello' with the 'owner' of the requests first")
    }
    return try service.handle(method, parameters, owner: owner)
  }
}
