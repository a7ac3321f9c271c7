// SPDX-License-Identifier: Apache-2.0

/// The named parts of a text that a program generated, such as a flow made in code.
///
/// The user never sees the text, so its line numbers mean nothing. A place in it is named by the
/// parts that contain it, such as `step 'servers' › field 'host' › when`.
package struct SourceOutline: Sendable {
  /// A part, which is nested in its parent.
  private struct Part: Sendable {
    let range: SourceRange
    let name: String
    let parent: Int?

    /// The range of a text or an expression without its quotes; nil for other parts.
    let text: SourceRange?
  }

  /// The name of the whole text, such as `flow 'order'`.
  let whole: String

  /// The prefix of each path if the text is part of another one, such as `step 'license'`.
  let prefix: String?

  /// The parts, sorted by start; each part precedes those nested in it.
  private var parts: [Part] = []

  /// The parts that haven't ended yet, innermost last.
  private var open: [(name: String, start: Int, index: Int)] = []

  /// Creates an outline without parts.
  package init(whole: String, prefix: String? = nil) {
    self.whole = whole
    self.prefix = prefix
  }

  /// Returns this outline as part of another text.
  package func within(_ prefix: String?) -> SourceOutline {
    var outline = SourceOutline(whole: whole, prefix: prefix)
    outline.parts = parts
    return outline
  }

  /// Begins a part at a UTF-8 offset; parts added before it ends are nested in it.
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
  ///   - range: The whole range in UTF-8 offsets.
  ///   - shown: The range to show, without quotes.
  package mutating func add(textAt range: SourceRange, showing shown: SourceRange) {
    parts.append(Part(range: range, name: "", parent: open.last?.index, text: shown))
  }

  /// Returns the names of the parts that contain a range, outermost first, joined with `›`.
  ///
  /// - Complexity: O(log *n* + *d*) in the number of parts and their nesting depth.
  func path(of range: SourceRange) -> String {
    let names = names(around: range)
    return names.isEmpty ? whole : names.reversed().joined(separator: " › ")
  }

  /// Returns the name of the innermost part that contains a range, such as `when`; nil if it's not within
  /// another part.
  ///
  /// - Complexity: O(log *n* + *d*) in the number of parts and their nesting depth.
  func key(of range: SourceRange) -> String? {
    let names = names(around: range)
    return names.count > 1 ? names[0] : nil
  }

  /// Returns the names of the parts that contain a range, innermost first.
  private func names(around range: SourceRange) -> [String] {
    var names: [String] = []
    var index = innermost(around: range)
    while let present = index {
      if parts[present].text == nil { names.append(parts[present].name) }
      index = parts[present].parent
    }
    if let prefix { names.append(prefix) }
    return names
  }

  /// Returns the range of the text or expression that contains a range, or nil if there's none.
  func text(around range: SourceRange) -> SourceRange? {
    innermost(around: range).flatMap { parts[$0].text }
  }

  /// Returns the index of the innermost part that contains a range.
  private func innermost(around range: SourceRange) -> Int? {
    let next = parts.partitioningIndex { $0.range.lowerBound > range.lowerBound }
    var index: Int? = next > 0 ? next - 1 : nil
    while let present = index, parts[present].range.upperBound < range.upperBound {
      index = parts[present].parent
    }
    return index
  }
}
