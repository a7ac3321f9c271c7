// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

@testable import FlowFiles

/// The places of a flow file that a mutation can break: steps, expressions, keys, texts.
struct FlowSites {
  /// A step or a field of a form.
  struct Step {
    /// The item of the list that it is.
    let node: YAMLNode
    /// The entry that names its kind and its id.
    let head: YAMLEntry
    let entries: [YAMLEntry]
    /// How many steps stand in its list.
    let siblings: Int

    var id: String { head.value.scalar?.text ?? "" }

    subscript(_ key: String) -> YAMLEntry? { entries.first { $0.key.text == key } }
  }

  /// An expression, or a text with expressions in it.
  struct Code {
    let scalar: YAMLScalar
    let key: String
    let isTemplate: Bool
    /// The names that it reads, with their offsets in the decoded text.
    let names: [(name: String, offset: Int)]
    /// Its texts in quotes, likewise.
    let texts: [(text: String, offset: Int)]
  }

  let file: SourceFile
  private(set) var steps: [Step] = []
  private(set) var codes: [Code] = []
  /// The keys of the language; names of answers, inputs and languages are none.
  private(set) var keys: [YAMLScalar] = []
  /// The words of enumerations: types, outcomes, levels.
  private(set) var words: [YAMLScalar] = []
  private(set) var inputs: [YAMLEntry] = []
  /// Texts by language.
  private(set) var localized: [[YAMLEntry]] = []
  /// The values of choices that are texts.
  private(set) var choices: Set<String> = []
  /// The entries that begin a line and are not the first of their map.
  private(set) var laterEntries: [YAMLEntry] = []

  init(_ root: YAMLNode, in file: SourceFile) {
    self.file = file
    walk(root, path: [])
  }

  /// The 1-based lines of a range.
  func lines(_ range: SourceRange) -> ClosedRange<Int> { file.lines(of: range) }

  /// The expressions that read a name, outside of a range.
  func readers(of name: String, outside range: SourceRange? = nil) -> [Code] {
    codes.filter { code in
      code.names.contains { $0.name == name }
        && !(range.map {
          $0.lowerBound <= code.scalar.range.lowerBound
            && code.scalar.range.upperBound <= $0.upperBound
        } ?? false)
    }
  }

  /// The range of the file that a part of an expression stands in.
  func source(_ code: Code, _ offset: Int, count: Int) -> SourceRange {
    code.scalar.map(in: file).sourceRange(of: SourceRange(offset, offset + count))
  }

  // MARK: Walking

  private static let kinds: Set<String> = [
    "ask", "form", "group", "note", "compute", "repeat", "flow", "review", "commit", "stop", "run",
    "write",
  ]

  /// Keys under which names are the person's own.
  private static let ownNames: Set<String> = ["inputs", "output", "with", "of", "default"]

  private static let enumerations: Set<String> = [
    "type", "outcome", "level", "priority", "must", "format", "capture", "onError", "exists",
  ]

  private mutating func walk(_ node: YAMLNode, path: [String]) {
    switch node.content {
    case .broken: break
    case .scalar(let scalar): take(scalar, path: path)
    case .list(let items):
      for item in items {
        if case .map(let entries) = item.content, ["steps", "fields"].contains(path.last),
          let head = entries.first(where: { Self.kinds.contains($0.key.text) })
        {
          steps.append(Step(node: item, head: head, entries: entries, siblings: items.count))
        }
        walk(item, path: path + ["[]"])
      }
    case .map(let entries): walk(entries, isBlock: !node.isFlowStyle, path: path)
    }
  }

  private mutating func walk(_ entries: [YAMLEntry], isBlock: Bool, path: [String]) {
    if path == ["inputs"] { inputs = entries }
    let isText = entries.allSatisfy { $0.key.text.count == 2 && $0.value.scalar != nil }
    if isText, entries.count > 1 { localized.append(entries) }
    let isOwn = path.last.map { Self.ownNames.contains($0) } ?? false
    let isInside = path.contains("output") || path.contains("with") || path.contains("default")
    for (index, entry) in entries.enumerated() {
      if !isOwn, !isText, !isInside { keys.append(entry.key) }
      if isBlock, index > 0 { laterEntries.append(entry) }
      walk(entry.value, path: path + [entry.key.text])
    }
  }

  private mutating func take(_ scalar: YAMLScalar, path: [String]) {
    let key = path.last { $0 != "[]" } ?? ""
    let isChoice =
      path.suffix(3) == ["choices", "[]", "value"] || path.suffix(2) == ["choices", "[]"]
    if isChoice {
      if scalar.value == .string { choices.insert(scalar.text) }
      return
    }
    if Self.enumerations.contains(key), path.last != "[]", !path.contains("of") {
      words.append(scalar)
    }
    // `from` of a content names a file.
    if path.contains("content"), key == "from" { return }
    let isReference = key == "at" && path.contains("validate")
    let isCode =
      FlowFile.codeKeys.contains(key) || path.first == "output" || path.contains("with")
      || isReference
    guard isCode || scalar.text.contains("${") else { return }
    let (names, texts) = CodeWords.read(scalar.text, isTemplate: !isCode)
    codes.append(
      Code(scalar: scalar, key: key, isTemplate: !isCode, names: names, texts: texts))
  }
}

/// The names and the texts in quotes of an expression, as a simple reader finds them.
enum CodeWords {
  static func read(
    _ text: String, isTemplate: Bool
  ) -> (names: [(name: String, offset: Int)], texts: [(text: String, offset: Int)]) {
    var names: [(String, Int)] = []
    var texts: [(String, Int)] = []
    let bytes = Array(text.utf8)
    var depth = isTemplate ? 0 : 1
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if depth == 0 {
        if byte == UInt8(ascii: "$"), offset + 1 < bytes.count,
          bytes[offset + 1] == UInt8(ascii: "{")
        {
          depth = 1
          offset += 1
        }
        offset += 1
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        let start = offset + 1
        offset = start
        while offset < bytes.count, bytes[offset] != byte { offset += 1 }
        texts.append(
          (String(decoding: bytes[start..<min(offset, bytes.count)], as: UTF8.self), start))
        offset += 1
      } else if isLetter(byte) {
        let start = offset
        while offset < bytes.count, isLetter(bytes[offset]) || isDigit(bytes[offset]) {
          offset += 1
        }
        let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
        let isKey = offset < bytes.count && bytes[offset] == UInt8(ascii: "(")
        if !isMember, !isKey {
          names.append((String(decoding: bytes[start..<offset], as: UTF8.self), start))
        }
      } else {
        if isTemplate, byte == UInt8(ascii: "{") { depth += 1 }
        if isTemplate, byte == UInt8(ascii: "}") { depth -= 1 }
        offset += 1
      }
    }
    return (names, texts)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
