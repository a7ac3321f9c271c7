// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

// The room of the steps, the direction in which they grow, and what follows from both.
extension StackFlowView {
  /// Sets the size of the view and what is permanently reserved in it.
  ///
  /// A view that stands at the head stays there; one that was scrolled away keeps the same content
  /// at its start (`Documentation/Contract.md` SF-10).
  public func setViewport(_ size: CellSize, safeArea: CellInsets = .zero) {
    setViewport(size, safeArea: safeArea, occlusion: occlusion)
  }

  func setViewport(_ size: CellSize, safeArea: CellInsets, occlusion: CellInsets) {
    self.size = size
    self.safeArea = CellInsets(
      top: max(0, safeArea.top), left: max(0, safeArea.left), bottom: max(0, safeArea.bottom),
      right: max(0, safeArea.right))
    self.occlusion = occlusion
    layOut()
  }

  /// On which side columns begin.
  public var layoutDirection: LayoutDirection {
    get { scrollStack.layoutDirection }
    set {
      scrollStack.batch {
        scrollStack.layoutDirection = newValue
        layOut()
      }
    }
  }

  /// Sets the blank cells between the newest step and the head edge, at least 0, the same in all
  /// directions, with the safe area or without (`Documentation/Contract.md` SF-13).
  ///
  /// - Throws: `ScrollStackError.negativeLength`; nothing changes.
  public func setHeadPadding(_ cells: Int) throws(ScrollStackError) {
    guard cells >= 0 else { throw .negativeLength(cells) }
    headPadding = min(cells, maximumCellLength)
    layOut()
  }

  /// Sets what is between two steps.
  ///
  /// - Throws: `ScrollStackError.negativeLength` for a thickness below 0; nothing changes.
  public func setSeparationStyle(_ style: SeparationStyle) throws(ScrollStackError) {
    guard style.thickness >= 0 else { throw .negativeLength(style.thickness) }
    separationStyle = style
    applyStyle()
  }

  var insets: CellInsets {
    let safe = isSeekingSafeArea ? safeArea : .zero
    var insets = CellInsets(
      top: safe.top + occlusion.top, left: safe.left + occlusion.left,
      bottom: safe.bottom + occlusion.bottom, right: safe.right + occlusion.right)
    let isMirrored = scrollStack.layoutDirection == .rightToLeft
    switch growthDirection {
    case .up: insets.top += headPadding
    case .down: insets.bottom += headPadding
    case .left where !isMirrored, .right where isMirrored: insets.left += headPadding
    case .left, .right: insets.right += headPadding
    }
    return insets
  }

  func layOut() {
    scrollStack.batch {
      // Where a series of resizes has brought a reader to the head he goes on with the series.
      let isAtHead = isAtHead && !scrollStack.isPinned
      let oldLength = surroundings.length
      tellRoom()
      scrollStack.setViewport(size, insets: insets)
      // The bars of steps beside each other are no wider than the view.
      if !growthDirection.isVertical, surroundings.length != oldLength {
        scrollStack.reloadLengths()
      }
      if isAtHead { scrollToHead() }
    }
  }

  /// Tells the steps of the room that they have, before any is measured in it.
  private func tellRoom() {
    let room = safeSize
    let isVertical = growthDirection.isVertical
    surroundings.isVertical = isVertical
    surroundings.viewportSize = size
    surroundings.crossLength = isVertical ? room.columns : room.rows
    surroundings.length = isVertical ? room.rows : room.columns
  }

  /// Whether the newest step stands at the head edge.
  public var isAtHead: Bool {
    growthDirection.isReversed
      ? scrollStack.offset == 0 : scrollStack.offset >= scrollStack.maximumOffset
  }

  /// Scrolls the newest step to the head edge.
  public func scrollToHead() {
    if growthDirection.isReversed {
      scrollStack.scrollToStart(animated: false)
    } else {
      scrollStack.scrollToEnd(animated: false)
    }
  }

  func applyStyle() {
    do {
      try scrollStack.setStyle {
        $0.rowInsets = .zero
        $0.separatorInsets = .zero
        $0.separatorThickness = separationStyle.thickness
        $0.hidesSeparators = separationStyle == .none
        $0.autoHidesLastSeparator = true
        $0.rowAnimation = transitionDuration
        if case .line(_, let color) = separationStyle {
          $0.separatorColor = color
          $0.hasBlankSeparators = false
        } else {
          $0.hasBlankSeparators = true
        }
      }
    } catch {
      // The thickness was checked when it was set.
    }
  }

  /// Lays the steps out in another direction.
  func turn() {
    scrollStack.batch {
      tellRoom()
      surroundings.isHeadFirst = growthDirection.isReversed
      scrollStack.slidesIn = growthDirection.isReversed
      scrollStack.axis = growthDirection.isVertical ? .vertical : .horizontal
      scrollStack.gravity = growthDirection.isReversed ? .start : .end
      let rows = scrollStack.rows
      let isReversed = (rows.first?.controller as? StepRow)?.isFirst == false
      if rows.count > 1, isReversed != growthDirection.isReversed {
        reorder(rows.reversed().map(\.controller))
      }
      scrollStack.setViewport(size, insets: insets)
      scrollToHead()
    }
  }

  private func reorder(_ controllers: [any RowController]) {
    do {
      try scrollStack.setRows(controllers)
    } catch {
      // The same controllers as before are no duplicates.
    }
  }

  func showAll() {
    let rows = flow.items.map { StepRow(presentation($0), in: surroundings) }
    rows.first?.isFirst = true
    reorder(rows)
    for row in rows { decorate(row) }
    refreshTop()
    scrollToHead()
  }
}
