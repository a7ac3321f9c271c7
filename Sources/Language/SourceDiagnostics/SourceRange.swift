// SPDX-License-Identifier: Apache-2.0

/// A half-open range of UTF-8 offsets into a text.
public struct SourceRange: Hashable, Sendable {
  /// The UTF-8 offset of the first byte.
  public let lowerBound: Int

  /// The UTF-8 offset after the last byte; never less than ``lowerBound``.
  public let upperBound: Int

  /// Creates a range from two UTF-8 offsets.
  ///
  /// If the end precedes the start, the range is empty.
  public init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  /// Creates an empty range at a UTF-8 offset.
  public init(at offset: Int) { self.init(offset, offset) }

  /// Whether the range is empty.
  public var isEmpty: Bool { lowerBound == upperBound }

  /// The number of UTF-8 bytes.
  public var count: Int { upperBound - lowerBound }

  /// Returns the smallest range that contains both ranges.
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(lowerBound, other.lowerBound), max(upperBound, other.upperBound))
  }
}

/// A 1-based line and a 1-based column in Characters.
public struct SourcePosition: Hashable, Sendable {
  /// The 1-based line.
  public let line: Int

  /// The 1-based column, counted in Characters.
  public let column: Int

  /// Creates a position.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A range in a file.
public struct SourcePlace: Hashable, Sendable {
  /// The file.
  public let file: SourceFile

  /// The range in UTF-8 offsets of the file's text.
  public let range: SourceRange

  /// Creates a place.
  package init(_ file: SourceFile, _ range: SourceRange) {
    self.file = file
    self.range = range
  }

  /// The position of the place's first character.
  public var start: SourcePosition { file.position(at: range.lowerBound) }

  /// The path of the part of a flow made in code, such as `step 'servers' › field 'host' › when`,
  /// or nil for a place in a file.
  ///
  /// - Complexity: O(log *n*) in the number of parts of the flow.
  public var path: String? { file.outline?.path(of: range) }

  /// The key of a step or a field of a flow made in code, such as `when`; nil for a step itself, and for a
  /// place in a file.
  ///
  /// - Complexity: O(log *n*) in the number of parts of the flow.
  package var key: String? { file.outline?.key(of: range) }
}

extension SourcePlace: CustomStringConvertible {
  /// The location as messages show it: `order.flow.yaml:14:15`, the ``path`` in a flow made in
  /// code, or the path of a file and the column in it, for a place in the path: `src/${nmae}.rs, column 7`.
  public var description: String {
    if let path { return path }
    let start = start
    if file.isPath { return "\(file.name), column \(start.column)" }
    return "\(file.name):\(start.line):\(start.column)"
  }
}
