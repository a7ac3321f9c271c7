// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
package import FlowSessions
package import FlowWalks
public import JSONRPC

// The errors of a service of walks.
extension RPCError.Code {
  /// There's no such flow.
  public static let unknownFlow = RPCError.Code(rawValue: -32001)

  /// There's no such walk.
  public static let unknownWalk = RPCError.Code(rawValue: -32002)

  /// There are too many walks.
  public static let tooManyWalks = RPCError.Code(rawValue: -32003)

  /// The walk waits for something else.
  public static let outOfTurn = RPCError.Code(rawValue: -32004)

  /// The question that the request names isn't asked.
  public static let notAsked = RPCError.Code(rawValue: -32005)

  /// The request is about an earlier revision.
  public static let stale = RPCError.Code(rawValue: -32006)

  /// An input is missing or wrong.
  public static let wrongInput = RPCError.Code(rawValue: -32007)

  /// The walk would take too much memory.
  public static let walkTooLarge = RPCError.Code(rawValue: -32008)
}

extension RPCError {
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
}
