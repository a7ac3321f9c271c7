// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

extension ScrollStack {
  /// Changes what rows look like that have nothing of their own (`Documentation/Contract.md` AL-6).
  ///
  /// - Throws: `negativeLength` if a length would be below 0; nothing changes.
  /// - Complexity: O(*n*) if the change gives rows other lengths, otherwise O(1).
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
        // What has left its place is drawn with the old lengths.
        arrive()
        remeasureAll(keepingEstimates: false)
      }
      batch.needsLayout = true
    }
  }

  /// The direction in which rows follow each other; all that rows have of their own is kept.
  ///
  /// Nothing lies between two axes, so the change is done at once.
  ///
  /// - Complexity: O(*n*) to set: each row counts with an estimate until it is measured along the new
  ///   axis.
  public var axis: LayoutAxis {
    get { placement.axis }
    set {
      guard newValue != axis else { return }
      batch {
        // Nothing that moves along one axis goes on along the other.
        arrive()
        pin = nil
        // The first row in view stays the first row in view.
        let anchor = row(atContentOffset: offset)
        placement.axis = newValue
        remeasureAll(keepingEstimates: false)
        offset = anchor.map { tree.start(of: $0.slot) } ?? 0
      }
    }
  }

  /// Turns rows into columns or columns into rows, at once, animated or not; see ``axis``.
  public func toggleAxis(animated: Bool = false, completion: Completion? = nil) {
    batch {
      axis = axis.flipped
      complete(completion, finished: true)
    }
  }

  /// On which side columns begin.
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

  /// Where rows are that do not fill the viewport, and which end stays in its place: with the
  /// gravity at the end, a view at the end stays there when rows come or grow.
  public var gravity: Gravity {
    get { placement.gravity }
    set {
      guard newValue != gravity else { return }
      batch {
        arrive()
        placement.gravity = newValue
        batch.geometry.noteChange()
        setNeedsLayout()
      }
    }
  }

  /// Gives rows insets of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowInsets(_ insets: CellInsets?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses, length: insets?.negativeLength, remeasures: true) { $0.insets = insets }
  }

  /// Gives rows padding of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowPadding(_ padding: CellInsets?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses, length: padding?.negativeLength, remeasures: true) {
      $0.padding = padding
    }
  }

  /// Gives rows a background of their own, or the stack's again with nil.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setBackgroundColor(_ color: CellColor?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses) { $0.background = color }
  }

  /// Gives rows a highlight of their own, or the stack's again with nil.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setHighlightColor(_ style: CellStyle?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses) { $0.highlight = style }
  }

  /// Gives the separators of rows insets of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorInsets(_ insets: CellInsets?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try restyle(addresses, length: insets?.negativeLength) { $0.separatorInsets = insets }
  }

  /// Gives the separators of rows a look of their own, or the stack's again with nil.
  ///
  /// - Parameters:
  ///   - color: how the line is drawn.
  ///   - thickness: how many rows or columns of cells it takes, at least 0.
  ///   - addresses: the rows.
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

  /// Sets whether rows want the separator behind them.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorVisibility(
    _ visibility: SeparatorVisibility, for addresses: [RowAddress]
  ) throws(ScrollStackError) {
    try restyle(addresses, remeasures: true) { $0.separatorVisibility = visibility }
  }

  /// Hides the separators behind rows.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func hideSeparators(for addresses: [RowAddress]) throws(ScrollStackError) {
    try setSeparatorVisibility(.hidden, for: addresses)
  }

  /// Shows the separators behind rows, whatever the stack says.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func showSeparators(for addresses: [RowAddress]) throws(ScrollStackError) {
    try setSeparatorVisibility(.shown, for: addresses)
  }

  /// Sets what happens when a row is selected, with its controller in its own type; nil clears it.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`, and `wrongControllerType` for a handler that takes
  ///   another type than the row's controller has; nothing changes.
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
          row.generation = 0
          refreshExtent(of: row)
        }
      }
    }
  }
}
