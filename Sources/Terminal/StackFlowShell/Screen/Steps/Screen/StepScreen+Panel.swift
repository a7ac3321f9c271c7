// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import FlowWalks
import Localization
import ScrollStackLayout
import TerminalCells
import TerminalIO

// The row above the steps, and the panel below them: completions and hints.
extension StepScreen {
  /// The completions, with their remarks in full where there's room for them beside the open step.
  func candidateRows(columns: Int, most: Int) -> [ListRow] {
    guard !candidates.isEmpty else { return [] }
    let rows = candidates.map { ListRow(label: $0.shown ?? $0.text, detail: $0.detail) }
    let least = max(0, min(8, most / 3))
    var open = 0
    if look.isVertical, let content = steps.contents.last {
      open = content.measure(RowMeasurement(axis: .vertical, crossExtent: columns))
    }
    // The header and the hints have a row each.
    let room = max(least, most - 2 - open)
    guard rows.count <= min(room, 12) else { return Array(rows.prefix(least)) }
    return ListRow.wrappingDetails(
      of: rows, columns: columns - look.gutter - look.rightMargin, rows: room,
      ellipsis: look.theme.signs.ellipsis)
  }

  /// Draws the title, or, where there's no room for it below, the question.
  func drawHeader(_ words: String, on grid: inout CellGrid) {
    let columns = grid.size.columns
    let (title, place) = headerTexts(words, columns: columns)
    let margin = look.margin
    grid.write(title, at: CellPosition(column: margin, row: 0), style: look.theme.title)
    if let place {
      let column = max(margin, columns - margin) - place.cellWidth
      grid.write(place, at: CellPosition(column: column, row: 0), style: look.theme.faint)
    }
  }

  /// The title, and how far the walk is if there's room for it; made once for a title and a width.
  private func headerTexts(_ whole: String, columns: Int) -> (title: String, place: String?) {
    if let texts = header.texts, texts.columns == columns, texts.whole == whole {
      return (texts.title, texts.place)
    }
    let signs = look.theme.signs
    let progress = header.progress
    let long = look.catalog.text(
      progress.remaining > 0 ? .screenProgressLeft : .screenProgress,
      [
        "step": .count(progress.step), "count": .count(progress.remaining),
        "dot": .text(signs.dot),
      ])
    // In a narrow window the number of steps left needs no words.
    let short =
      look.catalog.text(.screenProgress, ["step": .count(progress.step)])
      + (progress.remaining > 0 ? " \(signs.dot) ~\(progress.remaining)" : "")
    let room = max(0, columns - 2 * look.margin)
    let title = whole.truncated(to: room, ellipsis: signs.ellipsis)
    let width = title.cellWidth
    let place = [long, short].first { width + 2 + $0.cellWidth <= room }
    header.texts = (columns, whole, title, place)
    return (title, place)
  }

  func drawPanel(on canvas: inout CellCanvas) {
    let theme = look.theme
    let last = canvas.size.rows - 1
    let gutter = look.gutter
    if look.hasRail {
      for row in 0..<last {
        canvas.write(theme.signs.rail, column: look.railColumn, row: row, style: theme.rail)
      }
      canvas.write(theme.signs.corner, column: look.railColumn, row: last, style: theme.rail)
    }
    if last > 0 {
      let rect = CellRect(
        column: gutter, row: 0,
        columns: max(0, canvas.size.columns - gutter - look.rightMargin), rows: last)
      canvas.draw(in: rect) { canvas in
        let context = WidgetContext(line: host.line, look: look, window: LineWindowBox())
        let rows = candidateRows(columns: look.window.columns, most: look.window.rows)
        let columns = canvas.size.columns
        context.draw(
          context.layOut(Array(rows.prefix(last)), columns: columns), on: &canvas)
      }
    }
    let hints = hints(columns: canvas.size.columns - gutter - look.rightMargin)
    canvas.write(hints.text, column: gutter, row: last, style: theme.faint)
    for (key, columns) in hints.buttons {
      look.note(
        RowClick(use: .used, key: key),
        columns.lowerBound + gutter..<columns.upperBound + gutter, row: last, on: canvas)
    }
  }

  /// The hints that fit, the most important first.
  private func hints(columns: Int) -> HintText.Line {
    let row: HintRow
    if let activity {
      row = HintRow(during: activity, catalog: look.catalog)
    } else {
      var asked: StepState?
      if case .asking(let step) = runner.state { asked = step }
      var own = host.isReading ? host.hints(look, isInForm: runner.session.asksSeveralFields) : []
      if host.isReading, host.takesTab, !own.contains(where: { $0.key == "tab" }) {
        // An entry of a list is selected before it's completed.
        let isList = own.dropFirst().first?.key == look.theme.signs.upDown
        own.insert(
          KeyHint("tab", look.catalog.text(.actComplete)), at: min(isList ? 2 : 1, own.count))
      }
      if host.isReading, isStepCut || scrollsPages {
        let key = scrollsPages ? "page" : "ctrl-\(look.theme.signs.upDown)"
        // The key that scrolls comes first while an explanation is open.
        let place = told.isEmpty ? min(1, own.count) : 0
        own.insert(KeyHint(key, look.catalog.text(.actScroll)), at: place)
      }
      row = HintRow(
        own: own, step: asked,
        // In a word such as ':help', Tab completes it.
        nextField: runner.session.asksSeveralFields && !host.line.isWord
          ? runner.session.field(at: .next) != nil : nil,
        isOffered: host.isReading && host.line.isOffered, isUnchanged: host.isUnchanged,
        canAccept: host.isReading && header.canAccept,
        canGoBack: host.isReading && header.canGoBack, isSingle: look.isSingle,
        told: Set(told.keys), catalog: look.catalog)
    }
    return hintText.line(of: row, columns: columns, signs: look.theme.signs)
  }
}
