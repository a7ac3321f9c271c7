// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The part in which two texts differ, in UTF-8 offsets.
package struct TextChange: Sendable, Hashable {
  /// Where it begins in both.
  package let start: Int

  /// Where it ends in the old text.
  package let oldEnd: Int

  /// Where it ends in the new text.
  package let newEnd: Int

  /// The number of bytes by which what follows it is moved.
  package var shift: Int { newEnd - oldEnd }

  /// Compares two texts.
  ///
  /// - Complexity: O(*n*) in their length.
  package init(from old: [UInt8], to new: [UInt8]) {
    (start, oldEnd, newEnd) = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start] { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
          oldEnd -= 1
          newEnd -= 1
        }
        return (start, oldEnd, newEnd)
      }
    }
  }

  /// Returns the offset in the old text of one in the new text.
  package func old(_ offset: Int) -> Int {
    offset < start ? offset : offset >= newEnd ? offset - shift : min(offset, oldEnd)
  }

  /// Returns the offset in the new text of one in the old text.
  package func new(_ offset: Int) -> Int {
    offset < start ? offset : offset >= oldEnd ? offset + shift : min(offset, newEnd)
  }

  /// Returns the range in the new text of one in the old text.
  package func new(_ range: SourceRange) -> SourceRange {
    SourceRange(new(range.lowerBound), new(range.upperBound))
  }
}
