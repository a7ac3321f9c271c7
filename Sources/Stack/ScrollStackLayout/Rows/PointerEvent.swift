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
  func moved(columns: Int, rows: Int) -> PointerEvent {
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
