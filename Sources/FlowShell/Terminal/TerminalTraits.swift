// SPDX-License-Identifier: Apache-2.0

/// What a terminal can do, as far as its environment says.
public struct TerminalTraits: Hashable, Sendable {
  /// Whether escape sequences move the cursor and set modes; else only CR, BS and text are sent.
  public var understandsEscapes: Bool

  /// Creates traits.
  public init(understandsEscapes: Bool) { self.understandsEscapes = understandsEscapes }

  /// Reads traits from the value of `TERM`: no value, `dumb`, `unknown` and Emacs' own shell
  /// understand no escapes.
  public init(term: String?) {
    understandsEscapes = !["", "dumb", "unknown", "emacs"].contains(term ?? "")
  }
}
