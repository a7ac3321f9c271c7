// SPDX-License-Identifier: Apache-2.0

/// Why a test couldn't drive a program any further, and the screen at that time.
public struct PseudoTerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The system couldn't create a pseudo-terminal or start the program. The value is the `errno`.
    case system(Int32)
    /// The time limit of the test passed before the program did this.
    case timedOut(waitingFor: String)
    /// The program ended before it did this.
    case ended(waitingFor: String)
  }

  /// The kind of failure.
  public let kind: Kind

  /// The screen at that time.
  public let picture: String

  /// The reason, followed by the screen.
  public var description: String {
    let reason =
      switch kind {
      case .system(let number): "the program cannot be started (error \(number))"
      case .timedOut(let event): "timed out waiting for \(event)"
      case .ended(let event): "the program ended before \(event)"
      }
    return picture.isEmpty ? reason : "\(reason)\n\(picture)"
  }
}
