// SPDX-License-Identifier: Apache-2.0

/// The reason why a journal can't be opened or written.
public enum JournalError: Error, Hashable, Sendable {
  /// There is no journal with the id.
  case missing(String)

  /// Another process continues the walk.
  case inUse(String)

  /// The journal is sealed, and no key was given.
  case sealed(String)

  /// The journal is sealed with another key.
  case otherKey(String)

  /// The content is damaged, or from a later version.
  case content(SavedWalkError)

  /// The system refuses to read or write; with the reason.
  case system(String)

  /// The message for users.
  public var message: String {
    switch self {
    case .missing(let id): "there is no saved walk '\(id)'"
    case .inUse(let id): "the saved walk '\(id)' is in use by another process"
    case .sealed(let id): "the saved walk '\(id)' is sealed, so its key is needed"
    case .otherKey(let id): "the saved walk '\(id)' is sealed with another key"
    case .content(let error): error.message
    case .system(let reason): reason
    }
  }
}
