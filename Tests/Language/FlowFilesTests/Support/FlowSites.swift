// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

@testable import FlowFiles

/// The places in a flow file that a mutation can break: steps, expressions, keys, and texts.
struct FlowSites {
  /// A step or a field of a form.
  struct Step {
    /// The item of its list.
    let node: YAMLNode
    /// The entry with its kind and its id.
    let head: YAMLEntry
    let entries: [YAMLEntry]
    /// The number of steps in its list.
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
    /// The fields that it reads.
    let members: Set<String>
    /// Its quoted texts, with their offsets.
    let texts: [(text: String, offset: Int)]
  }

  let file: SourceFile
  private(set) var steps: [Step] = []
  private(set) var codes: [Code] = []
  /// The keys of the flow language, without names of answers, inputs, and languages.
  private(set) var keys: [YAMLScalar] = []
  /// The words of enumerations, such as types, outcomes, and levels.
  private(set) var words: [YAMLScalar] = []
  private(set) var inputs: [YAMLEntry] = []
  /// Texts by language.
  private(set) var localized: [[YAMLEntry]] = []
  /// The values of choices that are texts, with their places.
  private(set) var choices: [(text: String, place: SourceRange)] = []
  /// The fields of records that aren't declared by a step.
  private(set) var foreignFields: Set<String> = []
  /// The entries that begin a line and aren't the first of their map.
  private(set) var laterEntries: [YAMLEntry] = []

  init(_ root: YAMLNode, in file: SourceFile) {
    self.file = file
    walk(root, path: [])
  }

  /// Returns the 1-based line numbers of a range.
  func lines(_ range: SourceRange) -> ClosedRange<Int> { file.lines(of: range) }

  /// Returns the steps that contain a place, outermost first.
  func steps(around range: SourceRange) -> [Step] {
    steps.filter { $0.node.range.holds(range) && $0.node.range != range }
  }

  /// Returns the list whose items contain a step, or nil if there's none.
  func list(around step: Step) -> Step? {
    steps(around: step.node.range).last { $0.head.key.text == "repeat" }
  }

  /// Returns the expressions outside a range that read the answer of a step, by its name or as a
  /// field of the records of its list.
  func readers(of step: Step, outside range: SourceRange? = nil) -> [Code] {
    let isField =
      list(around: step) != nil && !foreignFields.contains(step.id)
      && steps.count { $0.id == step.id } == 1
    return codes.filter { code in
      (code.names.contains { $0.name == step.id } || isField && code.members.contains(step.id))
        && !(range?.holds(code.scalar.range) ?? false)
    }
  }

  /// Returns the expressions that read a name.
  func readers(of name: String) -> [Code] {
    codes.filter { code in code.names.contains { $0.name == name } }
  }

  /// Returns the source range of a part of an expression.
  func source(_ code: Code, _ offset: Int, count: Int) -> SourceRange {
    code.scalar.map(in: file).sourceRange(of: SourceRange(offset, offset + count))
  }

  // MARK: Walking

  private static let kinds = Set(StepKeyword.allCases.map(\.rawValue))

  /// Keys whose values have names chosen by the author as keys.
  private static let ownNames: Set<String> = ["inputs", "of"]

  /// Keys whose values are maps with names chosen by the author and expressions as leaves.
  private static let values: Set<String> = ["output", "with", "json", "yaml"]

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
    // The `type` of an input may be a map of the fields of a record.
    let isRecord = path.first == "inputs" && ["type", "of"].contains(path.last)
    let isOwn = isRecord || path.last.map { Self.ownNames.contains($0) } ?? false
    let isInside = path.contains { Self.values.contains($0) || $0 == "default" }
    if isRecord { foreignFields.formUnion(entries.map(\.key.text)) }
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
      if scalar.value == .string { choices.append((scalar.text, scalar.range)) }
      return
    }
    if Self.enumerations.contains(key), path.last != "[]", !path.contains("of") {
      words.append(scalar)
    }
    // The `from` of a content is a file name.
    if path.contains("content"), key == "from" { return }
    let isReference = key == "at" && path.contains("validate")
    let isCode =
      FlowFile.codeKeys.contains(key) || path.contains { Self.values.contains($0) }
      || isReference
    guard isCode || scalar.text.contains("${") else { return }
    let words = CodeWords.read(scalar.text, isTemplate: !isCode)
    codes.append(
      Code(
        scalar: scalar, key: path.contains { Self.values.contains($0) } ? "output" : key,
        isTemplate: !isCode, names: words.names, members: words.members, texts: words.texts))
  }
}

extension SourceRange {
  /// Returns whether it contains another range.
  func holds(_ other: SourceRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

/// A simple reader that finds the names and quoted texts of an expression.
struct CodeWords {
  var names: [(name: String, offset: Int)] = []
  var members: Set<String> = []
  var texts: [(text: String, offset: Int)] = []

  static func read(_ text: String, isTemplate: Bool) -> CodeWords {
    var words = CodeWords()
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
        words.texts.append(
          (String(decoding: bytes[start..<min(offset, bytes.count)], as: UTF8.self), start))
        offset += 1
      } else if isLetter(byte) {
        let start = offset
        while offset < bytes.count, isLetter(bytes[offset]) || isDigit(bytes[offset]) {
          offset += 1
        }
        let before = start > 0 ? bytes[start - 1] : 0
        let isOptional = start > 1 && before == UInt8(ascii: "?") && bytes[start - 2] == dot
        let isCall = offset < bytes.count && bytes[offset] == UInt8(ascii: "(")
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isCall {
          // Names of functions and macros aren't reads.
        } else if before == dot || isOptional {
          words.members.insert(word)
        } else {
          words.names.append((word, start))
        }
      } else {
        if isTemplate, byte == UInt8(ascii: "{") { depth += 1 }
        if isTemplate, byte == UInt8(ascii: "}") { depth -= 1 }
        offset += 1
      }
    }
    return words
  }

  private static let dot = UInt8(ascii: ".")

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
