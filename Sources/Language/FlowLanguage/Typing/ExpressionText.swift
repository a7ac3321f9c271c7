// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

/// The expression that's being typed at an offset, up to it: the value of a key whose values are expressions, or what's in
/// `${…}` of a text.
struct ExpressionText {
  /// The text before the offset, without the quote of the scalar.
  let text: String

  /// The offset, in UTF-8.
  let offset: Int

  /// The quote around the whole expression in the file; nil for none.
  let quote: UInt8?

  /// The maximum number of bytes before an offset that are read.
  private static let most = 4096

  /// Finds the expression; nil if the place has none.
  init?(before offset: Int, in view: FileView) {
    let bytes = view.bytes
    let offset = min(max(0, offset), bytes.count)
    self.offset = offset
    var first = max(0, offset - Self.most)
    let place: KeyPlace?
    if view.kind == .template || view.kind == .texts {
      place = nil
    } else if [.flow, .extensions, .script].contains(view.kind) {
      let found = KeyPlace(offset, in: view.lines)
      guard found.kind == .value else { return nil }
      if !found.isBlock { first = max(first, min(found.range.lowerBound, offset)) }
      place = found
    } else {
      return nil
    }
    let shape = place.flatMap { ShapePlace($0, in: view.kind).shape }
    if let place, place.kind == .value || place.isBlock, let shape, shape.isCode {
      var start = place.isBlock ? offset : first
      if place.isBlock { start = Self.blockStart(offset, in: bytes) }
      let quote = start < offset && "\"'".utf8.contains(bytes[start]) ? bytes[start] : nil
      if quote != nil { start += 1 }
      self.quote = quote
      text = String(decoding: bytes[start..<offset], as: UTF8.self)
      return
    }
    // A text: what follows the last ${ that isn't closed.
    if place?.isBlock == true || place == nil { first = max(0, offset - Self.most) }
    var at = offset
    var depth = 0
    while at - 1 > first {
      at -= 1
      if bytes[at] == UInt8(ascii: "}") { depth += 1 }
      guard bytes[at] == UInt8(ascii: "{") else { continue }
      if depth > 0 {
        depth -= 1
        continue
      }
      guard bytes[at - 1] == UInt8(ascii: "$") else { return nil }
      guard at < 2 || at - 2 < first || bytes[at - 2] != UInt8(ascii: "$") else { return nil }
      quote = nil
      text = String(decoding: bytes[(at + 1)..<offset], as: UTF8.self)
      return
    }
    return nil
  }

  /// Finds the expression in an output or a block of a template of another program; nil if the place has none.
  init?(before offset: Int, in view: FileView, between delimiters: [(start: String, end: String)]) {
    let bytes = view.bytes
    let offset = min(max(0, offset), bytes.count)
    let words = delimiters.map { (start: Array($0.start.utf8), end: Array($0.end.utf8)) }
    var at = offset
    while at > max(0, offset - Self.most) {
      let before = bytes[..<at]
      if words.contains(where: { before.ends(with: $0.end) }) { return nil }
      if words.contains(where: { before.ends(with: $0.start) }) {
        (text, quote) = (String(decoding: bytes[at..<offset], as: UTF8.self), nil)
        self.offset = offset
        return
      }
      at -= 1
    }
    return nil
  }

  /// The beginning of the lines of a block before an offset.
  private static func blockStart(_ offset: Int, in bytes: [UInt8]) -> Int {
    var at = offset
    let first = max(0, offset - most)
    while at > first {
      if bytes[at - 1] == UInt8(ascii: "|") || bytes[at - 1] == UInt8(ascii: ">"), at < offset,
        bytes[at] == 0x0A || bytes[at] == UInt8(ascii: "-"), at >= 3, bytes[at - 2] == 0x20
      {
        break
      }
      at -= 1
    }
    while at < offset, bytes[at] != 0x0A { at += 1 }
    return at
  }

  // MARK: What's typed

  /// The word before the offset.
  var word: String {
    String(decoding: Array(text.utf8.reversed().prefix { $0.isWord }.reversed()), as: UTF8.self)
  }

  /// The range of the word before the offset in the file.
  var wordRange: SourceRange { SourceRange(offset - word.utf8.count, offset) }

  /// The typed text, by its tokens.
  var typed: TypedExpression { TypedExpression(text) }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with part: [UInt8]) -> Bool {
    !part.isEmpty && suffix(part.count).elementsEqual(part)
  }
}
