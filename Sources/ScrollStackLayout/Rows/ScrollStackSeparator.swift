// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// Whether a row wants the separator behind it.
public enum SeparatorVisibility: UInt8, Hashable, Sendable {
  /// As the stack says.
  case inherit

  /// Shown, whatever the stack says.
  case shown

  /// Hidden.
  case hidden
}

/// The line in the gap behind a row (`Documentation/Contract.md` SC-7).
///
/// It is never stored: it follows from the stack, the row and the rows behind it.
public struct ScrollStackSeparator: Hashable, Sendable {
  /// How the line is drawn.
  public let color: CellStyle

  /// How many rows or columns of cells it takes.
  public let thickness: Int

  /// What is left out at its ends: left and right on the vertical axis, top and bottom on the
  /// horizontal one.
  public let insets: CellInsets

  /// The axis of the stack, across which it lies.
  public let axis: LayoutAxis

  /// What the row wants.
  public let visibility: SeparatorVisibility

  /// Whether it is shown now.
  public let isShown: Bool
}
