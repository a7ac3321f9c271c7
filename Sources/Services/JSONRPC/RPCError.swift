// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// A request that a service refuses.
///
/// Nothing has changed.
public struct RPCError: Error, EntryReaderError, Hashable, Sendable {
  /// The kind of an error, with its code in JSON-RPC.
  ///
  /// A service adds kinds of its own.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number that clients get.
    public let rawValue: Int

    /// Creates a kind of error; JSON-RPC reserves the numbers from -32768 to -32000.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The message isn't JSON.
    static let parseError = Code(rawValue: -32700)

    /// The message isn't a request.
    public static let invalidRequest = Code(rawValue: -32600)

    /// There's no such method.
    public static let methodNotFound = Code(rawValue: -32601)

    /// The parameters are wrong.
    public static let invalidParameters = Code(rawValue: -32602)
  }

  /// The kind of error.
  public let code: Code

  /// The message: lower case, without a full stop.
  public let message: String

  /// More about it; nil if there's nothing.
  public var data: Value?

  /// Creates an error.
  public init(_ code: Code, _ message: String, data: Value? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  package init(entry message: String) { self.init(.invalidParameters, message) }

  /// The error as a JSON object.
  var value: Value {
    .object(["code": .number(code.rawValue), "message": .string(message), "data": data])
  }

  /// The response to a request with an id; null if it has none that can be repeated.
  package func response(to id: Value) -> Value {
    .object(["jsonrpc": "2.0", "id": id, "error": value])
  }
}
