// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import ScrollStackLayout
import TerminalCells

/// A cell of a step: the rail on the left, and beside it what a subclass draws.
class StepCell: BasicRowController, RowCell {
  var tapCallback: ((any RowCell) -> Void)?

  private(set) var model: StepRowModel?

  required override init() { super.init() }

  func setup(model: StepRowModel) {
    self.model = model
    look = model.look
    node = nil
  }

  /// The look that all rows share; apart from the model, which isn't copied for it.
  private(set) var look: ScreenLook?

  /// The sign on the rail, as it was drawn.
  private var node: [(text: Substring, style: CellStyle)]?

  private func nodeLine() -> [(text: Substring, style: CellStyle)]? {
    if let node { return node.isEmpty ? nil : node }
    node = model?.node.map { $0.lines(columns: 2).first ?? [] } ?? []
    return model?.node == nil ? nil : node
  }

  private var gutter: Int { look?.gutter ?? 0 }

  private var rightMargin: Int { look?.rightMargin ?? 0 }

  /// The width beside the rail.
  func room(in measurement: RowMeasurement) -> Int {
    max(1, measurement.crossExtent - gutter - rightMargin)
  }

  final override func measure(_ measurement: RowMeasurement) -> Int {
    max(0, length(columns: room(in: measurement)))
  }

  final override func render(into canvas: inout CellCanvas) {
    guard let look else { return }
    if look.hasRail {
      let column = look.railColumn
      let theme = look.theme
      for row in canvas.visible.rows.clamped(to: 0..<canvas.size.rows) {
        if row == 0, let node = nodeLine() {
          canvas.write(node, column: column, row: 0)
        } else {
          canvas.write(theme.signs.rail, column: column, row: row, style: theme.rail)
        }
      }
    }
    let rect = CellRect(
      column: gutter, row: 0, columns: max(0, canvas.size.columns - gutter - rightMargin),
      rows: canvas.size.rows)
    canvas.draw(in: rect) { draw(on: &$0) }
  }

  /// The number of rows at a width.
  func length(columns: Int) -> Int { 1 }

  /// Draws beside the rail.
  func draw(on canvas: inout CellCanvas) {}
}

/// An empty row, which is left out where there's little room.
final class BlankCell: StepCell {
  override func length(columns: Int) -> Int { look?.isTight == true ? 0 : 1 }
}

/// A text with a sign before its first line.
final class TextCell: StepCell {
  private var content: (text: StyledParts, sign: StyledParts) {
    guard case .text(let text, let sign)? = model?.content else {
      return (StyledParts(), StyledParts())
    }
    return (text, sign)
  }

  /// The lines at a width, which stay the same while a line is typed.
  private struct Wrapped {
    let columns: Int
    let indent: Int
    let sign: [(text: Substring, style: CellStyle)]
    let lines: [[(text: Substring, style: CellStyle)]]
  }

  private var wrapped: Wrapped?

  override func setup(model: StepRowModel) {
    super.setup(model: model)
    wrapped = nil
  }

  private func wrapped(columns: Int) -> Wrapped {
    if let wrapped, wrapped.columns == columns { return wrapped }
    let (text, sign) = content
    let indent = sign.isEmpty ? 0 : sign.text.cellWidth + 1
    let new = Wrapped(
      columns: columns, indent: indent,
      sign: indent > 0 ? sign.lines(columns: indent).first ?? [] : [],
      lines: text.lines(columns: max(1, columns - indent)))
    wrapped = new
    return new
  }

  private func isHidden(_ columns: Int) -> Bool { model?.table?.fits(columns) == true }

  override func length(columns: Int) -> Int {
    isHidden(columns) ? 0 : wrapped(columns: columns).lines.count
  }

  override func draw(on canvas: inout CellCanvas) {
    guard !isHidden(canvas.size.columns) else { return }
    let wrapped = wrapped(columns: canvas.size.columns)
    canvas.write(wrapped.sign, row: 0)
    for (row, line) in wrapped.lines.enumerated() {
      if row > 0, content.text.repeatsSign { canvas.write(wrapped.sign, row: row) }
      canvas.write(line, column: wrapped.indent, row: row)
    }
  }
}

/// A question and its answer: side by side, or one below the other in a narrow window.
final class AnswerCell: StepCell {
  private func lines(
    columns: Int
  ) -> (isWide: Bool, start: Int, label: [Substring], value: [Substring]) {
    guard case .answer(let line)? = model?.content, let look else { return (true, 0, [], []) }
    let value = StyledParts(line.value).text
    let label = line.label.escapedForDisplay
    // The answer as the answered step shows it.
    let valueWidth = AnswerWidths.width(of: value, lines: Self.mostLines)
    let gap = AnswerWidths.gap
    let fits = line.depth != nil && label.cellWidth + gap + valueWidth <= columns
    let isWide = look.window.columns >= ScreenLook.wide || fits
    var labelWidth = AnswerWidths.formColumn(line.labelWidth, in: columns)
    if labelWidth == 0 {
      var widths = look.answers
      if !look.isVertical {
        // Steps side by side align nothing with each other.
        widths = AnswerWidths(label: label.cellWidth, value: min(value.cellWidth, columns / 2))
      }
      labelWidth = widths.labelColumn(in: columns)
    }
    if fits, label.cellWidth > labelWidth || labelWidth + gap + valueWidth > columns {
      // Better not aligned than cut, or in more rows.
      labelWidth = label.cellWidth
    }
    let start = line.indent + (isWide ? labelWidth + gap : 2)
    let labelRoom = max(1, isWide ? labelWidth : columns - line.indent)
    var lines = value.wrapped(to: max(1, columns - start))
    guard line.depth != nil else {
      return (isWide, start, label.wrapped(to: labelRoom), lines)
    }
    // An answered step is a summary; the review shows everything.
    let cutLabel = label.truncated(to: labelRoom, ellipsis: look.theme.signs.ellipsis)
    if lines.count > Self.mostLines {
      let last = lines[Self.mostLines - 1]
      let cut =
        String(last).truncated(
          to: max(1, columns - start - 1), ellipsis: "") + look.theme.signs.ellipsis
      lines = lines[..<(Self.mostLines - 1)] + [cut[...]]
    }
    return (isWide, start, [cutLabel[...]], lines)
  }

  /// The maximum number of rows of the answer of an answered step.
  static let mostLines = 2

  private func isInTable(_ columns: Int) -> Bool {
    guard case .answer(let line)? = model?.content else { return false }
    return line.table?.fits(columns) == true
  }

  override func length(columns: Int) -> Int {
    if isInTable(columns) { return 0 }
    let lines = lines(columns: columns)
    return lines.isWide
      ? max(1, lines.label.count, lines.value.count) : lines.label.count + lines.value.count
  }

  override func draw(on canvas: inout CellCanvas) {
    guard case .answer(let line)? = model?.content, !isInTable(canvas.size.columns) else { return }
    let lines = lines(columns: canvas.size.columns)
    var (labelStyle, valueStyle) = (line.labelStyle, line.valueStyle)
    if let depth = line.depth, let look {
      let fading = StepFading(theme: look.theme)
      let distance = look.openDepth - depth
      labelStyle = fading.style(labelStyle, distance: distance + 1)
      valueStyle = fading.style(valueStyle, distance: distance)
    }
    for (index, label) in lines.label.enumerated() {
      canvas.write(label, column: line.indent, row: index, style: labelStyle)
    }
    if let field = line.field, let look,
      let place = canvas.gridPosition(of: CellPosition(column: 0, row: 0))
    {
      let rect = CellRect(
        column: place.column, row: place.row, columns: canvas.size.columns,
        rows: canvas.size.rows)
      look.targets.append((rect, RowClick(use: .action(.walk(.focus(field))))))
    }
    let first = lines.isWide ? 0 : lines.label.count
    for (index, value) in lines.value.enumerated() {
      canvas.write(value, column: lines.start, row: first + index, style: valueStyle)
    }
  }
}

/// A widget, with the label of its field in a form.
final class WidgetCell: StepCell {
  override var isFocusable: Bool { true }

  private var host: WidgetHost? {
    guard case .widget(let host)? = model?.content else { return nil }
    return host
  }

  /// The row of the cursor, from the start of the cell.
  override var focusRange: Range<Int>? {
    guard let host, let look, let cursor = host.cursorRow(columns: lastColumns, look: look) else {
      return nil
    }
    return cursor..<cursor + 1
  }

  private var lastColumns = 80

  override func length(columns: Int) -> Int {
    lastColumns = columns
    guard let host, let look else { return 1 }
    return host.rows(columns: columns, look: look)
  }

  override func draw(on canvas: inout CellCanvas) {
    guard let host, let look else { return }
    lastColumns = canvas.size.columns
    host.draw(on: &canvas, look: look)
  }
}
