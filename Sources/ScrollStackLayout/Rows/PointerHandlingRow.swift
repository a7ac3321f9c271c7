// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// What a pointer does, at a cell of whatever takes the event.
public enum PointerEvent: Hashable, Sendable {
  /// It moves with no button held.
  case moved(CellPosition)

  /// The button goes down.
  case pressed(CellPosition)

  /// It moves with the button held.
  case dragged(CellPosition)

  /// The button goes up.
  case released(CellPosition)

  /// It leaves, or the press is taken back.
  case cancelled

  /// The cell where it happens; nil for ``cancelled``.
  public var position: CellPosition? {
    switch self {
    case .moved(let position), .pressed(let position), .dragged(let position),
      .released(let position):
      position
    case .cancelled: nil
    }
  }

  /// The same event with its position counted from another corner.
  ///
  /// - Parameters:
  ///   - columns: the columns to add to the position.
  ///   - rows: the rows to add to the position.
  /// - Returns: the event at the new position.
  public func moved(columns: Int, rows: Int) -> PointerEvent {
    // A position may come from anywhere, and no sum of it may overflow.
    func sum(_ place: Int, _ distance: Int) -> Int {
      let limit = maximumCellLength
      return min(max(place, -limit), limit) + min(max(distance, -limit), limit)
    }
    func at(_ position: CellPosition) -> CellPosition {
      CellPosition(column: sum(position.column, columns), row: sum(position.row, rows))
    }
    return switch self {
    case .moved(let position): .moved(at(position))
    case .pressed(let position): .pressed(at(position))
    case .dragged(let position): .dragged(at(position))
    case .released(let position): .released(at(position))
    case .cancelled: .cancelled
    }
  }
}

/// A controller that takes the pointer itself: a list of fields, buttons beside each other, a slider.
///
/// A stack passes it what happens on the content of its row. Positions count from the corner of the
/// content, so that they are the cells that ``RowController/render(into:)`` draws. Nested stacks pass
/// events on in turn: a click in a form in a flow in a container reaches the field under it.
///
/// ```swift
/// final class Stepper: BasicRowController, PointerHandlingRow {
///   var value = 0 { didSet { invalidate() } }
///
///   func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
///     guard case .pressed(let position) = event, position.row == 0 else { return false }
///     value += position.column < size.columns / 2 ? -1 : 1
///     return true
///   }
/// }
/// ```
///
/// A controller that uses the press gets all that follows, wherever the pointer goes, until the button
/// is released or the press is cancelled; its row is not selected. If it doesn't use the press, a
/// release on the row selects the row: its `didSelect` and its handler are called, but not the focused
/// control inside it, which may be somewhere else.
public protocol PointerHandlingRow: RowController {
  /// Takes an event of the pointer.
  ///
  /// - Parameters:
  ///   - event: what happens, at a cell of the content; after a press that was used, the cell may lie
  ///     outside.
  ///   - size: the size that the content is drawn in.
  /// - Returns: whether the controller used the event.
  func handle(_ event: PointerEvent, in size: CellSize) -> Bool
}

/// A row that draws another controller in a part of itself: a step with its title bar, say.
package protocol FramingRow: RowController {
  /// What is drawn.
  var content: any RowController { get }

  /// Where in a row of a size it is drawn.
  func contentArea(in size: CellSize) -> CellRect
}
