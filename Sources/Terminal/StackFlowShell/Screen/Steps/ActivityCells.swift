// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The activity: a spinner before its text, and its duration at the end of the first row.
final class ActivityCell: StepCell {
  private var content: (text: StyledParts, sign: StyledParts, remark: StyledParts) {
    guard case .activity(let text, let sign, let remark)? = model?.content else {
      return (StyledParts(), StyledParts(), StyledParts())
    }
    return (text, sign, remark)
  }

  /// The columns before the text: a sign of one column, and a blank.
  private static let indent = 2

  /// The columns that the remark and the gap before it take; they're kept before there is a remark, so
  /// that the text doesn't wrap differently once there is one.
  private static let remarkRoom = 8

  /// The maximum number of rows: the user has said yes to the whole of it.
  private static let mostLines = 3

  /// The minimum width, in cells, at which there's room for a remark.
  private static let wide = 24

  private func lines(columns: Int) -> [[(text: Substring, style: CellStyle)]] {
    let room = columns - Self.indent - (columns >= Self.wide ? Self.remarkRoom : 0)
    var lines = content.text.lines(columns: max(1, room))
    guard lines.count > Self.mostLines, let look else { return lines }
    lines.removeLast(lines.count - Self.mostLines)
    let last = lines.removeLast().map(\.text).joined()
    let ellipsis = look.theme.signs.ellipsis
    let cut = last.truncated(to: max(1, room - ellipsis.cellWidth), ellipsis: "") + ellipsis
    return lines + [[(cut[...], look.theme.text)]]
  }

  override func length(columns: Int) -> Int { max(1, lines(columns: columns).count) }

  override func draw(on canvas: inout CellCanvas) {
    let (_, sign, remark) = content
    let columns = canvas.size.columns
    canvas.write(sign.lines(columns: 1).first ?? [], row: 0)
    for (row, line) in lines(columns: columns).enumerated() {
      canvas.write(line, column: Self.indent, row: row)
    }
    let width = remark.text.cellWidth
    if columns >= Self.wide, width > 0 {
      canvas.write(
        remark.lines(columns: width).first ?? [], column: max(0, columns - width), row: 0)
    }
  }
}

/// A text in one row, cut where it doesn't fit.
final class CutCell: StepCell {
  override func draw(on canvas: inout CellCanvas) {
    guard case .cut(let parts)? = model?.content, let look else { return }
    canvas.write(
      parts.text.truncated(
        to: max(0, canvas.size.columns - 2), ellipsis: look.theme.signs.ellipsis),
      column: 2, row: 0, style: look.theme.faint)
  }
}
