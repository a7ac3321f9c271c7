// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// A request of JSON-RPC.
package struct RPCRequest {
  /// The id; nil for a notification.
  package let id: Value?

  /// The name of the method.
  package let method: String

  private let given: Value?

  /// Reads a request.
  package init(_ message: Value) throws(RPCError) {
    guard case .map(let map) = message else {
      throw RPCError(.invalidRequest, "a request is an object")
    }
    guard map["jsonrpc"] == "2.0" else {
      throw RPCError(.invalidRequest, "'jsonrpc' must be \"2.0\"")
    }
    guard case .string(let method)? = map["method"] else {
      throw RPCError(.invalidRequest, "'method' must be a text")
    }
    guard let id = map["id"] else {
      (self.id, self.method, given) = (nil, method, map["params"])
      return
    }
    guard id.isRequestID else {
      throw RPCError(.invalidRequest, "'id' must be a text or a whole number of 64 bits")
    }
    (self.id, self.method, given) = (id, method, map["params"])
  }

  package func parameters() throws(RPCError) -> ValueMap {
    switch given {
    case nil: return ValueMap()
    case .map(let map)?: return map
    default:
      throw RPCError(.invalidParameters, "'params' must be an object, with parameters by name")
    }
  }

  /// The id of a message that isn't a request; null if it has none that can be repeated.
  package static func id(of message: Value) -> Value {
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
