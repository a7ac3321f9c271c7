// SPDX-License-Identifier: Apache-2.0

internal import FlowHosts
package import TerminalCells

extension WalkLooks {
  /// Whether the user's environment asks for an interface that a screen reader can read.
  static var isAccessible: Bool { isSet("ACCESSIBLE") }

  /// Whether Emacs reads the lines, as in its shell.
  static var isInEmacs: Bool {
    SystemHost.environment("INSIDE_EMACS").map { !$0.isEmpty } ?? false
  }

  /// Whether steps may move to their places.
  static var allowsMotion: Bool { !isSet("REDUCE_MOTION") }

  /// Returns whether a variable of the environment asks for something: set, and neither `0` nor
  /// `false`.
  private static func isSet(_ name: String) -> Bool {
    guard let value = SystemHost.environment(name), !value.isEmpty else { return false }
    return value != "0" && value.lowercased() != "false"
  }

  /// Whether the environment says that the terminal shows UTF-8.
  static var showsUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { SystemHost.environment($0) }.first { !$0.isEmpty }
    let name = (locale ?? "").lowercased()
    return contains("utf-8", in: name) || contains("utf8", in: name)
  }

  /// The colors of the terminal, from the environment.
  package static var colorDepth: ColorDepth {
    switch SystemHost.environment("COLORTERM") ?? "" {
    case "truecolor", "24bit": return .truecolor
    default: break
    }
    let term = SystemHost.environment("TERM") ?? ""
    if contains("direct", in: term) { return .truecolor }
    return contains("256color", in: term) ? .indexed256 : .ansi16
  }

  /// Returns whether text may be styled: if `CLICOLOR_FORCE` is set, or on a terminal that supports
  /// styles unless `NO_COLOR` is set.
  package static func allowsStyles(onTerminal isTerminal: Bool) -> Bool {
    if let forced = SystemHost.environment("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" {
      return true
    }
    if let none = SystemHost.environment("NO_COLOR"), !none.isEmpty { return false }
    let term = SystemHost.environment("TERM") ?? ""
    return isTerminal && !term.isEmpty && term != "dumb"
  }

  /// Whether the terminal shows each frame at once if it's asked to.
  ///
  /// Old terminals, and the one that answers this question with a letter, aren't asked.
  static var mayAskForSynchronizing: Bool {
    colorDepth >= .indexed256 && SystemHost.environment("TERM_PROGRAM") != "Apple_Terminal"
  }

  private static func contains(_ part: String, in text: String) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
