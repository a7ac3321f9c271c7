// SPDX-License-Identifier: Apache-2.0

internal import FlowChecks
internal import FlowModel
internal import SourceDiagnostics

/// A file with translations of a flow: `NAME.LANG.texts.yaml` next to `NAME.flow.yaml`, which maps
/// keys such as `name.label` and `kind.choices.http.hint` to texts.
///
/// Each text of the file becomes a variant of the text that it translates. Its `${…}` are checked
/// in the scope of the original text and reported where they're written.
struct TextsFile {
  /// The file name; the file is in the flow's folder.
  let name: String

  /// The language tag in the file name.
  let language: String

  static let suffix = ".texts.yaml"

  /// Returns the translation files of a flow, sorted by name.
  ///
  /// - Parameters:
  ///   - stem: The flow's file name without `.flow.yaml`.
  ///   - names: The names in the flow's folder.
  /// - Returns: The files, without those of other flows.
  static func all(of stem: String, among names: [String]) -> [TextsFile] {
    names.sorted().compactMap { name in
      guard name.hasPrefix(stem + "."), name.hasSuffix(suffix),
        name.utf8.count > stem.utf8.count + 1 + suffix.utf8.count
      else { return nil }
      let tag = name.dropFirst(stem.count + 1).dropLast(suffix.count)
      // `a.b.de.texts.yaml` belongs to `a.b.flow.yaml`.
      return tag.contains(".") ? nil : TextsFile(name: name, language: String(tag))
    }
  }

  /// Returns the name of a flow file without its extension, or nil if it isn't one.
  static func stem(of path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".flow.yaml", ".flow.yml"] where name.hasSuffix(ending) {
      let stem = name.dropLast(ending.count)
      return stem.isEmpty ? nil : String(stem)
    }
    return nil
  }

  /// Adds the texts of the file to a definition.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - shown: The name to show in messages.
  ///   - definition: The flow; the texts become variants of its texts.
  ///   - limit: The maximum size of the file in bytes.
  ///   - files: The files that texts can use.
  ///   - chain: The flows that use this one, and this one.
  /// - Returns: The diagnostics of the file.
  func add(
    _ bytes: [UInt8], shown: String, to definition: inout FlowDefinition, limit: Int,
    files: any FlowFileSource, chain: SubflowChain
  ) -> DiagnosticList {
    var options = YAMLOptions()
    options.maximumByteCount = limit
    options.expectation = "a map of texts"
    let stream = YAMLReader.read(bytes, name: shown, options: options)
    let context = LoadingContext(
      file: stream.file, diagnostics: stream.diagnostics, files: files, limit: limit, chain: chain)
    guard checkLanguage(of: definition, context) else { return context.diagnostics }
    guard let root = stream.root, let entries = entries(of: root, context) else {
      return context.diagnostics
    }
    var open: [String: YAMLEntry] = [:]
    for entry in entries where open[entry.key.text] == nil { open[entry.key.text] = entry }
    var used: Set<String> = []
    definition.forEachText { key, text in
      // Two texts have the same key only if an id or a choice occurs twice, which is reported
      // elsewhere.
      guard let entry = open[key], used.insert(key).inserted else { return }
      add(entry, to: &text, context)
    }
    for key in used { open[key] = nil }
    report(entries.filter { open[$0.key.text] != nil }, in: definition, context)
    return context.diagnostics
  }

  // MARK: Entries

  private func entries(of root: YAMLNode, _ context: LoadingContext) -> [YAMLEntry]? {
    guard case .map(let entries) = root.content else {
      context.reportKind(root, expected: "a map from keys such as 'name.label' to texts")
      return nil
    }
    return entries
  }

  private func add(_ entry: YAMLEntry, to text: inout LocalizedText, _ context: LoadingContext) {
    if case .map = entry.value.content {
      context.reportKind(entry.value, expected: "a text in '\(language)'")
      return
    }
    if let there = text.variants.first(where: { isOwn($0.language) }) {
      context.report(
        "duplicate-text", "'\(entry.key.text)' already has a text in '\(language)'",
        at: entry.key.range, notes: [.init("it's here", at: there.template.place)])
      return
    }
    guard let template = context.template(entry.value, key: entry.key.text) else { return }
    text.variants.append(LocalizedText.Variant(language: language, template: template))
  }

  private func isOwn(_ tag: String?) -> Bool { tag?.lowercased() == language.lowercased() }

  private func checkLanguage(
    of definition: FlowDefinition, _ context: LoadingContext
  ) -> Bool {
    let start = SourceRange(at: 0)
    guard language.isLanguageTag else {
      context.report(
        "unknown-language",
        "'\(language)' in the file's name isn't a language tag; expected one such as 'en' or 'de-AT'",
        at: start)
      return false
    }
    guard language.lowercased() != definition.language.lowercased() else {
      context.report(
        "own-language",
        "'\(language)' is the flow's own language, whose texts belong in the flow", at: start)
      return false
    }
    return true
  }

  // MARK: Keys

  /// Reports keys that translate nothing.
  private func report(
    _ entries: [YAMLEntry], in definition: FlowDefinition, _ context: LoadingContext
  ) {
    guard !entries.isEmpty else { return }
    let keys = definition.textKeys
    let known = Set(keys)
    // The keys of each step, and what comes before the first few dots of each key.
    var keysOfStep: [Substring: [String]] = [:]
    var groups: Set<Substring> = []
    for key in keys {
      let dots = key.indices.lazy.filter { key[$0] == "." }.prefix(8)
      if let dot = dots.first { keysOfStep[key[..<dot], default: []].append(key) }
      for dot in dots { groups.insert(key[..<dot]) }
    }
    let nearMisses = NearMissSearch()
    for entry in entries {
      let key = entry.key.text
      if case .map = entry.value.content, groups.contains(key[...]) {
        context.report(
          "wrong-kind", "expected a text, found a map; write the keys in one, as '\(key).…'",
          at: entry.key.range)
        continue
      }
      let parts = key.split(separator: ".")
      let isMissing =
        parts.count == 2 && FlowFile.textKeysOfSteps.contains(String(parts[1]))
        && keysOfStep[parts[0]] != nil
      let near =
        Self.renamed(key, in: known).map { NearMiss.Match(name: $0, isClear: true) }
        ?? (isMissing ? nil : nearMisses.match(for: key, in: keys))
      if let near {
        context.report(
          "unknown-text", "unknown text '\(key)'; did you mean '\(near.name)'?",
          at: entry.key.range,
          fixIts: [
            FixIt(
              "write '\(near.name)'",
              [FixIt.Edit(context.file.rangeInsideQuotes(of: entry.key.range), near.name)],
              isSafe: near.isClear)
          ])
        continue
      }
      context.report(
        "unknown-text", "the flow has no text '\(key)' to translate", at: entry.key.range,
        notes: notes(on: key, among: keysOfStep))
    }
  }

  /// Returns the key of a text whose key has a word of the expression language where the flow's id has another
  /// name since it was renamed; nil if there's none.
  private static func renamed(_ key: String, in keys: Set<String>) -> String? {
    // The part after the id of a step may be such a word, such as a choice.
    for dot in key.indices.lazy.filter({ key[$0] == "." }).prefix(8) {
      let renamed = String(key[..<dot]).withoutReservedNames + key[dot...]
      if renamed != key, keys.contains(renamed) { return renamed }
    }
    return nil
  }

  /// Returns a note that lists the texts of the step that a key names, if there are any.
  private func notes(
    on key: String, among keys: [Substring: [String]]
  ) -> [Diagnostic.Note] {
    let id = key.prefix { $0 != "." }
    guard let there = keys[id] else { return [] }
    let shown = there.prefix(8).joined(separator: ", ") + (there.count > 8 ? "…" : "")
    return [.init("'\(id)' has \(shown)", at: nil)]
  }
}
