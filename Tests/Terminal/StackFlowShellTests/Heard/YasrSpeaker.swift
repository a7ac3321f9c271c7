// SPDX-License-Identifier: Apache-2.0

import TerminalIO

/// Speaks what yasr 0.6.9 (Debian 12) speaks with the options of its package.
///
/// yasr is between a program and its terminal, and speaks text as it passes:
///
/// | | rule |
/// |---|---|
/// | 1 | text is spoken up to the next control character or escape sequence, or the end of what's written; a text of more than 250 bytes in pieces |
/// | 2 | the character that was typed, written at the cursor, isn't spoken: only one byte, so `é` is |
/// | 3 | BS takes back the last byte that isn't spoken yet; after Backspace, it speaks the character that it goes to |
/// | 4 | a single byte isn't spoken; it's forgotten |
/// | 5 | where nothing was spoken, the cursor is: the character at it if it has gone one column, the word if more, the line (or "blank") if one row; after Enter and Ctrl-C, nothing |
/// | 6 | what's written in the last rows before the cursor goes up by two or more doesn't count as spoken in rule 5 |
/// | 7 | four or more of a sign are that sign, and "repeats 4 times" |
/// | 8 | of an escape sequence that it doesn't know, such as an operating system command, it speaks the rest as text |
/// | 9 | a key ends what's being spoken; this speaker lets all of it be spoken |
///
/// Its screen has one cell for each byte. Not followed: reads of 255 bytes, which divide a longer text at a blank.
struct YasrSpeaker: TextSpeaker {
  private let size: WindowSize
  private var cells: [[UInt8]]
  private var cursor = (row: 0, column: 0)
  private var old = (row: 0, column: 0)
  private var oldByte: UInt8 = 0
  private var unspoken: [UInt8] = []
  private var spoken: [String] = []
  private var hasSpoken = false

  /// The last key as yasr compares it: its first four bytes as one number.
  private var key = 0
  private var isKeyNew = false

  init(size: WindowSize = .fallback) {
    self.size = size
    cells = Array(repeating: Array(repeating: 0, count: size.columns), count: size.rows)
  }

  mutating func take(key bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    key = bytes.prefix(4).reduce(0) { $0 << 8 + Int($1) }
    isKeyNew = true
    hasSpoken = false
  }

  mutating func speak(_ written: [UInt8]) -> [String] {
    spoken = []
    guard !written.isEmpty else { return [] }
    var rest = written[...]
    /// Whether the last rows were written, and whether something was spoken before.
    var bottom: (row: Int, hadSpoken: Bool)?
    while let byte = rest.popFirst() {
      if byte >= 0x20 {
        add(byte)
      } else {
        control(byte, &rest)
        if byte != 8 { flush() }
      }
      if cursor.column == 0 && cursor.row > size.rows - 3 || cursor.row == size.rows - 1 {
        bottom = (cursor.row, hasSpoken)
      } else if let found = bottom, found.row - cursor.row > 1 {
        hasSpoken = found.hadSpoken
        bottom = nil
      }
    }
    if written.count > 1 || written == [0x20] { flush() }
    isKeyNew = false
    if !hasSpoken, key != 13, key != 3 {
      unspoken = []
      followCursor()
    }
    hasSpoken = false
    old = cursor
    oldByte = cell(cursor.row, cursor.column)
    return spoken.map(\.heard).filter { text in !text.allSatisfy { $0 == " " } }
  }

  // MARK: Text

  private mutating func add(_ byte: UInt8) {
    let isEcho = isKeyNew && byte == UInt8(truncatingIfNeeded: key) && cursor == old
    if isEcho { isKeyNew = false }
    if cursor.column == size.columns {
      cursor.column = 0
      lineFeed()
    }
    cells[cursor.row][cursor.column] = byte
    cursor.column += 1
    guard !isEcho else { return }
    unspoken.append(byte)
    if unspoken.count > 250 { flush() }
  }

  private mutating func flush() {
    guard !unspoken.isEmpty else { return }
    say(unspoken)
    unspoken = []
  }

  /// Speaks a text, in which a repeated sign is counted.
  private mutating func say(_ text: [UInt8]) {
    hasSpoken = true
    var rest = text[...]
    var plain: [UInt8] = []
    while let byte = rest.first {
      let count = rest.prefix { $0 == byte }.count
      rest = rest.dropFirst(count)
      let isSign =
        byte < 0x80 && byte != 0x20 && byte != UInt8(ascii: "=") && !Self.isAlphanumeric(byte)
      guard isSign, count >= 4 else {
        plain += Array(repeating: byte, count: count)
        continue
      }
      spoken.append(String(decoding: plain, as: UTF8.self))
      plain = []
      spoken += [String(decoding: [byte], as: UTF8.self), "repeats \(count) times"]
    }
    spoken.append(String(decoding: plain, as: UTF8.self))
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  // MARK: The cursor

  private func cell(_ row: Int, _ column: Int) -> UInt8 {
    column < size.columns ? cells[row][column] : 0
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte & 0xDF == 0 }

  private mutating func sayCharacter() {
    let byte = cell(cursor.row, cursor.column)
    hasSpoken = true
    spoken.append(isBlank(byte) ? "space" : String(decoding: [byte], as: UTF8.self))
  }

  private mutating func sayWord() {
    let row = cells[cursor.row]
    var start = min(
      isBlank(cell(cursor.row, cursor.column)) ? cursor.column + 1 : cursor.column,
      size.columns - 1)
    while start > 0, row[start] > 0x20 { start -= 1 }
    if row[start] <= 0x20 { start += 1 }
    let word = row[min(start, size.columns)...].prefix { $0 > 0x20 }
    if !word.isEmpty { say(Array(word)) }
  }

  private mutating func sayLine() {
    let row = cells[cursor.row].map { $0 == 0 ? 0x20 : $0 }
    if row.allSatisfy({ $0 == 0x20 }) { spoken.append("blank") } else { say(row) }
  }

  private func hasOneWord(_ row: Int) -> Bool {
    cells[row].drop { !isBlank($0) }.allSatisfy(isBlank)
  }

  /// Speaks where the cursor has gone.
  private mutating func followCursor() {
    switch (cursor.row - old.row, cursor.column - old.column) {
    case (0, 0): break
    case (0, 1):
      let before = Int(cell(cursor.row, cursor.column - 1))
      let isTyped = before == key && Int(oldByte) != key || isBlank(oldByte) && key == 0x20
      if !isTyped { sayCharacter() }
    case (0, -1): sayCharacter()
    case (0, _): sayWord()
    case (1, _):
      let isFirstWord = cells[cursor.row].prefix(cursor.column).allSatisfy { !isBlank($0) }
      if key != 0x1B5B42, cursor.column > 0, isFirstWord, old.column > 0, hasOneWord(old.row) {
        sayWord()
      } else {
        sayLine()
      }
    case (-1, _): sayLine()
    default: break
    }
  }

  // MARK: The screen

  private mutating func lineFeed() {
    guard cursor.row == size.rows - 1 else {
      cursor.row += 1
      return
    }
    cells.removeFirst()
    cells.append(Array(repeating: 0, count: size.columns))
    old.row = max(0, old.row - 1)
  }

  private mutating func control(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    switch byte {
    case 8:
      cursor.column = max(0, cursor.column - 1)
      if key == 8 || key == 127, !hasSpoken { sayCharacter() }
      if !unspoken.isEmpty { unspoken.removeLast() }
    case 9: cursor.column = min((cursor.column / 8 + 1) * 8, size.columns - 1)
    case 10, 11, 12: lineFeed()
    case 13: cursor.column = 0
    case 27:
      switch rest.popFirst() {
      case UInt8(ascii: "["): sequence(&rest)
      case UInt8(ascii: "D"): lineFeed()
      case UInt8(ascii: "M"): cursor.row = max(0, cursor.row - 1)
      default: break
      }
    default: break
    }
  }

  private mutating func sequence(_ rest: inout ArraySlice<UInt8>) {
    if rest.first == UInt8(ascii: "?") { rest.removeFirst() }
    let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x3B }
    rest = rest.dropFirst(digits.count)
    let numbers = digits.split(separator: 0x3B, omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    let number = numbers.first ?? 0
    let count = max(1, number)
    switch rest.popFirst().map({ Character(UnicodeScalar($0)) }) {
    case "A": cursor.row -= count
    case "B": cursor.row += count
    case "C": cursor.column += count
    case "D": cursor.column -= count
    case "E": cursor = (cursor.row + count, 0)
    case "F": cursor = (cursor.row - count, 0)
    case "G": cursor.column = number - 1
    case "d": cursor.row = count - 1
    case "H": cursor = (count - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "J":
      erase(row: cursor.row, from: number == 2 ? 0 : cursor.column)
      for row in number == 2 ? 0..<size.rows : cursor.row + 1..<max(size.rows, cursor.row + 1) {
        erase(row: row, from: 0)
      }
    case "K": erase(row: cursor.row, from: number == 2 ? 0 : cursor.column)
    case "X", "P":
      let end = min(size.columns, cursor.column + count)
      for column in cursor.column..<max(end, cursor.column) { cells[cursor.row][column] = 0 }
    default: break
    }
    cursor.row = min(max(0, cursor.row), size.rows - 1)
    cursor.column = min(max(0, cursor.column), size.columns - 1)
  }

  private mutating func erase(row: Int, from column: Int) {
    guard row < size.rows else { return }
    for column in min(column, size.columns)..<size.columns { cells[row][column] = 0 }
  }
}
