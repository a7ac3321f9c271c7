// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

struct PointerState {
  /// The row under the pressed button.
  var pressed: ScrollStackRow?

  /// Whether the content of that row has used the press, and gets all following events.
  var isCaptured = false

  /// The row whose content received the last pointer event, and the size of the content then.
  var told: (row: ScrollStackRow, size: CellSize)?
}

extension ScrollStack {
  /// Handles a pointer event in a viewport of a size, as a row of another stack.
  public func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
    if event != .cancelled { setViewport(size, insets: viewportInsets) }
    return handle(event)
  }

  /// Handles a pointer event, at a cell of the viewport (`Documentation/Contract.md` SC-19).
  ///
  /// The row under the pointer is highlighted. A press focuses the row, if it accepts the focus,
  /// and is passed to its content if that handles the pointer. A press that the content
  /// doesn't use selects the row when the button is released on it.
  ///
  /// - Returns: Whether a row used the event.
  @discardableResult
  public func handle(_ event: PointerEvent) -> Bool {
    batch {
      switch event {
      case .moved(let position):
        let target = target(at: position)
        let isUsed = target.map { tell(event, at: position, $0) } ?? cancelTold()
        setHovered(target)
        return isUsed || hovered != nil
      case .pressed(let position): return press(event, at: position)
      case .dragged(let position):
        guard let pressed = pointer.pressed else { return false }
        if pointer.isCaptured { tellCaptured(event, pressed) }
        setHovered(row(at: position) === pointer.pressed ? pointer.pressed : nil)
        return true
      case .released(let position): return release(event, at: position)
      case .cancelled:
        cancelPointer()
        return false
      }
    }
  }

  /// Whether the content of a row has used the press of the button that is held.
  package var isPointerCaptured: Bool { pointer.isCaptured }

  /// Cancels the press of the pointer.
  package func cancelPointer() {
    batch {
      pointer.pressed = nil
      pointer.isCaptured = false
      setHovered(nil)
      cancelTold()
    }
  }

  /// Ends pointer handling for a row that's removed or hidden, and tells its content that the
  /// pointer has left.
  func forgetPointer(on row: ScrollStackRow) {
    if pointer.pressed === row {
      pointer.pressed = nil
      pointer.isCaptured = false
    }
    if pointer.told?.row === row { cancelTold() }
  }

  // MARK: Press and release

  private func press(_ event: PointerEvent, at position: CellPosition) -> Bool {
    let target = target(at: position)
    pointer.pressed = target
    pointer.isCaptured = false
    guard let target else {
      setHovered(nil)
      cancelTold()
      return false
    }
    focus(.id(target.id))
    // A controller that gets the focus may do anything, including removing itself.
    guard pointer.pressed === target else { return true }
    setHovered(target)
    let isUsed = tell(event, at: position, target)
    if pointer.pressed === target {
      pointer.isCaptured = isUsed
      // A control inside may already have taken the focus; now its row has it too.
      if target !== focused, takesFocus(target) {
        blur()
        if contains(target) { focused = target }
      }
    }
    return true
  }

  private func release(_ event: PointerEvent, at position: CellPosition) -> Bool {
    let target = pointer.pressed
    let wasCaptured = pointer.isCaptured
    pointer.pressed = nil
    pointer.isCaptured = false
    setHovered(nil)
    guard let target, contains(target), target.isEnabled, !target.isHidden else {
      cancelTold()
      return false
    }
    if wasCaptured {
      tellCaptured(event, target)
      return true
    }
    guard row(at: position) === target else { return false }
    if let onClick {
      onClick(target, position)
      return true
    }
    let wasOffered = pointerContent(of: target, at: position) != nil
    return select(target, offersControls: !wasOffered)
  }

  // MARK: The content of rows

  /// The enabled row at a cell of the viewport.
  private func target(at position: CellPosition) -> ScrollStackRow? {
    row(at: position).flatMap { $0.isEnabled ? $0 : nil }
  }

  /// The content of a row that takes the pointer, and where it is drawn; nil for other rows.
  private func pointerContent(
    of row: ScrollStackRow
  ) -> (controller: any RowController, area: CellRect)? {
    guard takesPointer?(row) ?? true else { return nil }
    let content = row.controller.framed ?? row.controller
    guard content.handlesPointer, let area = contentRect(of: .id(row.id)) else { return nil }
    return (content, area)
  }

  private func pointerContent(
    of row: ScrollStackRow, at position: CellPosition
  ) -> (controller: any RowController, area: CellRect)? {
    pointerContent(of: row).flatMap { $0.area.contains(position) ? $0 : nil }
  }

  /// Passes an event to the content of a row, and tells the previous content that the pointer has
  /// left.
  ///
  /// - Returns: Whether the content used it.
  private func tell(
    _ event: PointerEvent, at position: CellPosition, _ row: ScrollStackRow
  ) -> Bool {
    guard let content = pointerContent(of: row, at: position) else { return cancelTold() }
    if pointer.told?.row !== row { cancelTold() }
    guard contains(row) else { return false }
    return tell(event, row, content)
  }

  private func tell(
    _ event: PointerEvent, _ row: ScrollStackRow,
    _ content: (controller: any RowController, area: CellRect)
  ) -> Bool {
    pointer.told = (row, content.area.size)
    return content.controller.handle(
      event.moved(columns: -content.area.origin.column, rows: -content.area.origin.row),
      in: content.area.size)
  }

  /// Passes an event to the content that used the press, wherever the pointer is; content that
  /// can't receive it any more gets a cancellation.
  private func tellCaptured(_ event: PointerEvent, _ row: ScrollStackRow) {
    if let content = pointerContent(of: row) {
      _ = tell(event, row, content)
    } else {
      pointer.isCaptured = false
      cancelTold()
    }
  }

  /// Tells the last content that the pointer has left; returns false.
  @discardableResult
  private func cancelTold() -> Bool {
    guard let (row, size) = pointer.told else { return false }
    pointer.told = nil
    let content = row.controller.framed ?? row.controller
    if content.handlesPointer { _ = content.handle(.cancelled, in: size) }
    return false
  }
}
