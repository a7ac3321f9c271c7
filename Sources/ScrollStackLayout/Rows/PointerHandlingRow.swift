// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// An event of the pointer, at a cell of the object that handles it.
public enum PointerEvent: Hashable, Sendable {
  /// The pointer moved with no button pressed.
  case moved(CellPosition)

  /// The button was pressed.
  case pressed(CellPosition)

  /// The pointer moved with the button pressed.
  case dragged(CellPosition)

  /// The button was released.
  case released(CellPosition)

  /// The pointer left, or the press was cancelled.
  case cancelled

  /// The cell of the event; nil for ``cancelled``.
  public var position: CellPosition? {
    switch self {
    case .moved(let position), .pressed(let position), .dragged(let position),
      .released(let position):
      position
    case .cancelled: nil
    }
  }

  /// The event relative to another corner.
  ///
  /// - Parameters:
  ///   - columns: The columns to add to the position.
  ///   - rows: The rows to add to the position.
  /// - Returns: The event at the new position.
  public func moved(columns: Int, rows: Int) -> PointerEvent {
    // The position can be any value, so the sum must not overflow.
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

/// A controller that handles pointer events itself, such as a form, a row of buttons, or a slider.
///
/// A stack passes events on the content of the row to its controller. Positions are relative to the
/// content, as in ``RowController/render(into:)``. Nested stacks pass events on: a click in a form
/// in a flow in a container reaches the field under it.
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
/// A controller that uses a press gets all following events, wherever the pointer goes, until the
/// button is released or the press is cancelled; its row isn't selected. If it doesn't use the
/// press, releasing the button on the row selects the row: its `didSelect` and its handler are
/// called, but not the focused control inside it, which may be somewhere else.
public protocol PointerHandlingRow: RowController {
  /// Handles a pointer event.
  ///
  /// - Parameters:
  ///   - event: The event, at a cell of the content; after a press that was used, the cell may be
  ///     outside.
  ///   - size: The size of the drawn content.
  /// - Returns: Whether the controller used the event.
  func handle(_ event: PointerEvent, in size: CellSize) -> Bool
}

/// A row that draws another controller in a part of itself, such as a step with a title bar.
package protocol FramingRow: RowController {
  /// What is drawn.
  var content: any RowController { get }

  /// The area of the content in a row of a size.
  func contentArea(in size: CellSize) -> CellRect
}
