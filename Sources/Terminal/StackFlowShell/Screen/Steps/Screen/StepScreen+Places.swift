// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowWalks
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import TerminalIO

// Where steps are on the screen, and what is between them.
extension StepScreen {
  /// The newest steps in view, by their lines.
  func placedSteps(from length: Int) -> [ScreenPicture.Step] {
    let layout = view.layout
    let spare = layout.gravity == .end ? max(0, layout.viewportLength - layout.contentLength) : 0
    let isReversed = view.growthDirection == .up || view.growthDirection == .left
    var steps: [ScreenPicture.Step] = []
    for index in stride(from: runner.steps.count - 1, through: 0, by: -1) {
      guard let id = runner.steps.steps.entry(at: index)?.id, let row = view.row(ofItem: index),
        let range = layout.range(of: .row(row))
      else { break }
      let start = range.lowerBound - layout.offset + spare
      let lines = start..<start + range.count
      steps.append(
        ScreenPicture.Step(
          id: id, lines: isReversed ? length - lines.upperBound..<length - start : lines))
      if steps.last?.lines.upperBound ?? 0 < 0 || steps.count > length + 1 { break }
    }
    return steps
  }

  /// Draws what is between two steps while one of them moves.
  func drawGap(on canvas: inout CellCanvas) {
    guard look.hasRail, view.growthDirection.isVertical else { return }
    for row in 0..<canvas.size.rows {
      canvas.write(
        look.theme.signs.rail, column: look.railColumn, row: row, style: look.theme.rail)
    }
  }

  // MARK: Scrolling

  /// Whether a button has shown what files will hold.
  var showsFiles: Bool { remarks.contains { if case .effect = $0 { true } else { false } } }

  /// Almost as many rows as are in view.
  var page: Int {
    follow()
    return max(1, view.layout.viewportLength - 2)
  }

  /// Whether the open step doesn't fit.
  var isStepCut: Bool {
    follow()
    guard look.isVertical, view.layout.maximumOffset > 0, let stack = steps.contents.last?.stack
    else { return false }
    return stack.layout.contentLength > view.layout.viewportLength
  }

  /// The question of the open step, if it's above the window because the step doesn't fit; nil elsewhere, and while
  /// the user scrolls.
  var hiddenQuestion: String? {
    guard container.keepsFocusVisible, isStepCut, let content = steps.contents.last,
      let question = content.question, let start = content.questionStart,
      let row = view.row(ofItem: runner.steps.count - 1),
      let place = view.layout.range(of: .row(row)),
      place.lowerBound + start < view.layout.offset
    else { return nil }
    return question.words.escapedForDisplay
  }

  /// Whether PageUp and PageDown scroll, because files that a button has shown don't fit, or the open step
  /// doesn't and the keys do nothing else.
  var scrollsPages: Bool {
    follow()
    return showsFiles
      ? view.layout.maximumOffset > 0 : isStepCut && host.line.text.isEmpty && !host.takesPageUp
  }

  /// Scrolls older steps into view, where they stay until ``endScrolling()``.
  ///
  /// - Returns: Whether there's anything to scroll.
  @discardableResult
  func scroll(by rows: Int) -> Bool {
    follow()
    guard view.layout.maximumOffset > 0 else { return false }
    container.keepsFocusVisible = false
    container.scroll(by: rows)
    hasScrollbar = true
    return true
  }

  /// Scrolls by almost as many rows as are in view.
  @discardableResult
  func scrollPage() -> Bool {
    scroll(by: view.growthDirection == .up || view.growthDirection == .left ? page : -page)
  }

  /// Shows the open step again, because the user answers it.
  func endScrolling() {
    follow()
    guard !container.keepsFocusVisible else { return }
    hasScrollbar = false
    container.keepsFocusVisible = true
    view.scrollToHead()
  }

  /// Draws how far the steps are scrolled, in the last column.
  func drawScrollbar(on grid: inout CellGrid, in area: CellRect) {
    let layout = view.layout
    let length = area.size.rows
    guard hasScrollbar, layout.axis == .vertical, layout.maximumOffset > 0, length > 1,
      area.size.columns > 1
    else { return }
    let thumb = max(1, length * length / max(1, layout.contentLength))
    let start = layout.offset * (length - thumb) / layout.maximumOffset
    let signs = look.theme.signs
    for row in 0..<length {
      let isThumb = (start..<start + thumb).contains(row)
      grid.write(
        isThumb ? signs.scrollThumb : signs.scrollTrack,
        at: CellPosition(
          column: area.origin.column + area.size.columns - 1, row: area.origin.row + row),
        style: isThumb ? look.theme.accent : look.theme.faint)
    }
  }

  /// Clears the rows of an answer whose first row is above the window, unless the user scrolls: without its question, it
  /// says nothing.
  func clearCutAnswer(on grid: inout CellGrid, in frame: CellRect) {
    let layout = view.layout
    guard look.isVertical, view.growthDirection == .down, container.keepsFocusVisible,
      layout.offset > 0, let row = layout.row(atContentOffset: layout.offset),
      let index = view.item(of: row), index < runner.steps.count - 1,
      steps.contents.indices.contains(index), let range = layout.range(of: .row(row))
    else { return }
    let rows = steps.contents[index].rowsLeft(
      ofAnswerAt: layout.offset - range.lowerBound, columns: frame.size.columns)
    guard rows > 0 else { return }
    grid.fill(
      CellRect(
        column: 0, row: frame.origin.row, columns: frame.size.columns,
        rows: min(rows, frame.size.rows)), with: " ")
  }

  /// The id of the answered step at a cell of the screen; nil elsewhere.
  func step(at position: CellPosition) -> String? {
    follow()
    let place = CellPosition(
      column: position.column, row: position.row - container.frame.origin.row)
    guard let row = view.layout.row(at: place), let index = view.item(of: row),
      index < runner.steps.count - 1
    else { return nil }
    return runner.steps.steps.entry(at: index)?.item.id
  }
}
