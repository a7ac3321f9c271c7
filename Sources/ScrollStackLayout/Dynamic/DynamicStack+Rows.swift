// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

// What a scroll stack does with rows that stay: hiding, moving, reloading and looks.
extension DynamicStack {
  /// Moves a row, and so its model; see ``ScrollStack/moveRow(_:to:animated:completion:)``.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`; nothing changes.
  public func moveRow(
    _ address: RowAddress, to index: Int, animated: Bool = false, completion: Completion? = nil
  ) throws(ScrollStackError) {
    try stack.moveRow(address, to: index, animated: animated, completion: completion)
  }

  /// Hides rows and returns those that were shown; unknown and repeated ones are skipped.
  @discardableResult
  public func hideRows(
    _ addresses: [RowAddress], animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    stack.hideRows(addresses, animated: animated, completion: completion)
  }

  /// Shows rows and returns those that were hidden; unknown and repeated ones are skipped.
  @discardableResult
  public func showRows(
    _ addresses: [RowAddress], animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    stack.showRows(addresses, animated: animated, completion: completion)
  }

  /// Has rows build their content anew, and returns those that did; see
  /// ``ScrollStack/reloadRows(_:animated:completion:)``.
  @discardableResult
  public func reloadRows(
    _ addresses: [RowAddress], animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    stack.reloadRows(addresses, animated: animated, completion: completion)
  }

  // MARK: Looks

  /// Changes what rows look like that have nothing of their own; see ``ScrollStack/setStyle(_:)``.
  ///
  /// - Throws: `negativeLength` if a length would be below 0; nothing changes.
  public func setStyle(_ change: (inout ScrollStack.Style) -> Void) throws(ScrollStackError) {
    try stack.setStyle(change)
  }

  /// Makes what is drawn around a row's content; see ``ScrollStack/makeChrome``.
  public var makeChrome: ((ScrollStackRow) -> RowChrome)? {
    get { stack.makeChrome }
    set { stack.makeChrome = newValue }
  }

  /// Changes what was made, after it got the stack's defaults.
  public var configureChrome: ((RowChrome, ScrollStackRow) -> Void)? {
    get { stack.configureChrome }
    set { stack.configureChrome = newValue }
  }

  /// What stands beside a highlighted row where the terminal shows no styles.
  public var highlightMark: String? {
    get { stack.highlightMark }
    set { stack.highlightMark = newValue }
  }

  /// Gives rows insets of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowInsets(_ insets: CellInsets?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try stack.setRowInsets(insets, for: addresses)
  }

  /// Gives rows padding of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowPadding(_ padding: CellInsets?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try stack.setRowPadding(padding, for: addresses)
  }

  /// Gives rows a background of their own, or the stack's again with nil.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setBackgroundColor(_ color: CellColor?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try stack.setBackgroundColor(color, for: addresses)
  }

  /// Sets whether rows want the separator behind them.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorVisibility(
    _ visibility: SeparatorVisibility, for addresses: RowAddress...
  ) throws(ScrollStackError) {
    try stack.setSeparatorVisibility(visibility, for: addresses)
  }
}
