// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

extension ScrollStack {
  /// The style of all rows of a stack without overrides (`Documentation/Contract.md` 3.1).
  public struct Style: Hashable, Sendable {
    /// The blank cells between a row and its content.
    public var rowInsets = CellInsets(left: 2, right: 2)

    /// More blank cells on all four sides.
    public var rowPadding = CellInsets.zero

    /// How separators are drawn.
    public var separatorColor = CellStyle.dim

    /// The thickness of separators, in cells.
    public var separatorThickness = 1

    /// Whether separators are blank cells instead of lines.
    package var hasBlankSeparators = false

    /// The insets at the ends of separators.
    public var separatorInsets = CellInsets(left: 2)

    /// Whether rows without an override have no separators.
    public var hidesSeparators = false

    /// Whether the last row that isn't hidden has no separator.
    public var autoHidesLastSeparator = false

    /// The background color of rows; `.standard` for none.
    public var rowBackgroundColor = CellColor.standard

    /// The style that is applied to the cells of a highlighted row.
    public var rowHighlightColor = CellStyle.reversed

    /// The duration of inserting, removing, moving, replacing, and reloading.
    public var rowAnimation = Duration.milliseconds(300)

    /// The duration of hiding and showing.
    public var visibilityAnimation = Duration.milliseconds(250)

    /// The duration of programmatic scrolling.
    var scrollAnimation = Duration.milliseconds(250)

    /// The estimated length of a row's content along the axis until it's measured.
    public var estimatedRowExtent = 1

    /// The contract's defaults.
    public static let `default` = Style()

    /// Creates the default style.
    public init() {}

    /// The first negative length, if there is one.
    var negativeLength: Int? {
      rowInsets.negativeLength ?? rowPadding.negativeLength ?? separatorInsets.negativeLength
        ?? [separatorThickness, estimatedRowExtent].first { $0 < 0 }
    }

    /// Whether another style gives rows other extents.
    func measuresLike(_ other: Style) -> Bool {
      rowInsets == other.rowInsets && rowPadding == other.rowPadding
        && separatorThickness == other.separatorThickness
        && hidesSeparators == other.hidesSeparators
        && autoHidesLastSeparator == other.autoHidesLastSeparator
        && estimatedRowExtent == other.estimatedRowExtent
    }
  }
}

extension CellInsets {
  /// The first negative side, if there is one.
  var negativeLength: Int? { [top, left, bottom, right].first { $0 < 0 } }
}
