// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import Localization
import TerminalIO

/// As many items of a list of records as fit a window together with what else the list shows.
struct ItemWindow {
  let size: WindowSize

  /// The language of its rows.
  var catalog = MessageCatalog.english

  /// The rows that a list takes besides its items: progress, titles, hints and the line.
  private static let otherRows = 8

  /// The positions of the items that are shown: around one of them, or the last ones.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - position: The item that must be shown; nil for the last.
  /// - Returns: The positions; at least one where there are items.
  /// - Complexity: O(log *n*) in the number of items, O(*h*) in the height of the window.
  func range(in items: ItemStates, around position: Int?) -> Range<Int> {
    guard let last = items.indices.last else { return 0..<0 }
    let center = min(max(position ?? last, 0), last)
    var shown = center..<center + 1
    var room = max(3, size.rows - Self.otherRows) - height(of: items[center], center)
    // Grows on both sides by turns, until an item doesn't fit or there are no more.
    while true {
      let before = shown
      if shown.lowerBound > 0 {
        room -= height(of: items[shown.lowerBound - 1], shown.lowerBound - 1)
        if room < 0 { break }
        shown = shown.lowerBound - 1..<shown.upperBound
      }
      if shown.upperBound < items.endIndex {
        room -= height(of: items[shown.upperBound], shown.upperBound)
        if room < 0 { break }
        shown = shown.lowerBound..<shown.upperBound + 1
      }
      if shown == before { break }
    }
    return shown
  }

  private func height(of item: ItemState, _ position: Int) -> Int {
    LineText(columns: size.columns, catalog: catalog).lines([.item(number: position + 1, item)])
      .count
  }
}
