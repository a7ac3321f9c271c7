// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalCells

/// The title bar of the open step: its title between the buttons to the steps before and after it.
///
/// A title that's too long for one row is wrapped; in a narrow window the buttons are signs.
final class BarCell: StepCell {
  private struct Parts {
    var back = ""
    var next = ""
    var start = 0
    var title: [[(text: Substring, style: CellStyle)]] = []
  }

  private func parts(columns: Int) -> Parts {
    guard case .bar(let title)? = model?.content, let look else { return Parts() }
    let isWide = look.window.columns >= ScreenLook.wide
    let (before, after) = (look.theme.signs.before, look.theme.signs.after)
    var parts = Parts()
    if look.canGoBack {
      parts.back = isWide ? "\(before) \(look.catalog.text(.actBack))" : before
    }
    parts.next = isWide ? "\(look.catalog.text(.actNext)) \(after)" : after
    let gap = isWide ? 3 : 1
    parts.start = parts.back.isEmpty ? 0 : parts.back.cellWidth + gap
    let room = columns - parts.start - gap - parts.next.cellWidth
    parts.title = StyledParts(title, look.theme.bar).lines(columns: max(1, room))
    return parts
  }

  override func length(columns: Int) -> Int { max(1, parts(columns: columns).title.count) }

  override func draw(on canvas: inout CellCanvas) {
    guard let look else { return }
    let columns = canvas.size.columns
    let parts = parts(columns: columns)
    let background = CellStyle(background: look.theme.bar.background)
    canvas.fill(CellRect(size: canvas.size), style: background)
    for (row, line) in parts.title.enumerated() {
      canvas.write(line, column: parts.start, row: row)
    }
    look.buttons = []
    func button(_ text: String, at column: Int, _ button: BarButton) {
      guard !text.isEmpty else { return }
      let style = look.theme.barButton.over(background)
      canvas.write(text, column: column, row: 0, style: style)
      guard let origin = canvas.gridPosition(of: CellPosition(column: column, row: 0)) else {
        return
      }
      look.buttons.append(
        (
          CellRect(
            column: origin.column, row: origin.row, columns: text.cellWidth, rows: 1), button
        ))
    }
    button(parts.back, at: 0, .back)
    button(parts.next, at: max(0, columns - parts.next.cellWidth - 1), .next)
  }
}
