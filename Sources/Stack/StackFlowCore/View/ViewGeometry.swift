// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

// The size of the view and the growth direction.
extension StackFlowView {
  /// Sets the size and the safe area of the view.
  ///
  /// A view at the head stays there; a view that was scrolled away keeps the same content at its
  /// start (`Documentation/Contract.md` SF-10).
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

  /// The side on which columns start.
  public var layoutDirection: LayoutDirection {
    get { scrollStack.layoutDirection }
    set {
      scrollStack.batch {
        scrollStack.layoutDirection = newValue
        layOut()
      }
    }
  }

  /// Sets the number of blank cells between the newest step and the head edge, which applies in all
  /// directions, with or without the safe area (`Documentation/Contract.md` SF-13).
  ///
  /// - Throws: `ScrollStackError.negativeLength`; nothing changes.
  public func setHeadPadding(_ cells: Int) throws(ScrollStackError) {
    guard cells >= 0 else { throw .negativeLength(cells) }
    headPadding = min(cells, maximumCellLength)
    layOut()
  }

  /// Sets the separation of steps.
  ///
  /// - Throws: `ScrollStackError.negativeLength` for a negative thickness; nothing changes.
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
      // A series of resizes that has brought a scrolled view to the head continues.
      let isAtHead = isAtHead && !scrollStack.isPinned
      let oldLength = surroundings.length
      updateRoom()
      scrollStack.setViewport(size, insets: insets)
      // The bars of steps that are side by side are at most as wide as the view.
      if !growthDirection.isVertical, surroundings.length != oldLength {
        scrollStack.reloadLengths()
      }
      if isAtHead { scrollToHead() }
    }
  }

  /// Updates the size that steps are measured in.
  private func updateRoom() {
    let room = safeSize
    let isVertical = growthDirection.isVertical
    surroundings.isVertical = isVertical
    surroundings.viewportSize = size
    surroundings.crossLength = isVertical ? room.columns : room.rows
    surroundings.length = isVertical ? room.rows : room.columns
  }

  /// Whether the newest step is at the head edge.
  var isAtHead: Bool {
    growthDirection.isReversed
      ? scrollStack.offset == 0 : scrollStack.offset >= scrollStack.maximumOffset
  }

  /// Scrolls the newest step to the head edge.
  package func scrollToHead() {
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

  /// Arranges the steps in a new direction.
  func turn() {
    scrollStack.batch {
      updateRoom()
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
      // The controllers are the same as before, so there are no duplicates.
    }
  }

  func showAll() {
    var rows: [StepRow] = []
    for item in flow.items { rows.append(StepRow(presentation(item), in: surroundings)) }
    rows.first?.isFirst = true
    reorder(rows)
    for row in rows { decorate(row) }
    refreshTop()
    scrollToHead()
  }
}
