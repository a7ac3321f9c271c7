// SPDX-License-Identifier: Apache-2.0

/// The alignment of a text in a wider space.
public enum TextAlignment: Hashable, Sendable {
  /// On the left.
  case leading

  /// In the middle; an odd spare column goes right.
  case center

  /// On the right.
  case trailing

  /// The blank columns before a text of a width in a space of a width, both in cells.
  package func offset(of width: Int, in columns: Int) -> Int {
    let spare = Swift.max(0, columns - width)
    return switch self {
    case .leading: 0
    case .center: spare / 2
    case .trailing: spare
    }
  }
}

extension StringProtocol {
  /// This text with blanks around it, so that it fills a width in cells.
  ///
  /// A text that is as wide or wider comes back unchanged; ``truncated(to:at:ellipsis:ambiguous:)``
  /// cuts it before.
  ///
  /// - Complexity: O(*n* + *columns*).
  public func aligned(
    _ alignment: TextAlignment, to columns: Int, ambiguous: AmbiguousWidth = .narrow
  ) -> String {
    let width = cellWidth(ambiguous: ambiguous)
    let spare = columns - width
    guard spare > 0 else { return String(self) }
    let before = alignment.offset(of: width, in: columns)
    return String(repeating: " ", count: before) + self
      + String(repeating: " ", count: spare - before)
  }
}
