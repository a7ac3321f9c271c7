// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// Whether a row shows the separator after it.
public enum SeparatorVisibility: UInt8, Hashable, Sendable {
  /// The row follows the stack's style.
  case inherit

  /// The separator is shown, whatever the stack's style.
  case shown

  /// Hidden.
  case hidden
}

/// The line in the gap after a row (`Documentation/Contract.md` SC-7).
///
/// It isn't stored, but derived from the stack, the row, and the following rows.
public struct ScrollStackSeparator: Hashable, Sendable {
  /// How the line is drawn.
  public let color: CellStyle

  /// The thickness, in cells.
  public let thickness: Int

  /// The insets at its ends: left and right on the vertical axis, top and bottom on the horizontal
  /// one.
  public let insets: CellInsets

  /// The axis of the stack, which the line crosses.
  public let axis: LayoutAxis

  /// The setting of the row.
  public let visibility: SeparatorVisibility

  /// Whether it is shown now.
  public let isShown: Bool
}
