// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The part in which two texts differ, in UTF-8 offsets.
package struct TextChange: Sendable, Hashable {
  /// Where it begins in both.
  let start: Int

  /// Where it ends in the old text.
  let oldEnd: Int

  /// Where it ends in the new text.
  let newEnd: Int

  /// Whether the texts are the same.
  var isEmpty: Bool { start == oldEnd && start == newEnd }

  /// The number of bytes by which what follows it is moved.
  var shift: Int { newEnd - oldEnd }

  /// Compares two texts.
  ///
  /// - Complexity: O(*n*) in their length.
  init(from old: [UInt8], to new: [UInt8]) {
    (start, oldEnd, newEnd) = old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        // Eight bytes at once, and then the others.
        func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
          bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        let shorter = min(old.count, new.count)
        var start = 0
        while start + 8 <= shorter, word(old, start) == word(new, start) { start += 8 }
        while start < shorter, old[start] == new[start] { start += 1 }
        var same = 0
        let most = shorter - start
        while same + 8 <= most,
          word(old, old.count - same - 8) == word(new, new.count - same - 8)
        {
          same += 8
        }
        while same < most, old[old.count - same - 1] == new[new.count - same - 1] { same += 1 }
        return (start, old.count - same, new.count - same)
      }
    }
  }

  /// Returns the offset in the old text of one in the new text.
  func old(_ offset: Int) -> Int {
    offset < start ? offset : offset >= newEnd ? offset - shift : min(offset, oldEnd)
  }

  /// Returns the offset in the new text of one in the old text.
  func new(_ offset: Int) -> Int {
    offset < start ? offset : offset >= oldEnd ? offset + shift : min(offset, newEnd)
  }

  /// Returns the range in the new text of one in the old text.
  func new(_ range: SourceRange) -> SourceRange {
    SourceRange(new(range.lowerBound), new(range.upperBound))
  }
}
