// SPDX-License-Identifier: Apache-2.0

/// The methods with which a stack of rows announces changes.
///
/// The announcements of a batch come in this order (`Documentation/Contract.md` SC-16): changes of
/// rows, each right after the change; the offset; visibility in index order; geometry; the length
/// of the content; and the end of scrolling. The default of every method does nothing.
public protocol ScrollStackDelegate: AnyObject {
  /// A row was added at an index.
  func rowInserted(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack)

  /// A row was removed from an index.
  func rowRemoved(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack)

  /// A row was moved from an index to another one, which counts without the row.
  func rowMoved(_ row: ScrollStackRow, from: Int, to: Int, in stack: ScrollStack)

  /// The content was scrolled to an offset in cells.
  func didScroll(to offset: Int, in stack: ScrollStack)

  /// The class of a row's visibility changed; `from` is nil for a new row.
  func visibilityChanged(
    _ row: ScrollStackRow, at index: Int, from: RowVisibility?, to: RowVisibility,
    in stack: ScrollStack)

  /// A row that wasn't visible, or only partly, is visible.
  func rowDidBecomeVisible(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack)

  /// A row that was visible isn't any more, or only partly.
  func rowDidBecomeHidden(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack)

  /// The visible percentage of a partly visible row changed; only if
  /// ``ScrollStack/reportsPercentage`` is set.
  func percentageChanged(
    _ row: ScrollStackRow, at index: Int, from: Int, to: Int, in stack: ScrollStack)

  /// The place or length of a row changed.
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
