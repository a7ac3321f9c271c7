// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// Styles of rows that are named one by one. Each does what its namesake does with a list of
/// addresses, and throws the same.
extension ScrollStack {
  /// Gives rows insets of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowInsets(_ insets: CellInsets?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setRowInsets(insets, for: addresses)
  }

  /// Gives rows padding of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowPadding(_ padding: CellInsets?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setRowPadding(padding, for: addresses)
  }

  /// Gives rows a background of their own, or the stack's again with nil.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setBackgroundColor(_ color: CellColor?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setBackgroundColor(color, for: addresses)
  }

  /// Gives rows a highlight of their own, or the stack's again with nil.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setHighlightColor(_ style: CellStyle?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setHighlightColor(style, for: addresses)
  }

  /// Gives the separators of rows insets of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorInsets(_ insets: CellInsets?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setSeparatorInsets(insets, for: addresses)
  }

  /// Gives the separators of rows a look of their own, or the stack's again with nil.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparator(color: CellStyle?, thickness: Int?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setSeparator(color: color, thickness: thickness, for: addresses)
  }

  /// Sets whether rows want the separator behind them.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorVisibility(
    _ visibility: SeparatorVisibility, for addresses: RowAddress...
  ) throws(ScrollStackError) {
    try setSeparatorVisibility(visibility, for: addresses)
  }

  /// Hides the separators behind rows.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func hideSeparator(for addresses: RowAddress...) throws(ScrollStackError) {
    try hideSeparators(for: addresses)
  }

  /// Shows the separators behind rows, whatever the stack says.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func showSeparator(for addresses: RowAddress...) throws(ScrollStackError) {
    try showSeparators(for: addresses)
  }
}
