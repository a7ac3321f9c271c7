// SPDX-License-Identifier: Apache-2.0

/// The reason why a store refuses an operation.
///
/// After every case but ``unknownOutcome(_:reason:)``, the store is as it was before.
public enum WalkStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text can't be an id; see ``WalkID/isValid(_:)``.
  case invalidID(String)

  /// There is a walk with the id.
  case exists(String)

  /// There is no walk with the id.
  case unknown(String)

  /// The walk was changed by someone else: its revision isn't the one that was named.
  case conflict(String, current: WalkRevision)

  /// Someone else has leased the walk.
  case leased(String)

  /// The lease that was named has ended.
  case leaseLost(String)

  /// The walk would be larger than the store's limit, in bytes.
  case tooLarge(String, byteCount: Int, limit: Int)

  /// The stored walk is damaged, or from a later version of the library.
  case damaged(String, SavedWalkError)

  /// No key of the store has the number of the key that sealed the walk.
  case unknownKey(String, UInt32)

  /// The connection was lost, and the store doesn't know whether the change was made.
  ///
  /// Load the walk: at the revision that was named, it wasn't; at a later one, compare the events.
  case unknownOutcome(String, reason: String)

  /// The store can't be reached, or is too busy; nothing was changed. The same call can succeed later.
  case unavailable(reason: String)

  /// The store refuses every call of this kind, because of its setup: a table or a folder that's missing, a right, an
  /// option; nothing was changed. The same call fails again until someone repairs the setup.
  case refused(reason: String)

  /// Whether the same call can succeed later, without a change by the caller.
  ///
  /// After a conflict, load the walk first; the same goes for ``unknownOutcome(_:reason:)``.
  public var canRetry: Bool {
    switch self {
    case .unavailable, .leased: true
    case .invalidID, .exists, .unknown, .conflict, .leaseLost, .tooLarge, .damaged, .unknownKey,
      .unknownOutcome, .refused:
      false
    }
  }

  /// The message.
  public var description: String { message }

  /// The message for the operator of the program.
  public var message: String {
    switch self {
    case .invalidID(let id):
      "'\(id.prefix(WalkID.maximumByteCount))' can't be the id of a walk: use up to "
        + "\(WalkID.maximumByteCount) letters, digits, '-', '_' and '.'"
    case .exists(let id): "there is already a walk '\(id)'"
    case .unknown(let id): "there is no walk '\(id)'"
    case .conflict(let id, let current):
      "the walk '\(id)' was changed meanwhile; it has revision \(current) now"
    case .leased(let id): "the walk '\(id)' is leased by someone else"
    case .leaseLost(let id): "the lease of the walk '\(id)' has ended"
    case .tooLarge(let id, let count, let limit):
      "the walk '\(id)' would have \(count) bytes; the limit is \(limit)"
    case .damaged(let id, let error): "the walk '\(id)': \(error.message)"
    case .unknownKey(let id, let key):
      "the walk '\(id)' was sealed with the key \(key), which is not known"
    case .unknownOutcome(let id, let reason):
      "it isn't known whether the walk '\(id)' was changed: \(reason)"
    case .unavailable(let reason): "the store isn't available: \(reason)"
    case .refused(let reason): "the store can't be used as it's set up: \(reason)"
    }
  }
}
