// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Reads a map whose keys are known from the table of keys.
///
/// The loader takes each of them. At the end, the remaining keys are reported, with suggestions for
/// misspelled ones.
struct MapReader {
  let context: LoadingContext

  /// The kind of the map.
  let map: FileMap

  /// A description of the map for messages: `an 'ask' step`, `a choice`.
  let what: String

  /// The range at which to report missing keys.
  let headRange: SourceRange

  /// The entries in file order.
  let entries: [YAMLEntry]

  /// Whether the map was read to its end.
  let isComplete: Bool

  private var taken: Set<String> = []

  /// Missing required keys, with hints for their messages.
  private var missing: [(key: FlowKey, hint: String)] = []

  /// Creates a reader of a map, or reports that the node isn't a map and returns nil.
  init?(
    _ node: YAMLNode, as map: FileMap, what: String, headRange: SourceRange? = nil,
    context: LoadingContext
  ) {
    guard case .map(let entries) = node.content else {
      context.reportKind(node, expected: "a map")
      return nil
    }
    self.context = context
    self.map = map
    self.what = what
    self.entries = entries
    self.headRange = headRange ?? node.headRange
    isComplete = node.isComplete
  }

  /// Returns the entry of a key that the map may lack.
  mutating func take(_ key: FlowKey) -> YAMLEntry? {
    assert(!map.requires(key), "'\(map.name)' requires '\(key.rawValue)'")
    return take(named: key.rawValue)
  }

  /// Returns the entry of a key by its name.
  mutating func take(named name: String) -> YAMLEntry? {
    assert(map.names.contains(name), "the table of '\(map.name)' lacks '\(name)'")
    taken.insert(name)
    return entry(named: name)
  }

  /// Returns the entry of a required key; if it's missing, ``finish()`` reports it.
  mutating func require(_ key: FlowKey, hint: String = "") -> YAMLEntry? {
    assert(map.requires(key), "'\(map.name)' doesn't require '\(key.rawValue)'")
    let entry = take(named: key.rawValue)
    if entry == nil { reportMissing(key, hint: hint) }
    return entry
  }

  /// Makes ``finish()`` report a key as missing, which a rule about several keys requires.
  mutating func reportMissing(_ key: FlowKey, hint: String = "") {
    if isComplete { missing.append((key, hint)) }
  }

  /// Returns the entry of any key, without taking it.
  func entry(named name: String) -> YAMLEntry? { entries.first { $0.key.text == name } }

  /// Takes an entry that was reported, whose key isn't one of the map.
  mutating func skip(_ entry: YAMLEntry) { taken.insert(entry.key.text) }

  /// Reports the keys that weren't taken, and the required keys that are missing rather than
  /// misspelled.
  mutating func finish() {
    reportUnknownKeys()
    for (key, hint) in missing {
      context.report("missing-key", "\(what) needs '\(key.rawValue)'\(hint)", at: headRange)
    }
  }

  private mutating func reportUnknownKeys() {
    let unknown = entries.filter { !taken.contains($0.key.text) }
    guard !unknown.isEmpty else { return }
    let known = map.names.sorted()
    let present = Set(entries.map(\.key.text))
    let candidates = known.filter { !present.contains($0) }
    let nearMisses = context.nearMisses
    for entry in unknown {
      let name = entry.key.text
      // The messages of a field are a map; other form languages have its question in one text.
      let isMap = if case .map = entry.value.content { true } else { false }
      let meant =
        isMap && name == "message" ? nil : Self.meant(by: name).first(where: candidates.contains)
      let near =
        meant.map {
          NearMiss.Match(name: $0, isClear: Self.synonyms.contains(name.lowercased()))
        } ?? nearMisses.match(for: name, in: candidates)
      if let near {
        missing.removeAll { $0.key.rawValue == near.name }
        context.report(
          "unknown-key",
          "unknown key '\(name)'\(name.foreignPart); did you mean '\(near.name)'?",
          at: entry.key.range,
          fixIts: [
            FixIt(
              "write '\(near.name)'", [FixIt.Edit(entry.key.range, near.name)],
              isSafe: near.isClear)
          ])
      } else {
        context.report(
          "unknown-key", "\(what) has no key '\(name)'", at: entry.key.range,
          notes: [Diagnostic.Note("it may have \(known.joined(separator: ", "))", at: nil)])
      }
    }
  }

  /// Words from other form languages that mean exactly the same as one of our keys.
  ///
  /// Others have only a similar meaning, or the opposite one, like `optional`.
  private static let synonyms: Set<String> = [
    "minimum", "maximum", "if", "condition", "regex", "regexp", "environment", "prompt", "question",
    "message",
    "fields", "steps", "label",
  ]

  /// Returns our keys for a word from other form languages, or for a key of another kind of step.
  private static func meant(by name: String) -> [String] {
    switch name.lowercased() {
    case "minimum": ["min"]
    case "maximum": ["max"]
    case "options", "values", "enum", "items": ["choices"]
    case "explanation": ["description", "help"]
    case "prompt", "question", "caption": ["label", "title"]
    case "message": ["label"]
    case "label", "heading", "name": ["title"]
    case "fields", "questions", "elements", "children", "body", "content":
      ["steps", "fields", "text"]
    case "steps": ["fields"]
    case "if", "condition": ["when"]
    case "optional", "mandatory": ["required"]
    case "regex", "regexp", "match", "matches": ["pattern"]
    case "validation", "validations", "checks", "rules": ["validate"]
    case "initial", "preset": ["default"]
    case "completions", "suggestions": ["suggest"]
    case "environment", "enviroment": ["env"]
    default: []
    }
  }
}
