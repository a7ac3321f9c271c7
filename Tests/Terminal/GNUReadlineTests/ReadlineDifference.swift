// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// A kind of key that does something else in our lines than in `readline()`.
struct ReadlineDifference: Sendable, CustomTestStringConvertible {
  /// A key and the line that it finds.
  struct Press {
    var line: LineNote
    /// Its bytes; those of a paste, with its marks.
    var key: String
    /// The keys before it.
    var before: [String] = []
    /// Whether it arrived with the key before it.
    var isQuick = false
    /// Whether it's no key, but a sequence that's dropped.
    var isDropped = false

    /// Escape and the key, where Escape waits for it.
    fileprivate var afterEscape: Press? {
      guard line.wait == .escape else { return nil }
      var press = self
      press.line.wait = .nothing
      press.key = "\u{1B}" + key
      return press
    }

    fileprivate var isPaste: Bool { key.hasPrefix("\u{1B}[200~") }
    fileprivate var isSequence: Bool { key.utf8.count > 1 && key.utf8.first == 0x1B }
    fileprivate var isAlt: Bool { isSequence && key.utf8.count == 2 }
    fileprivate var isText: Bool { (key.utf8.first ?? 0) >= 0x20 && key != "\u{7F}" }
    fileprivate var isLong: Bool { (key.utf8.first ?? 0) >= 0x80 }
    /// Whether what waits takes one key.
    fileprivate var isOperand: Bool { [.operand, .motion, .escape].contains(line.wait) }
    /// Whether it's the motion of an operator of vi.
    fileprivate var isMotion: Bool {
      line.wait == .motion
        || line.wait == .operand && ["c", "d", "y"].contains(before.last?.suffix(1))
    }
    /// Whether only typed text and arguments are between it and a kill.
    fileprivate var followsKillAndText: Bool {
      let text = before.reversed().prefix { key in
        Press(line: line, key: key).isText
          || key.hasPrefix("\u{1B}") && "-0123456789".contains(key.suffix(1))
      }
      return !text.isEmpty && before.dropLast(text.count).last.map(kills.contains) == true
    }
    /// Whether more may have been typed than Readline keeps together.
    fileprivate var followsLongInsertion: Bool {
      let text = before.joined()
      return text.utf8.count > 20 || text.utf8.contains { $0 >= 0x80 }
    }
    /// Whether it moves the cursor before or after a character that vi looks for.
    fileprivate var isCharacterSearch: Bool {
      guard line.mode == .command else { return false }
      return line.wait == .operand
        ? ["f", "F", "t", "T"].contains(before.last?.suffix(1)) : isAny(of: [";", ","])
    }
    /// Whether it can be the key of a command.
    fileprivate var canBeCommand: Bool { [.nothing, .argument, .search].contains(line.wait) }
    fileprivate var isInHistory: Bool { line.history < ReadlineDifference.history.count }
    fileprivate func isAny(of keys: [String]) -> Bool { keys.contains(key) }
  }

  var reason: String
  /// Keys that show it, with pauses between them.
  var example: KeySequence
  private let isHere: @Sendable (Press) -> Bool

  private init(
    _ reason: String, _ mode: String, _ example: [String],
    _ isHere: @escaping @Sendable (Press) -> Bool
  ) {
    self.reason = reason
    self.example = KeySequence(mode: mode, keys: example)
    self.isHere = isHere
  }

  var testDescription: String { reason }

  /// Whether a key is of this kind.
  func holds(for press: Press) -> Bool { isHere(press) || press.afterEscape.map(isHere) == true }

  /// The history that the probe gives to both.
  static let history = [
    "one two", "alpha (beta) gamma", "日本 x", "e\u{301}te\u{301} [a] {b}", "one more",
  ]

  private static let known =
    "ABCDHF".flatMap { ["\u{1B}[\($0)", "\u{1B}O\($0)"] }
    + ["[2~", "[3~", "[5~", "[6~", "[1;5C", "[1;5D", "[1;3C", "[1;3D"].map { "\u{1B}" + $0 }
  private static let commands =
    ["\u{1A}", "\u{0C}"].flatMap { [$0, "\u{1B}" + $0] }
    + ["\r", "\n", "s", "w", "S", "W", "[Z", "[1;3D", "[1;3A", "[1;3B"].map { "\u{1B}" + $0 }
  private static let movesInHistory =
    "\u{10}\u{0E}\u{12}\u{13}kjnNGH+-/?".map { String($0) }
    + ["p", "n", "<", ">", "[A", "[B", "OA", "OB"].map { "\u{1B}" + $0 }
  private static let kills =
    ["\u{0B}", "\u{15}", "\u{17}", "\u{7F}"] + "dk\u{7F}\u{08}\\".map { "\u{1B}\($0)" }
  private static let bound =
    "\u{07}\u{08}\t\n\r\u{12}\u{19}\u{1B}\u{1D} #&*-.0123456789<=>?\\_bcdflnprtuy~\u{7F}"
  private static let motions = " hl^$0123456789ftFT;,%wbeWBE|`"

  static let all: [ReadlineDifference] = [
    // Keys of the program.
    .init("Ctrl-C leaves the walk", "emacs", ["a", "\u{03}"]) { $0.key.hasSuffix("\u{03}") },
    .init(
      "Ctrl-D at an empty line leaves the walk, and the macro that's recorded", "emacs",
      ["\u{18}(", "\u{04}"]
    ) {
      $0.key == "\u{04}" && $0.line.bytes.isEmpty && $0.line.isRecorded
    },
    .init("a key of the program is its command", "emacs", ["\u{0C}"]) {
      $0.canBeCommand && $0.isAny(of: commands)
        && ($0.line.mode == .emacs || !["s", "w", "S", "W"].contains($0.key.suffix(1)))
    },
    .init("Ctrl-X Ctrl-E opens an editor", "emacs", ["\u{18}\u{05}"]) {
      $0.key == "\u{05}" && $0.line.wait == .operand
    },
    .init(
      "Ctrl-X Ctrl-E opens an editor in vi's command mode, too, so that Ctrl-X waits", "vi",
      ["\u{1B}", "\u{18}"]
    ) {
      $0.key.hasSuffix("\u{18}")
        && ([.command, .replace].contains($0.line.mode) || $0.line.mode == .insert && $0.isAlt)
    },
    .init("? at an empty line is help", "emacs", ["?"]) {
      $0.key == "?" && $0.line.bytes.isEmpty && [.nothing, .argument].contains($0.line.wait)
    },
    .init("Alt and a digit at an empty line lead to a step", "emacs", ["\u{1B}2"]) {
      $0.isAlt && "123456789".contains($0.key.suffix(1)) && $0.line.bytes.isEmpty && $0.canBeCommand
        && $0.line.mode == .emacs
    },
    .init("PageUp and PageDown are the program's", "emacs", ["\u{1B}[5~"]) {
      $0.isAny(of: ["\u{1B}[5~", "\u{1B}[6~"])
    },
    .init(
      "the line after Ctrl-O isn't the next one of the history", "emacs",
      ["\u{10}", "\u{10}", "\u{0F}"]
    ) {
      $0.key.hasSuffix("\u{0F}")
    },
    // Sequences.
    .init("an unknown sequence leaves nothing", "emacs", ["\u{1B}[9;9~"]) {
      $0.isSequence && !$0.isAlt && !$0.isPaste
        && (!$0.isAny(of: known) || $0.line.mode == .replace)
    },
    .init("a terminal's report is no key", "emacs", ["one", "\u{1B}_\u{1B}b"]) { $0.isDropped },
    .init("Esc [ and Esc O wait for nothing", "emacs", ["\u{1B}O"]) {
      $0.isAny(of: ["\u{1B}[", "\u{1B}O"])
    },
    .init(
      "a sequence ends what waits for one key, and leaves nothing", "emacs", ["\u{16}", "\u{1B}[D"]
    ) {
      $0.isSequence && $0.isOperand
    },
    .init("what waits for one byte takes a whole character", "emacs", ["\u{18}", "日"]) {
      $0.isLong && $0.isOperand
    },
    .init("a character that's repeated no times leaves no bytes", "emacs", ["\u{1B}-", "é", "P"]) {
      $0.isLong && $0.line.wait == .argument
    },
    .init("a sequence isn't a part of a search's text", "emacs", ["\u{1B}p", "\u{1B}k"]) {
      $0.isSequence && $0.line.wait == .searchInLine
    },
    // Escape.
    .init("Esc is an operand at once, and no beginning of a paste", "emacs", ["\u{1D}", "\u{1B}"]) {
      $0.key == "\u{1B}" && $0.line.wait == .operand
    },
    .init(
      "Esc that a macro gives to what waits is an operand alone", "emacs",
      ["\u{18}(", "\u{1D}", "x", "\u{1B}d", "\u{18})", "\u{18}e"]
    ) {
      $0.line.isRecorded && $0.key.hasPrefix("\u{1B}")
        && $0.before.suffix(2).first?.hasSuffix("\u{1D}") == true
    },
    .init(
      "Esc in vi's command mode is nothing, and moves no cursor that a failed command has left",
      "vi",
      ["B", "C", "\u{1B}", "p", "\u{1B}"]
    ) {
      $0.line.mode == .command && $0.line.wait == .nothing && ($0.key == "\u{1B}" || $0.isAlt)
    },
    .init(
      "Esc that ends a search in vi mode is only that, however quick the next key", "vi",
      ["\u{13}", "\u{1B}N"]
    ) {
      $0.isSequence && $0.line.mode != .emacs && $0.line.wait == .search
    },
    // Pastes.
    .init("a paste ends what waits", "emacs", ["\u{12}", "\u{1B}[200~p\u{1B}[201~"]) {
      $0.isPaste && $0.line.wait != .nothing
    },
    .init(
      "vi's `.` repeats what was typed and pasted together", "vi",
      ["$", "\u{1B}[200~é q\u{1B}[201~", "\u{1F}"]
    ) {
      $0.isPaste && $0.line.mode == .insert
    },
    .init(
      "vi's `.` repeats all that was typed", "vi", ["o", "é", "\u{1B}", "."]
    ) {
      $0.line.mode != .emacs && $0.followsLongInsertion
        && ($0.isAny(of: [".", "u", "\u{1F}"]) || $0.key.hasPrefix("\u{1B}."))
    },
    .init("a paste in vi's command mode is text", "vi", ["\u{1B}", "\u{1B}[200~p\u{1B}[201~"]) {
      $0.isPaste && $0.line.mode == .command
    },
    .init(
      "a paste replaces nothing after R", "vi", ["e", "\u{1B}", "R", "\u{1B}[200~p\u{1B}[201~"]
    ) {
      $0.isPaste && $0.line.mode == .replace
    },
    // Mistakes of Readline.
    .init(
      "an edited line of the history isn't lost", "emacs",
      ["\u{1B}<", "\u{1B}[200~x y\u{1B}[201~", "\u{10}", "z", "\u{13}", "\u{01}"]
    ) {
      $0.isInHistory && $0.line.text != history[$0.line.history]
        && ($0.isAny(of: movesInHistory)
          || $0.isAlt && $0.line.mode != .emacs
            && movesInHistory.contains(String($0.key.suffix(1))))
    },
    .init("a search that's given up leaves the line", "emacs", ["a", "\u{1B}n", "\r"]) {
      $0.line.wait == .searchInLine
        && ($0.isAny(of: ["\r", "\n", "\u{07}"])
          || $0.line.bytes.isEmpty && $0.isAny(of: ["\u{7F}", "\u{08}"]))
        && ($0.isInHistory || $0.line.bytes.isEmpty)
    },
    .init(
      "text between two kills keeps them apart, however quickly it's typed", "emacs",
      ["b", "\u{17}", "]\u{1B}\u{08}", "\u{19}"]
    ) {
      $0.isQuick && $0.isAny(of: kills) && $0.followsKillAndText
    },
    .init(
      "an operator with a count takes only motions", "vi", ["a", "\u{1B}", "d", "2", "\u{07}"]
    ) {
      $0.line.wait == .motion && !motions.contains($0.key)
    },
    .init("the cursor isn't inside a character", "emacs", ["\u{301}", "\u{01}", "x", "\u{18}"]) {
      $0.line.isInsideCharacter
        || !$0.line.isASCII
          && ($0.line.wait == .search || $0.key == "\u{18}" && $0.line.wait == .operand)
        || $0.line.hasComposed && $0.isCharacterSearch
    },
    .init(
      "an operator of vi takes whole characters", "vi",
      ["\u{1B}[A", "\u{1B}[A", "\u{1B}", "\u{1B}OH", "de"]
    ) {
      $0.line.mode == .command && $0.line.hasComposed && $0.isMotion
    },
    .init(
      "vi's `.` after R leaves no part of a character", "vi",
      ["jé", "\u{1B}", "0", "Ra", "é", "\u{1B}", "."]
    ) {
      $0.key == "." && $0.line.mode == .command && !$0.line.isASCII
        && $0.before.contains { $0.hasSuffix("R") }
    },
    .init(
      "a key that does nothing is no part of a macro", "emacs",
      ["e", "\u{15}", "\u{18}(", "\u{19}", "\u{1B}}", "\u{18})", "\u{18}e"]
    ) {
      $0.isAlt && $0.line.mode == .emacs && !bound.contains($0.key.suffix(1).lowercased())
    },
    .init(
      "text is a part of a macro, however quickly it's typed", "emacs",
      ["\u{18}(", "ab", "\u{18})", "\u{18}e"]
    ) {
      $0.line.isRecorded && $0.isQuick && $0.isText
    },
    .init(
      "a character that's typed in overwrite mode is whole in a macro", "emacs",
      ["\u{18}(", "\u{1B}[2~", "é", "\u{18})", "\r", "\u{18}e", "a"]
    ) {
      $0.line.isRecorded && $0.line.isOverwriting && $0.isLong
    },
    .init("NUL is a key", "vi", [")\0", "\u{1B}"]) { $0.key == "\0" && $0.line.mode != .emacs },
    .init(
      "the repetitions of a command have a limit", "emacs",
      ["x", "\u{1B}9", "9", "9", "9", "9", "y"]
    ) {
      $0.line.wait == .argument && (Int($0.line.message.filter(\.isNumber)) ?? 0) >= 60
    },
  ]
}

extension LineNote {
  fileprivate var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

  /// Whether a character has several scalars.
  fileprivate var hasComposed: Bool { text.contains { $0.unicodeScalars.count > 1 } }

  /// Whether the cursor is inside a character.
  fileprivate var isInsideCharacter: Bool {
    var start = 0
    for character in text where start < cursor { start += character.utf8.count }
    return start != cursor
  }
}
