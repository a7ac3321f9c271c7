// SPDX-License-Identifier: Apache-2.0

/// Who listens to a stack of rows.
///
/// In each batch the events come in this order (`Documentation/Contract.md` SC-16): the changes of
/// rows, each right after its mutation; the offset; visibility in the order of indices; geometry;
/// the length of the content; and that scrolling has come to rest. Every method does nothing by
/// default.
public protocol ScrollStackDelegate: AnyObject {
  /// A row joined at an index.
  func rowInserted(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack)

  /// A row left, which had an index.
  func rowRemoved(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack)

  /// A row moved from an index to another; the second counts without the row.
  func rowMoved(_ row: ScrollStackRow, from: Int, to: Int, in stack: ScrollStack)

  /// The content was scrolled to an offset in cells.
  func didScroll(to offset: Int, in stack: ScrollStack)

  /// The class of a row's visibility changed; `from` is nil for a new row.
  func visibilityChanged(
    _ row: ScrollStackRow, at index: Int, from: RowVisibility?, to: RowVisibility,
    in stack: ScrollStack)

  /// A row that could not be seen, or only partly, can be seen.
  func rowDidBecomeVisible(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack)

  /// A row that could be seen is out of view, or only partly in view.
  func rowDidBecomeHidden(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack)

  /// The percentage of a row that is partly in view changed; only if the stack reports it.
  func percentageChanged(
    _ row: ScrollStackRow, at index: Int, from: Int, to: Int, in stack: ScrollStack)

  /// The place or length of some row changed.
  func layoutChanged(in stack: ScrollStack)

  /// The length of all rows together changed, in cells.
  func contentSizeChanged(from: Int, to: Int, in stack: ScrollStack)

  /// Scrolling has reached its target.
  func scrollSettled(at offset: Int, in stack: ScrollStack)
}

extension ScrollStackDelegate {
  /// Does nothing.
  public func rowInserted(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {}

  /// Does nothing.
  public func rowRemoved(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {}

  /// Does nothing.
  public func rowMoved(_ row: ScrollStackRow, from: Int, to: Int, in stack: ScrollStack) {}

  /// Does nothing.
  public func didScroll(to offset: Int, in stack: ScrollStack) {}

  /// Does nothing.
  public func visibilityChanged(
    _ row: ScrollStackRow, at index: Int, from: RowVisibility?, to: RowVisibility,
    in stack: ScrollStack
  ) {}

  /// Does nothing.
  public func rowDidBecomeVisible(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack
  ) {}

  /// Does nothing.
  public func rowDidBecomeHidden(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack
  ) {}

  /// Does nothing.
  public func percentageChanged(
    _ row: ScrollStackRow, at index: Int, from: Int, to: Int, in stack: ScrollStack
  ) {}

  /// Does nothing.
  public func layoutChanged(in stack: ScrollStack) {}

  /// Does nothing.
  public func contentSizeChanged(from: Int, to: Int, in stack: ScrollStack) {}

  /// Does nothing.
  public func scrollSettled(at offset: Int, in stack: ScrollStack) {}
}
