// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A read-only view of the rows of a scroll stack: their order, lengths, and visibility.
///
/// The owner of the rows provides it: the view of a flow, whose rows follow its steps; a container;
/// or a ``DynamicStack``, whose rows follow its models. It's always up to date.
///
/// ```swift
/// let scrolled = container.layout.offset > 0
/// let cursor = view.layout.contentRect(of: .index(2))
/// ```
public struct RowLayout {
  package let stack: ScrollStack

  /// A read-only view of a row.
  public struct Row: Identifiable, Hashable {
    let row: ScrollStackRow

    /// The identity, which is never reused.
    public var id: RowID { row.id }

    /// The present index; nil once removed.
    ///
    /// - Complexity: O(log *n*) in the number of rows.
    public var index: Int? { row.index }

    /// Whether both are the same row.
    public static func == (left: Row, right: Row) -> Bool { left.row === right.row }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
}

extension ScrollStack {
  /// A read-only view of the rows of this stack.
  public var layout: RowLayout { RowLayout(stack: self) }
}

extension RowAddress {
  /// By its id.
  public static func row(_ row: RowLayout.Row) -> RowAddress { .id(row.id) }
}

// MARK: - Rows

extension RowLayout {
  /// The number of rows, including hidden ones.
  public var count: Int { stack.count }

  /// All rows in order, including hidden ones.
  ///
  /// - Complexity: O(*n*).
  public var rows: [Row] { stack.rows.map(Row.init) }

  /// The first row, hidden or not.
  public var firstRow: Row? { stack.firstRow.map(Row.init) }

  /// The last row, hidden or not.
  public var lastRow: Row? { stack.lastRow.map(Row.init) }

  /// The row that has the focus.
  var focusedRow: Row? { stack.focusedRow.map(Row.init) }

  /// The row at an index; nil outside.
  ///
  /// - Complexity: O(log *n*).
  public func row(at index: Int) -> Row? { stack.row(at: index).map(Row.init) }

  /// The row of an address; nil if there's none.
  ///
  /// - Complexity: O(log *n*) by index, otherwise O(1).
  public func row(_ address: RowAddress) -> Row? { stack.row(address).map(Row.init) }

  /// The index of a row; nil for one of another stack.
  ///
  /// - Complexity: O(log *n*).
  package func index(of row: Row) -> Int? { stack.index(of: row.row) }

  /// Whether a row is in this stack.
  func contains(_ row: Row) -> Bool { stack.contains(row.row) }
}

// MARK: - Places

extension RowLayout {
  /// The axis along which rows are arranged.
  public var axis: LayoutAxis { stack.axis }

  /// The end of the viewport at which rows are placed that don't fill it.
  public var gravity: ScrollStack.Gravity { stack.gravity }

  /// The size of the viewport, in cells.
  public var viewportSize: CellSize { stack.viewportSize }

  /// The cells of the viewport along the axis, without the reserved insets.
  public var viewportLength: Int { stack.viewportLength }

  /// The length of all rows together in cells, including estimates.
  public var contentLength: Int { stack.contentLength }

  /// The cells of content before the first one in view.
  public var offset: Int { stack.offset }

  /// The maximum offset: content minus viewport, at least 0.
  public var maximumOffset: Int { stack.maximumOffset }

  /// How far the content is scrolled: `42%`.
  public var positionText: String { stack.positionText }

  /// The row at a place of the content, and its cells; nil outside.
  ///
  /// - Complexity: O(log *n*).
  package func row(atContentOffset offset: Int) -> Row? {
    stack.row(atContentOffset: offset).map(Row.init)
  }

  /// The cells of a row along the axis, from the start of the content; nil for an unknown row.
  ///
  /// - Complexity: O(log *n*).
  public func range(of address: RowAddress) -> Range<Int>? { stack.range(of: address) }

  /// The row at a cell of the viewport, as it is drawn; nil if there's none.
  public func row(at position: CellPosition) -> Row? { stack.row(at: position).map(Row.init) }

  /// The cells of a row's content within the viewport, as it is drawn; nil for a row out of view.
  ///
  /// Part of them may be outside. See ``ScrollStack/contentRect(of:)``.
  public func contentRect(of address: RowAddress) -> CellRect? { stack.contentRect(of: address) }

  /// The visibility of a row; `.removed` if the row isn't in this stack.
  ///
  /// - Complexity: O(log *n*).
  public func visibility(of address: RowAddress) -> RowVisibility {
    stack.visibility(of: address)
  }
}
