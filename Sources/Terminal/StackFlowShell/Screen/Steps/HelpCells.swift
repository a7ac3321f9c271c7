// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells
import TerminalIO

/// The hint of a field, where there's no room for it beside the field's line.
final class HintCell: StepCell {
  private func lines(columns: Int) -> [[(text: Substring, style: CellStyle)]] {
    guard case .hint(let text, let host)? = model?.content, let look,
      host.isHintApart(columns: columns, look: look)
    else { return [] }
    return text.lines(columns: columns)
  }

  override func length(columns: Int) -> Int { lines(columns: columns).count }

  override func draw(on canvas: inout CellCanvas) {
    for (row, line) in lines(columns: canvas.size.columns).enumerated() {
      canvas.write(line, row: row)
    }
  }
}

/// The words that can be typed, with their effects, in full.
final class WordsCell: StepCell {
  private func rows(columns: Int) -> [ListRow] {
    guard case .words(let words)? = model?.content, let look else { return [] }
    return ListRow.wrappingDetails(
      of: words.map { ListRow(label: $0.shown ?? $0.text, detail: $0.detail) }, columns: columns,
      rows: .max, ellipsis: look.theme.signs.ellipsis)
  }

  override func length(columns: Int) -> Int { rows(columns: columns).count }

  override func draw(on canvas: inout CellCanvas) {
    guard let look else { return }
    let context = WidgetContext(
      line: EditedLine(prompt: "", text: ""), look: look, window: LineWindowBox())
    let columns = canvas.size.columns
    context.draw(context.layOut(rows(columns: columns), columns: columns), on: &canvas)
  }
}
