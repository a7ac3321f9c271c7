// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowSessions
package import FlowWalks
package import JSONRPC
import SavedWalks

// The errors of a service of walks.
extension RPCError.Code {
  /// There's no such flow.
  static let unknownFlow = RPCError.Code(rawValue: -32001)

  /// There's no such walk.
  package static let unknownWalk = RPCError.Code(rawValue: -32002)

  /// There are too many walks.
  static let tooManyWalks = RPCError.Code(rawValue: -32003)

  /// The walk waits for something else.
  static let outOfTurn = RPCError.Code(rawValue: -32004)

  /// The question that the request names isn't asked.
  static let notAsked = RPCError.Code(rawValue: -32005)

  /// The request is about an earlier revision.
  package static let stale = RPCError.Code(rawValue: -32006)

  /// An input is missing or wrong.
  static let wrongInput = RPCError.Code(rawValue: -32007)

  /// The walk would take too much memory.
  static let walkTooLarge = RPCError.Code(rawValue: -32008)

  /// An effect of the walk is performed now, for another request.
  package static let busy = RPCError.Code(rawValue: -32009)

  /// The owner has too many requests at a time.
  static let tooManyRequests = RPCError.Code(rawValue: -32010)

  /// The store of the walks doesn't take or give the walk.
  package static let storeFailed = RPCError.Code(rawValue: -32011)

  /// The connection hasn't named the owner of its requests.
  static let ownerNeeded = RPCError.Code(rawValue: -32012)

  /// The server has too many connections.
  package static let tooManyConnections = RPCError.Code(rawValue: -32013)
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

  /// Creates the error for one of a store; the place of the store isn't the client's to know.
  package init(storing error: any Error, id: String) {
    switch error {
    case let error as RPCError: self = error
    case let error as PerformedElsewhere: self.init(error)
    case is StaleWalkError, WalkStoreError.conflict:
      self.init(.stale, "the walk was changed by another process meanwhile; ask for its state")
    case WalkStoreError.unknown, WalkStoreError.invalidID: self = .unknownWalk(id)
    case WalkStoreError.leased, WalkStoreError.leaseLost:
      self.init(.busy, "the walk is used by another process; try again", data: Self.retries(true))
    case WalkStoreError.tooLarge(_, let count, let limit):
      self.init(
        .walkTooLarge, "the walk would take \(count) bytes in the store, and may take \(limit)")
    case let error as MissingSecretError:
      self.init(
        .storeFailed, "the walk can't go on: the secret '\(error.name)' isn't in the store")
    case let error as SavedWalkError:
      self.init(.storeFailed, "the walk can't go on: \(error.message)")
    case let error as WalkStoreError:
      self.init(
        .storeFailed, "the store of the walks fails; nothing is acknowledged",
        data: Self.retries(error.canRetry))
    default: self.init(.storeFailed, "the store of the walks fails; nothing is acknowledged")
    }
  }

  init(_ error: PerformedElsewhere) {
    self.init(
      .busy, "'\(error.step)' is being performed; try again later",
      data: .object([
        "step": .string(error.step), "since": .string("\(error.since)"), "retries": true,
      ]))
  }

  private static func retries(_ canRetry: Bool) -> Value { .object(["retries": .bool(canRetry)]) }

  static func unknownWalk(_ id: String) -> RPCError {
    RPCError(.unknownWalk, "there's no walk '\(FlowService.shortened(id))'")
  }

  package init(_ error: InputError) {
    let status: ExitStatus = error.code == .missing ? .missingAnswers : .invalidAnswers
    self.init(
      .wrongInput, error.message,
      data: .object(["input": .string(error.input), "exitStatus": .number(status.rawValue)]))
  }
}
