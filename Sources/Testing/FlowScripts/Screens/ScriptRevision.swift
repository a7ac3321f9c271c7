// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import SourceDiagnostics

/// A place in a script file that holds a text or a value.
struct TextSlot: Hashable, Sendable {
  /// The range that follows the colon of its key, up to its end, in UTF-8 offsets.
  let range: SourceRange

  /// The column of its key, from 0.
  let indentation: Int

  /// Whether it's inside of brackets or braces, or written on one line for another reason.
  let isInline: Bool
}

/// A change of a script file that makes it expect what was found.
package struct ScriptRevision: Hashable, Sendable {
  /// The change, with its place; the range of the file that's replaced.
  package let place: SourcePlace

  /// The text that replaces it.
  let text: String

  /// Creates the revision that puts a picture at a place.
  init(_ picture: String, at place: SourcePlace, in slot: TextSlot) {
    self.place = SourcePlace(place.file, slot.range)
    guard !slot.isInline else {
      text = " " + (JSONWriter().text(of: .string(picture)) ?? "\"\"")
      return
    }
    let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)
    let margin = String(repeating: " ", count: slot.indentation + 2)
    // The first line says how far a block is indented, unless a number does.
    let indicator = lines.first.map { $0.isEmpty || $0.hasPrefix(" ") } == true ? "2" : ""
    text =
      " |\(indicator)\n"
      + lines.map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }

  /// Creates the revision that puts a value at a place.
  init(_ value: Value, at place: SourcePlace, in slot: TextSlot) {
    self.place = SourcePlace(place.file, slot.range)
    let block = YAMLWriter().text(of: value).map { text in
      text.split(separator: "\n").map {
        "\n" + String(repeating: " ", count: slot.indentation + 2) + $0
      }.joined()
    }
    if !slot.isInline, value.isBlock, let block {
      text = block
    } else {
      text = " " + Self.inline(value)
    }
  }

  /// Returns a value on one line.
  private static func inline(_ value: Value) -> String {
    switch value {
    case .list(let values): "[\(values.map(inline).joined(separator: ", "))]"
    case .map(let map) where map.isEmpty: "{}"
    case .map(let map):
      "{ "
        + map.map { "\(inline(.string($0.key.plainText))): \(inline($0.value))" }
        .joined(separator: ", ") + " }"
    case .string(let text) where YAMLWriter.isPlain(text): text
    default: JSONWriter().text(of: value) ?? "null"
    }
  }

  // MARK: Files

  /// Applies revisions to a file.
  ///
  /// Everything outside of their ranges stays as it is. Of two that overlap, only the first is applied.
  ///
  /// - Parameters:
  ///   - revisions: The revisions, in any order.
  ///   - file: The file.
  /// - Returns: The new text, and the difference: `-` and `+` lines with their numbers.
  /// - Complexity: O(*n*) in the length of the file, and O(*m* log *m*) in the number of revisions.
  package static func apply(
    _ revisions: [ScriptRevision], to file: SourceFile
  ) -> (text: String, difference: [String]) {
    var bytes: [UInt8] = []
    var difference: [String] = []
    let old = Array(file.text.utf8)
    var end = 0
    var shift = 0
    let sorted = revisions.filter { $0.place.file == file }
      .sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
    for revision in sorted {
      let range = revision.place.range
      guard range.lowerBound >= end, range.upperBound <= old.count else { continue }
      bytes += old[end..<range.lowerBound]
      bytes += Array(revision.text.utf8)
      end = range.upperBound
      let (removed, added) = revision.lines
      let first = revision.place.start.line
      difference += removed.enumerated().map { "-\(first + $0.offset) \($0.element)" }
      difference += added.enumerated().map { "+\(first + shift + $0.offset) \($0.element)" }
      shift += added.count - removed.count
    }
    bytes += old[end...]
    return (String(decoding: bytes, as: UTF8.self), difference)
  }

  /// The whole lines that are replaced, and those that replace them.
  private var lines: (removed: [String], added: [String]) {
    let file = place.file
    let numbers = file.lines(of: place.range)
    guard let first = file.range(ofLine: numbers.lowerBound),
      let last = file.range(ofLine: numbers.upperBound)
    else { return ([], []) }
    let range = place.range
    let before = String(file[SourceRange(first.lowerBound, range.lowerBound)])
    let after = String(file[SourceRange(range.upperBound, max(range.upperBound, last.upperBound))])
    func split(_ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.hasSuffix("\r") ? line.dropLast() : line)
      }
    }
    let end = after.hasSuffix("\n") ? String(after.dropLast()) : after
    return (split(before + String(file[range]) + end), split(before + text + end))
  }
}

extension Value {
  /// Whether block style writes it on lines of its own.
  fileprivate var isBlock: Bool {
    switch self {
    case .list(let values): !values.isEmpty
    case .map(let map): !map.isEmpty
    default: false
    }
  }
}
