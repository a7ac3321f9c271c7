// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// The direction in which rows follow each other.
public enum LayoutAxis: Hashable, Sendable {
  /// Rows below each other.
  case vertical

  /// Rows beside each other, as columns.
  case horizontal

  /// The other one.
  public var flipped: LayoutAxis { self == .vertical ? .horizontal : .vertical }
}

/// On which side columns and lines begin.
public enum LayoutDirection: Hashable, Sendable {
  /// At the left.
  case leftToRight

  /// At the right.
  case rightToLeft
}

/// The identity of a row, which is never used again in the life of its stack.
///
/// Ids of different stacks are different.
public struct RowID: Hashable, Sendable, CustomStringConvertible {
  let stack: UInt32
  let slot: Int32
  let use: UInt32

  /// The id for messages, such as `#12.1`.
  public var description: String { "#\(slot).\(use)" }
}

/// How a row is named: by identity or by its present index.
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

/// Where new rows go.
public enum InsertLocation: Hashable {
  /// Before all rows.
  case top

  /// Behind all rows.
  case bottom

  /// So that the first of them has this index, in `0...count`.
  case index(Int)

  /// Right before a row.
  case before(RowAddress)

  /// Right behind a row.
  case after(RowAddress)
}

/// Where in the viewport a row shall be.
public enum ScrollPosition: Hashable, Sendable {
  /// Its start at the start of the viewport.
  case start

  /// Its middle in the middle.
  case middle

  /// Its end at the end.
  case end

  /// Wherever the least scrolling puts it in view as a whole.
  case automatic
}

/// How much of a row can be seen (`Documentation/Contract.md` SC-14).
public enum RowVisibility: Hashable, Sendable {
  /// It is hidden, which gives it extent 0.
  case hidden

  /// No cell of it is in the viewport.
  case offscreen

  /// Some of its cells are in the viewport, by their percentage on the main axis, rounded down.
  case partial(percentage: Int)

  /// All of it is in the viewport.
  case entire

  /// It is in no stack.
  case removed

  /// Whether some of it can be seen.
  public var isVisible: Bool {
    switch self {
    case .partial, .entire: true
    case .hidden, .offscreen, .removed: false
    }
  }

  /// Whether both are the same but for the percentage.
  public func isSameClass(as other: RowVisibility) -> Bool {
    switch (self, other) {
    case (.partial, .partial): true
    default: self == other
    }
  }
}

/// How long a row is along the axis, as its controller wishes it (`Documentation/Contract.md`
/// SC-10).
public enum RowExtent: Hashable, Sendable {
  /// As long as the controller finds ideal at the row's cross size.
  case natural

  /// This number of cells; below 0 counts as 0.
  case fixed(Int)

  /// The least that shows all content at the row's cross size.
  case fit

  /// At most a number of cells while collapsed, otherwise the other extent.
  case collapsible(collapsed: Int, expanded: ExpandedExtent, isExpanded: Bool)

  /// How long a collapsible row is while it is expanded.
  public enum ExpandedExtent: Hashable, Sendable {
    /// The least that shows all content.
    case fit

    /// This number of cells.
    case fixed(Int)
  }
}

/// What a controller is asked to measure.
public struct RowMeasurement: Hashable, Sendable {
  /// The axis along which the result counts.
  public let axis: LayoutAxis

  /// The cells across the axis, after insets and padding; at least 0.
  public let crossExtent: Int

  /// Whether the least extent that shows all content is asked for, not the ideal one.
  public let isFitting: Bool

  /// The width of ambiguous characters.
  public let ambiguous: AmbiguousWidth

  /// Creates a question.
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
