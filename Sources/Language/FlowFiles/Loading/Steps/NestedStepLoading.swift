// SPDX-License-Identifier: Apache-2.0

internal import FlowModel
internal import SourceDiagnostics

// Lists of records, and nested flows.
extension LoadingContext {
  /// Reads a `repeat` step, or returns nil if it has no steps.
  func list(_ reader: inout MapReader) -> StepDefinition.Kind? {
    let steps = reader.require(.steps).map { self.steps($0) }
    var constraints: [ConstraintDefinition] = []
    for kind in [ConstraintKind.minItems, .maxItems] {
      guard let entry = reader.take(named: kind.rawValue), !reportKeysOnOneLine(entry),
        let value = setting(entry.value)
      else { continue }
      constraints.append(ConstraintDefinition(kind, value, keyPlace: place(entry.key.range)))
    }
    let summary = reader.take(.summary).flatMap { localizedText($0) }
    let validations = reader.take(.validate).map { self.validations($0) } ?? []
    let over = reader.take(.over).flatMap { expression($0) }
    let isFilled = reader.take(.fill).flatMap { boolean($0) } ?? false
    return steps.map {
      .repeat(
        RepeatDefinition(
          steps: $0, constraints: constraints, summary: summary, validations: validations,
          over: over, isFilled: isFilled))
    }
  }

  /// Reads a `form` step, which is a matrix with `over`; returns nil if it has no fields.
  func form(_ reader: inout MapReader, at place: SourcePlace) -> StepDefinition.Kind? {
    let elements = reader.require(.fields).map { steps($0, what: "a list of fields") }
    let validations = reader.take(.validate).map { self.validations($0) } ?? []
    let over = reader.take(.over)
    let rest = [reader.take(.as), reader.take(.heading)]
    guard let over else {
      for entry in rest.compactMap({ $0 }) {
        report(
          "unknown-key",
          "'\(entry.key.text)' needs 'over', the list for whose elements the form is asked",
          at: entry.key.range)
      }
      return elements.map { .form(elements: $0, validations: validations) }
    }
    let name = rest[0].flatMap { word($0.value, expected: "a name for the element") }
    let heading = rest[1].flatMap { localizedText($0) }
    guard let elements, let over = expression(over) else { return nil }
    return .matrix(
      elements: elements, validations: validations, over: over,
      MatrixDefinition(element: name ?? Identifier("item", at: place), heading: heading),
      place: place)
  }

  /// Reads a `flow` step with the definition of the file that it uses, or returns nil if that can't
  /// be read.
  func subflow(_ reader: inout MapReader) -> StepDefinition.Kind? {
    let use = reader.require(.use).flatMap {
      word($0.value, expected: "a flow file beside this one")
    }
    var arguments: [OutputDefinition.Entry] = []
    if let with = reader.take(.with) {
      if case .map(let entries)? = output(with.value, key: "with") {
        arguments = entries
      } else {
        reportKind(with.value, expected: "a map from inputs to expressions")
      }
    }
    guard let use, let flow = flow(usedAs: use) else { return nil }
    return .flow(SubflowDefinition(use: use, arguments: arguments, flow: flow))
  }

  private func flow(usedAs use: Identifier) -> FlowDefinition? {
    guard let files else {
      report(
        "no-folder", "'\(use.name)' cannot be used: this flow was loaded without a folder",
        at: use.place.range)
      return nil
    }
    guard let path = chain.path(of: use.name, mayLeave: files.reachesOutside) else {
      report(
        "outside-folder", "'\(use.name)' lies outside the flow's folder", at: use.place.range)
      return nil
    }
    if let refusal = chain.refusal(of: path) {
      report(
        refusal.id, refusal.message, at: use.place.range,
        notes: refusal.notes.map { .init($0, at: nil) })
      return nil
    }
    if let known = chain.shared.loaded[path] { return known }
    do {
      let bytes = try files.read(path)
      let shown = chain.shownName(of: path)
      let before = chain.count
      var loaded = FlowFile.read(
        bytes, name: shown, limit: limit, files: files, chain: chain.using(path),
        outline: (files as? DefinitionFiles)?.outlines[path]?.within(use.place.path))
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      loaded.addTexts(
        from: files, in: folder, forFlowAt: shown, limit: limit, chain: chain.using(path))
      diagnostics.add(contentsOf: loaded.diagnostics.diagnostics)
      lostNames.formUnion(loaded.lostNames)
      chain.finish(path, loaded.definition, countBefore: before)
      return loaded.definition
    } catch {
      let reason = (error as? FlowFileSourceError)?.message ?? "\(error)"
      report("no-such-flow", "'\(use.name)' cannot be read: \(reason)", at: use.place.range)
      return nil
    }
  }
}

/// The chain of flow files that use each other, from the outermost flow to the one that's being
/// read.
struct SubflowChain {
  /// The folder of the outermost flow, which precedes paths in messages.
  private let folder: String

  /// The paths relative to the outermost flow's folder, outermost first.
  private let paths: [String]

  /// The state that all flows within an outermost flow share.
  let shared: Shared

  /// The maximum number of files that a flow may use in total; each use counts.
  static let maximumFileCount = FlowDefinition.maximumUsedFlows

  /// The maximum nesting depth of flows.
  static let maximumNesting = 16

  /// The state that all flows within an outermost flow share, so that every file is read once.
  final class Shared {
    let extensions: FlowExtensions

    /// The names of the flow files whose file of extensions couldn't be read as a whole.
    var lackingExtensions: Set<String> = []

    /// The flows and translations that were read.
    var filesOfScalars: Set<SourceFile> = []

    /// The number of uses of flows so far.
    fileprivate var count = 0

    /// The number of files, folders, and links in trees so far.
    var treeEntryCount = 0

    /// The size of the files of trees so far, in bytes.
    var treeByteCount = 0

    /// The files that texts use.
    var usedTexts = UsedTexts()

    /// The flows that were read, by path; nil for files that aren't flows.
    var loaded: [String: FlowDefinition?] = [:]

    /// The total number of uses of flows in each file, by path.
    fileprivate var inside: [String: Int] = [:]

    init(extensions: FlowExtensions) { self.extensions = extensions }
  }

  init(outermost name: String, extensions: FlowExtensions = FlowExtensions()) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    var folder = ""
    for part in parts.dropLast() { folder += String(part) + "/" }
    self.folder = folder
    paths = [String(parts.last ?? "")]
    shared = Shared(extensions: extensions)
  }

  private init(folder: String, paths: [String], shared: Shared) {
    self.folder = folder
    self.paths = paths
    self.shared = shared
  }

  /// Returns the path of a file that the innermost flow refers to, relative to the outermost flow's
  /// folder, or nil if it's outside that folder and that isn't allowed.
  func path(of name: String, mayLeave: Bool) -> String? {
    guard !name.hasPrefix("/"), !name.isEmpty else { return nil }
    let folder = paths.last?.split(separator: "/").dropLast().joined(separator: "/") ?? ""
    return (folder.isEmpty ? name : "\(folder)/\(name)").normalizedPath(mayLeave: mayLeave)
  }

  /// Returns the reason why a path can't be used, or nil if it can.
  func refusal(of path: String) -> (id: DiagnosticID, message: String, notes: [String])? {
    if let first = paths.firstIndex(of: path) {
      let way = (paths[first...] + [path]).map { "'\($0)'" }.joined(separator: " uses ")
      return ("flow-cycle", "'\(path)' uses itself, so it would never end", [way])
    }
    if paths.count > Self.maximumNesting {
      return ("too-many-flows", "flows are nested more than \(Self.maximumNesting) levels deep", [])
    }
    // A file that was read before counts with all the flows that it uses.
    shared.count += 1 + (shared.inside[path] ?? 0)
    if shared.count > Self.maximumFileCount {
      return ("too-many-flows", "more than \(Self.maximumFileCount) flows are used in total", [])
    }
    return nil
  }

  /// The number of uses of flows so far.
  var count: Int { shared.count }

  /// Records the flow that was read at a path, with the number of flows that it uses.
  func finish(_ path: String, _ flow: FlowDefinition?, countBefore: Int) {
    shared.loaded[path] = .some(flow)
    shared.inside[path] = shared.count - countBefore
  }

  /// Returns a path as messages show it.
  func shownName(of path: String) -> String { folder + path }

  /// Returns the chain for reading the flow at a path.
  func using(_ path: String) -> SubflowChain {
    SubflowChain(folder: folder, paths: paths + [path], shared: shared)
  }
}
