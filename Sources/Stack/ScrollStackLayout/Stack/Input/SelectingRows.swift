// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Selects a row, as Enter, its number, or a click does (`Documentation/Contract.md` SC-19).
  ///
  /// The event goes to the focused control inside the row; if that doesn't use it, the controller's
  /// `didSelect` and then the row's handler are called.
  ///
  /// - Returns: Whether the row accepted the event. A disabled, hidden, or unknown row doesn't.
  @discardableResult
  public func select(_ address: RowAddress) -> Bool {
    guard let row = row(address) else { return false }
    return select(row, offersControls: true)
  }

  /// Selects a row, with or without passing the event to the focused control inside it.
  func select(_ row: ScrollStackRow, offersControls: Bool) -> Bool {
    guard row.isEnabled, !row.isHidden else { return false }
    batch {
      if offersControls, row.controller.handle(.select) { return }
      row.controller.didSelect()
      if let onTap = row.onTap { onTap(row) } else { onSelect?(row) }
    }
    return true
  }

  /// Passes an event to a row.
  ///
  /// If a collapsible row doesn't use the event `toggle`, the row collapses or expands.
  ///
  /// - Returns: Whether the event was used. A disabled, hidden, or unknown row doesn't use it.
  @discardableResult
  public func handle(_ event: RowEvent, for address: RowAddress, animated: Bool = false) -> Bool {
    if event == .select { return select(address) }
    guard let row = row(address), row.isEnabled, !row.isHidden else { return false }
    return batch {
      if animated { notePicture() }
      let before = presence(of: row, isChanging: animated && event == .toggle)
      if row.controller.handle(event) {
        guard event == .toggle else { return true }
        // The controller may have changed its length; the animation starts with the old one.
        invalidate(row)
        if animated {
          begin(
            .reload(from: [before]), rows: [row], animated: true, duration: style.rowAnimation,
            completion: nil)
        } else {
          endRowAnimations(ifAnimating: [row])
        }
        return true
      }
      guard event == .toggle,
        case .collapsible(_, _, let isExpanded) = row.controller.extent(
          along: axis, in: viewportSize)
      else { return false }
      row.ownOverrides.toggled = (!row.isExpanded(isExpanded), isExpanded)
      invalidate(row)
      begin(
        .reload(from: [before]), rows: [row], animated: animated, duration: style.rowAnimation,
        completion: nil)
      return true
    }
  }

  /// Highlights the row under the cursor, and no other; nil for none.
  ///
  /// - Returns: Whether the row is highlighted now.
  @discardableResult
  public func highlight(_ address: RowAddress?) -> Bool {
    batch {
      let row = address.flatMap { self.row($0) }
      setHovered(row)
      return row?.isHighlighted ?? false
    }
  }

  func setHovered(_ row: ScrollStackRow?) {
    let row = row.flatMap { $0.isEnabled && !$0.isHidden && contains($0) ? $0 : nil }
    guard row !== hovered else { return }
    setHighlighted(hovered, false)
    hovered = row
    setHighlighted(row, true)
    batch.needsLayout = true
  }

  private func setHighlighted(_ row: ScrollStackRow?, _ isHighlighted: Bool) {
    guard let controller = row?.controller, let row else { return }
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

  /// Ends interaction with a row that's removed or hidden.
  func forgetInteraction(with row: ScrollStackRow) {
    forgetPointer(on: row)
    if hovered === row { setHovered(nil) }
    if carried?.row === row { carried = nil }
    if focused === row { blur() }
  }
}
