// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

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
    let message: Value?
    do throws(ServiceError) {
      message = try line.message(within: service.limits)
    } catch {
      return Self.response(to: .null, error)
    }
    guard case .list(let batch)? = message else { return message.flatMap { respond(to: $0) } }
    return respond(toBatch: batch)
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

  package static func response(to id: Value, _ error: ServiceError) -> Value {
    .object(["jsonrpc": "2.0", "id": id, "error": error.value])
  }
}
