// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// Edits of a text, with a mapping from offsets in the edited text to offsets in the original.
package struct TextEdits {
  /// The edits, sorted by range; their ranges don't overlap.
  package private(set) var edits: [FixIt.Edit] = []

  /// The offset of each edit's replacement in the edited text.
  private var starts: [Int] = []

  /// Creates an empty set of edits.
  package init() {}

  /// Returns these edits combined with others, or nil if any two overlap.
  package func adding(_ others: [FixIt.Edit]) -> TextEdits? {
    var result = TextEdits()
    result.edits = (edits + others).enumerated()
      .sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
      .map(\.element)
    var end = 0
    var shift = 0
    for edit in result.edits {
      guard edit.range.lowerBound >= end else { return nil }
      end = edit.range.upperBound
      result.starts.append(edit.range.lowerBound + shift)
      shift += edit.replacement.utf8.count - edit.range.count
    }
    return result
  }

  /// Returns the edited text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    guard !edits.isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16 * edits.count)
    var position = 0
    for edit in edits {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else { break }
      result.append(contentsOf: bytes[position..<edit.range.lowerBound])
      result.append(contentsOf: edit.replacement.utf8)
      position = edit.range.upperBound
    }
    result.append(contentsOf: bytes[position...])
    return result
  }

  /// Returns the offset in the original text of an offset in the edited text.
  ///
  /// - Complexity: O(log *n*) in the number of edits.
  package func original(_ offset: Int) -> Int {
    let next = starts.partitioningIndex { $0 > offset }
    guard next > 0 else { return offset }
    let edit = edits[next - 1]
    let inside = offset - starts[next - 1]
    if inside >= edit.replacement.utf8.count {
      return edit.range.upperBound + inside - edit.replacement.utf8.count
    }
    return min(edit.range.lowerBound + inside, edit.range.upperBound)
  }
}
