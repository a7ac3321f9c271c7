// SPDX-License-Identifier: Apache-2.0

import Localization

/// The part of a long list that is shown; only that part is laid out.
///
/// An entry of many rows that doesn't fit is cut, so that the room isn't left empty.
struct ListWindow {
  /// The entries that are shown in full.
  let entries: Range<Int>

  /// The rows of those, with a row for the entries above and one for those below where there are any.
  private(set) var rows: [CellRow] = []

  /// The first row of the entry around which the window is; 0 without entries.
  private(set) var place = 0

  /// Where the window is.
  enum Anchor {
    /// Around an entry.
    case around(Int)

    /// From an entry on.
    case from(Int)

    fileprivate var entry: Int {
      switch self {
      case .around(let entry), .from(let entry): entry
      }
    }
  }

  /// The entries that fit, and the one beside them that's cut, with the number of its rows; nil if none is.
  private typealias Span = (range: Range<Int>, cut: (entry: Int, rows: Int)?)

  /// Lays out as many entries as fit.
  ///
  /// - Parameters:
  ///   - count: The number of entries.
  ///   - anchor: Where the window is.
  ///   - room: The maximum number of rows, at least 1.
  ///   - theme: The theme of the rows that say how many entries are left out.
  ///   - catalog: The words of those rows.
  ///   - layOut: The rows of an entry, at least one.
  /// - Complexity: O(*m*) in the number of rows shown, whatever the number of entries.
  init(
    count: Int, _ anchor: Anchor, fitting room: Int, theme: ScreenTheme, catalog: MessageCatalog,
    layOut: (Int) -> [CellRow]
  ) {
    guard count > 0 else {
      entries = 0..<0
      return
    }
    let room = max(1, room)
    var known: [Int: [CellRow]] = [:]
    func rows(_ entry: Int) -> [CellRow] {
      if let rows = known[entry] { return rows }
      let rows = Array(layOut(entry).prefix(room))
      known[entry] = rows
      return rows
    }
    let pointed = min(max(0, anchor.entry), count - 1)
    func shown(fitting room: Int) -> Span {
      Self.span(of: count, anchor, at: pointed, fitting: room) { rows($0).count }
    }
    var (range, cut) = shown(fitting: room)
    let isCut = range.count < count && room > 4
    if isCut {
      (range, cut) = shown(fitting: room - 2)
      if range.lowerBound == 0 || range.upperBound == count {
        (range, cut) = shown(fitting: room - 1)
      }
    }
    if let rows = cut?.rows, rows < Self.leastCut { cut = nil }
    entries = range
    func more(_ count: Int, _ sign: String) -> CellRow {
      var row = CellRow()
      row.write(
        sign + " " + catalog.text(.moreCount, ["count": .count(count)]), column: 2,
        style: theme.faint)
      return row
    }
    if isCut, range.lowerBound > 0 { self.rows.append(more(range.lowerBound, theme.signs.up)) }
    if let cut, cut.entry < range.lowerBound { self.rows += rows(cut.entry).suffix(cut.rows) }
    for entry in range {
      if entry == pointed { place = self.rows.count }
      self.rows += rows(entry)
    }
    if let cut, cut.entry >= range.upperBound { self.rows += rows(cut.entry).prefix(cut.rows) }
    let rest = count - range.upperBound
    if isCut, rest > 0 { self.rows.append(more(rest, theme.signs.down)) }
  }

  /// Returns the entries that fit, from the pointed one downwards, and around it upwards, too.
  private static func span(
    of count: Int, _ anchor: Anchor, at pointed: Int, fitting room: Int, rows: (Int) -> Int
  ) -> Span {
    var range = pointed..<pointed + 1
    var left = room - rows(pointed)
    var goesUp = if case .around = anchor { true } else { false }
    var goesDown = true
    while goesUp || goesDown {
      if goesDown {
        goesDown = range.upperBound < count
        if goesDown {
          let count = rows(range.upperBound)
          if count > left { return (range, (range.upperBound, left)) }
          left -= count
          range = range.lowerBound..<range.upperBound + 1
        }
        // The room below the last entry is filled from above.
        if !goesDown { goesUp = true }
      }
      if goesUp {
        goesUp = range.lowerBound > 0
        if goesUp {
          let count = rows(range.lowerBound - 1)
          if count > left { return (range, (range.lowerBound - 1, left)) }
          left -= count
          range = range.lowerBound - 1..<range.upperBound
        }
      }
    }
    return (range, nil)
  }

  /// The number of empty rows from which on an entry that doesn't fit is cut.
  private static let leastCut = 3
}
