// SPDX-License-Identifier: Apache-2.0

/// The named parts of a text that a program wrote for a value of its own, such as a flow made in
/// code.
///
/// No one has seen the text, so its lines say nothing: a place in it is named by the parts around
/// it, `step 'servers' › field 'host' › when`.
package struct SourceOutline: Sendable {
  /// A part, which lies inside its parent.
  private struct Part: Sendable {
    let range: SourceRange
    let name: String
    let parent: Int?

    /// What is shown of a part that is a text or an expression: it without its quotes; nil for
    /// others.
    let text: SourceRange?
  }

  /// What the whole text is written for: `flow 'order'`.
  package let whole: String

  /// What comes before each path, where the text belongs to a larger whole: `step 'license'`.
  package let prefix: String?

  /// The parts by their start, each before those inside it.
  private var parts: [Part] = []

  /// The parts that aren't ended yet, the innermost last.
  private var open: [(name: String, start: Int, index: Int)] = []

  /// Creates an outline without parts.
  package init(whole: String, prefix: String? = nil) {
    self.whole = whole
    self.prefix = prefix
  }

  /// The same outline in a larger whole.
  package func within(_ prefix: String?) -> SourceOutline {
    var outline = SourceOutline(whole: whole, prefix: prefix)
    outline.parts = parts
    return outline
  }

  /// Begins a part at a UTF-8 offset; what is added before it ends lies inside it.
  package mutating func begin(_ name: String, at offset: Int) {
    open.append((name, offset, parts.count))
    // The end is known when the part ends.
    parts.append(Part(range: SourceRange(at: offset), name: name, parent: nil, text: nil))
  }

  /// Ends the innermost part at a UTF-8 offset.
  package mutating func end(at offset: Int) {
    guard let part = open.popLast() else { return }
    parts[part.index] = Part(
      range: SourceRange(part.start, offset), name: part.name, parent: open.last?.index,
      text: nil)
  }

  /// Adds a text or an expression.
  ///
  /// - Parameters:
  ///   - range: The UTF-8 offsets of all of it.
  ///   - shown: Those of what is shown of it: it without its quotes.
  package mutating func add(textAt range: SourceRange, showing shown: SourceRange) {
    parts.append(Part(range: range, name: "", parent: open.last?.index, text: shown))
  }

  /// The names of the parts around a place, the outermost first, joined with `›`.
  ///
  /// - Complexity: O(log *n* + *d*) in the number of parts and how deep they are in each other.
  package func path(of range: SourceRange) -> String {
    var names: [String] = []
    var index = innermost(around: range)
    while let present = index {
      if parts[present].text == nil { names.append(parts[present].name) }
      index = parts[present].parent
    }
    if let prefix { names.append(prefix) }
    return names.isEmpty ? whole : names.reversed().joined(separator: " › ")
  }

  /// The range of the text or expression around a place; nil when there's none.
  package func text(around range: SourceRange) -> SourceRange? {
    innermost(around: range).flatMap { parts[$0].text }
  }

  /// The innermost part that holds a range.
  private func innermost(around range: SourceRange) -> Int? {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].range.lowerBound <= range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var index: Int? = low > 0 ? low - 1 : nil
    while let present = index, parts[present].range.upperBound < range.upperBound {
      index = parts[present].parent
    }
    return index
  }
}
