// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// A Character as it's drawn.
///
/// A control character is drawn as its visible escape.
package struct Glyph: Hashable, Sendable {
  package var text: String
  package var width: Int
  private(set) var look = TextLook.plain

  static let blank = Glyph(text: " ", width: 1)

  /// The unknown content of a cell, which doesn't equal anything that's drawn.
  static let unknown = Glyph(text: "", width: 1)

  /// Whether all terminals give it the same width: a letter, a sign of a script, or an escape.
  ///
  /// They disagree about emoji, and about characters of several scalars.
  var hasCertainWidth: Bool {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return !text.isEmpty }
    let scalars = text.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, !scalar.properties.isEmoji else {
      return false
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .spaceSeparator:
      true
    default: false
    }
  }

  private init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// The same glyph, drawn faintly.
  var faint: Glyph { with(.faint) }

  /// The same glyph, drawn strongly.
  var strong: Glyph { with(.strong) }

  private func with(_ look: TextLook) -> Glyph {
    var glyph = self
    glyph.look = look
    return glyph
  }

  init(_ character: Character) {
    let plain = String(character)
    if plain.printableASCIICount == 1 {
      self.init(text: plain, width: 1)
      return
    }
    let text = plain.escapedForDisplay
    self.init(text: text, width: text.cellWidth)
  }
}

extension Sequence<Glyph> {
  /// The number of cells that the glyphs take.
  var width: Int { reduce(0) { $0 + $1.width } }

  /// The output that draws the glyphs, with escape sequences around those that aren't plain.
  var drawn: String {
    var text = ""
    var look = TextLook.plain
    for glyph in self {
      if glyph.look != look { text += (look == .plain ? "" : TextLook.off) + glyph.look.on }
      look = glyph.look
      text += glyph.text
    }
    return look == .plain ? text : text + TextLook.off
  }
}

/// The visible part of a line that's too long for its row.
///
/// It remembers where it starts, so that the text doesn't move while the cursor stays within it. It
/// only looks at the visible part, so a line of a million Characters costs no more than a short
/// one.
package struct LineWindow: Sendable {
  /// The start of the visible part, as an offset in the text's UTF-8.
  package private(set) var first = 0

  /// The cells before the visible part: that of the mark for what's left of it.
  package private(set) var lead = 0

  /// Creates a window at the start of the text.
  package init() {}

  /// Returns the visible glyphs, which take at most `room` cells, and the column of the cursor
  /// among them.
  package mutating func layOut(
    _ text: String, cursorOffset: Int, room: Int
  ) -> (glyphs: [Glyph], column: Int) {
    let cursor = Self.boundary(of: text, at: cursorOffset)
    if let (glyphs, column) = Self.whole(text, cursor: cursor, room: room) {
      (first, lead) = (0, 0)
      return (glyphs, column)
    }
    let isMarked = room >= 5
    let start = move(text, cursor: cursor, cells: isMarked ? room - 2 : room, isMarked: isMarked)

    let lead = isMarked && start > text.startIndex ? [Glyph("<")] : []
    self.lead = lead.count
    let space = isMarked ? room - 1 - lead.count : room
    var glyphs: [Glyph] = []
    var used = 0
    var column = lead.count
    var index = start
    while index < text.endIndex {
      let glyph = Glyph(text[index])
      guard used + glyph.width <= space else { break }
      if index < cursor { column += glyph.width }
      glyphs.append(glyph)
      used += glyph.width
      index = text.index(after: index)
    }
    if isMarked, index < text.endIndex {
      glyphs += Array(repeating: .blank, count: space - used) + [Glyph(">")]
    }
    return (lead + glyphs, column)
  }

  /// Returns the glyphs of the whole text, if it fits.
  private static func whole(
    _ text: String, cursor: String.Index, room: Int
  ) -> (glyphs: [Glyph], column: Int)? {
    var glyphs: [Glyph] = []
    var used = 0
    var column = 0
    for index in text.indices {
      let glyph = Glyph(text[index])
      used += glyph.width
      if used > room { return nil }
      if index < cursor { column = used }
      glyphs.append(glyph)
    }
    return (glyphs, column)
  }

  /// Updates the start of the visible part.
  ///
  /// It's unchanged while the cursor is visible; otherwise, it's a third of the row away from the
  /// cursor.
  private mutating func move(
    _ text: String, cursor: String.Index, cells: Int, isMarked: Bool
  ) -> String.Index {
    var start = min(Self.boundary(of: text, at: first), cursor)
    if start == cursor, start > text.startIndex {
      start = Self.start(of: text, before: cursor, within: cells / 3)
    }
    // The left mark isn't needed at the very start.
    let inSight = start == text.startIndex && isMarked ? cells + 1 : cells
    let ahead = cursor < text.endIndex ? Glyph(text[cursor]).width : 0
    if Self.start(of: text, before: cursor, within: inSight - ahead) > start {
      start = Self.start(of: text, before: cursor, within: cells * 2 / 3)
    }
    first = text.utf8.distance(from: text.startIndex, to: start)
    return start
  }

  /// Returns the earliest index with at most this many cells between it and the cursor.
  private static func start(
    of text: String, before cursor: String.Index, within cells: Int
  ) -> String.Index {
    var index = cursor
    var used = 0
    while index > text.startIndex {
      let before = text.index(before: index)
      used += Glyph(text[before]).width
      if used > cells { break }
      index = before
    }
    return index
  }

  /// Returns the start of the Character that contains an offset.
  private static func boundary(of text: String, at offset: Int) -> String.Index {
    let wanted = min(max(offset, 0), text.utf8.count)
    var index = text.utf8.index(text.startIndex, offsetBy: wanted)
    // Move to the first byte of the scalar, then to the start of its Character.
    while index < text.endIndex, text.utf8[index] & 0xC0 == 0x80 {
      index = text.utf8.index(before: index)
    }
    guard index > text.startIndex, index < text.endIndex else { return index }
    let before = text.index(before: text.index(after: index))
    return before <= index ? before : index
  }
}
