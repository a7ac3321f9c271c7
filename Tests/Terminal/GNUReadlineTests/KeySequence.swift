// SPDX-License-Identifier: GPL-3.0-or-later

import RandomTesting

/// Keys that are typed into a line, with pauses between them.
struct KeySequence {
  /// `emacs` or `vi`.
  var mode: String
  /// The keys; those of one text arrive together.
  var keys: [String]
  /// The name that repeats a random sequence.
  var name = ""

  /// The sequence as `EditorProbe` reads it.
  var row: String { ([mode] + keys.map { $0.utf8.hexadecimal }).joined(separator: " ") }

  var picture: String { "\(name) \(mode): \(keys.map(\.debugDescription).joined(separator: " "))" }
}

extension KeySequence {
  /// Makes a random sequence of 3 to 25 keys, a fifth of which follow without a pause.
  static func random(_ random: inout SeededGenerator, name: String) -> KeySequence {
    let mode = Bool.random(using: &random) ? "emacs" : "vi"
    var keys: [String] = []
    for _ in 0..<Int.random(in: 3...25, using: &random) {
      var key = key(mode, &random)
      // A count after an operator has a motion.
      if mode == "vi", let last = keys.last?.last, "cdy".contains(last), key.first?.isNumber == true
      {
        key = "\(key.prefix(1))w"
      }
      if !keys.isEmpty, Int.random(in: 0..<5, using: &random) == 0 {
        keys[keys.count - 1] += key
      } else {
        keys.append(key)
      }
    }
    if mode == "emacs", Int.random(in: 0..<8, using: &random) == 0 {
      // A part is a macro, which is replayed later.
      let places = (0..<3).map { _ in Int.random(in: 0...keys.count, using: &random) }.sorted()
      for (place, key) in zip(places, ["\u{18}(", "\u{18})", "\u{18}e"]).reversed() {
        keys.insert(key, at: place)
      }
    }
    return KeySequence(mode: mode, keys: keys, name: name)
  }

  private static func key(_ mode: String, _ random: inout SeededGenerator) -> String {
    let pools: [(share: Int, keys: [String])] =
      shared
      + (mode == "emacs"
        ? [(32, controls), (30, metaKeys)] : [(8, ["\u{1B}"]), (8, controls), (46, vi)])
    var number = Int.random(in: 0..<pools.reduce(0) { $0 + $1.share }, using: &random)
    for (share, keys) in pools {
      if number < share { return keys.randomElement(using: &random) ?? "" }
      number -= share
    }
    return ""
  }

  private static let shared: [(share: Int, keys: [String])] = [
    (15, text), (8, sequences), (4, pastes), (4, ["\r"]), (5, all), (1, keysOfTheProgram),
  ]

  private static let text = [
    "a", "o", "x", "one two ", "(", ")", "日", "é", "e\u{301}", "-", ".", "T", "b", " ",
  ]
  private static let sequences =
    "ABCDHF".flatMap { ["\u{1B}[\($0)", "\u{1B}O\($0)"] }
    + ["[2~", "[3~", "[3;5~", "[1;5C", "[1;5D", "[1;3C", "[1~", "[4~"].map { "\u{1B}" + $0 }
  private static let pastes = ["p", "é q", "日 one", "x\ty"].map { "\u{1B}[200~\($0)\u{1B}[201~" }
  private static let all = (1..<128).flatMap { byte in
    let key = String(UnicodeScalar(UInt8(byte)))
    return byte == 0x1B ? [key] : [key, "\u{1B}" + key]
  }
  private static let keysOfTheProgram =
    ["\u{03}", "\u{1A}", "\u{0C}", "\t", "?", "\u{0F}", "\u{18}\u{05}", "\u{11}", "\0"]
    + ["s", "w", "[Z", "[5~", "[6~", "[1;3D", "[1;3A"].map { "\u{1B}" + $0 }

  /// Movements, deletions, yanks, undos, searches, quoted insert, character search, and the prefix.
  private static let controls = [
    1, 2, 4, 5, 6, 7, 8, 11, 14, 16, 20, 21, 23, 25, 31, 127, 18, 19, 22, 29, 24, 28,
  ].map { String(UnicodeScalar(UInt8($0))) }
  private static let metaKeys =
    "bdfculytnprk.\\-0123<>#&_{}\u{7F}\u{08}\u{1D}\u{19}\t".map { "\u{1B}\($0)" }
    + "\u{15}()e\u{18}\u{7F}".map { "\u{18}\($0)" }
  private static let vi =
    "abcdefhilmnprstuwxyABCDEFIPRSTUWXY0123456789;,.~|^$%`/?#GN&@*=_+-jk".map { String($0) }
    + [
      "dw", "cw", "dd", "yy", "2d2w", "d2w", "3x", "cc", "df", "r", "dt", ".", "u", "ma", "`a", "p",
      "P",
      "yw", "c$", "d0", "de", "db", "gg", "ct",
    ]
}

/// The state of a line when the editor waits for a key, as `EditorProbe` notes it.
struct LineNote {
  enum Mode: Character { case emacs = "e", insert = "i", command = "c", replace = "r" }

  /// The kind of command that waits for the next key.
  enum Wait: Character {
    case nothing = "-"
    /// A search of the history, or one that reads its text in the line.
    case search = "s"
    case searchInLine = "n"
    /// Escape, which is Meta.
    case escape = "m"
    /// An argument of a command, or of a motion of vi.
    case argument = "a"
    case motion = "v"
    /// An operand, or the rest of a key sequence.
    case operand = "w"
  }

  var bytes: [UInt8] = []
  var cursor = 0
  var mode = Mode.emacs
  var wait = Wait.nothing
  /// The position in the history, which the probe has five lines of.
  var history = 5
  /// The text in place of the prompt.
  var message = ""
  /// Whether a macro is recorded.
  var isRecorded = false
  /// Whether emacs mode overwrites.
  var isOverwriting = false
  /// The events that ended before.
  var ended = ""

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The line in which a sequence begins.
  init(beginning mode: String) { self.mode = mode == "vi" ? .insert : .emacs }

  /// Reads a note; nil for none.
  init?(_ note: Substring) {
    let fields = note.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 7, let cursor = Int(fields[1]),
      let mode = Mode(rawValue: Character(String(fields[2]))),
      let wait = Wait(rawValue: Character(String(fields[3]))), let history = Int(fields[4])
    else { return nil }
    let start =
      fields[0].lastIndex(of: ".").map { fields[0].index(after: $0) } ?? fields[0].startIndex
    ended = String(fields[0][..<start])
    bytes = [UInt8](hexadecimal: fields[0][start...])
    self.cursor = cursor
    self.mode = mode
    self.wait = wait
    self.history = history
    message = String(decoding: [UInt8](hexadecimal: fields[5]), as: UTF8.self)
    isRecorded = fields[6].contains("m")
    isOverwriting = fields[6].contains("o")
  }

  /// The line with `|` at the cursor, and the rest.
  var picture: String {
    let before = String(decoding: bytes.prefix(cursor), as: UTF8.self)
    let after = String(decoding: bytes.dropFirst(cursor), as: UTF8.self)
    return
      "\(ended)\("\(before)|\(after)".debugDescription) \(mode), \(wait), \(history) \(message)"
      + "\(isRecorded ? " recorded" : "")\(isOverwriting ? " overwriting" : "")"
  }
}

extension Collection<UInt8> {
  var hexadecimal: String {
    reduce(into: "") { text, byte in
      text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
  }
}

extension [UInt8] {
  init(hexadecimal text: some StringProtocol) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    self = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }
}
