// SPDX-License-Identifier: Apache-2.0

/// One cell of a grid: a grapheme cluster and its style, or the second half of a wide one.
public struct Cell: Hashable, Sendable {
  /// The grapheme cluster, a space for a blank cell and for the second half of a wide one.
  public let character: Character

  /// The number of cells that the cluster occupies: 1 or 2, and 0 for the second half of a wide one.
  public let width: Int8

  /// The style.
  public var style: CellStyle

  /// A blank cell.
  static func blank(_ style: CellStyle = .plain) -> Cell {
    Cell(character: " ", width: 1, style: style)
  }

  /// Whether this is the second half of a wide character.
  var isContinuation: Bool { width == 0 }
}

extension Character {
  /// This cluster, limited to the number of scalars that a terminal can keep in a cell.
  ///
  /// Unicode's stream-safe format ends a run of combining marks at 30; a hostile cluster could have
  /// millions.
  var boundedForCell: Character {
    guard utf8.count > 128 else { return self }
    var kept = ""
    kept.unicodeScalars.append(contentsOf: unicodeScalars.prefix(32))
    return kept.first ?? " "
  }
}
