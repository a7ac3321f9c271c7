// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalCells

/// The state that all rows of a screen share: the theme, the window's size, and the cursor's place.
final class ScreenLook {
  var theme: ScreenTheme

  /// The words of the program.
  var catalog = MessageCatalog.english

  /// The size of the window, in cells.
  var window = CellSize(columns: 80, rows: 24)

  /// Whether there is so little room that blank rows are left out, and that the steps may be scrolled.
  var isTight = false

  /// The number of steps below the open one.
  var openDepth = 0

  /// The widths of the labels and of the values of answered steps.
  var answers = AnswerWidths()

  /// The cell of the grid at which the user types; nil before it was drawn, or out of view.
  var cursor: CellPosition?

  init(theme: ScreenTheme) { self.theme = theme }

  /// The minimum width, in cells, of a window with a rail.
  static let railWidth = 30

  /// Whether the flow is one question, which has no title and no rail.
  var isSingle = false

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
  var canGoBack = false

  /// The buttons of the open step's title bar, as they were drawn.
  var buttons: [(rect: CellRect, button: BarButton)] = []

  /// The clicks in the widget, by the cells of the screen as it was drawn.
  var targets: [(rect: CellRect, click: RowClick)] = []

  var railColumn: Int { 2 }

  /// The maximum number of rows of a list in the open step, which has all that the window leaves it.
  var listRows = 8

  /// The number of rows that a list has at least, however small the window is.
  static let leastListRows = 3
}

/// A button of the open step's title bar.
enum BarButton {
  /// Back to the step before.
  case back

  /// On to the next step, as Enter does.
  case next
}
