// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
package import SourceDiagnostics

extension FileView {
  /// The ranges that can be folded: maps, lists, and texts of several lines, each from the line of its key, and comments.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  package var foldedRanges: [(range: SourceRange, isComment: Bool)] {
    var found: [(range: SourceRange, isComment: Bool)] = []
    var seen: Set<Int> = []
    func add(_ range: SourceRange) {
      let first = lines.line(at: range.lowerBound)
      let last = lines.line(at: max(range.lowerBound, range.upperBound - 1))
      if last > first, seen.insert(first).inserted { found.append((range, false)) }
    }
    func visit(_ node: YAMLNode) {
      for entry in node.entries {
        add(entry.range)
        visit(entry.value)
      }
      for item in node.items {
        add(item.range)
        visit(item)
      }
    }
    for document in tree.documents {
      if let root = document.root {
        if tree.documents.count > 1 { add(root.range) }
        visit(root)
      }
    }
    return found + comments(lines)
  }

  /// The runs of at least two lines of comments.
  private func comments(_ lines: TextLines) -> [(range: SourceRange, isComment: Bool)] {
    var found: [(range: SourceRange, isComment: Bool)] = []
    var first: Int?
    for number in 0...lines.count {
      let isComment =
        number < lines.count
        && bytes[lines.range(number).lowerBound...]
          .first { $0 != 0x20 } == UInt8(ascii: "#")
      if isComment {
        first = first ?? number
      } else if let start = first {
        if number - start > 1 {
          found.append(
            (
              SourceRange(lines.range(start).lowerBound, lines.range(number - 1).upperBound), true
            ))
        }
        first = nil
      }
    }
    return found
  }

  /// The ranges around an offset, innermost first, each in the next one: the word, the value, the entry, and so on to the
  /// whole file.
  package func selectionRanges(at offset: Int) -> [SourceRange] {
    var ranges = [SourceRange(0, bytes.count)]
    func add(_ range: SourceRange) {
      guard let outer = ranges.last, range != outer, range.lowerBound >= outer.lowerBound,
        range.upperBound <= outer.upperBound, range.holds(offset)
      else { return }
      ranges.append(range)
    }
    for node in ancestors(of: offset) {
      add(node.range)
      for entry in node.entries where entry.range.holds(offset) {
        add(entry.range)
        if entry.key.range.holds(offset) { add(entry.key.range) }
      }
      if let scalar = node.scalar { add(tree.file.rangeInsideQuotes(of: scalar.range)) }
    }
    if let expression = places?.expression(at: offset) { add(expression.source.map.whole) }
    add(wordRange(at: offset))
    return ranges.reversed()
  }
}
