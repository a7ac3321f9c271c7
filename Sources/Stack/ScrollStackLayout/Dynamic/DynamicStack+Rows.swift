// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

// Hiding, moving, reloading, and styling rows.
extension DynamicStack {
  /// Moves a row, and so its model; see ``ScrollStack/moveRow(_:to:animated:completion:)``.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`; nothing changes.
  public func moveRow(
    _ address: RowAddress, to index: Int, animated: Bool = false, completion: Completion? = nil
  ) throws(ScrollStackError) {
    try stack.moveRow(address, to: index, animated: animated, completion: completion)
  }

  /// Hides rows and returns those that were shown; unknown and repeated addresses are skipped.
  @discardableResult
  public func hideRows(
    _ addresses: [RowAddress], animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    stack.hideRows(addresses, animated: animated, completion: completion)
  }

  /// Shows rows and returns those that were hidden; unknown and repeated addresses are skipped.
  @discardableResult
  public func showRows(
    _ addresses: [RowAddress], animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    stack.showRows(addresses, animated: animated, completion: completion)
  }

  /// Rebuilds the content of rows, and returns those rows; see
  /// ``ScrollStack/reloadRows(_:animated:completion:)``.
  @discardableResult
  public func reloadRows(
    _ addresses: [RowAddress], animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    stack.reloadRows(addresses, animated: animated, completion: completion)
  }

  // MARK: Looks

  /// Changes the style of rows without a style of their own; see ``ScrollStack/setStyle(_:)``.
  ///
  /// - Throws: `negativeLength` for a negative length; nothing changes.
  public func setStyle(_ change: (inout ScrollStack.Style) -> Void) throws(ScrollStackError) {
    try stack.setStyle(change)
  }

  /// Makes the chrome of a row; see ``ScrollStack/makeChrome``.
  public var makeChrome: ((ScrollStackRow) -> RowChrome)? {
    get { stack.makeChrome }
    set { stack.makeChrome = newValue }
  }

  /// Configures the chrome of a row after the stack's defaults were applied.
  public var configureChrome: ((RowChrome, ScrollStackRow) -> Void)? {
    get { stack.configureChrome }
    set { stack.configureChrome = newValue }
  }

  /// The mark beside a highlighted row on terminals that show no styles.
  public var highlightMark: String? {
    get { stack.highlightMark }
    set { stack.highlightMark = newValue }
  }

  /// Overrides the insets of rows; nil restores those of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowInsets(_ insets: CellInsets?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try stack.setRowInsets(insets, for: addresses)
  }

  /// Overrides the padding of rows; nil restores that of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowPadding(_ padding: CellInsets?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try stack.setRowPadding(padding, for: addresses)
  }

  /// Overrides the background color of rows; nil restores that of the stack.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setBackgroundColor(_ color: CellColor?, for addresses: [RowAddress])
    throws(ScrollStackError)
  {
    try stack.setBackgroundColor(color, for: addresses)
  }

  /// Sets whether rows show their separators.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorVisibility(
    _ visibility: SeparatorVisibility, for addresses: [RowAddress]
  ) throws(ScrollStackError) {
    try stack.setSeparatorVisibility(visibility, for: addresses)
  }
}
