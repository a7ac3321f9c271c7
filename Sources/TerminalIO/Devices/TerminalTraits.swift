// SPDX-License-Identifier: Apache-2.0

/// What a terminal can do, as far as its environment says.
public struct TerminalTraits: Hashable, Sendable {
  /// Whether escape sequences move the cursor and set modes; else only CR, BS and text are sent.
  public var understandsEscapes: Bool

  /// Whether a row that gets too long for its window goes on in the rows below it; else its end is
  /// lost.
  public var reflowsRows: Bool

  /// Creates traits.
  public init(understandsEscapes: Bool, reflowsRows: Bool = false) {
    self.understandsEscapes = understandsEscapes
    self.reflowsRows = reflowsRows
  }

  /// Reads traits from the environment: `TERM`, and what names a terminal that cuts rows off.
  ///
  /// Of the terminals in use xterm, the console of Linux and GNU screen do so; all others reflow.
  ///
  /// - Parameter variable: The value of a variable of the environment.
  public init(environment variable: (String) -> String?) {
    let term = variable("TERM")
    self.init(term: term)
    guard variable("TMUX") == nil else { return }
    let isXterm = variable("XTERM_VERSION") != nil && variable("VTE_VERSION") == nil
    if isXterm || term == "linux" || variable("STY") != nil { reflowsRows = false }
  }

  /// Reads traits from the value of `TERM`: no value, `dumb`, `unknown` and Emacs' own shell
  /// understand no escapes.
  public init(term: String?) {
    understandsEscapes = !["", "dumb", "unknown", "emacs"].contains(term ?? "")
    reflowsRows = understandsEscapes
  }
}
