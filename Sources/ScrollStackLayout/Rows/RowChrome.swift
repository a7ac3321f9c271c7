// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// What a stack draws around the content of a row: a rail, a mark, a frame.
///
/// A stack asks for one with ``ScrollStack/makeChrome`` when a row is first laid out, gives it the
/// stack's defaults, and passes it to ``ScrollStack/configureChrome``; the last word wins
/// (`Documentation/Contract.md` AL-11).
open class RowChrome {
  /// The cells that it needs around the row's insets; sides below 0 count as 0.
  public var insets: CellInsets

  /// The colour behind the row; the stack's default until it is configured.
  public var background: CellColor

  /// Creates a chrome that needs no cells.
  public init(insets: CellInsets = .zero) {
    self.insets = insets
    background = .standard
  }

  /// Draws on a canvas of the row's whole size, without its separator, before the content.
  ///
  /// - Parameters:
  ///   - canvas: the cells of the row.
  ///   - row: the row, in its stack.
  ///   - content: where the content will be.
  open func draw(into canvas: inout CellCanvas, row: ScrollStackRow, content: CellRect) {}
}
