// SPDX-License-Identifier: Apache-2.0

import RandomTesting
import SourceDiagnostics

@testable import FlowLanguage

/// A replaced range of a text, in UTF-8 offsets.
struct TextEdit {
  let range: Range<Int>
  let text: [UInt8]

  /// Applies the edit, and returns the one that takes it back.
  func apply(to bytes: inout [UInt8]) -> TextEdit {
    let old = Array(bytes[range])
    bytes.replaceSubrange(range, with: text)
    return TextEdit(range: range.lowerBound..<(range.lowerBound + text.count), text: old)
  }
}

/// A kind of change that someone makes in a file.
enum RandomEdit: CaseIterable {
  case replacedLetter, insertedText, deletion, cut, otherWord, similarWord, condition
  case copiedLine, movedLine, movedBlock, pastedBlock

  /// What's typed.
  private static let texts = [
    "x", "e", " ", "\n", "'", "\"", ":", ": ", "{", "}", "[", "]", "- ", "#", ".", "$", "${", "&",
    "|", "!", "=", "0", "é😀", "\t", "  - ask: q\n", "  when: true\n", "<<", "~", "&x ", "*x",
    "steps:\n",
  ]

  /// Makes edits.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - others: The texts from which something is pasted.
  ///   - random: The source of chance.
  /// - Returns: The edits, of which each is of the text after the ones before; empty if the text is too short.
  func edits(
    of bytes: [UInt8], pastingFrom others: [[UInt8]], _ random: inout SeededGenerator
  ) -> [TextEdit] {
    let text = EditedText(bytes)
    let place = text.place(&random)
    switch self {
    case .replacedLetter:
      guard let word = text.word(from: place) else { return [] }
      let letter = Int.random(in: word, using: &random)
      return [TextEdit(range: letter..<(letter + 1), text: [Self.letter(&random)])]
    case .insertedText:
      let new = Self.texts.randomElement(using: &random) ?? ""
      return [TextEdit(range: place..<place, text: Array(new.utf8))]
    case .deletion:
      return [TextEdit(range: place..<text.end(of: place), text: [])]
    case .cut:
      let other = text.place(&random)
      let end = min(max(place, other), min(place, other) + Int.random(in: 0..<80, using: &random))
      return [TextEdit(range: min(place, other)..<text.end(of: end), text: [])]
    case .otherWord:
      guard let word = text.word(from: place), let other = text.word(from: text.place(&random))
      else { return [] }
      return [TextEdit(range: word, text: Array(bytes[other]))]
    case .similarWord:
      guard let word = text.word(from: place), let other = text.word(from: text.place(&random))
      else { return [] }
      return [TextEdit(range: word, text: Array(bytes[other]) + [Self.letter(&random)])]
    case .condition:
      guard let word = text.word(from: place) else { return [] }
      let line = text.line(&random)
      let new =
        Array(repeating: 0x20, count: text.lines.indentation(line))
        + Array("when: ".utf8) + bytes[word] + Array(" == 'x'\n".utf8)
      return [text.insertion(of: new, at: line)]
    case .copiedLine:
      let line = text.range(text.line(&random))
      return [TextEdit(range: line.lowerBound..<line.lowerBound, text: Array(bytes[line]))]
    case .movedLine: return text.moved(text.range(text.line(&random)), &random)
    case .movedBlock: return text.moved(text.block(from: text.line(&random)), &random)
    case .pastedBlock:
      guard let other = others.randomElement(using: &random) else { return [] }
      let source = EditedText(other)
      let block = source.block(from: source.line(&random))
      let line = text.line(&random, indentedLike: source.lines.indentation(at: block.lowerBound))
      return [text.insertion(of: Array(other[block]), at: line)]
    }
  }

  private static func letter(_ random: inout SeededGenerator) -> UInt8 {
    Array("abxk".utf8).randomElement(using: &random) ?? 0x61
  }
}

/// A text with its words, lines, and blocks.
private struct EditedText {
  let lines: TextLines

  init(_ bytes: [UInt8]) { lines = TextLines(bytes) }

  /// Returns an offset between two characters.
  func place(_ random: inout SeededGenerator) -> Int {
    var place = Int.random(in: 0...lines.bytes.count, using: &random)
    while place < lines.bytes.count, lines.bytes[place] & 0xC0 == 0x80 { place += 1 }
    return place
  }

  /// Returns the end of the character at an offset.
  func end(of place: Int) -> Int {
    var end = min(place + 1, lines.bytes.count)
    while end < lines.bytes.count, lines.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// Returns the word at an offset, or the next one; nil if there's none.
  func word(from place: Int) -> Range<Int>? {
    func isWord(_ offset: Int) -> Bool {
      let byte = lines.bytes[offset]
      return byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_")
        || byte >= 0x30 && byte <= 0x39
    }
    guard var start = (place..<lines.bytes.count).first(where: isWord) else { return nil }
    while start > 0, isWord(start - 1) { start -= 1 }
    let end = (start..<lines.bytes.count).first { !isWord($0) } ?? lines.bytes.count
    return start..<end
  }

  func line(_ random: inout SeededGenerator) -> Int {
    Int.random(in: 0..<lines.count, using: &random)
  }

  /// Returns a line with some indentation if one is found soon, and otherwise any line.
  func line(_ random: inout SeededGenerator, indentedLike indentation: Int) -> Int {
    var found = line(&random)
    for _ in 0..<16 where lines.indentation(found) != indentation { found = line(&random) }
    return found
  }

  /// The range of a line with its line break.
  func range(_ line: Int) -> Range<Int> {
    let range = lines.whole(line)
    return range.lowerBound..<range.upperBound
  }

  /// The range of a line and of those below it that are indented more.
  func block(from line: Int) -> Range<Int> {
    let indentation = lines.indentation(line)
    var last = line
    while last + 1 < lines.count, lines.indentation(last + 1) > indentation { last += 1 }
    return range(line).lowerBound..<range(last).upperBound
  }

  func insertion(of text: [UInt8], at line: Int) -> TextEdit {
    let start = range(line).lowerBound
    return TextEdit(range: start..<start, text: text)
  }

  /// Returns the edits that move lines to a line that's indented like the first of them.
  func moved(_ range: Range<Int>, _ random: inout SeededGenerator) -> [TextEdit] {
    var bytes = lines.bytes
    let cut = TextEdit(range: range, text: [])
    let moved = cut.apply(to: &bytes).text
    let rest = EditedText(bytes)
    let line = rest.line(&random, indentedLike: lines.indentation(at: range.lowerBound))
    return [cut, rest.insertion(of: moved, at: line)]
  }
}

extension TextLines {
  /// Returns the number of spaces at the beginning of the line of an offset.
  fileprivate func indentation(at offset: Int) -> Int { indentation(line(at: offset)) }
}
