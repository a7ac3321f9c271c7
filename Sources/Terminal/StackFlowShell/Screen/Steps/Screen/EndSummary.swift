// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalCells

/// The summary that stays in the terminal after a walk: the flow's title and the answers.
struct EndSummary {
  let session: FlowSession
  let ending: WalkEnding
  let theme: ScreenTheme

  private var isDone: Bool {
    if case .finished(let result) = ending { result.outcome == .completed } else { false }
  }

  /// The line of a flow that is one question: the question and its answer.
  ///
  /// In a narrow window the answer has a line of its own. Both are cut where they don't fit.
  func line(question: String, columns: Int) -> CellGrid {
    let columns = max(1, columns)
    let ellipsis = theme.signs.ellipsis
    let lines =
      session.rowsSoFar.last.map { $0.text ?? session.catalog.text(.leftEmpty) }?
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) ?? []
    var answer = (lines.first.map(String.init) ?? "").escapedForDisplay
    if lines.count > 1 { answer += ellipsis }
    let start = theme.signs.done.cellWidth + 1
    let room = max(1, columns - start)
    let label = question.escapedForDisplay
    let isBelow = label.cellWidth + 2 + answer.cellWidth > room && columns < Self.wide
    let labelWidth =
      isBelow || answer.isEmpty ? room : max(room - answer.cellWidth - 2, room * 3 / 5)
    var grid = CellGrid(
      size: CellSize(columns: columns, rows: isBelow && !answer.isEmpty ? 2 : 1))
    grid.write(
      isDone ? theme.signs.done : theme.signs.problem, at: CellPosition(column: 0, row: 0),
      style: isDone ? theme.success : theme.problem)
    let end =
      start
      + grid.write(
        label.truncated(to: labelWidth, ellipsis: ellipsis),
        at: CellPosition(column: start, row: 0), style: theme.faint)
    let place = CellPosition(column: isBelow ? start : end + 2, row: isBelow ? 1 : 0)
    if place.row < grid.size.rows {
      grid.write(
        answer.truncated(to: max(0, columns - place.column), ellipsis: ellipsis), at: place,
        style: theme.text)
    }
    return grid
  }

  /// The minimum width, in cells, at which a question that's cut is beside its answer.
  private static let wide = 44

  /// The rows; none when nothing was answered.
  func grid(columns: Int) -> CellGrid {
    let look = ScreenLook(theme: theme)
    look.window = CellSize(columns: columns, rows: 24)
    let rows = session.rowsSoFar
    let margin = look.hasRail ? 2 : 0
    let indent = margin + (look.hasRail ? 2 : 0)
    let questions = rows.map { $0.shortQuestion.escapedForDisplay }
    let values = rows.map { $0.text ?? session.catalog.text(.leftEmpty) }
    var widths = AnswerWidths()
    for (question, value) in zip(questions, values) { widths.add(label: question, value: value) }
    let width = widths.labelColumn(in: max(1, columns - indent))
    let isWide = columns >= ScreenLook.wide || width == widths.label
    let valueColumn = indent + (isWide ? width + 2 : 2)
    let labelRoom = max(1, isWide ? width : columns - indent)
    let title = (session.title ?? session.flow.id.name.idAsWords).escapedForDisplay
    let sign = isDone ? theme.signs.done : theme.signs.problem
    let start = margin + sign.cellWidth + 1
    var first = CellRow(sign, column: margin, style: isDone ? theme.success : theme.problem)
    first.write(
      title.truncated(to: max(0, columns - start), ellipsis: theme.signs.ellipsis), column: start,
      style: theme.title)
    var cells = [first]
    for (question, value) in zip(questions, values) {
      // The line breaks of a text are rows; other control characters are visible.
      let value = StyledParts(value).text.wrapped(to: max(1, columns - valueColumn))
      cells += [CellRow](
        question.wrapped(to: labelRoom), at: indent, theme.faint, value, at: valueColumn,
        theme.text, isWide: isWide)
    }
    var grid = CellGrid(size: CellSize(columns: max(1, columns), rows: cells.count))
    grid.draw(in: grid.bounds) { $0.draw(cells, noting: nil) }
    return grid
  }
}
