// SPDX-License-Identifier: Apache-2.0

import TerminalCells

// Rows that the window lost at its top, and that the terminal brings back.
extension InlineRegion {
  /// Whether the next place of the cursor answers a question of the region.
  var isAsking: Bool { !questions.isEmpty }

  /// Takes a terminal's answer to the question where the cursor is.
  ///
  /// - Parameter report: The bytes of the answer.
  /// - Returns: What to write before the region is painted again; nil if it's another report.
  package mutating func take(report: [UInt8]) -> [UInt8]? {
    guard !questions.isEmpty, let row = Self.row(ofReport: report) else { return nil }
    let question = questions.removeFirst()
    guard !question.isVoid else { return [] }
    lost += question.parts(first: question.above - row)
    guard questions.isEmpty else { return [] }
    let first = max(0, row - question.above)
    top = min(first, max(0, windowRows - question.tallest))
    return eraseLostRows()
  }

  /// The output that erases the rows above the region that the window had lost and that the terminal
  /// has brought back; the region begins in the first of them then.
  private mutating func eraseLostRows() -> [UInt8] {
    guard let grid = shown, let top, top > 0 else { return [] }
    var count = 0
    while count < top, let width = lost.popLast() {
      let rows = max(1, (width + grid.size.columns - 1) / grid.size.columns)
      let used = min(rows, top - count)
      count += used
      // The rest of it is still out of the window.
      if used < rows { lost.append((rows - used) * grid.size.columns) }
    }
    guard count > 0 else { return [] }
    let output = move(toRow: 0) + Array("\u{1B}[\(count)A\u{1B}[J".utf8)
    forget()
    self.top = top - count
    return output
  }

  /// The row, from 0, in a report such as `CSI 12;5R`.
  static func row(ofReport report: [UInt8]) -> Int? {
    guard report.starts(with: [0x1B, 0x5B]), report.last == 0x52 else { return nil }
    let digits = report.dropFirst(2).prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count < 6 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } - 1
  }
}

/// A question for the place of the cursor, asked after a new size and before the region was erased.
struct PlaceQuestion {
  /// The rows above the cursor: the widths of the parts that each of them has become.
  let rows: [[Int]]

  /// The number of those parts.
  let above: Int

  /// The largest number of rows that the region has had since.
  var tallest = 1

  /// Whether the region has gone elsewhere since.
  var isVoid = false

  /// The widths of the rows that the first of the parts belong to, as far as they do.
  func parts(first count: Int) -> [Int] {
    var left = count
    var widths: [Int] = []
    for row in rows where left > 0 {
      let parts = row.prefix(left)
      left -= parts.count
      if !parts.isEmpty { widths.append(parts.reduce(0, +)) }
    }
    return widths
  }
}
