// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

extension ScrollStack {
  /// Changes the style of rows without a style of their own (`Documentation/Contract.md` AL-6).
  ///
  /// - Throws: `negativeLength` for a negative length; nothing changes.
  /// - Complexity: O(*n*) if the change affects lengths, otherwise O(1).
  public func setStyle(_ change: (inout Style) -> Void) throws(ScrollStackError) {
    var new = style
    change(&new)
    if let length = new.negativeLength { throw .negativeLength(length) }
    new.separatorThickness = min(new.separatorThickness, maximumCellLength)
    new.estimatedRowExtent = min(new.estimatedRowExtent, maximumCellLength)
    guard new != style else { return }
    batch {
      let isSameMeasure = new.measuresLike(style)
      style = new
      if !isSameMeasure {
        // Ghosts are drawn with the old lengths.
        endRowAnimations()
        remeasureAll(keepingEstimates: false)
      }
      batch.needsLayout = true
    }
  }

  /// The axis along which rows are arranged; overrides of rows are kept.
  ///
  /// The change isn't animated.
  ///
  /// - Complexity: O(*n*) to set: each row has an estimated length until it's measured along the
  ///   new axis.
  public var axis: LayoutAxis {
    get { placement.axis }
    set {
      guard newValue != axis else { return }
      batch {
        // Animations along one axis can't continue along the other.
        endRowAnimations()
        pin = nil
        // The first row in view stays the first row in view.
        let anchor = row(atContentOffset: offset)
        placement.axis = newValue
        remeasureAll(keepingEstimates: false)
        offset = anchor.map { tree.start(of: $0.slot) } ?? 0
      }
    }
  }

  /// Turns rows into columns or columns into rows, always without animation; see ``axis``.
  public func toggleAxis(animated: Bool = false, completion: Completion? = nil) {
    batch {
      axis = axis == .vertical ? .horizontal : .vertical
      complete(completion, finished: true)
    }
  }

  /// The side on which columns start.
  public var layoutDirection: LayoutDirection {
    get { placement.direction }
    set {
      guard newValue != layoutDirection else { return }
      batch {
        placement.direction = newValue
        batch.geometry.noteChange()
        setNeedsLayout()
      }
    }
  }

  /// The end of the viewport at which rows are placed that don't fill it.
  ///
  /// With the gravity at the end, a view at the end stays there when rows are added or grow.
  public var gravity: Gravity {
    get { placement.gravity }
    set {
      guard newValue != gravity else { return }
      batch {
        endRowAnimations()
        placement.gravity = newValue
        batch.geometry.noteChange()
        setNeedsLayout()
      }
    }
  }

  /// Overrides the insets of rows; nil restores those of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowInsets(_ insets: CellInsets?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses, length: insets?.negativeLength, remeasures: true) { $0.insets = insets }
  }

  /// Overrides the padding of rows; nil restores that of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowPadding(_ padding: CellInsets?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses, length: padding?.negativeLength, remeasures: true) {
      $0.padding = padding
    }
  }

  /// Overrides the background color of rows; nil restores that of the stack.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setBackgroundColor(_ color: CellColor?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses) { $0.background = color }
  }

  /// Overrides the highlight style of rows; nil restores that of the stack.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setHighlightColor(_ style: CellStyle?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses) { $0.highlight = style }
  }

  /// Overrides the insets of rows' separators; nil restores those of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorInsets(_ insets: CellInsets?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses, length: insets?.negativeLength) { $0.separatorInsets = insets }
  }

  /// Overrides the color and thickness of rows' separators; nil restores those of the stack.
  ///
  /// - Parameters:
  ///   - color: The style of the line.
  ///   - thickness: The thickness in cells, at least 0.
  ///   - addresses: The rows.
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparator(
    color: CellStyle?, thickness: Int?, for addresses: [RowAddress]
  ) throws(ScrollStackError) {
    let negative = thickness.flatMap { $0 < 0 ? $0 : nil }
    try restyle(addresses, length: negative, remeasures: true) {
      $0.separatorColor = color
      $0.separatorThickness = thickness.map { min($0, maximumCellLength) }
    }
  }

  /// Hides or shows the separators of rows, whatever the stack does, or lets them follow it.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorVisibility(
    _ visibility: SeparatorVisibility, for addresses: [RowAddress]
  ) throws(ScrollStackError) {
    try restyle(addresses, remeasures: true) { $0.separatorVisibility = visibility }
  }

  /// Sets the handler for selecting a row, which receives the controller in its own type; nil
  /// removes it.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`, and `wrongControllerType` if the row's controller
  ///   has another type; nothing changes.
  public func setTapHandler<Controller: RowController>(
    for address: RowAddress, as type: Controller.Type, _ handler: ((Controller) -> Void)?
  ) throws(ScrollStackError) {
    let row = try requireRow(address)
    guard handler == nil || row.controller is Controller else {
      throw .wrongControllerType(row.id, expected: "\(Controller.self)")
    }
    row.onTap = handler.map { handler in
      { row in if let controller = row.controller as? Controller { handler(controller) } }
    }
  }

  private func restyle(
    _ addresses: [RowAddress], length: Int? = nil, remeasures: Bool = false,
    _ change: (RowOverrides) -> Void
  ) throws(ScrollStackError) {
    if let length { throw .negativeLength(length) }
    var rows: [ScrollStackRow] = []
    for address in addresses { rows.append(try requireRow(address)) }
    batch {
      keepTopLine { _ in
        for row in rows {
          change(row.ownOverrides)
          guard remeasures else { continue }
          forgetMeasurement(of: row)
          refreshExtent(of: row)
        }
      }
    }
  }
}
