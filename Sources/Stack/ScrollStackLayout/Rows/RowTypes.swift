// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// The axis along which rows are arranged.
public enum LayoutAxis: Hashable, Sendable {
  /// Rows are arranged from top to bottom.
  case vertical

  /// Rows are arranged side by side, as columns.
  case horizontal
}

/// The side on which columns and lines start.
public enum LayoutDirection: Hashable, Sendable {
  /// On the left.
  case leftToRight

  /// On the right.
  case rightToLeft
}

/// The identity of a row, which its stack never reuses.
///
/// Rows of different stacks have different ids.
public struct RowID: Hashable, Sendable, CustomStringConvertible {
  let stack: UInt32
  let slot: Int32
  let use: UInt32

  /// The id for messages, such as `#12.1`.
  public var description: String { "#\(slot).\(use)" }
}

/// The address of a row: its identity or its current index.
public enum RowAddress: Hashable {
  /// By its id.
  case id(RowID)

  /// By its index, from 0.
  case index(Int)

  /// By the identity of its controller.
  case controller(ObjectIdentifier)

  /// By its id.
  public static func row(_ row: ScrollStackRow) -> RowAddress { .id(row.id) }

  /// By the identity of its controller.
  public static func controller(_ controller: any RowController) -> RowAddress {
    .controller(ObjectIdentifier(controller))
  }
}

/// A location for new rows.
public enum InsertLocation: Hashable {
  /// Before all rows.
  case top

  /// After all rows.
  case bottom

  /// At an index in `0...count`, which the first new row gets.
  case index(Int)

  /// Right before a row.
  case before(RowAddress)

  /// Right after a row.
  case after(RowAddress)
}

/// A position of a row in the viewport.
public enum ScrollPosition: Hashable, Sendable {
  /// The start of the row is at the start of the viewport.
  case start

  /// The middle of the row is in the middle of the viewport.
  case middle

  /// The end of the row is at the end of the viewport.
  case end

  /// The nearest position at which the whole row is visible.
  case automatic
}

/// The visibility of a row (`Documentation/Contract.md` SC-14).
public enum RowVisibility: Hashable, Sendable {
  /// The row is hidden, and has extent 0.
  case hidden

  /// No cell of the row is in the viewport.
  case offscreen

  /// Some cells of the row are in the viewport; the percentage along the axis is rounded down.
  case partial(percentage: Int)

  /// The whole row is in the viewport.
  case entire

  /// The row isn't in the stack.
  case removed

  /// Whether the row is at least partly visible.
  public var isVisible: Bool {
    switch self {
    case .partial, .entire: true
    case .hidden, .offscreen, .removed: false
    }
  }

  /// Whether both are equal except for the percentage.
  func isSameClass(as other: RowVisibility) -> Bool {
    switch (self, other) {
    case (.partial, .partial): true
    default: self == other
    }
  }
}

/// The extent along the axis that a controller requests for its row (`Documentation/Contract.md`
/// SC-10).
public enum RowExtent: Hashable, Sendable {
  /// The ideal extent of the controller at the row's cross size.
  case natural

  /// A number of cells; a negative number counts as 0.
  case fixed(Int)

  /// The smallest extent that shows all content at the row's cross size.
  case fit

  /// At most a number of cells while collapsed, otherwise the expanded extent.
  case collapsible(collapsed: Int, expanded: ExpandedExtent, isExpanded: Bool)

  /// The extent of a collapsible row while it's expanded.
  public enum ExpandedExtent: Hashable, Sendable {
    /// The smallest extent that shows all content.
    case fit

    /// A number of cells.
    case fixed(Int)
  }
}

/// A request to measure the content of a controller.
public struct RowMeasurement: Hashable, Sendable {
  /// The axis along which to measure.
  public let axis: LayoutAxis

  /// The cells across the axis, after insets and padding; at least 0.
  public let crossExtent: Int

  /// Whether to return the smallest extent that shows all content, not the ideal one.
  public let isFitting: Bool

  /// The width of ambiguous characters.
  public let ambiguous: AmbiguousWidth

  /// Creates a request.
  public init(
    axis: LayoutAxis, crossExtent: Int, isFitting: Bool = false,
    ambiguous: AmbiguousWidth = .narrow
  ) {
    self.axis = axis
    self.crossExtent = max(0, crossExtent)
    self.isFitting = isFitting
    self.ambiguous = ambiguous
  }
}
