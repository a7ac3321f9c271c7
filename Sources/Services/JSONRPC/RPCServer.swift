// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// A service that a server of JSON-RPC calls.
public protocol RPCService: Sendable {
  /// The limits of messages.
  var messageLimits: MessageLimits { get }

  /// Handles a request.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - parameters: The parameters by name.
  /// - Returns: The result, a JSON object.
  /// - Throws: ``RPCError`` if the request is refused.
  mutating func handle(_ method: String, _ parameters: ValueMap) throws(RPCError) -> Value
}

/// A service behind JSON-RPC 2.0: a line with a message goes in, and the line with the response comes out.
///
/// Whatever a line contains, it gets the response that JSON-RPC asks for: an error for what isn't a request,
/// and nothing for a notification.
public struct RPCServer<Service: RPCService>: Sendable {
  /// The service.
  public private(set) var service: Service

  /// Creates a server for a service.
  public init(_ service: Service) { self.service = service }

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
    let message: Value?
    do throws(RPCError) {
      message = try line.message(within: service.messageLimits)
    } catch {
      return error.response(to: .null)
    }
    guard case .list(let batch)? = message else { return message.flatMap { respond(to: $0) } }
    return respond(toBatch: batch)
  }

  // MARK: Requests

  private mutating func respond(toBatch batch: [Value]) -> Value? {
    guard !batch.isEmpty else {
      return RPCError(.invalidRequest, "the batch is empty").response(to: .null)
    }
    guard batch.count <= service.messageLimits.batch else {
      let limit = service.messageLimits.batch
      return RPCError(.invalidRequest, "the batch has more than \(limit) requests")
        .response(to: .null)
    }
    let responses = batch.compactMap { respond(to: $0) }
    return responses.isEmpty ? nil : .list(responses)
  }

  private mutating func respond(to message: Value) -> Value? {
    let request: RPCRequest
    do throws(RPCError) {
      request = try RPCRequest(message)
    } catch {
      return error.response(to: RPCRequest.id(of: message))
    }
    let response: Value
    do throws(RPCError) {
      let result = try service.handle(request.method, try request.parameters())
      response = .object(["jsonrpc": "2.0", "id": request.id, "result": result])
    } catch {
      response = error.response(to: request.id ?? .null)
    }
    return request.id == nil ? nil : response
  }
}
