// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// What a pointer does, at a cell of the viewport.
public enum PointerEvent: Hashable, Sendable {
  /// It moves with no button held.
  case moved(CellPosition)

  /// The button goes down.
  case pressed(CellPosition)

  /// It moves with the button held.
  case dragged(CellPosition)

  /// The button goes up.
  case released(CellPosition)

  /// It leaves the viewport, or the press is taken back.
  case cancelled
}

extension ScrollStack {
  /// Selects a row, as Enter, its number or a click does (`contract/seeds.md` SC-19).
  ///
  /// The event goes to the focused control inside the row; if that does not use it, to the
  /// controller's `didSelect` and then to the row's handler.
  ///
  /// - Returns: whether the row took the event; a disabled, hidden or unknown one does not.
  @discardableResult
  public func select(_ address: RowAddress) -> Bool {
    guard let row = row(address), row.isEnabled, !row.isHidden else { return false }
    batch {
      guard !row.controller.handle(.select) else { return }
      row.controller.didSelect()
      if let onTap = row.onTap { onTap(row) } else { onSelect?(row) }
    }
    return true
  }

  /// Passes an event to a row.
  ///
  /// `toggle` collapses or expands a collapsible row that does not use it itself.
  ///
  /// - Returns: whether it was used; not by a disabled, hidden or unknown row.
  @discardableResult
  public func handle(_ event: RowEvent, for address: RowAddress, animated: Bool = false) -> Bool {
    if event == .select { return select(address) }
    guard let row = row(address), row.isEnabled, !row.isHidden else { return false }
    return batch {
      let before = presence(of: row)
      if row.controller.handle(event) {
        guard event == .toggle else { return true }
        // The controller may have changed its length, and is drawn with its old one first.
        invalidate(row)
        if animated {
          begin(
            .reload(from: [before]), rows: [row], animated: true, duration: style.rowAnimation,
            completion: nil)
        } else {
          arrive(ifMoving: [row])
        }
        return true
      }
      guard event == .toggle,
        case .collapsible(_, _, let isExpanded) = row.controller.extent(
          along: axis, in: viewportSize)
      else { return false }
      row.ownOverrides.isExpanded = !(row.overrides?.isExpanded ?? isExpanded)
      invalidate(row)
      begin(
        .reload(from: [before]), rows: [row], animated: animated, duration: style.rowAnimation,
        completion: nil)
      return true
    }
  }

  /// Takes an event of the pointer: highlights what is under it, selects where it is released.
  ///
  /// - Returns: whether a row took it.
  @discardableResult
  public func handle(_ event: PointerEvent) -> Bool {
    batch {
      switch event {
      case .moved(let position):
        setHovered(row(at: position))
        return hovered != nil
      case .pressed(let position):
        let target = row(at: position).flatMap { $0.isEnabled ? $0 : nil }
        pressed = target
        setHovered(target)
        return target != nil
      case .dragged(let position):
        guard let pressed else { return false }
        setHovered(row(at: position) === pressed ? pressed : nil)
        return true
      case .released(let position):
        let target = pressed
        pressed = nil
        setHovered(nil)
        guard let target, row(at: position) === target else { return false }
        return select(.id(target.id))
      case .cancelled:
        pressed = nil
        setHovered(nil)
        return false
      }
    }
  }

  /// Highlights the row that the cursor stands on, and no other; nil for none.
  ///
  /// - Returns: whether the row is highlighted now.
  @discardableResult
  public func highlight(_ address: RowAddress?) -> Bool {
    batch {
      let row = address.flatMap { self.row($0) }
      setHovered(row)
      return row?.isHighlighted ?? false
    }
  }

  private func setHovered(_ row: ScrollStackRow?) {
    let row = row.flatMap { $0.isEnabled && !$0.isHidden && contains($0) ? $0 : nil }
    guard row !== hovered else { return }
    setHighlighted(hovered, false)
    hovered = row
    setHighlighted(row, true)
    batch.needsLayout = true
  }

  private func setHighlighted(_ row: ScrollStackRow?, _ isHighlighted: Bool) {
    guard let row, let controller = row.controller as? any HighlightableRow else { return }
    guard isHighlighted else {
      guard row.flags.contains(.highlighted) else { return }
      row.flags.remove(.highlighted)
      controller.setHighlighted(false)
      return
    }
    guard controller.isHighlightable else { return }
    row.flags.insert(.highlighted)
    controller.setHighlighted(true)
  }

  /// Lets go of a row that leaves or is hidden.
  func forgetInteraction(with row: ScrollStackRow) {
    if pressed === row { pressed = nil }
    if hovered === row { setHovered(nil) }
    if carried?.row === row { carried = nil }
    if focused === row { blur() }
  }
}
