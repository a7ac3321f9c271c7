// SPDX-License-Identifier: Apache-2.0

/// Why a program on a pseudo-terminal could not be driven further, with what its screen showed.
public struct PseudoTerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure this is.
  public enum Kind: Hashable, Sendable {
    /// The system refused: no pseudo-terminal, no such program; with the error number.
    case system(Int32)
    /// The time for the whole test was over before the program did this.
    case timedOut(waitingFor: String)
    /// The program ended before it did this.
    case ended(waitingFor: String)
  }

  /// What happened.
  public let kind: Kind

  /// The screen at that time.
  public let picture: String

  /// What happened, then the screen.
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
