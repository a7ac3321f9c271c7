// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// Variadic forms of the methods that style a list of rows. They do the same and throw the same
/// errors.
extension ScrollStack {
  /// Overrides the insets of rows; nil restores those of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowInsets(_ insets: CellInsets?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setRowInsets(insets, for: addresses)
  }

  /// Overrides the padding of rows; nil restores that of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setRowPadding(_ padding: CellInsets?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setRowPadding(padding, for: addresses)
  }

  /// Overrides the background color of rows; nil restores that of the stack.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setBackgroundColor(_ color: CellColor?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setBackgroundColor(color, for: addresses)
  }

  /// Overrides the highlight style of rows; nil restores that of the stack.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setHighlightColor(_ style: CellStyle?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setHighlightColor(style, for: addresses)
  }

  /// Overrides the insets of rows' separators; nil restores those of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorInsets(_ insets: CellInsets?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setSeparatorInsets(insets, for: addresses)
  }

  /// Overrides the color and thickness of rows' separators; nil restores those of the stack.
  ///
  /// - Throws: `negativeLength`, and `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparator(color: CellStyle?, thickness: Int?, for addresses: RowAddress...)
    throws(ScrollStackError)
  {
    try setSeparator(color: color, thickness: thickness, for: addresses)
  }

  /// Sets whether rows show their separators.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func setSeparatorVisibility(
    _ visibility: SeparatorVisibility, for addresses: RowAddress...
  ) throws(ScrollStackError) {
    try setSeparatorVisibility(visibility, for: addresses)
  }

  /// Hides the separators of rows.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func hideSeparator(for addresses: RowAddress...) throws(ScrollStackError) {
    try hideSeparators(for: addresses)
  }

  /// Shows the separators of rows, even if the stack hides separators.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow` for any row; nothing changes.
  public func showSeparator(for addresses: RowAddress...) throws(ScrollStackError) {
    try showSeparators(for: addresses)
  }
}
