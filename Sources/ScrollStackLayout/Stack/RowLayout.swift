// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// The rows of a scroll stack as they are now: which there are, how long each is, what can be seen.
///
/// It reads and changes nothing. Whoever owns the rows hands it out: a flow's view, whose rows come
/// and go with its steps, a container, a ``DynamicStack``, whose rows follow its models. It stays up
/// to date; each answer is that of the moment.
///
/// ```swift
/// let scrolled = container.layout.offset > 0
/// let cursor = view.layout.contentRect(of: .index(2))
/// ```
public struct RowLayout {
  package let stack: ScrollStack

  /// A row, to be read.
  public struct Row: Identifiable, Hashable {
    let row: ScrollStackRow

    /// The identity, which no other row ever has.
    public var id: RowID { row.id }

    /// The present index; nil once removed.
    ///
    /// - Complexity: O(log *n*) in the number of rows.
    public var index: Int? { row.index }

    /// Whether the row is hidden; false once removed.
    public var isHidden: Bool { row.isHidden }

    /// Whether the row takes events.
    public var isEnabled: Bool { row.isEnabled }

    /// Whether the row can be picked up and moved by hand.
    public var isReorderable: Bool { row.isReorderable }

    /// Whether the row is highlighted now.
    public var isHighlighted: Bool { row.isHighlighted }

    /// How much of the row can be seen.
    public var visibility: RowVisibility { row.visibility }

    /// The insets of the row: its own, or the stack's.
    public var rowInsets: CellInsets { row.rowInsets }

    /// The padding of the row: its own, or the stack's.
    public var rowPadding: CellInsets { row.rowPadding }

    /// The colour behind the row: its own, its chrome's, or the stack's.
    public var rowBackgroundColor: CellColor { row.rowBackgroundColor }

    /// The style of the row's highlight: its own, or the stack's.
    public var rowHighlightColor: CellStyle { row.rowHighlightColor }

    /// The separator behind the row.
    public var separator: ScrollStackSeparator { row.separator }

    /// Whether both are the same row.
    public static func == (left: Row, right: Row) -> Bool { left.row === right.row }

    /// Feeds the identity into a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
}

extension ScrollStack {
  /// The rows of this stack, to be handed to those who may read them and not change them.
  public var layout: RowLayout { RowLayout(stack: self) }
}

extension RowAddress {
  /// By its id.
  public static func row(_ row: RowLayout.Row) -> RowAddress { .id(row.id) }
}

// MARK: - Rows

extension RowLayout {
  /// The number of rows, hidden ones included.
  public var count: Int { stack.count }

  /// Whether there are no rows.
  public var isEmpty: Bool { stack.isEmpty }

  /// All rows in their order, hidden ones included.
  ///
  /// - Complexity: O(*n*).
  public var rows: [Row] { stack.rows.map(Row.init) }

  /// The first row, hidden or not.
  public var firstRow: Row? { stack.firstRow.map(Row.init) }

  /// The last row, hidden or not.
  public var lastRow: Row? { stack.lastRow.map(Row.init) }

  /// The row that has the focus.
  public var focusedRow: Row? { stack.focusedRow.map(Row.init) }

  /// The row that is picked up.
  public var carriedRow: Row? { stack.carriedRow.map(Row.init) }

  /// The index that the picked-up row would have if it were dropped now.
  public var carriedIndex: Int? { stack.carriedIndex }

  /// The row at an index; nil outside.
  ///
  /// - Complexity: O(log *n*).
  public func row(at index: Int) -> Row? { stack.row(at: index).map(Row.init) }

  /// The row of an address; nil if there is none.
  ///
  /// - Complexity: O(log *n*) by index, otherwise O(1).
  public func row(_ address: RowAddress) -> Row? { stack.row(address).map(Row.init) }

  /// The index of a row; nil for one of another stack.
  ///
  /// - Complexity: O(log *n*).
  public func index(of row: Row) -> Int? { stack.index(of: row.row) }

  /// Whether a row is in this stack.
  public func contains(_ row: Row) -> Bool { stack.contains(row.row) }

  /// Whether a row is hidden; false for one that is not in the stack.
  public func isRowHidden(_ address: RowAddress) -> Bool { stack.isRowHidden(address) }
}

// MARK: - Places

extension RowLayout {
  /// The direction in which rows follow each other.
  public var axis: LayoutAxis { stack.axis }

  /// On which side columns begin.
  public var layoutDirection: LayoutDirection { stack.layoutDirection }

  /// What rows look like that have nothing of their own.
  public var style: ScrollStack.Style { stack.style }

  /// The width of ambiguous characters in what is measured.
  public var ambiguous: AmbiguousWidth { stack.ambiguous }

  /// Where rows stand that do not fill the viewport.
  public var gravity: ScrollStack.Gravity { stack.gravity }

  /// The width and height of the window on the rows, in cells.
  public var viewportSize: CellSize { stack.viewportSize }

  /// What is reserved at the sides of the window, as the part under an occluder.
  public var viewportInsets: CellInsets { stack.viewportInsets }

  /// The cells of the viewport along the axis, without what is reserved.
  public var viewportLength: Int { stack.viewportLength }

  /// The cells of the viewport across the axis, without what is reserved.
  public var crossLength: Int { stack.crossLength }

  /// The length of all rows together in cells, estimates included.
  public var contentLength: Int { stack.contentLength }

  /// The cells of content before the first one in view.
  public var offset: Int { stack.offset }

  /// The greatest offset: content less viewport, at least 0.
  public var maximumOffset: Int { stack.maximumOffset }

  /// How far the content is scrolled: `42%`.
  public var positionText: String { stack.positionText }

  /// What stands at the start of the viewport; nil if nothing does.
  ///
  /// - Complexity: O(log *n*).
  public func anchor() -> ScrollAnchor? { stack.anchor() }

  /// The cells of a row along the axis, from the start of the content; nil for an unknown row.
  ///
  /// - Complexity: O(log *n*).
  public func range(of address: RowAddress) -> Range<Int>? { stack.range(of: address) }

  /// The row at a place of the content; nil outside.
  ///
  /// - Complexity: O(log *n*).
  public func row(atContentOffset offset: Int) -> Row? {
    stack.row(atContentOffset: offset).map(Row.init)
  }

  /// The row at a cell of the viewport, as it is drawn; nil where there is none.
  public func row(at position: CellPosition) -> Row? { stack.row(at: position).map(Row.init) }

  /// The cells of a row's content within the viewport, as it is drawn; nil for a row out of view.
  ///
  /// Part of them may lie outside. See ``ScrollStack/contentRect(of:)``.
  public func contentRect(of address: RowAddress) -> CellRect? { stack.contentRect(of: address) }

  /// How much of a row can be seen; `.removed` for a row that is not in this stack.
  ///
  /// - Complexity: O(log *n*).
  public func visibility(of address: RowAddress) -> RowVisibility {
    stack.visibility(of: address)
  }

  /// The rows of which something can be seen, in their order.
  ///
  /// - Complexity: O(log *n*) for each of them.
  public var visibleRows: [Row] { stack.visibleRows.map(Row.init) }

  /// The rows of which everything can be seen, in their order.
  ///
  /// - Complexity: O(log *n*) for each visible row.
  public var entirelyVisibleRows: [Row] { stack.entirelyVisibleRows.map(Row.init) }
}
