// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// Where the focus goes.
public enum FocusMove: Hashable, Sendable {
  /// To the first row that takes it.
  case first

  /// To the last row that takes it.
  case last

  /// To the next row that takes it.
  case next

  /// To the one before.
  case previous
}

extension ScrollStack {
  /// The row that has the focus.
  public var focusedRow: ScrollStackRow? { focused }

  /// Gives the focus to a row.
  ///
  /// - Returns: whether the row takes it; a hidden, disabled or unknown one does not, nor one whose
  ///   controller is no ``FocusableRow`` or not focusable now.
  @discardableResult
  public func focus(_ address: RowAddress) -> Bool {
    guard let row = row(address), takesFocus(row) else { return false }
    guard row !== focused else { return true }
    batch {
      blur()
      focused = row
      _ = row.controller.handle(.focus)
      batch.needsLayout = true
    }
    return focused === row
  }

  /// Moves the focus in the order of rows, without wrapping around.
  ///
  /// - Returns: the row that has it now; nil, and nothing changes, if no row there takes it.
  /// - Complexity: O(log *n*) for each row that is passed.
  @discardableResult
  public func moveFocus(_ move: FocusMove) -> ScrollStackRow? {
    let start = focused.flatMap { self.index(of: $0) }
    let isForwards = move == .first || move == .next
    var index: Int
    switch move {
    case .first: index = 0
    case .last: index = count - 1
    case .next: index = start.map { $0 + 1 } ?? 0
    case .previous: index = start.map { $0 - 1 } ?? count - 1
    }
    while let row = row(at: index) {
      if takesFocus(row) { return focus(.id(row.id)) ? row : nil }
      index += isForwards ? 1 : -1
    }
    return nil
  }

  /// Takes the focus from the row that has it.
  public func blur() {
    guard let row = focused else { return }
    focused = nil
    _ = row.controller.handle(.blur)
  }

  /// Scrolls as little as shows the focused part of the focused row; nothing without a focus, or if
  /// that part is empty.
  public func revealFocus(margin: Int = 0, animated: Bool = true, completion: Completion? = nil) {
    let range = (focused?.controller as? any FocusableRow)?.focusRange
    guard let focused, range?.isEmpty != true else {
      completion?(true)
      return
    }
    do {
      try reveal(
        range, of: .id(focused.id), margin: max(0, margin), caret: range?.lowerBound,
        animated: animated, completion: completion)
    } catch {
      // The row is gone, and the completion has been called.
    }
  }

  /// Scrolls as little as shows the focus after the room has changed, which is no scrolling of a
  /// user: the next resize starts again from where the view was.
  package func keepFocusInView(margin: Int) {
    guard let focused else { return }
    let range = (focused.controller as? any FocusableRow)?.focusRange
    guard range?.isEmpty != true else { return }
    let target = ScrollTarget.content(
      focused.id, range, margin: min(max(0, margin), maximumCellLength), caret: range?.lowerBound)
    scroll(to: target, false, keepsPin: true, nil)
  }

  func takesFocus(_ row: ScrollStackRow) -> Bool {
    guard !row.isHidden, row.isEnabled, let controller = row.controller as? any FocusableRow else {
      return false
    }
    return controller.isFocusable
  }
}
