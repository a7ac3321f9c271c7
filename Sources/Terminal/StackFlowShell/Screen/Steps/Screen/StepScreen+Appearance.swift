// SPDX-License-Identifier: Apache-2.0

import FlowWalks
import ScrollStackLayout
import StackFlowCore
import TerminalCells

// How the theme arranges the steps.
extension StepScreen {
  /// Gives the view the theme's options.
  func applyTheme() {
    let layout = look.theme.layout
    // Transitions are made of whole screens; see StepTransition.
    view.transitionDuration = .zero
    switch layout.growth {
    case .up: view.growthDirection = .up
    case .down: view.growthDirection = .down
    case .left: view.growthDirection = .left
    case .right: view.growthDirection = .right
    }
    let separation: SeparationStyle =
      switch layout.separation {
      case .none: .none
      case .blank: .padding(size: layout.separationSize)
      case .line, .open: .line(thickness: layout.separationSize, color: look.theme.separator)
      }
    do {
      try view.setSeparationStyle(separation)
      try view.setHeadPadding(layout.headPadding)
    } catch {
      // No length is negative.
    }
    view.isAutoresizingItems = layout.followsWidth
    view.usesPlainText = look.theme.signs == .ascii
    applyFading()
  }

  /// Fades steps by the theme, never below the contrast of a text.
  ///
  /// Where the terminal's colors aren't known, nothing is blended with them: steps become dim.
  func applyFading() {
    guard case .style(let style) = look.theme.layout.fading else {
      view.fadingStyle = .none
      return
    }
    view.fadingStyle = style
    view.colorDepth = look.depth
    guard look.depth != .none else { return }
    guard let background = look.theme.background, let foreground = look.theme.foreground else {
      view.colorDepth = .ansi16
      view.minimumAlpha = Self.leastDim
      return
    }
    view.standardColors = (foreground, background)
    let tint = style.tintColor?.components(standard: background)
    let least = StepFading.minimumOpacity(of: foreground, fadingTo: tint, on: background)
    view.minimumAlpha =
      switch look.depth {
      case .truecolor: least
      case .indexed256: max(least, Self.leastGray)
      default: Self.leastDim
      }
  }

  /// The opacity from which on a text is dim, not darker.
  private static let leastDim = 0.35

  /// The opacity from which on a gray keeps its contrast to black and to white.
  private static let leastGray = 0.55

  /// Shows separators only between steps that have rows, or only before the open one.
  func separate() {
    let separation = look.theme.layout.separation
    let top = runner.steps.count - 1
    guard separation != .none, top > separated || separation == .open else {
      separated = min(separated, max(0, top))
      return
    }
    // The line between two steps is the one of the row that's drawn first.
    func setLine(_ index: Int, isShown: Bool) {
      let isReversed = view.growthDirection == .up || view.growthDirection == .left
      guard let row = view.row(ofItem: isReversed ? index + 1 : index) else { return }
      do {
        try view.scrollStack.setSeparatorVisibility(
          isShown ? .inherit : .hidden, for: [.row(row)])
      } catch {
        // The row is in the stack.
      }
    }
    let first = max(0, min(separated, top) - 1)
    for index in first..<max(first, top) {
      let hasRows = steps.contents[index].hasRows
      let isLast = index == top - 1
      setLine(
        index,
        isShown: separation == .open ? isLast && steps.haveRows.last == true : hasRows)
    }
    separated = max(0, top)
  }

  // MARK: Steps side by side

  /// The rows that the steps need at a width.
  func contentRows(columns: Int) -> Int {
    guard !view.growthDirection.isVertical else {
      return container.measuredLength(columns: columns)
    }
    // Steps side by side are as high as the highest of those that may be in view.
    var rows = 1
    var used = 0
    for content in steps.contents.reversed() where used < columns {
      let width = content.columns(in: columns)
      used += width
      rows = max(
        rows, content.measure(RowMeasurement(axis: .vertical, crossExtent: width)))
    }
    return rows
  }
}

extension CellGrid {
  /// Replaces the lines between steps by ASCII, where the terminal shows nothing else.
  mutating func replaceLines(in area: CellRect) {
    for row in area.rows {
      for column in area.columns {
        let place = CellPosition(column: column, row: row)
        guard let cell = self[place] else { continue }
        if cell.character == "─" { write("-", at: place, style: cell.style) }
        if cell.character == "│" { write("|", at: place, style: cell.style) }
      }
    }
  }
}
