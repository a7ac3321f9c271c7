// SPDX-License-Identifier: Apache-2.0

internal import FlowAnalysis
public import FlowForms
public import SourceDiagnostics

/// Reads flow files: YAML text in, a flow that is ready to be walked out.
///
/// This is the only way to a ``CheckedFlow``: ``load(_:name:limit:files:)`` for a file,
/// ``check(_:)`` for a flow that was built in code. Both prove the same.
///
/// Every mistake is found in one run: what isn't YAML, unknown and missing keys, nodes of the wrong
/// kind, literals of the wrong type, and what can be proven about names, types and paths.
///
/// ```swift
/// let loaded = FlowFile.load(bytes, name: "order.flow.yaml")
/// print(DiagnosticRenderer().render(loaded.diagnostics))
/// ```
public enum FlowFile {
  /// The version of the flow language that this module reads.
  public static let languageVersion = 1

  /// The maximum number of bytes of a file, unless the caller says otherwise: 4 MiB.
  public static let defaultLimit = 4 << 20

  /// The keys whose values are expressions.
  package static let codeKeys: Set<String> = [
    "when", "disabledWhen", "check", "from", "value", "over", "each", "json", "yaml",
  ]

  /// The keys that a person may have written without their colon.
  static let knownKeys: Set<String> = codeKeys.union([
    "flow", "id", "version", "title", "language", "inputs", "steps", "output", "ask", "form",
    "group", "note", "compute", "review", "commit", "stop", "type", "label", "help", "hint",
    "default", "required", "min", "max", "pattern", "choices", "validate", "message", "messages",
    "text", "fields", "priority", "env", "outcome", "level", "format", "empty", "suggest", "repeat",
    "summary", "over", "minItems", "maxItems", "use", "with", "remember", "widget", "sets", "must",
    "confirm", "run", "write", "command", "action", "undo", "reads", "capture", "stdin", "pass",
    "timeout", "onError", "path", "content", "copy", "exists", "mode", "secret", "args", "verbatim",
    "migrate", "rename", "drop", "set", "minLength", "maxLength", "multipleOf",
  ])

  /// Loads a flow and proves its names and types.
  ///
  /// What could not be loaded isn't reported a second time as unknown.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8.
  ///   - name: The name that messages show, usually the path as the person gave it.
  ///   - limit: The maximum number of bytes; a longer file is refused before it is parsed.
  ///   - files: The files beside the flow: its translations, flows that it uses, and those that
  ///     `from:` and `copy:` name; nil: there are none.
  ///   - includesWarnings: Whether to look for what only warnings tell, which can take as long as
  ///     everything else. The flow doesn't depend on it; some warnings are found regardless.
  /// - Returns: The flow, when nothing is wrong with it, and everything that was found.
  public static func load(
    _ bytes: [UInt8], name: String, limit: Int = defaultLimit, files: (any FlowFileSource)? = nil,
    includesWarnings: Bool = true
  ) -> LoadedFlow {
    load(
      bytes, name: name, limit: limit, files: files, outline: nil,
      includesWarnings: includesWarnings)
  }

  private static func load(
    _ bytes: [UInt8], name: String, limit: Int, files: (any FlowFileSource)?,
    outline: SourceOutline?, includesWarnings: Bool = true
  ) -> LoadedFlow {
    var loaded = read(
      bytes, name: name, limit: limit, files: files, chain: nil, outline: outline)
    if let files { loaded.addTexts(from: files, in: "", alongside: name, limit: limit) }
    guard let definition = loaded.definition else { return loaded }
    let (flow, found) = FlowAnalyzer.check(definition, includesWarnings: includesWarnings)
    let known = found.filter { diagnostic in
      !loaded.lostNames.contains(String(diagnostic.place.file[diagnostic.place.range]))
    }
    if let root = loaded.root, known.contains(where: { !$0.fixIts.isEmpty }) {
      let fixIts = ScalarFixIts(root, in: loaded.file)
      // A finding in another file isn't in a scalar of this one.
      loaded.diagnostics.add(
        contentsOf: known.map { $0.place.file == loaded.file ? fixIts.fitted($0) : $0 })
    } else {
      loaded.diagnostics.add(contentsOf: known)
    }
    loaded.dropWarnings(alongErrorsIn: found)
    loaded.flow = loaded.diagnostics.hasErrors ? nil : flow
    return loaded
  }

  /// Loads a flow from a text and proves its names and types.
  public static func load(
    _ text: String, name: String, limit: Int = defaultLimit, files: (any FlowFileSource)? = nil
  ) -> LoadedFlow {
    load(Array(text.utf8), name: name, limit: limit, files: files)
  }

  /// Checks a flow that was built in code, as thoroughly as ``load(_:name:limit:files:)`` checks a
  /// file.
  ///
  /// A definition is accepted exactly when the flow file that says the same is: it's written as
  /// that file, and the file is loaded. No one has seen this file, so what is found names the step
  /// by its path, as `step 'servers' › field 'host' › when`, and has no fixes, which would edit the
  /// file. Places in the definition don't matter.
  ///
  /// ```swift
  /// let definition = FlowDefinition(
  ///   id: "greeting",
  ///   steps: [
  ///     StepDefinition(id: "name", kind: .ask(FieldDefinition(type: .string))),
  ///     StepDefinition(id: "hello", kind: .note("Hello ${name}")),
  ///   ])
  /// let checked = FlowFile.check(definition)
  /// print(DiagnosticRenderer().render(checked.diagnostics))
  /// ```
  ///
  /// - Parameter definition: The flow.
  /// - Returns: The flow, when nothing is wrong with it, and everything that was found.
  /// - Complexity: That of loading the file, whose size is that of the definition, each used flow
  ///   counted once for each use.
  public static func check(_ definition: FlowDefinition) -> LoadedFlow {
    var writer = DefinitionWriter()
    let (text, outline) = writer.text(of: definition)
    var loaded = load(
      Array(text.utf8), name: definition.id.name, limit: .max, files: writer.files,
      outline: outline)
    loaded.diagnostics.update { diagnostic in
      for fix in diagnostic.fixIts where fix.isShown {
        diagnostic.notes.append(.init(fix.title, at: nil))
      }
      diagnostic.fixIts = []
    }
    return loaded
  }

  /// Reads a definition without proving anything about it.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8.
  ///   - name: The name that messages show.
  ///   - limit: The maximum number of bytes; a longer file is refused before it is parsed.
  ///   - files: The files beside the flow; nil: there are none.
  /// - Returns: The definition, as far as it can be read, and what is wrong with its structure.
  /// - Complexity: O(*n*) in the length of the file, and for each syntax error once more.
  public static func read(
    _ bytes: [UInt8], name: String, limit: Int = defaultLimit, files: (any FlowFileSource)? = nil
  ) -> LoadedFlow {
    read(bytes, name: name, limit: limit, files: files, chain: nil, outline: nil)
  }

  /// Reads a definition that other flows use, or that is written for a flow made in code.
  static func read(
    _ bytes: [UInt8], name: String, limit: Int, files: (any FlowFileSource)?,
    chain: SubflowChain?, outline: SourceOutline?
  ) -> LoadedFlow {
    var options = YAMLOptions()
    options.maximumByteCount = limit
    options.codeKeys = codeKeys
    options.knownKeys = knownKeys
    options.expectation = "a flow"
    options.outline = outline
    let stream = YAMLReader.read(bytes, name: name, options: options)
    let context = LoadingContext(
      file: stream.file, diagnostics: stream.diagnostics, files: files, limit: limit, chain: chain)
    let definition = stream.root.flatMap { context.flow($0) }
    return LoadedFlow(
      file: stream.file, definition: definition, flow: nil, diagnostics: context.diagnostics,
      lostNames: context.lostNames, root: stream.root)
  }
}

/// The result of a flow file.
public struct LoadedFlow: Sendable {
  /// The file, whose text has no byte order mark.
  ///
  /// For a flow made in code it's the file that says the same.
  public let file: SourceFile

  /// The flow as the file says it, as far as it can be read; nil when it has no steps.
  public internal(set) var definition: FlowDefinition?

  /// The flow with its names and types proven; nil when anything is wrong, or nothing was checked.
  public internal(set) var flow: CheckedFlow?

  /// What was found, in source order; of a flow made in code each has the path of its step.
  public internal(set) var diagnostics: DiagnosticList

  /// Names of steps and inputs that could not be loaded.
  let lostNames: Set<String>

  /// The file's tree.
  let root: YAMLNode?

  /// Adds the translations that are next to the flow.
  ///
  /// - Parameters:
  ///   - source: The files.
  ///   - inner: The folder of a used flow, relative to the outermost one's; empty for that itself.
  ///   - path: The flow's file as messages name it.
  ///   - limit: The maximum number of bytes of a file.
  mutating func addTexts(
    from source: any FlowFileSource, in inner: String, alongside path: String, limit: Int
  ) {
    guard var definition, let stem = TextsFile.stem(of: path) else { return }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let names = inner.isEmpty ? source.names : source.names(in: inner)
    for file in TextsFile.all(of: stem, among: names) {
      do {
        let bytes = try source.read(inner.isEmpty ? file.name : "\(inner)/\(file.name)")
        diagnostics.add(
          contentsOf: file.add(bytes, shown: folder + file.name, to: &definition, limit: limit))
      } catch {
        diagnostics.add(
          Diagnostic(
            "unreadable-file",
            "'\(file.name)' cannot be read: "
              + ((error as? FlowFileSourceError)?.message ?? "\(error)"),
            at: SourcePlace(self.file, SourceRange(at: 0))))
      }
    }
    self.definition = definition
  }

  /// Drops warnings that the file allows, and those of numbers that are wrong anyway.
  fileprivate mutating func dropWarnings(alongErrorsIn found: [Diagnostic]) {
    let allowed = Set(definition?.allow ?? [])
    let wrong = Set(found.filter { $0.severity == .error }.map(\.place))
    diagnostics.removeAll { diagnostic in
      diagnostic.severity == .warning
        && (allowed.contains(diagnostic.id)
          || diagnostic.id == "number-form" && wrong.contains(diagnostic.place))
    }
  }
}

extension LoadingContext {
  /// The flow of a document.
  func flow(_ root: YAMLNode) -> FlowDefinition? {
    guard
      var reader = MapReader(
        root, what: "a flow", headRange: SourceRange(at: root.range.lowerBound), context: self)
    else { return nil }
    if let version = reader.require("flow", hint: ", the version of the language: flow: 1") {
      checkLanguageVersion(version)
    }
    let id = reader.require("id").flatMap { word($0.value, expected: "the flow's id") }
    let version = reader.take("version").flatMap { wholeNumber($0) }
    let title = reader.take("title").flatMap { localizedText($0) }
    let language = reader.take("language").flatMap { languageTag($0) }
    let inputs = reader.take("inputs").map { self.inputs($0) } ?? []
    let steps = reader.require("steps").map { self.steps($0) }
    let output = reader.take("output").flatMap { self.output($0.value, key: "output") }
    let allow = reader.take("allow").map { allowed($0) } ?? []
    let migrations = reader.take("migrate").map { self.migrations($0) } ?? []
    reader.finish()
    guard let steps else { return nil }
    return FlowDefinition(
      id: id ?? Identifier("flow", at: place(SourceRange(at: root.range.lowerBound))),
      version: version ?? 1, title: title, language: language ?? "en", inputs: inputs,
      steps: steps, output: output, migrations: migrations, allow: allow, file: file)
  }

  private func checkLanguageVersion(_ entry: YAMLEntry) {
    guard let version = wholeNumber(entry), version != FlowFile.languageVersion else { return }
    report(
      "unsupported-version",
      "this version of stackflow reads version \(FlowFile.languageVersion) of the language, "
        + "found \(version)",
      at: entry.value.range)
  }

  private func languageTag(_ entry: YAMLEntry) -> String? {
    guard let word = word(entry.value, expected: "a language tag") else { return nil }
    if word.name.isLanguageTag { return word.name }
    report(
      "unknown-language",
      "'\(word.name)' isn't a language tag; expected one such as 'en' or 'de-AT'",
      at: word.place.range)
    return nil
  }
}
