// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// A simple, slow scroll stack of rows with fixed lengths, for comparison.
struct ReferenceModel {
  struct Row {
    let name: String
    var length: Int
    var isHidden = false
    var insets: CellInsets?
    var separator = SeparatorVisibility.inherit
  }

  var rows: [Row] = []
  var offset = 0
  var viewport = CellSize(columns: 10, rows: 10)
  var isVertical = true
  var rowInsets = CellInsets.zero
  var thickness = 1
  var hidesSeparators = false
  var autoHides = false

  var viewportLength: Int { isVertical ? viewport.rows : viewport.columns }

  func extent(_ index: Int) -> Int {
    let row = rows[index]
    guard !row.isHidden else { return 0 }
    let insets = row.insets ?? rowInsets
    let isLast = !rows[(index + 1)...].contains { !$0.isHidden }
    let wants = row.separator == .shown || (row.separator == .inherit && !hidesSeparators)
    let separator = wants && !(autoHides && isLast) ? thickness : 0
    return row.length + separator
      + (isVertical ? insets.top + insets.bottom : insets.left + insets.right)
  }

  func start(_ index: Int) -> Int { (0..<index).reduce(0) { $0 + extent($1) } }

  var total: Int { start(rows.count) }
  var maximumOffset: Int { max(0, total - viewportLength) }

  mutating func clamp() { offset = min(max(0, offset), maximumOffset) }

  func visibility(_ index: Int) -> RowVisibility {
    if rows[index].isHidden { return .hidden }
    let start = start(index)
    let length = extent(index)
    let end = offset + viewportLength
    if length == 0 { return start >= offset && start < end ? .entire : .offscreen }
    let seen = (start..<start + length).filter { $0 >= offset && $0 < end }.count
    if seen == 0 { return .offscreen }
    return seen == length ? .entire : .partial(percentage: 100 * seen / length)
  }

  func index(_ name: String) -> Int? { rows.firstIndex { $0.name == name } }

  /// Returns the index of a location after removing some rows, or nil if the location is invalid.
  func resolve(_ place: Place, without names: [String]) -> Int? {
    let rest = rows.filter { !names.contains($0.name) }
    switch place {
    case .top: return 0
    case .bottom: return rest.count
    case .index(let index): return (0...rest.count).contains(index) ? index : nil
    case .before(let anchor), .after(let anchor):
      guard let index = index(anchor) else { return nil }
      let before = rows[..<index].filter { !names.contains($0.name) }.count
      if case .after = place { return before + (names.contains(anchor) ? 0 : 1) }
      return before
    }
  }

  enum Place {
    case top, bottom
    case index(Int)
    case before(String), after(String)
  }

  /// Adds rows or moves present ones, and returns false if the location is invalid.
  mutating func add(_ names: [(String, Int)], at place: Place) -> Bool {
    guard let index = resolve(place, without: names.map(\.0)) else { return false }
    let added = names.map { name, length in
      rows.first { $0.name == name } ?? Row(name: name, length: length)
    }
    rows.removeAll { row in names.contains { $0.0 == row.name } }
    rows.insert(contentsOf: added, at: index)
    return true
  }

  /// The first row that ends after the offset, and the number of its cells before the offset.
  var topRow: (index: Int, cells: Int)? {
    rows.indices.first { start($0) + extent($0) > offset }.map { ($0, offset - start($0)) }
  }

  /// Makes a change that keeps the row at the top of the viewport, or the next remaining one.
  ///
  /// At the start of the content, or if nothing is visible, the offset stays the same.
  ///
  /// - Parameters:
  ///   - moved: The name of a row that moves elsewhere.
  ///   - change: Makes the change.
  mutating func keepingTop(
    without moved: String? = nil, _ change: (inout ReferenceModel) -> Void
  ) {
    guard offset > 0, let top = topRow else { return change(&self) }
    let first = rows[top.index].name
    let candidates = rows[top.index...].map(\.name).filter { $0 != moved }
    change(&self)
    guard !rows.isEmpty else { return }
    guard let name = candidates.first(where: { index($0) != nil }), let index = index(name) else {
      return offset = total
    }
    offset = start(index) + (name == first ? min(top.cells, extent(index)) : 0)
  }

  mutating func scroll(to wanted: Int) { offset = min(max(0, wanted), maximumOffset) }

  mutating func scroll(toRow index: Int, _ position: ScrollPosition) {
    clamp()
    let start = start(index)
    let length = extent(index)
    switch position {
    case .start: scroll(to: start)
    case .end: scroll(to: start + length - viewportLength)
    case .middle:
      let double = 2 * start + length - viewportLength
      scroll(to: double >= 0 ? double / 2 : -((1 - double) / 2))
    case .automatic:
      if length > viewportLength || start < offset {
        scroll(to: start)
      } else if start + length > offset + viewportLength {
        scroll(to: start + length - viewportLength)
      }
    }
  }
}
