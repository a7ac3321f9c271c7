// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A decoration around the content of a row, such as a rail, a mark, or a frame.
///
/// When a row is first laid out, the stack makes its chrome with ``ScrollStack/makeChrome``,
/// applies the stack's defaults, and passes it to ``ScrollStack/configureChrome``; the last one
/// wins (`Documentation/Contract.md` AL-11).
open class RowChrome {
  /// The cells that it needs around the row's insets; negative sides count as 0.
  public var insets: CellInsets

  /// The background color of the row; the stack's default until it's configured.
  public var background: CellColor

  /// Creates a chrome that needs no cells.
  public init(insets: CellInsets = .zero) {
    self.insets = insets
    background = .standard
  }

  /// Draws on a canvas of the row's whole size, without its separator, before the content.
  ///
  /// - Parameters:
  ///   - canvas: The cells of the row.
  ///   - row: The row, in its stack.
  ///   - content: Where the content will be.
  open func draw(into canvas: inout CellCanvas, row: ScrollStackRow, content: CellRect) {}
}
