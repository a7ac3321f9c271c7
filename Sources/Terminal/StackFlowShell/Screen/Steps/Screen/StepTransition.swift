// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// How one screen becomes another when a step is pushed or popped.
///
/// A push folds the answered step into its line, and then slides the new one in from the side on which
/// steps appear; a pop does the same backwards. Frames are made of the cells of both screens, because
/// the answered step is drawn in two ways, and because the inline region changes its height with it:
/// the rows of a `StackFlowView` have neither picture any more when its own transition begins.
///
/// The title and the hints are those of the new screen at once.
struct StepTransition {
  /// The screen on which the step is open that's folded or unfolded, and the one on which it's a line.
  private var open, folded: ScreenPicture

  /// Whether steps are popped.
  private let isPop: Bool

  /// The lines of that step on both screens.
  private let openLines, foldedLines: Range<Int>

  /// The part of the time in which a step folds; it slides in the rest.
  static let foldingPart = 0.6

  /// Creates the transition between two screens; nil where there is none: when the same step is open
  /// on both, or when they have no step in common.
  init?(from old: ScreenPicture, to new: ScreenPicture) {
    guard old.grid.size.columns == new.grid.size.columns, old.growth == new.growth,
      let oldTop = old.steps.first, let newTop = new.steps.first, oldTop.id != newTop.id
    else { return nil }
    let known = Dictionary(old.steps.map { ($0.id, $0.lines) }) { first, _ in first }
    guard let common = new.steps.first(where: { known[$0.id] != nil }),
      let oldLines = known[common.id]
    else { return nil }
    isPop = common.id == newTop.id
    open = isPop ? new : old
    folded = isPop ? old : new
    openLines = isPop ? common.lines : oldLines
    foldedLines = isPop ? oldLines : common.lines
  }

  /// The screen at the end.
  var target: ScreenPicture {
    get { isPop ? open : folded }
    set { if isPop { open = newValue } else { folded = newValue } }
  }

  /// The cells at a moment.
  ///
  /// - Parameters:
  ///   - progress: The part of the time that is over, from 0 to 1.
  ///   - drawGap: Draws the cells between the folded step and the one that slides in.
  /// - Returns: The grid.
  /// - Complexity: O(*k*) in the number of cells.
  func frame(at progress: Double, drawGap: (inout CellCanvas) -> Void) -> CellGrid {
    guard progress < 1 else { return target.grid }
    // How far it is from the open step to its line.
    let time = max(0, isPop ? 1 - progress : progress)
    let folding = Self.eased(min(1, time / Self.foldingPart))
    let sliding = Self.eased(max(0, time - Self.foldingPart) / (1 - Self.foldingPart))
    func between(_ open: Int, _ folded: Int, _ part: Double) -> Int {
      open + Int((Double(folded - open) * part).rounded())
    }
    var picture = target
    picture.grid = CellGrid(
      size: CellSize(
        columns: target.grid.size.columns,
        rows: max(
          target.header + target.panel,
          between(open.grid.size.rows, folded.grid.size.rows, Self.eased(time)))),
      ambiguous: target.grid.ambiguous)
    let all = picture.content
    picture.grid.draw(in: all) { drawGap(&$0) }
    let start = between(openLines.lowerBound, foldedLines.lowerBound, Self.eased(time))
    // Older steps move with the step; the screen at the end knows how they look now.
    let (own, other) = (target, isPop ? folded : open)
    let ownStart = (isPop ? openLines : foldedLines).lowerBound
    let otherStart = (isPop ? foldedLines : openLines).lowerBound
    picture.copy(otherStart - max(0, start)..<otherStart, of: other, to: 0)
    picture.copy(ownStart - max(0, start)..<ownStart, of: own, to: 0)
    let count = max(foldedLines.count, between(openLines.count, foldedLines.count, folding))
    picture.copy(openLines.prefix(count), of: open, to: start)
    picture.copy(foldedLines, of: folded, to: start)
    let new = max(0, folded.length - foldedLines.upperBound)
    let shown = between(0, new, sliding)
    picture.copy(
      foldedLines.upperBound..<foldedLines.upperBound + shown, of: folded,
      to: picture.length - shown)
    let width = target.grid.size.columns
    picture.grid.copy(
      CellRect(column: 0, row: 0, columns: width, rows: target.header), of: target.grid, to: .zero)
    picture.grid.copy(
      CellRect(
        column: 0, row: target.grid.size.rows - target.panel, columns: width, rows: target.panel),
      of: target.grid,
      to: CellPosition(column: 0, row: picture.grid.size.rows - target.panel))
    return picture.grid
  }

  /// Slow at both ends.
  private static func eased(_ time: Double) -> Double { time * time * (3 - 2 * time) }
}
