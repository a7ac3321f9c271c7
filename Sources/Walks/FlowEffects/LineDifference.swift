// SPDX-License-Identifier: Apache-2.0

/// The difference between two texts, line by line.
///
/// A line ends with a line feed, which belongs to it: so lines differ whose ends do, and the last line differs
/// from the same one without a line feed.
package struct LineDifference: Hashable, Sendable {
  /// A line, and which of the texts has it.
  package enum Line: Hashable, Sendable {
    case same(Substring)
    case removed(Substring)
    case added(Substring)

    /// Lines that both texts have and that aren't shown.
    case gap
  }

  /// The lines that differ, with those around them.
  package let lines: [Line]

  /// The number of lines that only the new text has.
  package let addedCount: Int

  /// The number of lines that only the old text has.
  package let removedCount: Int

  /// The maximum number of differing lines of one text that are compared with each other; more are taken as
  /// all removed and all added.
  private static let comparedCount = 1_000

  /// The number of equal lines that are shown around those that differ.
  private static let contextCount = 3

  /// Compares two texts.
  ///
  /// - Returns: Nil if one of them isn't UTF-8.
  /// - Complexity: O(*n*) in the lengths, and O(*d*²) in the number of differing lines, at most 1,000 of
  ///   each.
  package init?(from old: [UInt8], to new: [UInt8]) {
    guard let old = String(validating: old, as: UTF8.self),
      let new = String(validating: new, as: UTF8.self)
    else { return nil }
    let before = Self.lines(of: old)
    let after = Self.lines(of: new)
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    var end = 0
    while end < min(before.count, after.count) - start,
      before[before.count - 1 - end] == after[after.count - 1 - end]
    { end += 1 }
    let removed = before[start..<(before.count - end)]
    let added = after[start..<(after.count - end)]
    var all: [Line] = before[..<start].map(Line.same)
    all += Self.compared(removed, added)
    all += before[(before.count - end)...].map(Line.same)
    addedCount = all.count { if case .added = $0 { true } else { false } }
    removedCount = all.count { if case .removed = $0 { true } else { false } }
    lines = Self.shortened(all)
  }

  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    // A carriage return and a line feed are one character, and two bytes.
    while let feed = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let end = text.utf8.index(after: feed)
      lines.append(text[start..<end])
      start = end
    }
    if start < text.endIndex { lines.append(text[start...]) }
    return lines
  }

  private static func compared(
    _ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>
  ) -> [Line] {
    guard max(old.count, new.count) <= comparedCount else {
      return old.map(Line.removed) + new.map(Line.added)
    }
    let old = Array(old)
    let new = Array(new)
    var removed = Set<Int>()
    var added = Set<Int>()
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var next = 0
    for (index, line) in old.enumerated() {
      if removed.contains(index) {
        lines.append(.removed(line))
        continue
      }
      while added.contains(next) {
        lines.append(.added(new[next]))
        next += 1
      }
      lines.append(.same(line))
      next += 1
    }
    lines += new[min(next, new.count)...].map(Line.added)
    return lines
  }

  /// Replaces equal lines that are far from those that differ by gaps.
  private static func shortened(_ all: [Line]) -> [Line] {
    var isShown = [Bool](repeating: false, count: all.count)
    for (index, line) in all.enumerated() {
      if case .same = line { continue }
      let first = max(0, index - contextCount)
      let last = min(all.count - 1, index + contextCount)
      for near in first...last { isShown[near] = true }
    }
    var lines: [Line] = []
    for (line, isShown) in zip(all, isShown) {
      if isShown {
        lines.append(line)
      } else if lines.last != .gap {
        lines.append(.gap)
      }
    }
    return lines
  }
}
