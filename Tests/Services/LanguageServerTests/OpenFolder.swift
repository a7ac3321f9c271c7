// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import Foundation
import RandomEditing
import SourceDiagnostics

@testable import LanguageServer

/// A folder of files of which a client opens some.
struct OpenFolder: ~Copyable {
  var client: EditorConversation

  /// Its path.
  let path: String

  /// The files as the client has them.
  private(set) var texts: [String: String]

  /// Why the last name was refused.
  private(set) var refusal: String?

  /// Writes files.
  init(_ files: [String: String], _ parameters: Value = ["capabilities": [:]]) throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "stackflow-\(UUID().uuidString)")
    path = url.path
    for (name, text) in files {
      let file = url.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    texts = files
    client = EditorConversation(parameters)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func address(_ name: String) -> String { DocumentAddress.address(of: "\(path)/\(name)") }

  /// Changes a file on disk.
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path).appending(path: name))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  /// Opens a file, with another text than on disk if there's one.
  mutating func open(_ name: String, _ text: String? = nil) {
    if let text { texts[name] = text }
    client.open(address(name), texts[name] ?? "")
  }

  /// Returns the findings in a file.
  mutating func findings(_ name: String) -> [Value] { client.settle()[address(name)] ?? [] }

  /// Asks for a feature of a file, at the first time that words occur in it.
  mutating func ask(
    _ feature: String, _ name: String, _ words: String = "", _ more: [(String, Value?)] = []
  ) -> Value {
    ask(feature, name, Self.offset(of: words, in: texts[name] ?? ""), more)
  }

  /// Asks for a feature of a file, at the end of a text up to its mark.
  mutating func ask(
    _ feature: String, _ name: String, end marked: String, _ more: [(String, Value?)] = []
  ) -> Value {
    ask(feature, name, Self.offset(of: "¦", in: marked), more)
  }

  private mutating func ask(
    _ feature: String, _ name: String, _ offset: Int, _ more: [(String, Value?)]
  ) -> Value {
    let text = DocumentText(Array((texts[name] ?? "").utf8))
    return client.ask(
      "textDocument/" + feature,
      .object(
        [
          ("textDocument", ["uri": .string(address(name))]),
          ("position", text.position(of: offset, in: .utf16).value),
        ] + more))
  }

  /// The offset of words in a text without its byte order mark.
  private static func offset(of words: String, in text: String) -> Int {
    let mark = text.unicodeScalars.first == "\u{FEFF}" ? 3 : 0
    return text.range(of: words).map {
      text.utf8.distance(from: text.startIndex, to: $0.lowerBound) - mark
    } ?? 0
  }

  /// The places of a definition or of references, such as `a.flow.yaml:4 name`.
  mutating func places(_ feature: String, _ name: String, _ words: String) -> [String] {
    let found = ask(feature, name, words)
    return (found["uri"] == nil ? found.items : [found]).map { place in
      let file = texts.keys.first { address($0) == place["uri"]?.text } ?? ""
      let line = (place["range"]?["start"]?["line"]?.integer ?? -1) + 1
      return "\(file):\(line) \(cut(file, place["range"]))"
    }
  }

  /// The words of a file that have tokens.
  mutating func tokens(_ name: String) -> [String] {
    let data = (ask("semanticTokens/full", name)["data"]?.items ?? []).compactMap(\.integer)
    let text = DocumentText(Array((texts[name] ?? "").utf8))
    var (line, character) = (0, 0)
    return stride(from: 0, to: data.count, by: 5).map { index in
      (line, character) = (line + data[index], data[index + 1] + (data[index] > 0 ? 0 : character))
      let offsets = [character, character + data[index + 2]].map {
        text.offset(of: TextPosition(line: line, character: $0), in: .utf16)
      }
      return String(decoding: text.bytes[offsets[0]..<offsets[1]], as: UTF8.self)
    }
  }

  /// The text in a range of a file.
  func cut(_ name: String, _ range: Value?) -> String {
    let text = DocumentText(Array((texts[name] ?? "").utf8))
    guard let start = range?["start"].flatMap({ TextPosition($0) }),
      let end = range?["end"].flatMap({ TextPosition($0) })
    else { return "" }
    return String(
      decoding: text.bytes[text.offset(of: start, in: .utf16)..<text.offset(of: end, in: .utf16)],
      as: UTF8.self)
  }

  /// The files that a new name changes, as they then are.
  mutating func renamed(_ name: String, _ words: String, to new: String) -> [String: String] {
    let edit = ask("rename", name, words, [("newName", .string(new))])
    refusal = edit["message"]?.text
    var changed: [String: String] = [:]
    for name in texts.keys {
      let edits = edit["changes"]?[address(name)]?.items ?? []
      if !edits.isEmpty { changed[name] = Self.edited(texts[name] ?? "", edits) }
    }
    return changed
  }

  /// A text with edits applied.
  static func edited(_ text: String, _ edits: [Value]) -> String {
    let text = DocumentText(Array(text.utf8))
    var lines = text.lines
    let changes = edits.compactMap { edit -> (range: SourceRange, text: String)? in
      guard let start = edit["range"]?["start"].flatMap({ TextPosition($0) }),
        let end = edit["range"]?["end"].flatMap({ TextPosition($0) }),
        let new = edit["newText"]?.text
      else { return nil }
      return (
        SourceRange(text.offset(of: start, in: .utf16), text.offset(of: end, in: .utf16)), new
      )
    }
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      lines.replace(change.range, with: Array(change.text.utf8))
    }
    return String(decoding: lines.bytes, as: UTF8.self)
  }
}
