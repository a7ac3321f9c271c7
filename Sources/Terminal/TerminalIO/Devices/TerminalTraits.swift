// SPDX-License-Identifier: Apache-2.0

/// The capabilities of a terminal that the environment reveals.
public struct TerminalTraits: Hashable, Sendable {
  /// Whether escape sequences move the cursor and set modes; otherwise only CR, BS and text are sent.
  public var understandsEscapes: Bool

  /// Whether a row that becomes too long for its window continues in the rows below; otherwise its end
  /// is lost.
  public var reflowsRows: Bool

  /// Whether operating system commands (OSC) that it doesn't know leave no trace, so that questions are
  /// marked and addresses are links.
  public var takesCommands: Bool

  /// Creates traits.
  public init(understandsEscapes: Bool, reflowsRows: Bool = false, takesCommands: Bool = false) {
    self.understandsEscapes = understandsEscapes
    self.reflowsRows = reflowsRows
    self.takesCommands = takesCommands
  }

  /// Reads traits from the environment: from `TERM`, and from the variables of terminals that cut off
  /// rows.
  ///
  /// Of the terminals in use, xterm, the Linux console and GNU screen cut off rows; all others reflow
  /// them.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  public init(environment variable: (String) -> String?) {
    let term = variable("TERM")
    self.init(term: term)
    takesCommands = takesCommands && (variable("TMUX") != nil || variable("STY") == nil)
    guard variable("TMUX") == nil else { return }
    let isXterm = variable("XTERM_VERSION") != nil && variable("VTE_VERSION") == nil
    if isXterm || term == "linux" || variable("STY") != nil { reflowsRows = false }
  }

  /// Reads traits from the value of `TERM`; without a value, and for `dumb`, `unknown` and `emacs`,
  /// the terminal understands no escapes.
  init(term: String?) {
    understandsEscapes = !["", "dumb", "unknown", "emacs"].contains(term ?? "")
    reflowsRows = understandsEscapes
    // The Linux console, GNU screen, Emacs and hardware show parts of commands, or wait for their end.
    takesCommands =
      understandsEscapes
      && [
        "xterm", "tmux", "foot", "alacritty", "kitty", "wezterm", "ghostty", "vte", "konsole",
        "iterm", "mintty", "contour", "rio", "screen-256color", "rxvt-unicode", "st-",
      ].contains { (term ?? "").hasPrefix($0) }
  }
}
