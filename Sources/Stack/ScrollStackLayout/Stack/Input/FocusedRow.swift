// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// A change of the focus.
public enum FocusMove: Hashable, Sendable {
  /// To the first row that accepts it.
  case first

  /// To the last row that accepts it.
  case last

  /// To the next row that accepts it.
  case next

  /// To the previous row that accepts it.
  case previous
}

extension ScrollStack {
  /// The row that has the focus.
  public var focusedRow: ScrollStackRow? { focused }

  /// Focuses a row.
  ///
  /// - Returns: Whether the row accepts the focus. A hidden, disabled, or unknown row doesn't, and
  ///   neither does one whose controller isn't ``RowController/isFocusable``.
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
  /// - Returns: The focused row, or nil if no row in that direction accepts the focus; then nothing
  ///   changes.
  /// - Complexity: O(log *n*) for each row that's skipped.
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

  /// Removes the focus from the focused row.
  public func blur() {
    guard let row = focused else { return }
    focused = nil
    _ = row.controller.handle(.blur)
  }

  /// Scrolls just far enough to show the focused part of the focused row.
  ///
  /// Without a focused row, or if that part is empty, it does nothing.
  public func revealFocus(margin: Int = 0, animated: Bool = true, completion: Completion? = nil) {
    let range = focused?.controller.focusRange
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

  /// Scrolls just far enough to show the focus after the viewport has changed.
  ///
  /// It doesn't count as scrolling by the user: the next resize starts again from where the view
  /// was.
  func keepFocusInView(margin: Int) {
    guard let focused else { return }
    let range = focused.controller.focusRange
    guard range?.isEmpty != true else { return }
    let target = ScrollTarget.content(
      focused.id, range, margin: min(max(0, margin), maximumCellLength), caret: range?.lowerBound)
    scroll(to: target, false, keepsPin: true, nil)
  }

  func takesFocus(_ row: ScrollStackRow) -> Bool {
    !row.isHidden && row.isEnabled && row.controller.isFocusable
  }
}
