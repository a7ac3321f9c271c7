// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
package import FlowSessions
package import FlowWalks

/// A request that a service refuses.
///
/// Nothing has changed.
public struct ServiceError: Error, Hashable, Sendable {
  /// The kinds of errors, with their codes in JSON-RPC.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    /// The message isn't JSON.
    case parseError = -32700

    /// The message isn't a request.
    case invalidRequest = -32600

    /// There's no such method.
    case methodNotFound = -32601

    /// The parameters are wrong.
    case invalidParameters = -32602

    /// There's no such flow.
    case unknownFlow = -32001

    /// There's no such walk.
    case unknownWalk = -32002

    /// There are too many walks.
    case tooManyWalks = -32003

    /// The walk waits for something else.
    case outOfTurn = -32004

    /// The question that the request names isn't asked.
    case notAsked = -32005

    /// The request is about an earlier revision.
    case stale = -32006

    /// An input is missing or wrong.
    case wrongInput = -32007

    /// The walk would take too much memory.
    case walkTooLarge = -32008
  }

  /// The kind of error.
  public let code: Code

  /// The code that clients get, if it isn't that of the kind.
  package var number: Int?

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

  package init(_ error: WalkError, state: WalkState) {
    let code: Code =
      switch error.kind {
      case .outOfTurn: .outOfTurn
      case .notAsked: .notAsked
      case .stale: .stale
      case .invalid: .invalidParameters
      }
    self.init(code, error.message, data: .object(["state": .string(state.name)]))
  }

  package init(_ error: InputError) {
    let status: ExitStatus = error.code == .missing ? .missingAnswers : .invalidAnswers
    self.init(
      .wrongInput, error.message,
      data: .object(["input": .string(error.input), "exitStatus": .number(status.rawValue)]))
  }

  /// The error as a JSON object.
  public var value: Value {
    .object(["code": .number(number ?? code.rawValue), "message": .string(message), "data": data])
  }
}
