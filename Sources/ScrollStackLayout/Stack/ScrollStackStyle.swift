// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

extension ScrollStack {
  /// What all rows of a stack look like, unless they say otherwise (`Documentation/Contract.md`
  /// 3.1).
  public struct Style: Hashable, Sendable {
    /// The blank cells between a row and its content.
    public var rowInsets = CellInsets(left: 2, right: 2)

    /// Further blank cells, on all four sides.
    public var rowPadding = CellInsets.zero

    /// How separators are drawn.
    public var separatorColor = CellStyle.dim

    /// How many rows or columns of cells a separator takes.
    public var separatorThickness = 1

    /// Whether separators are blank cells instead of lines.
    public var hasBlankSeparators = false

    /// What is left out at the ends of separators.
    public var separatorInsets = CellInsets(left: 2)

    /// Whether rows have no separators, unless they ask for one.
    public var hidesSeparators = false

    /// Whether the last row that is not hidden has no separator.
    public var autoHidesLastSeparator = false

    /// The colour behind rows; `.standard` for none.
    public var rowBackgroundColor = CellColor.standard

    /// What is laid over the style of the cells of a highlighted row.
    public var rowHighlightColor = CellStyle.reversed

    /// How long inserting, removing, moving, replacing and reloading takes.
    public var rowAnimation = Duration.milliseconds(300)

    /// How long hiding and showing takes.
    public var visibilityAnimation = Duration.milliseconds(250)

    /// How long scrolling by the program takes.
    public var scrollAnimation = Duration.milliseconds(250)

    /// The length along the axis that the content of a row is taken to have until it is measured.
    public var estimatedRowExtent = 1

    /// The contract's defaults.
    public static let `default` = Style()

    /// Creates the default style.
    public init() {}

    /// The first length below 0, if there is one.
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
  /// The first side below 0, if there is one.
  var negativeLength: Int? { [top, left, bottom, right].first { $0 < 0 } }
}
