// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// The row of a step: its title bar, if it has a title, and its content.
final class StepRow: RowController, FocusableRow, LineAnchoringRow {
  let content: any RowController
  let title: String?
  let appearance: ItemAppearance?

  /// What the row must know of the whole flow.
  unowned let surroundings: StepSurroundings

  var isTop = false
  var isFirst = false

  /// The cross size that the step was built for.
  private var builtCross: Int

  /// The length that was measured when the step was pushed, for the first question.
  private var measured: (question: RowMeasurement, length: Int)?

  init(_ presentation: StepPresentation, in surroundings: StepSurroundings) {
    content = presentation.content
    title = presentation.title
    appearance = presentation.appearance
    self.surroundings = surroundings
    builtCross = surroundings.crossLength
  }

  /// Measures the step once, before anybody hears of it.
  func measureForPush(_ question: RowMeasurement) {
    measured = (question, measure(question))
  }

  private var barLength: Int { title == nil ? 0 : 1 }
  private var topBar: TopBar { appearance?.topBar ?? surroundings.topBar }

  private func cross(of question: RowMeasurement) -> Int {
    surroundings.isAutoresizing ? question.crossExtent : builtCross
  }

  func measure(_ measurement: RowMeasurement) -> Int {
    if let known = measured, known.question == measurement {
      measured = nil
      return known.length
    }
    let cross = cross(of: measurement)
    let isVertical = measurement.axis == .vertical
    let inner = RowMeasurement(
      axis: measurement.axis, crossExtent: isVertical ? cross : cross - barLength,
      isFitting: measurement.isFitting, ambiguous: measurement.ambiguous)
    let length = contentLength(inner)
    if isVertical { return length + barLength }
    return title == nil
      ? length
      : max(length, barLayout(title ?? "", columns: maximumCellLength, measurement.ambiguous).width)
  }

  private func contentLength(_ question: RowMeasurement) -> Int {
    switch content.extent(along: question.axis, in: surroundings.viewportSize) {
    case .fixed(let length): return max(0, length)
    case .natural: return max(0, content.measure(question))
    case .fit, .collapsible:
      return max(
        0,
        content.measure(
          RowMeasurement(
            axis: question.axis, crossExtent: question.crossExtent, isFitting: true,
            ambiguous: question.ambiguous)))
    }
  }

  func render(into canvas: inout CellCanvas) {
    var rect = CellRect(size: canvas.size)
    if !surroundings.isAutoresizing {
      // The size that it was built for, centred; what does not fit is clipped.
      if surroundings.isVertical {
        let spare = canvas.size.columns - builtCross
        rect = CellRect(
          column: spare >= 0 ? spare / 2 : -(-spare / 2), row: 0, columns: builtCross,
          rows: canvas.size.rows)
      } else {
        let spare = canvas.size.rows - builtCross
        rect = CellRect(
          column: 0, row: spare >= 0 ? spare / 2 : -(-spare / 2), columns: canvas.size.columns,
          rows: builtCross)
      }
    }
    canvas.draw(in: rect) { canvas in
      if let title { drawBar(title, on: &canvas) }
      let body = CellRect(
        column: 0, row: barLength, columns: canvas.size.columns,
        rows: canvas.size.rows - barLength)
      canvas.draw(in: body) { content.render(into: &$0) }
    }
  }

  // MARK: Title bar

  struct BarLayout {
    var pop: (label: String, columns: Range<Int>)?
    var push: (label: String, columns: Range<Int>)?
    var title: (text: String, column: Int)
    var width: Int
  }

  /// Where the buttons and the title stand in a bar of some columns.
  func barLayout(_ title: String, columns: Int, _ ambiguous: AmbiguousWidth) -> BarLayout {
    let bar = topBar
    let plain = surroundings.usesPlainText
    let pop = isTop && !isFirst ? bar.popButton?.label(plain: plain) : nil
    let push = isTop ? bar.pushButton?.label(plain: plain) : nil
    let popWidth = pop?.cellWidth(ambiguous: ambiguous) ?? 0
    let pushWidth = push?.cellWidth(ambiguous: ambiguous) ?? 0
    let wider = max(popWidth, pushWidth)
    // Both sides are as wide as the wider button with two columns on each side of it.
    let side = wider + 4
    let wanted = title.cellWidth(ambiguous: ambiguous)
    let room = max(0, columns - 2 * side)
    let text = title.truncated(
      to: room, ellipsis: plain ? "..." : "…", ambiguous: ambiguous)
    let textWidth = text.cellWidth(ambiguous: ambiguous)
    let column = min(side, columns) + TextAlignment.center.offset(of: textWidth, in: room)
    return BarLayout(
      pop: pop.map { ($0, 2..<2 + popWidth) },
      push: push.map { ($0, max(0, columns - 2 - pushWidth)..<max(0, columns - 2)) },
      title: (text, column), width: wanted + 2 * side)
  }

  private func drawBar(_ title: String, on canvas: inout CellCanvas) {
    let bar = topBar
    let layout = barLayout(title, columns: canvas.size.columns, canvas.ambiguous)
    let base = CellStyle(background: bar.backgroundColor)
    let line = CellRect(size: CellSize(columns: canvas.size.columns, rows: 1))
    canvas.draw(in: line, baseStyle: base) { canvas in
      canvas.fill(CellRect(size: canvas.size))
      canvas.write(
        layout.title.text, column: layout.title.column, row: 0,
        style: CellStyle(foreground: bar.titleTextColor, attributes: bar.titleFont))
      let style = CellStyle(foreground: bar.buttonColor)
      if let pop = layout.pop {
        canvas.write(pop.label, column: pop.columns.lowerBound, row: 0, style: style)
      }
      if let push = layout.push {
        canvas.write(push.label, column: push.columns.lowerBound, row: 0, style: style)
      }
    }
  }

  // MARK: Passed on to the content

  func handle(_ event: RowEvent) -> Bool {
    event == .focus || event == .blur ? false : content.handle(event)
  }
  func reload(animated: Bool) { content.reload(animated: animated) }
  func didEnter(_ row: ScrollStackRow) { content.didEnter(row) }
  func willLeave(_ row: ScrollStackRow) { content.willLeave(row) }
  func didSelect() { content.didSelect() }

  var isFocusable: Bool { isTop }

  /// The focused lines of the content; without a focus there, the line at the head edge.
  var focusRange: Range<Int>? {
    let bar = surroundings.isVertical ? barLength : 0
    if let range = (content as? any FocusableRow)?.focusRange {
      return range.lowerBound + bar..<range.upperBound + bar
    }
    return surroundings.isHeadFirst ? 0..<1 : Int(Int32.max) - 1..<Int(Int32.max)
  }

  func position(ofLine line: Int, measurement: RowMeasurement) -> Int {
    guard let anchoring = content as? any LineAnchoringRow, line >= barLength else { return line }
    return barLength
      + anchoring.position(ofLine: line - barLength, measurement: inner(measurement))
  }

  func line(ofPosition position: Int, measurement: RowMeasurement) -> Int {
    guard let anchoring = content as? any LineAnchoringRow, position >= barLength else {
      return position
    }
    return barLength
      + anchoring.line(ofPosition: position - barLength, measurement: inner(measurement))
  }

  private func inner(_ measurement: RowMeasurement) -> RowMeasurement {
    RowMeasurement(
      axis: measurement.axis, crossExtent: cross(of: measurement),
      ambiguous: measurement.ambiguous)
  }
}

/// What the rows of all steps of a view share.
final class StepSurroundings {
  var isAutoresizing = true
  var isVertical = true
  var isHeadFirst = false
  var usesPlainText = false
  var crossLength = 0
  var viewportSize = CellSize.zero
  var topBar = TopBar()
}
