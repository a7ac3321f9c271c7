// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

// Spaces in brackets: `{ a: 1 }`, `[a, b]`, `[ { a: 1 } ]`. Several spaces after a comma or a colon
// stay, since they may align the lines of a table.
extension Layout {
  /// Normalizes the spaces in a bracketed list or map and in all that are nested in it.
  mutating func tidyBrackets(_ node: YAMLNode) {
    var parts: [SourceRange] = []
    switch node.content {
    case .map(let entries):
      for entry in entries {
        parts.append(entry.value.range.isEmpty ? entry.key.range : entry.range)
        tidyColon(of: entry)
        tidyInside(entry.value)
      }
    case .list(let items):
      for item in items {
        parts.append(item.range)
        tidyInside(item)
      }
    default: return
    }
    tidyCommas(between: parts)
    guard let first = bytes.element(at: node.range.lowerBound),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return }
    let inner = SourceRange(node.range.lowerBound + 1, node.range.upperBound - 1)
    guard let start = parts.first?.lowerBound, let end = parts.last?.upperBound else {
      if areBlanks(inner) { replaceBlanks(inner, by: "") }
      return
    }
    let isMap = first == UInt8(ascii: "{")
    let opening = SourceRange(inner.lowerBound, start)
    if start >= inner.lowerBound, areBlanks(opening) {
      replaceBlanks(opening, by: isMap || bytes[start] == UInt8(ascii: "{") ? " " : "")
    }
    let closing = SourceRange(end, inner.upperBound)
    if end <= inner.upperBound, areBlanks(closing) {
      replaceBlanks(closing, by: isMap || bytes[end - 1] == UInt8(ascii: "}") ? " " : "")
    }
  }

  private mutating func tidyInside(_ node: YAMLNode) {
    if case .scalar(let scalar) = node.content { return keepLines(of: scalar) }
    tidyBrackets(node)
  }

  private mutating func tidyColon(of entry: YAMLEntry) {
    guard !entry.value.range.isEmpty, let colon = colon(of: entry.key),
      entry.value.range.lowerBound > colon
    else { return }
    replaceBlanks(SourceRange(entry.key.range.upperBound, colon), by: "")
    // After a quoted key, a colon needs no space.
    if entry.value.range.lowerBound == colon + 1 {
      edits.append(FixIt.Edit(SourceRange(at: colon + 1), " "))
    }
  }

  private mutating func tidyCommas(between parts: [SourceRange]) {
    for (one, other) in zip(parts, parts.dropFirst()) where other.lowerBound >= one.upperBound {
      let gap = bytes[one.upperBound..<other.lowerBound]
      guard let comma = gap.firstIndex(of: UInt8(ascii: ",")),
        gap.allSatisfy({ $0.isBlank || $0 == UInt8(ascii: ",") })
          || areBlanks(SourceRange(one.upperBound, comma))
      else { continue }
      replaceBlanks(SourceRange(one.upperBound, comma), by: "")
      if other.lowerBound == comma + 1 {
        edits.append(FixIt.Edit(SourceRange(at: comma + 1), " "))
      }
    }
  }
}

extension [UInt8] {
  fileprivate func element(at index: Int) -> UInt8? { indices.contains(index) ? self[index] : nil }
}
