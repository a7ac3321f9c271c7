// SPDX-License-Identifier: Apache-2.0

/// The rows above the cursor that a region has written, as a terminal that reflows rows has them.
///
/// A terminal can have another width than the program knows of when it gets a frame: it then cuts the
/// rows of the frame, or has already wrapped those of the one before. So the number of rows above the
/// cursor isn't known before the terminal has told its width. Until then only as many rows are erased
/// as there are at every width: one for each row of the frame. The terminal's answers, which come in
/// the order of the frames, say how many were left, and those are erased later.
///
/// Two cases stay open, in which rows that come back can stay. A window can become so narrow at once that
/// the row of the cursor leaves it at the top; the terminal then moves the cursor to the first row, and
/// doesn't tell how many rows have left. And a frame for many rows can scroll a window that meanwhile has
/// become lower than the frame.
struct RowTrace {
  /// A question that the terminal was asked; its answers come in order.
  enum Question {
    /// The column of the cursor, before the erasing.
    case column

    /// Its row and the width of the window, before the erasing.
    case erasing(Erasing)

    /// Its row and the width of the window, after a frame.
    case painted(Painted)

    /// The row of the cursor, for another purpose.
    case place

    /// A question about a region that has gone elsewhere.
    case void
  }

  /// A region that's erased from a row above the cursor to the end of the window.
  struct Erasing {
    /// The row with the cursor, and the cursor's column in it.
    var line: RowText
    var column: Int

    var below: [RowText]

    /// The number of rows that the cursor moves up.
    var up: Int

    /// The height of the window.
    var windowRows: Int
  }

  /// A frame that was painted.
  struct Painted {
    /// The rows above the cursor.
    var above: [RowText]

    /// The width for which they were drawn.
    var columns: Int

    /// The number of rows by which the cursor moved down, of a frame that changes the one before.
    var move: Int
  }

  /// An answer of the terminal.
  enum Answer: Equatable {
    /// It's used.
    case used

    /// The row of the cursor, for the code that asked for it.
    case place(row: Int)
  }

  /// The widths of the texts of rows that earlier frames have left above the region, from the top.
  ///
  /// Some of the rows can be out of the window.
  private(set) var remains: [Int] = []

  /// The number of those rows that can be erased now; each of them is at least one row at any width.
  private(set) var erasable = 0

  /// Whether rows would be left above those, in the window.
  private(set) var leavesRows = false

  /// Whether the terminal gives no answers, so that its rows are counted without them.
  private(set) var isSilent = false

  /// The rows of the region above the cursor.
  private var rows: [RowText]?

  /// The width at which the terminal has cut the last frame.
  private var cut: Int?

  private var questions: [Question] = []
  private var column = 0
  private var erasing: (Erasing, row: Int, columns: Int)?
  private var hasAnswered = false

  /// The number of questions without an answer after which a terminal counts as silent: before its
  /// first answer, and later.
  private static let patience = (first: 64, later: 256)

  /// The maximum number of rows above the region that are remembered.
  private static let mostRemains = 4_096

  /// Whether the next place of the cursor is an answer.
  var isAsking: Bool { !questions.isEmpty }

  /// Notes a question that's sent to the terminal.
  mutating func ask(_ question: Question) {
    questions.append(question)
    guard questions.count > (hasAnswered ? Self.patience.later : Self.patience.first) else {
      return
    }
    self = RowTrace()
    isSilent = true
  }

  /// The region is erased or goes elsewhere; nothing is known of what is above it.
  mutating func forget() {
    for index in questions.indices {
      if case .place = questions[index] { continue }
      questions[index] = .void
    }
    remains = []
    rows = nil
    cut = nil
    erasing = nil
    beginErasing()
  }

  /// The region is about to be erased.
  mutating func beginErasing() {
    erasable = 0
    leavesRows = false
  }

  /// Takes the next answer.
  ///
  /// - Parameters:
  ///   - row: The row of the cursor, from 0.
  ///   - column: Its column, from 0.
  ///   - columns: The width of the window that the program knows of, in cells.
  /// - Returns: What the answer is; nil if nothing was asked.
  mutating func take(row: Int, column: Int, columns: Int?) -> Answer? {
    guard !questions.isEmpty else { return nil }
    hasAnswered = true
    switch questions.removeFirst() {
    case .void: break
    case .place: return .place(row: row)
    case .column: self.column = column
    case .erasing(let erasing): self.erasing = (erasing, row, column + 1)
    case .painted(let painted):
      take(painted, columns: column + 1)
      if questions.isEmpty, columns == column + 1 {
        countErasable(above: row - painted.above.count, columns: column + 1)
      }
    }
    return .used
  }

  /// A frame was painted while the window had a width.
  private mutating func take(_ painted: Painted, columns: Int) {
    cut = columns < painted.columns ? columns : nil
    let above = cut.map { cut in painted.above.map { $0.cut(to: cut) } } ?? painted.above
    if let erasing {
      // If the width changed between the two answers, the erasing was at either of them.
      let before = left(by: erasing, columns: erasing.columns)
      let after = left(by: erasing, columns: columns)
      remains = after.reduce(0, +) < before.reduce(0, +) ? after : before
      remains.removeFirst(max(0, remains.count - Self.mostRemains))
      self.erasing = nil
      rows = above
    } else if let rows, painted.columns != columns {
      // The terminal had wrapped the rows of the frame before, and this one moved among them.
      let parts = rows.flatMap { $0.parts(columns: columns) }
      let count = min(
        max(0, parts.count + painted.move),
        painted.above.reduce(0) { $0 + $1.parts(columns: columns).count })
      self.rows = (0..<count).map { RowText(end: $0 < parts.count ? parts[$0] : 0) }
    } else {
      rows = above
    }
  }

  /// The rows that an erasing has left above it, by their widths.
  private func left(by erasing: (Erasing, row: Int, columns: Int), columns: Int) -> [Int] {
    let (action, row, _) = erasing
    var parts = remains.map { RowText(end: $0).parts(columns: columns) }
    parts += (rows ?? []).map { $0.parts(columns: columns) }
    let line = cut.map { action.line.cut(to: $0) } ?? action.line
    let before = line.partsBefore(column: action.column, columns: columns)
    if action.column - before.reduce(0, +) == column {
      parts.append(before)
    } else if row == 0, column == 0 {
      // The row of the cursor is above the window, and the cursor isn't. Of the rows from that one on,
      // the window shows at most as many as it has.
      let rest = ([line] + action.below).map { $0.parts(columns: columns) }
      var count = max(1, rest.reduce(0) { $0 + $1.count } - action.windowRows)
      for row in rest where count > 0 {
        parts.append(Array(row.prefix(count)))
        count -= row.count
      }
    }
    // Moves end at the top of the window.
    var count = max(0, parts.reduce(0) { $0 + $1.count } - min(row, action.up))
    var widths: [Int] = []
    for part in parts where count > 0 && !part.isEmpty {
      widths.append(part.prefix(count).reduce(0, +))
      count -= part.count
    }
    return widths
  }

  private mutating func countErasable(above top: Int, columns: Int) {
    beginErasing()
    var left = top
    for width in remains.reversed() where left > 0 {
      left -= RowText(end: width).parts(columns: columns).count
      erasable += 1
    }
    leavesRows = top - max(0, left) > erasable
  }
}

extension RowText {
  /// The parts of the text that are above the one with a column.
  func partsBefore(column: Int, columns: Int) -> [Int] {
    let parts = parts(columns: columns)
    var start = 0
    for (index, width) in parts.enumerated() {
      start += width
      if column < start { return Array(parts[..<index]) }
    }
    return parts.dropLast()
  }
}
