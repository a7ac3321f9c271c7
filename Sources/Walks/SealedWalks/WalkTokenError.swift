// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import SavedWalks

/// The reason why a token isn't accepted, or can't be made.
public enum WalkTokenError: Error, Hashable, Sendable {
  /// The token has more bytes than are accepted.
  case tooLong(limit: Int)

  /// The text isn't a token, or its end is missing.
  case malformed

  /// A later version of this library made the token.
  case laterFormat(Int)

  /// No key of the ring has the number that the token names.
  case unknownKey(UInt32)

  /// The token wasn't made with the key that it names, or was changed.
  case forged

  /// The token was accepted until this time.
  case expired(Timestamp)

  /// The flow has changed since the token was made.
  case changedFlow

  /// A later token of the walk was made, and the store refuses this one.
  case superseded

  /// An effect was begun, so the tokens need a store that refuses earlier ones; see
  /// ``GuardedWalkTokens``.
  case needsStore

  /// The walk can't be restored.
  case walk(SavedWalkError)

  /// The store failed.
  case store(WalkStoreError)

  /// The message for the operator of the program.
  public var message: String {
    switch self {
    case .tooLong(let limit): "the token is longer than \(limit) bytes"
    case .malformed: "this is not a token, or not all of it"
    case .laterFormat(let version): "the token has the format \(version), which is not known"
    case .unknownKey(let id): "the token was made with the key \(id), which is not known"
    case .forged: "the token was changed, or made with another key"
    case .expired(let time): "the token has expired at \(time)"
    case .changedFlow: "the flow has changed since the token was made"
    case .superseded: "the walk has gone on since this token was made"
    case .needsStore: "the walk has performed an effect, so its tokens need a store"
    case .walk(let error): error.message
    case .store(let error): error.message
    }
  }
}
