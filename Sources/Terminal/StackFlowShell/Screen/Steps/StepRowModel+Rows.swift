// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowWalks
import Localization
import TerminalCells
import TerminalIO

// The cells of a row.
extension StepRowModel {
  /// The rows of cells beside the rail, without those of a widget.
  ///
  /// They depend on the model, the width, and the look, whose version counts its changes.
  func rows(columns: Int) -> [CellRow] {
    if table?.fits(columns) == true { return [] }
    return switch content {
    case .blank: look.isTight ? [] : [CellRow()]
    case .text(let text, let sign): Self.rows(of: text, sign, columns: columns)
    case .activity(let text, let sign, let remark): rows(of: text, sign, remark, columns: columns)
    case .hint(let text, let host):
      host.isHintApart(columns: columns, look: look)
        ? text.lines(columns: columns).map { CellRow($0) } : []
    case .words(let words): rows(of: words, columns: columns)
    case .cut(let parts):
      [
        CellRow(
          parts.text.truncated(to: max(0, columns - 2), ellipsis: look.theme.signs.ellipsis),
          column: 2, style: look.theme.faint)
      ]
    case .answer(let line): line.rows(columns: columns, look)
    case .matrix(let line): line.rows(columns: columns, look)
    case .widget: []
    case .bar(let title): rows(ofBar: title, columns: columns)
    }
  }

  private static func rows(
    of text: StyledParts, _ sign: StyledParts, columns: Int
  ) -> [CellRow] {
    let indent = sign.isEmpty ? 0 : sign.text.cellWidth + 1
    let head = indent > 0 ? sign.lines(columns: indent).first ?? [] : []
    return text.lines(columns: max(1, columns - indent)).enumerated().map { index, line in
      var row = index == 0 || text.repeatsSign ? CellRow(head) : CellRow()
      row.write(line, column: indent)
      return row
    }
  }

  /// The words that can be typed, with their effects, in full.
  private func rows(of words: [Completions.Candidate], columns: Int) -> [CellRow] {
    let rows = ListRow.wrappingDetails(
      of: words.map { ListRow(label: $0.shown ?? $0.text, detail: $0.detail) }, columns: columns,
      rows: .max, ellipsis: look.theme.signs.ellipsis)
    let context = WidgetContext(
      line: EditedLine(prompt: "", text: ""), look: look, window: LineWindowBox())
    return context.layOut(rows, columns: columns).rows
  }

  // MARK: Activities

  /// The columns before the text of an activity: a sign of one column, and a blank.
  private static let indent = 2

  /// The columns that the remark and the gap before it take; they're kept before there is a remark, so
  /// that the text doesn't wrap differently once there is one.
  private static let remarkRoom = 8

  /// The maximum number of rows: the user has said yes to the whole of it.
  private static let mostLines = 3

  /// The minimum width, in cells, at which there's room for a remark.
  private static let wide = 24

  /// An activity: a spinner before its text, and its duration at the end of the first row.
  private func rows(
    of text: StyledParts, _ sign: StyledParts, _ remark: StyledParts, columns: Int
  ) -> [CellRow] {
    let isWide = columns >= Self.wide
    let room = columns - Self.indent - (isWide ? Self.remarkRoom : 0)
    var lines = text.lines(columns: max(1, room))
    if lines.count > Self.mostLines {
      lines.removeLast(lines.count - Self.mostLines)
      let last = lines.removeLast().map(\.text).joined()
      let ellipsis = look.theme.signs.ellipsis
      let cut = last.truncated(to: max(1, room - ellipsis.cellWidth), ellipsis: "") + ellipsis
      lines.append([(cut[...], look.theme.text)])
    }
    var rows = lines.map { CellRow($0, column: Self.indent) }
    if rows.isEmpty { rows = [CellRow()] }
    rows[0].write(sign.lines(columns: 1).first ?? [], column: 0)
    let width = remark.text.cellWidth
    if isWide, width > 0 {
      rows[0].write(remark.lines(columns: width).first ?? [], column: max(0, columns - width))
    }
    return rows
  }

  // MARK: Bars

  /// The title bar of the open step: its title between the buttons to the steps before and after it.
  ///
  /// A title that's too long for one row is wrapped; in a narrow window the buttons are signs.
  private func rows(ofBar title: String, columns: Int) -> [CellRow] {
    let theme = look.theme
    let isWide = look.window.columns >= ScreenLook.wide
    let (before, after) = (theme.signs.before, theme.signs.after)
    var back = ""
    if look.canGoBack { back = isWide ? "\(before) \(look.catalog.text(.actBack))" : before }
    let next = isWide ? "\(look.catalog.text(.actNext)) \(after)" : after
    let gap = isWide ? 3 : 1
    let start = back.isEmpty ? 0 : back.cellWidth + gap
    let room = columns - start - gap - next.cellWidth
    let background = CellStyle(background: theme.bar.background)
    var rows = StyledParts(title, theme.bar).lines(columns: max(1, room)).map { line in
      CellRow(line, column: start, fill: background)
    }
    if rows.isEmpty { rows = [CellRow([], fill: background)] }
    let style = theme.barButton.over(background)
    if !back.isEmpty {
      rows[0].write(back, column: 0, style: style)
      rows[0].clicks.append((0..<back.cellWidth, RowClick(use: .action(.walk(.back(steps: 1))))))
    }
    let column = max(0, columns - next.cellWidth - 1)
    rows[0].write(next, column: column, style: style)
    // The same as the key, whatever is asked.
    rows[0].clicks.append(
      (column..<column + next.cellWidth, RowClick(use: .used, key: Key(.enter))))
    return rows
  }
}
