// SPDX-License-Identifier: Apache-2.0

/// A stored walk can't go on, because a secret that was answered isn't in its store.
///
/// A store keeps secrets if it's sealed: wrap it in `SealedStore` of `SealedWalks`. Otherwise, give the secret again
/// with the `answers` of the runner's options, each time.
public struct MissingSecretError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The id of the walk.
  public let id: String

  /// The id of the question whose answer is missing, or of the step whose result is.
  public let name: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - name: The id of the question or the step.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// The message for the operator of the program.
  public var description: String {
    "the walk '\(id)' can't go on: the secret '\(name)' isn't in the store; use a SealedStore, or give the "
      + "secret again in the answers of the options"
  }
}
