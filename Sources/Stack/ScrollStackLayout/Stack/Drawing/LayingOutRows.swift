// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// The parts of a row along and across the axis, in cells.
struct RowParts {
  /// The cells before the content along the axis.
  var before: Int
  /// The cells after the content, without the separator.
  var after: Int
  var separator: Int
  /// The cells before the content across the axis: on the left, or above.
  var crossBefore: Int
  /// The length of the content across the axis.
  var cross: Int
}

/// The values that the rows to measure and the rows in view follow from.
///
/// As long as it's the same, nothing new is found.
struct LayoutState: Equatable {
  var offset = 0
  var length = 0
  var whole = 0
  let changes: Int
  let generation: UInt32
  let stale: Int
}

extension ScrollStack {
  /// The state of the rows in the viewport.
  var layoutState: LayoutState {
    LayoutState(
      offset: offset, length: viewportLength,
      whole: axis == .vertical ? viewportSize.rows : viewportSize.columns,
      changes: tree.changes, generation: generation, stale: staleCount)
  }

  /// The state of all rows, wherever the viewport is.
  var stateOfAllRows: LayoutState {
    LayoutState(changes: tree.changes, generation: generation, stale: staleCount)
  }

  /// Sets the size of the viewport, and the insets that are reserved at its sides.
  ///
  /// The content at the start of the viewport stays there, if the ends of the content allow:
  /// the same row and, if its controller anchors its lines, the same part of its text
  /// (`Documentation/Contract.md` CS-12). A series of changes keeps the content from before the
  /// first change, until something scrolls. With the gravity at the end, a view that's at the end
  /// stays there.
  ///
  /// - Complexity: O(log *n*), plus measuring the rows near the viewport. A change across the axis
  ///   turns all measurements into estimates.
  public func setViewport(_ size: CellSize, insets: CellInsets = .zero) {
    let insets = CellInsets(
      top: max(0, insets.top), left: max(0, insets.left), bottom: max(0, insets.bottom),
      right: max(0, insets.right))
    guard size != viewportSize || insets != viewportInsets else { return }
    batch {
      let oldCross = crossLength
      if let heldPin {
        pin = ResizePin(anchor: heldPin.anchor)
        batch.sticksToEnd = false
      } else {
        pin = batch.sticksToEnd ? nil : anchor().map { ResizePin(anchor: $0) }
      }
      batch.settlesPin = true
      viewportSize = size
      viewportInsets = insets
      if crossLength != oldCross { remeasureAll(keepingEstimates: true) }
      if let pin { place(at: pin.anchor) } else if batch.sticksToEnd { offset = maximumOffset }
      batch.geometry.noteChange()
      setNeedsLayout()
    }
  }

  // MARK: Lengths of rows

  /// The parts of a row at the present size.
  func parts(of row: ScrollStackRow) -> RowParts {
    // The row's overrides are read here, not through the row's weak reference to its stack.
    let own = row.overrides
    let insets = own?.insets ?? style.rowInsets
    let padding = own?.padding ?? style.rowPadding
    var top = insets.top + padding.top
    var left = insets.left + padding.left
    var bottom = insets.bottom + padding.bottom
    var right = insets.right + padding.right
    if let chrome = own?.chrome?.insets {
      top += max(0, chrome.top)
      left += max(0, chrome.left)
      bottom += max(0, chrome.bottom)
      right += max(0, chrome.right)
    }
    let (isVertical, length) = (axis == .vertical, crossLength)
    let isMirrored = !isVertical && layoutDirection == .rightToLeft
    let before = isVertical ? top : isMirrored ? right : left
    let after = isVertical ? bottom : isMirrored ? left : right
    var crossBefore = isVertical ? left : top
    var crossAfter = isVertical ? right : bottom
    // If there's no room for the insets, the content comes first.
    let wanted = min(1, length)
    crossAfter = min(crossAfter, max(0, length - crossBefore - wanted))
    crossBefore = min(crossBefore, length - wanted)
    return RowParts(
      before: before, after: after, separator: separatorThickness(of: row),
      crossBefore: crossBefore, cross: length - crossBefore - crossAfter)
  }

  /// The length of a row along the axis with its present content length.
  func extent(of row: ScrollStackRow) -> Int {
    guard !row.flags.contains(.hidden) else { return 0 }
    let parts = parts(of: row)
    return parts.before + Int(row.content) + parts.after + parts.separator
  }

  /// Updates the index with a row's length.
  func refreshExtent(of row: ScrollStackRow) {
    let own = Int(Int32(clamping: extent(of: row)))
    let node = tree.nodes[Int(row.slot)]
    let isShown = !row.flags.contains(.hidden)
    guard Int(node.own) != own || node.isShown != isShown else { return }
    batch.geometry.noteLength(Int(node.own), of: row, hasDelegate: delegate != nil)
    if offset > 0 { keepTopLine(range(of: row), becomes: own) }
    tree.update(row.slot, own: own, isShown: isShown)
    setNeedsLayout()
  }

  /// Makes the measurement of a row stale.
  func forgetMeasurement(of row: ScrollStackRow) {
    row.generation = 0
    staleCount &+= 1
  }

  /// Sets the content length that a row has until it's measured.
  func estimate(_ row: ScrollStackRow) {
    forgetMeasurement(of: row)
    row.content = Int32(
      clamping: fixedLength(of: row) ?? max(0, style.estimatedRowExtent))
  }

  /// Applies a length that needs no measuring; otherwise the last length becomes the estimate.
  func refreshEstimate(of row: ScrollStackRow) {
    guard let length = fixedLength(of: row) else { return }
    row.content = Int32(clamping: length)
    refreshExtent(of: row)
  }

  private func fixedLength(of row: ScrollStackRow) -> Int? {
    switch row.controller.extent(along: axis, in: viewportSize) {
    case .fixed(let length): max(0, length)
    case .collapsible(_, .fixed(let length), let isExpanded)
    where row.isExpanded(isExpanded):
      max(0, length)
    default: nil
    }
  }

  /// Makes all measurements stale, and keeps them as estimates or starts again with the default
  /// estimates.
  func remeasureAll(keepingEstimates: Bool) {
    generation &+= 1
    if generation == 0 { generation = 1 }
    batch.geometry.noteChange()
    guard !keepingEstimates else { return setNeedsLayout() }
    keepTopLine { _ in
      var slot = tree.slot(at: 0)
      while slot >= 0 {
        if let row = row(inSlot: slot) {
          if row.content < 0 || fixedLength(of: row) != nil { estimate(row) }
          forgetMeasurement(of: row)
          refreshExtent(of: row)
        }
        slot = tree.slot(after: slot)
      }
    }
  }

  /// Measures all rows again, because something that they share has changed.
  package func reloadLengths() {
    batch { remeasureAll(keepingEstimates: true) }
  }

  /// Measures a row if its measurement is stale; returns whether its length changed.
  @discardableResult
  func measure(_ row: ScrollStackRow) -> Bool {
    guard row.generation != generation, !row.flags.contains(.hidden), contains(row)
    else { return false }
    prepareChrome(of: row)
    let parts = parts(of: row)
    row.generation = generation
    measureCount += 1
    let content =
      (row.controller as? ReusedCellRow)?.withCell { contentLength(of: row, cross: parts.cross) }
      ?? contentLength(of: row, cross: parts.cross)
    // The controller may have changed the stack.
    guard contains(row) else { return false }
    let old = tree.nodes[Int(row.slot)].own
    row.content = Int32(clamping: content)
    refreshExtent(of: row)
    return tree.nodes[Int(row.slot)].own != old
  }

  private func contentLength(of row: ScrollStackRow, cross: Int) -> Int {
    func fit(_ isFitting: Bool) -> Int {
      max(0, row.controller.measure(measurement(cross: cross, isFitting: isFitting)))
    }
    switch row.controller.extent(along: axis, in: viewportSize) {
    case .natural: return fit(false)
    case .fixed(let length): return max(0, length)
    case .fit: return fit(true)
    case .collapsible(let collapsed, let expanded, let isExpanded):
      let length: Int
      switch expanded {
      case .fit: length = fit(true)
      case .fixed(let fixed): length = max(0, fixed)
      }
      return row.isExpanded(isExpanded)
        ? length : min(max(0, collapsed), expanded == .fit ? length : fit(true))
    }
  }

  func measurement(cross: Int, isFitting: Bool = false) -> RowMeasurement {
    RowMeasurement(axis: axis, crossExtent: cross, isFitting: isFitting, ambiguous: ambiguous)
  }

  private func prepareChrome(of row: ScrollStackRow) {
    guard row.overrides?.chrome == nil, let chrome = makeChrome?(row) else { return }
    chrome.background = style.rowBackgroundColor
    configureChrome?(chrome, row)
    row.ownOverrides.chrome = chrome
  }

  // MARK: The pass

  /// Measures the rows near the viewport, clamps the offset, and announces what changed.
  func layOut() {
    layoutCount += 1
    dropSuperseded()
    batch.gaps = []
    settleOffset()
    continuePicture()
    settlePin()
    let hasGeometryChanged = batch.geometry.take(in: self)
    let oldOffset = reportedOffset
    reportedOffset = offset
    let oldLength = reportedContentLength
    let newLength = contentLength
    reportedContentLength = newLength
    if offset != oldOffset { isUnsettled = true }
    let hasSettled = isUnsettled && scrolling == nil
    if hasSettled { isUnsettled = false }
    let changes = visibilityChanges()
    if newLength != oldLength || batch.invalidatesHost {
      batch.invalidatesHost = false
      hostRow?.invalidate()
    }
    guard let delegate else { return announce(changes) }
    let newOffset = reportedOffset
    if newOffset != oldOffset { delegate.didScroll(to: newOffset, in: self) }
    announce(changes)
    if hasGeometryChanged { delegate.layoutChanged(in: self) }
    if newLength != oldLength {
      delegate.contentSizeChanged(from: oldLength, to: newLength, in: self)
    }
    if hasSettled {
      delegate.scrollSettled(at: newOffset, in: self)
    }
  }

  /// Finds the last shown row, which may lose its separator.
  func refreshLastShown() {
    guard style.autoHidesLastSeparator || lastShown != nil else { return }
    let last =
      style.autoHidesLastSeparator ? row(inSlot: tree.shownSlot(at: tree.shownCount - 1)) : nil
    guard last !== lastShown else { return }
    let old = lastShown
    lastShown = last
    for row in [old, last] { if let row { noteGap(after: row) } }
    if let old, contains(old) {
      old.flags.remove(.lastShown)
      refreshExtent(of: old)
    }
    if let last {
      last.flags.insert(.lastShown)
      refreshExtent(of: last)
    }
  }

  /// Measures and clamps until the offset is stable.
  ///
  /// If the content is too short for the offset, the rows before it come into view with estimated
  /// lengths. Once they're measured, the offset returns to where it was, or near it; otherwise
  /// they'd push the end out of view.
  private func settleOffset() {
    let sticks = batch.sticksToEnd
    batch.sticksToEnd = false
    var line: KeptLine?
    func clamp() {
      if sticks, scrolling == nil { return offset = maximumOffset }
      if scrolling == nil, line == nil, offset > maximumOffset { line = lineAtOffset() }
      if scrolling == nil, let line { offset = start(of: line) }
      offset = min(max(0, offset), maximumOffset)
    }
    for _ in 0..<8 {
      clamp()
      let before = offset
      measureNear()
      clamp()
      if offset == before { break }
    }
  }

  /// Measures the rows that are within a viewport of the visible range (`Documentation/Contract.md`
  /// SC-21).
  private func measureNear() {
    let length = viewportLength
    guard length > 0, tree.total > 0 || tree.shownCount > 0 else { return }
    let state = layoutState
    guard state != measured.near else { return }
    // If a controller changes the rows while it's measured, measuring starts again.
    for _ in 0..<4 {
      let version = structureVersion
      // An occluder that gets smaller uncovers rows at the end before they're laid out.
      measureForwards(from: offset, cells: max(2 * length, state.whole), version: version)
      if version == structureVersion { measureBackwards(cells: length, version: version) }
      if version == structureVersion { break }
    }
    measured.near = state == layoutState ? state : nil
  }

  private func measureForwards(from start: Int, cells: Int, version: Int) {
    var slot = firstSlot(at: start)
    guard slot >= 0 else { return }
    var position = tree.start(of: slot)
    let end = start + cells
    while slot >= 0, position < end, let row = row(inSlot: slot) {
      measure(row)
      guard version == structureVersion else { return }
      position += Int(tree.nodes[Int(slot)].own)
      slot = tree.shownSlot(after: slot)
    }
  }

  /// Measures rows before the viewport; the content in view stays in place.
  private func measureBackwards(cells: Int, version: Int) {
    let first = firstSlot(at: offset)
    var slot = first >= 0 ? tree.shownSlot(before: first) : tree.shownSlot(at: tree.shownCount - 1)
    var seen = first >= 0 ? max(0, offset - tree.start(of: first)) : 0
    while slot >= 0, seen < cells, let row = row(inSlot: slot) {
      measure(row)
      guard version == structureVersion else { return }
      seen += Int(tree.nodes[Int(slot)].own)
      slot = tree.shownSlot(before: slot)
    }
  }

  /// The first shown row that contains a place or starts at or after it; -1 if there's none.
  func firstSlot(at place: Int) -> ExtentTree.Slot {
    var slot = tree.slot(atOffset: place)
    if slot < 0 {
      // At the end there may be rows of length 0.
      guard place >= tree.total else { return -1 }
      slot = tree.shownSlot(at: tree.shownCount - 1)
      guard slot >= 0, tree.nodes[Int(slot)].own == 0 else { return -1 }
    } else if tree.start(of: slot) < place {
      return slot
    }
    while true {
      let before = tree.shownSlot(before: slot)
      guard before >= 0, tree.nodes[Int(before)].own == 0 else { return slot }
      slot = before
    }
  }
}
