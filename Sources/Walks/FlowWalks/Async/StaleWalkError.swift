// SPDX-License-Identifier: Apache-2.0

/// A runner's walk was changed elsewhere, by another process or another runner.
///
/// The event that met it isn't saved, and the runner takes no other. Call ``AsyncFlowRunner/reload()``, and show
/// the question that the walk is at now: the user hasn't seen it.
public struct StaleWalkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The id of the walk; nil if the runner doesn't know it.
  public let id: String?

  /// Creates an error.
  ///
  /// - Parameter id: The id of the walk, if it's known.
  public init(id: String? = nil) { self.id = id }

  /// The message for the operator of the program.
  public var description: String {
    let walk = id.map { "the walk '\($0)'" } ?? "the walk"
    return "\(walk) was changed elsewhere; reload it, and ask again what it asks now"
  }
}
