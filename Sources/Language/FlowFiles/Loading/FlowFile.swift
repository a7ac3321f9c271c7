// SPDX-License-Identifier: Apache-2.0

internal import FlowAnalysis
public import FlowModel
public import SourceDiagnostics

/// Loads flow files: turns YAML text into a flow that's ready to run.
///
/// This is the only way to get a `CheckedFlow`: use `load(_:name:limit:files:extensions:)` for a
/// file, and `check(_:extensions:)` for a flow that's built in code. Both make the same checks.
///
/// Every mistake is found in one run: YAML syntax errors, unknown and missing keys, nodes of the
/// wrong kind, literals of the wrong type, and everything that can be proven about names, types,
/// and paths.
///
/// ```swift
/// let loaded = FlowFile.load(bytes, name: "order.flow.yaml")
/// print(DiagnosticRenderer().render(loaded.diagnostics))
/// ```
public enum FlowFile {
  /// The version of the flow language that this module reads.
  package static let languageVersion = 1

  /// The default maximum size of a file in bytes: 4 MiB.
  public static let defaultLimit = 4 << 20

  /// Loads a flow, and checks its names and types.
  ///
  /// Steps and inputs that can't be loaded aren't reported again as unknown names.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8.
  ///   - name: The name to show in messages, usually the path that the user entered.
  ///   - limit: The maximum size in bytes; a larger file is rejected before it's parsed.
  ///   - files: The files in the flow's folder: its translations, flows that it uses, and files
  ///     that `from:` and `copy:` name; nil if there are none.
  ///   - extensions: What the program adds to the language, for this flow and the flows it uses.
  ///   - includesWarnings: Whether to look for mistakes that are only warnings, which can take as
  ///     long as everything else. The resulting flow is the same either way. Some warnings are
  ///     found regardless.
  /// - Returns: The flow, if it has no errors, and all diagnostics.
  public static func load(
    _ bytes: [UInt8], name: String, limit: Int = defaultLimit, files: (any FlowFileSource)? = nil,
    extensions: FlowExtensions = FlowExtensions(), includesWarnings: Bool = true
  ) -> LoadedFlow {
    load(
      bytes, name: name, limit: limit, files: files, extensions: extensions, outline: nil,
      includesWarnings: includesWarnings)
  }

  private static func load(
    _ bytes: [UInt8], name: String, limit: Int, files: (any FlowFileSource)?,
    extensions: FlowExtensions, outline: SourceOutline?, includesWarnings: Bool = true
  ) -> LoadedFlow {
    let chain = SubflowChain(outermost: name, extensions: extensions)
    var loaded = read(
      bytes, name: name, limit: limit, files: files, chain: chain, outline: outline)
    if let files {
      loaded.addTexts(from: files, in: "", forFlowAt: name, limit: limit, chain: chain)
    }
    guard let definition = loaded.definition else { return loaded }
    let (index, flow, found) = FlowAnalyzer.check(
      definition, includesWarnings: includesWarnings)
    loaded.index = index
    let known = found.filter { diagnostic in
      !loaded.lostNames.contains(String(diagnostic.place.file[diagnostic.place.range]))
        && !(chain.shared.lackingExtensions.contains(diagnostic.place.file.name)
          && Self.isOfExtension(diagnostic.id))
    }
    loaded.diagnostics.add(contentsOf: ScalarFixIts.adapted(known, in: chain.shared.filesOfScalars))
    loaded.dropWarnings(alongErrorsIn: found)
    loaded.flow = loaded.diagnostics.hasErrors ? nil : flow
    return loaded
  }

  /// Whether a mistake is the name of something that a file of extensions can declare.
  private static func isOfExtension(_ id: DiagnosticID) -> Bool {
    ["unknown-function", "unknown-widget", "unknown-action"].contains(id.name)
  }

  /// Loads a flow from a text, and checks its names and types.
  public static func load(
    _ text: String, name: String, limit: Int = defaultLimit, files: (any FlowFileSource)? = nil,
    extensions: FlowExtensions = FlowExtensions()
  ) -> LoadedFlow {
    load(Array(text.utf8), name: name, limit: limit, files: files, extensions: extensions)
  }

  /// Checks a flow that's built in code, as thoroughly as `load(_:name:limit:files:extensions:)`
  /// checks a file.
  ///
  /// A definition is valid if and only if the equivalent flow file is: it's written as a file, and
  /// the file is loaded. Since the user never sees this file, diagnostics name the step by its
  /// path, such as `step 'servers' › field 'host' › when`, and have no fixes, which would edit the
  /// file. Source places in the definition are ignored.
  ///
  /// ```swift
  /// let definition = FlowDefinition("greeting") {
  ///   Ask("name", .string)
  ///   Note("hello", "Hello ${name}")
  /// }
  /// let checked = FlowFile.check(definition)
  /// print(DiagnosticRenderer().render(checked.diagnostics))
  /// ```
  ///
  /// - Parameters:
  ///   - definition: The flow. It can use its own extensions, and those of the program.
  ///   - extensions: What the program adds to the language, for this flow and the flows it uses.
  /// - Returns: The flow, if it has no errors, and all diagnostics.
  /// - Complexity: The same as loading the equivalent file. A flow that's used several times counts
  ///   once for each use.
  public static func check(
    _ definition: FlowDefinition, extensions: FlowExtensions = FlowExtensions()
  ) -> LoadedFlow {
    var all = FlowExtensions(of: definition)
    _ = all.implement(by: extensions)
    var writer = DefinitionWriter()
    let (text, outline) = writer.text(of: definition)
    var loaded = load(
      Array(text.utf8), name: definition.id.name, limit: .max, files: writer.files,
      extensions: all, outline: outline)
    loaded.diagnostics.update { diagnostic in
      for fix in diagnostic.fixIts where fix.isShown {
        diagnostic.notes.append(.init(fix.title, at: nil))
      }
      diagnostic.fixIts = []
    }
    return loaded
  }

  /// Reads a definition without checking its names and types.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8.
  ///   - name: The name to show in messages.
  ///   - limit: The maximum size in bytes; a larger file is rejected before it's parsed.
  ///   - files: The files in the flow's folder; nil if there are none.
  /// - Returns: The part of the definition that can be read, and the diagnostics about its structure.
  /// - Complexity: O(*n* · (*e* + 1)) in the length of the file and the number of syntax errors.
  public static func read(
    _ bytes: [UInt8], name: String, limit: Int = defaultLimit, files: (any FlowFileSource)? = nil
  ) -> LoadedFlow {
    read(bytes, name: name, limit: limit, files: files, chain: nil, outline: nil)
  }

  /// Reads a definition that another flow uses, or that was generated for a flow made in code.
  static func read(
    _ bytes: [UInt8], name: String, limit: Int, files: (any FlowFileSource)?,
    chain: SubflowChain?, outline: SourceOutline?
  ) -> LoadedFlow {
    let stream = Self.stream(bytes, name: name, limit: limit, outline: outline)
    let context = LoadingContext(
      file: stream.file, diagnostics: stream.diagnostics, files: files, limit: limit, chain: chain)
    let definition = stream.root.flatMap { context.flow($0) }
    return LoadedFlow(
      file: stream.file, definition: definition, flow: nil, diagnostics: context.diagnostics,
      isWhole: stream.root?.isComplete ?? false, lostNames: context.lostNames)
  }

  /// Reads the tree of a flow file, with what's wrong with its YAML.
  package static func stream(
    _ bytes: [UInt8], name: String, limit: Int, outline: SourceOutline? = nil
  ) -> YAMLStream {
    var options = YAMLOptions()
    options.maximumByteCount = limit
    options.codeKeys = codeKeys
    options.listKeys = ["steps", "fields"]
    options.mergingKeys = [FlowKey.output.rawValue]
    options.knownKeys = knownKeys
    options.expectation = "a flow"
    options.outline = outline
    return YAMLReader.read(bytes, name: name, options: options)
  }
}

/// The result of loading a flow file.
public struct LoadedFlow: Sendable {
  /// The file; its text has no byte order mark.
  ///
  /// For a flow made in code, it's the equivalent file.
  public let file: SourceFile

  /// The part of the flow that can be read, as written in the file; nil if it has no steps.
  public internal(set) var definition: FlowDefinition?

  /// The checked flow; nil if it has errors or wasn't checked.
  public internal(set) var flow: CheckedFlow?

  /// The index of the names, texts, and expressions of the flow, with holes where it has mistakes; nil without a
  /// definition, or if it wasn't checked.
  package internal(set) var index: FlowIndex?

  /// The diagnostics in source order; in a flow made in code, each has the path of its step.
  public internal(set) var diagnostics: DiagnosticList

  /// Whether the file was read to its end; false if a mistake in its YAML ended it early.
  package let isWhole: Bool

  /// The names of steps and inputs that couldn't be loaded.
  package let lostNames: Set<String>

  /// Adds the translations in the flow's folder.
  ///
  /// - Parameters:
  ///   - source: The files.
  ///   - inner: The folder of a used flow, relative to the folder of the outermost flow; empty for
  ///     the outermost flow.
  ///   - path: The path of the flow file, as messages show it.
  ///   - limit: The maximum size of a file in bytes.
  ///   - chain: The flows that use this one, and this one.
  mutating func addTexts(
    from source: any FlowFileSource, in inner: String, forFlowAt path: String, limit: Int,
    chain: SubflowChain
  ) {
    guard var definition, let stem = TextsFile.stem(of: path) else { return }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let names = inner.isEmpty ? source.names : source.names(in: inner)
    for file in TextsFile.all(of: stem, among: names) {
      do {
        let bytes = try source.read(inner.isEmpty ? file.name : "\(inner)/\(file.name)")
        diagnostics.add(
          contentsOf: file.add(
            bytes, shown: folder + file.name, to: &definition, limit: limit, files: source,
            chain: chain))
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

  /// Drops the warnings that the file allows, and those about numbers that are errors anyway.
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

extension SourceFile {
  /// The tree of a flow file; nil if it can't be read.
  ///
  /// It's read again, because it takes more memory than the definition, and few flows need it after that.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  var tree: YAMLNode? { FlowFile.stream(Array(text.utf8), name: name, limit: .max).root }
}

extension LoadingContext {
  /// Reads the flow of a document.
  func flow(_ root: YAMLNode) -> FlowDefinition? {
    guard
      var reader = MapReader(
        root, as: .flowFile, what: "a flow", headRange: SourceRange(at: root.range.lowerBound),
        context: self)
    else { return nil }
    if let version = reader.require(.flow, hint: ", the version of the language: flow: 1") {
      checkLanguageVersion(version)
    }
    let id = reader.require(.id).flatMap { word($0.value, expected: "the flow's id") }
    let version = reader.take(.version).flatMap { wholeNumber($0) }
    let title = reader.take(.title).flatMap { localizedText($0) }
    let language = reader.take(.language).flatMap { languageTag($0) }
    // The steps can name the types that it declares.
    let extensionsFile = reader.take(.extensions).flatMap { self.extensionsFile($0) }
    let inputs = reader.take(.inputs).map { self.inputs($0) } ?? []
    let functions = reader.take(.functions).map { self.functions($0) } ?? []
    let steps = reader.require(.steps).map { self.steps($0) }
    let output = reader.take(.output).flatMap { self.output($0.value, key: "output") }
    let allow = reader.take(.allow).map { allowed($0) } ?? []
    let migrations = reader.take(.migrate).map { self.migrations($0) } ?? []
    let isUpdatable = reader.take(.updatable).flatMap { boolean($0) } ?? false
    reader.finish()
    guard let steps else { return nil }
    var flow = FlowDefinition(
      id: id ?? Identifier("flow", at: place(SourceRange(at: root.range.lowerBound))),
      version: version ?? 1, title: title, language: language ?? "en", inputs: inputs,
      functions: functions, steps: steps, output: output, migrations: migrations,
      extensionsFile: extensionsFile,
      extensions: extensions, allow: allow, isUpdatable: isUpdatable, file: file)
    flow.lost = lost
    return flow
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
