// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// The row of a step: its title bar, if it has a title, and its content.
final class StepRow: RowController {
  let content: any RowController
  var framed: (any RowController)? { content }
  let title: String?
  let appearance: ItemAppearance?

  /// The state that all rows of the flow share.
  let surroundings: StepSurroundings

  var isTop = false
  var isFirst = false

  /// The cross size for which the step was built.
  private var builtCross: Int

  /// The length of the step along the axis when it was last measured.
  private var length = 0

  /// The length that was measured when the step was pushed, for the first layout.
  private var measured: (question: RowMeasurement, length: Int)?

  init(_ presentation: StepPresentation, in surroundings: StepSurroundings) {
    content = presentation.content
    title = presentation.title
    appearance = presentation.appearance
    self.surroundings = surroundings
    builtCross = surroundings.crossLength
  }

  /// Measures the step once before it's announced, as its row will be measured.
  func measureForPush(axis: LayoutAxis, cross: Int, ambiguous: AmbiguousWidth) {
    let isFitting: Bool
    switch extent(along: axis, in: surroundings.viewportSize) {
    case .fixed: return
    case .natural: isFitting = false
    case .fit, .collapsible: isFitting = true
    }
    let question = RowMeasurement(
      axis: axis, crossExtent: cross, isFitting: isFitting, ambiguous: ambiguous)
    measured = (question, measure(question))
  }

  private var barLength: Int { title == nil ? 0 : 1 }
  var topBar: TopBar { appearance?.topBar ?? surroundings.topBar }

  private func cross(of question: RowMeasurement) -> Int {
    surroundings.isAutoresizing ? question.crossExtent : builtCross
  }

  /// The extent that the content requests, plus the title bar.
  ///
  /// Steps that are side by side are as wide as they measure.
  func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    guard axis == .vertical else { return .natural }
    func grown(_ length: Int) -> Int { min(max(0, length), maximumCellLength) + barLength }
    switch content.extent(along: axis, in: size) {
    case .natural: return .natural
    case .fit: return .fit
    case .fixed(let fixed):
      length = grown(fixed)
      return .fixed(length)
    case .collapsible(let collapsed, .fit, let isExpanded):
      return .collapsible(collapsed: grown(collapsed), expanded: .fit, isExpanded: isExpanded)
    case .collapsible(let collapsed, .fixed(let length), let isExpanded):
      return .collapsible(
        collapsed: grown(collapsed), expanded: .fixed(grown(length)), isExpanded: isExpanded)
    }
  }

  func measure(_ measurement: RowMeasurement) -> Int {
    if let known = measured, known.question == measurement {
      measured = nil
      return known.length
    }
    length = length(answering: measurement)
    return length
  }

  private func length(answering measurement: RowMeasurement) -> Int {
    let question = inner(measurement)
    if measurement.axis == .vertical { return max(0, content.measure(question)) + barLength }
    let columns = contentColumns(question) + gutter(across: nil)
    // In a narrow view the bar of a step gives way.
    let bar = title.map { min(idealBarWidth($0, measurement.ambiguous), surroundings.length) }
    return max(columns, bar ?? 0)
  }

  private func contentColumns(_ question: RowMeasurement) -> Int {
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
    canvas.draw(in: body(of: canvas.size)) { canvas in
      if let title { drawBar(title, on: &canvas) }
      canvas.draw(in: contentArea(inBody: canvas.size)) { content.render(into: &$0) }
    }
  }

  /// The area of the content in a row of a size, without the bar and the columns of the mark.
  func framedArea(in size: CellSize) -> CellRect {
    let body = body(of: size)
    return contentArea(inBody: body.size)
      .moved(columns: body.origin.column, rows: body.origin.row)
  }

  private func contentArea(inBody size: CellSize) -> CellRect {
    let gutter = gutter(across: surroundings.isVertical ? size.columns : nil)
    return CellRect(
      column: gutter, row: barLength, columns: max(0, size.columns - gutter),
      rows: max(0, size.rows - barLength))
  }

  /// The area of the step in a row of a size: all of it, or the size for which the step was built,
  /// centered and clipped.
  func body(of size: CellSize) -> CellRect {
    guard !surroundings.isAutoresizing else { return CellRect(size: size) }
    func start(_ length: Int) -> Int {
      let spare = length - builtCross
      return spare >= 0 ? spare / 2 : -(-spare / 2)
    }
    return surroundings.isVertical
      ? CellRect(column: start(size.columns), row: 0, columns: builtCross, rows: size.rows)
      : CellRect(column: 0, row: start(size.rows), columns: size.columns, rows: builtCross)
  }

  /// The columns on the left that are reserved for the mark of older steps if there are no colors.
  ///
  /// - Parameter columns: The columns of the step; nil if it's as wide as needed.
  /// - Returns: The number of columns.
  private func gutter(across columns: Int?) -> Int {
    guard surroundings.marksOlderSteps else { return 0 }
    guard let columns else { return 2 }
    return columns > 8 ? 2 : columns > 2 ? 1 : 0
  }

  // MARK: Passed on to the content

  /// Passes an event to the content of the top step; covered steps are locked
  /// (`Documentation/Contract.md` SF-3).
  func handle(_ event: RowEvent) -> Bool {
    guard isTop, event != .focus, event != .blur else { return false }
    return content.handle(event)
  }
  func reload(animated: Bool) { content.reload(animated: animated) }
  func didEnter(_ row: ScrollStackRow) { content.didEnter(row) }
  func willLeave(_ row: ScrollStackRow) { content.willLeave(row) }
  func didSelect() { if isTop { content.didSelect() } }
  func visibilityDidChange(to visibility: RowVisibility) {
    content.visibilityDidChange(to: visibility)
  }

  var isFocusable: Bool { isTop }

  /// The focused lines of the content; nil if the content has the focus as a whole and fits in the
  /// view.
  ///
  /// Without a focus in the content it's the line at the head edge, unless the user has scrolled
  /// away from it.
  var focusRange: Range<Int>? {
    let bar = surroundings.isVertical ? barLength : 0
    if content.isFocusable {
      if let range = content.focusRange {
        let limits = -maximumCellLength..<maximumCellLength
        let lines = range.clamped(to: limits)
        return lines.lowerBound + bar..<lines.upperBound + bar
      }
      if length <= surroundings.length { return nil }
    } else if !surroundings.isAtHead() {
      return 0..<0
    }
    return surroundings.isHeadFirst ? 0..<1 : Int(Int32.max) - 1..<Int(Int32.max)
  }

  func position(ofLine line: Int, measurement: RowMeasurement) -> Int {
    guard line >= barLength else { return line }
    return barLength
      + content.position(ofLine: line - barLength, measurement: inner(measurement))
  }

  func line(ofPosition position: Int, measurement: RowMeasurement) -> Int {
    guard position >= barLength else { return position }
    return barLength
      + content.line(ofPosition: position - barLength, measurement: inner(measurement))
  }

  /// The measurement of the content for a measurement of the step.
  private func inner(_ measurement: RowMeasurement) -> RowMeasurement {
    let cross = cross(of: measurement)
    let isVertical = measurement.axis == .vertical
    return RowMeasurement(
      axis: measurement.axis,
      crossExtent: isVertical ? cross - gutter(across: cross) : cross - barLength,
      isFitting: measurement.isFitting, ambiguous: measurement.ambiguous)
  }
}

/// The state that the rows of all steps of a view share.
final class StepSurroundings {
  var isAutoresizing = true
  var isVertical = true
  var isHeadFirst = false
  var usesPlainText = false
  var marksOlderSteps = false
  /// The cells of the view across and along the axis, without reserved insets.
  var crossLength = 0
  var length = 0
  var viewportSize = CellSize.zero
  var topBar = TopBar()
  /// Whether the newest step is at the head edge.
  var isAtHead: () -> Bool = { true }
}
