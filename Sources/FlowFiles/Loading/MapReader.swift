// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Reads a map whose keys are known.
///
/// A loader takes the keys that it knows; what is left at the end is reported with the key that was
/// probably meant.
struct MapReader {
  let context: LoadingContext

  /// What the map is, for messages: `an 'ask' step`, `a choice`.
  let what: String

  /// Where a missing key is reported.
  let headRange: SourceRange

  /// The entries in the file's order.
  let entries: [YAMLEntry]

  /// Whether the whole map was read.
  let isComplete: Bool

  private var taken: Set<String> = []

  /// Taken keys that are none.
  private var hidden: Set<String> = []

  /// Required keys that aren't there, with what is said about them.
  private var missing: [(key: String, hint: String)] = []

  /// A reader of a map; nil, after a report, when the node is none.
  init?(_ node: YAMLNode, what: String, headRange: SourceRange? = nil, context: LoadingContext) {
    guard case .map(let entries) = node.content else {
      context.reportKind(node, expected: "a map")
      return nil
    }
    self.context = context
    self.what = what
    self.entries = entries
    self.headRange = headRange ?? node.headRange
    isComplete = node.isComplete
  }

  /// The value of a key, which counts as known from now on.
  mutating func take(_ key: String) -> YAMLEntry? {
    taken.insert(key)
    return entries.first { $0.key.text == key }
  }

  /// Keeps a key that is taken only to be refused out of what the map may have.
  mutating func hide(_ key: String) { hidden.insert(key) }

  /// The value of a key that must be there; ``finish()`` reports it when it isn't.
  mutating func require(_ key: String, hint: String = "") -> YAMLEntry? {
    if let entry = take(key) { return entry }
    if isComplete { missing.append((key, hint)) }
    return nil
  }

  /// Reports the keys that no one took, and the required ones that are missing and not misspelled.
  mutating func finish() {
    for entry in entries where !taken.contains(entry.key.text) {
      let name = entry.key.text
      let taken = taken.subtracting(hidden)
      let candidates = taken.filter { key in !entries.contains { $0.key.text == key } }.sorted()
      let meant = Self.meant(by: name).flatMap { candidates.contains($0) ? $0 : nil }
      if let near = meant ?? NearMiss.nearest(to: name, in: candidates) {
        missing.removeAll { $0.key == near }
        context.report(
          "unknown-key", "unknown key '\(name)'; did you mean '\(near)'?", at: entry.key.range,
          fixIts: [
            FixIt(
              "write '\(near)'", [FixIt.Edit(entry.key.range, near)],
              isSafe: meant == nil
                ? NearMiss.isClear(name, in: candidates) : Self.synonyms.contains(name.lowercased())
            )
          ])
      } else {
        context.report(
          "unknown-key", "\(what) has no key '\(name)'", at: entry.key.range,
          notes: [
            Diagnostic.Note("it may have \(taken.sorted().joined(separator: ", "))", at: nil)
          ])
      }
    }
    for (key, hint) in missing {
      context.report("missing-key", "\(what) needs '\(key)'\(hint)", at: headRange)
    }
  }

  /// Words of other languages that mean what the key means; others are near, or its opposite, as
  /// `optional` is.
  private static let synonyms: Set<String> = [
    "minimum", "maximum", "if", "condition", "regex", "regexp", "environment", "prompt", "question",
  ]

  /// The key that a word of other languages for questions stands for.
  private static func meant(by name: String) -> String? {
    switch name.lowercased() {
    case "minimum": "min"
    case "maximum": "max"
    case "options", "values", "enum", "items": "choices"
    case "description", "explanation": "help"
    case "prompt", "question": "label"
    case "if", "condition": "when"
    case "optional", "mandatory": "required"
    case "regex", "regexp", "match", "matches": "pattern"
    case "validation", "validations", "checks", "rules": "validate"
    case "initial", "preset": "default"
    case "completions", "suggestions": "suggest"
    case "environment", "enviroment": "env"
    case "body", "content": "text"
    case "name": "title"
    default: nil
    }
  }
}
