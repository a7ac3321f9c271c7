// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalCells

/// The state that all rows of a screen share: the theme, the window's size, and the cursor's place.
final class ScreenLook {
  var theme: ScreenTheme {
    didSet {
      version += 1
      knownFading = nil
    }
  }

  private var knownFading: StepFading?

  /// How answered steps fade in the theme, which is found out once.
  var fading: StepFading {
    if let knownFading { return knownFading }
    let fading = StepFading(theme: theme)
    knownFading = fading
    return fading
  }

  /// The number of changes, so that what's laid out is kept until the next one.
  private(set) var version = 0

  /// The words of the program.
  var catalog = MessageCatalog.english {
    didSet { if catalog != oldValue { version += 1 } }
  }

  /// The size of the window, in cells.
  var window = CellSize(columns: 80, rows: 24) {
    didSet { if window != oldValue { version += 1 } }
  }

  /// Whether there is so little room that blank rows are left out, and that the steps may be scrolled.
  var isTight = false

  /// The number of steps below the open one, on which only the styles of answers depend.
  var openDepth = 0

  /// The widths of the labels and of the values of answered steps.
  var answers = AnswerWidths() {
    didSet { if answers != oldValue { version += 1 } }
  }

  /// The cell of the grid at which the user types; nil before it was drawn, or out of view.
  var cursor: CellPosition?

  init(theme: ScreenTheme) { self.theme = theme }

  /// The minimum width, in cells, of a window with a rail.
  static let railWidth = 30

  /// Whether the flow is one question, which has no title and no rail.
  var isSingle = false {
    didSet { if isSingle != oldValue { version += 1 } }
  }

  /// The minimum width, in cells, of a window with labels beside their values.
  static let wide = 44

  /// Whether the rail is drawn.
  var hasRail: Bool {
    !isSingle && theme.layout.hasRail && window.columns >= Self.railWidth
  }

  /// Whether the open step has a title bar.
  var hasBar: Bool { !isSingle && theme.layout.hasBar }

  /// The columns of the margin and the rail.
  var gutter: Int {
    guard window.columns >= Self.railWidth else { return 0 }
    return hasRail ? 4 : isSingle ? 2 : 1
  }

  /// The columns beside the title.
  var margin: Int { hasRail ? 2 : isSingle ? 0 : gutter }

  /// The columns that stay empty at the right end: where there's room for that, and where the steps may
  /// be scrolled, for the scrollbar.
  var rightMargin: Int {
    hasRail && window.columns >= Self.wide
      ? margin : isTight && isVertical && window.columns > 1 ? 1 : 0
  }

  /// Whether steps are one above the other.
  var isVertical: Bool { theme.layout.growth == .down || theme.layout.growth == .up }

  /// Whether addresses in texts are links.
  var hasLinks = false

  /// The colors of the terminal.
  var depth = ColorDepth.truecolor

  /// Whether texts of several lines can be edited in the user's editor.
  var editsTexts = false

  /// Whether there's a step to go back to.
  var canGoBack = false {
    didSet { if canGoBack != oldValue { version += 1 } }
  }

  /// The clicks, by the cells of the screen as it was drawn.
  var targets: [(rect: CellRect, click: RowClick)] = []

  /// Notes what a click in cells of a row of a canvas does.
  func note(_ click: RowClick, _ columns: Range<Int>, row: Int, on canvas: CellCanvas) {
    guard !columns.isEmpty,
      let place = canvas.gridPosition(of: CellPosition(column: columns.lowerBound, row: row))
    else { return }
    let rect = CellRect(
      column: place.column, row: place.row, columns: columns.count, rows: 1)
    targets.append((rect, click))
  }

  var railColumn: Int { 2 }

  /// The maximum number of rows of a list in the open step, which has all that the window leaves it.
  var listRows = 8

  /// The number of rows that a list has at least, however small the window is.
  static let leastListRows = 3
}
