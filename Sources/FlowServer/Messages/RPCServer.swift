// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A service behind JSON-RPC 2.0: a line with a message goes in, and the line with the response comes out.
///
/// Whatever a line contains, it gets the response that JSON-RPC asks for: an error for what isn't a request,
/// and nothing for a notification.
public struct RPCServer: Sendable {
  /// The service.
  public private(set) var service: FlowService

  /// Creates a server for a service.
  public init(_ service: FlowService) { self.service = service }

  /// Handles a line.
  ///
  /// - Parameter line: The bytes of the line, with or without its end.
  /// - Returns: The response with its line feed; nil if there's none.
  /// - Complexity: O(*n*) in the length of the line, plus the cost of its requests.
  public mutating func handle(_ line: MessageLine) -> String? {
    guard let response = response(to: line) else { return nil }
    return (JSONWriter().text(of: response) ?? "null") + "\n"
  }

  private mutating func response(to line: MessageLine) -> Value? {
    let limits = service.limits
    switch line {
    case .tooLong:
      return Self.response(
        to: .null,
        ServiceError(
          .invalidRequest, "the message has more than \(limits.messageBytes) bytes"))
    case .bytes(let bytes):
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }) { return nil }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return Self.response(to: .null, ServiceError(.parseError, "the message isn't UTF-8"))
      }
      let message: Value
      do {
        message = try Value(json: text, maximumDepth: limits.depth)
      } catch {
        return Self.response(
          to: .null,
          ServiceError(
            .parseError, error.message, data: .object(["offset": .number(error.offset)])))
      }
      guard case .list(let batch) = message else { return respond(to: message) }
      return respond(toBatch: batch)
    }
  }

  // MARK: Requests

  private mutating func respond(toBatch batch: [Value]) -> Value? {
    guard !batch.isEmpty else {
      return Self.response(to: .null, ServiceError(.invalidRequest, "the batch is empty"))
    }
    guard batch.count <= service.limits.batch else {
      return Self.response(
        to: .null,
        ServiceError(.invalidRequest, "the batch has more than \(service.limits.batch) requests"))
    }
    let responses = batch.compactMap { respond(to: $0) }
    return responses.isEmpty ? nil : .list(responses)
  }

  private mutating func respond(to message: Value) -> Value? {
    let request: RPCRequest
    do throws(ServiceError) {
      request = try RPCRequest(message)
    } catch {
      return Self.response(to: RPCRequest.id(of: message), error)
    }
    let response: Value
    do throws(ServiceError) {
      let result = try service.handle(request.method, try request.parameters())
      response = .object(["jsonrpc": "2.0", "id": request.id, "result": result])
    } catch {
      response = Self.response(to: request.id ?? .null, error)
    }
    return request.id == nil ? nil : response
  }

  private static func response(to id: Value, _ error: ServiceError) -> Value {
    .object(["jsonrpc": "2.0", "id": id, "error": error.value])
  }
}

/// A request of JSON-RPC.
struct RPCRequest {
  /// The id; nil for a notification.
  let id: Value?

  /// The name of the method.
  let method: String

  private let given: Value?

  /// Reads a request.
  init(_ message: Value) throws(ServiceError) {
    guard case .map(let map) = message else {
      throw ServiceError(.invalidRequest, "a request is an object")
    }
    guard map["jsonrpc"] == "2.0" else {
      throw ServiceError(.invalidRequest, "'jsonrpc' must be \"2.0\"")
    }
    guard case .string(let method)? = map["method"] else {
      throw ServiceError(.invalidRequest, "'method' must be a text")
    }
    guard let id = map["id"] else {
      (self.id, self.method, given) = (nil, method, map["params"])
      return
    }
    guard id.isRequestID else {
      throw ServiceError(.invalidRequest, "'id' must be a text or a whole number of 64 bits")
    }
    (self.id, self.method, given) = (id, method, map["params"])
  }

  /// Returns the parameters.
  func parameters() throws(ServiceError) -> ValueMap {
    switch given {
    case nil: return ValueMap()
    case .map(let map)?: return map
    default:
      throw ServiceError(.invalidParameters, "'params' must be an object, with parameters by name")
    }
  }

  /// The id of a message that isn't a request; null if it has none that can be repeated.
  static func id(of message: Value) -> Value {
    guard case .map(let map) = message, let id = map["id"], id.isRequestID else { return .null }
    return id
  }
}

extension Value {
  /// Whether it can be the id of a request.
  fileprivate var isRequestID: Bool {
    switch self {
    case .string, .int, .null: true
    default: false
    }
  }
}
