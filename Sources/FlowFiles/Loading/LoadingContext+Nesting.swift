// SPDX-License-Identifier: Apache-2.0

internal import FlowForms
internal import SourceDiagnostics

// Lists of records, and flows inside the flow.
extension LoadingContext {
  /// What a `repeat` holds; nil when its steps can't be told.
  func list(_ reader: inout MapReader) -> StepDefinition.Kind? {
    let steps = reader.require("steps").map { self.steps($0) }
    var constraints: [ConstraintDefinition] = []
    for kind in [ConstraintKind.minItems, .maxItems] {
      guard let entry = reader.take(kind.rawValue), !reportKeysOnOneLine(entry),
        let value = setting(entry.value)
      else { continue }
      constraints.append(ConstraintDefinition(kind, value, keyPlace: place(entry.key.range)))
    }
    let summary = reader.take("summary").flatMap { localizedText($0) }
    let validations = reader.take("validate").map { self.validations($0) } ?? []
    let over = reader.take("over").flatMap { expression($0) }
    return steps.map {
      .repeat(
        RepeatDefinition(
          steps: $0, constraints: constraints, summary: summary, validations: validations,
          over: over))
    }
  }

  /// What a `flow` holds: the definition of the file that it uses; nil when that can't be told.
  func subflow(_ reader: inout MapReader) -> StepDefinition.Kind? {
    let use = reader.require("use").flatMap {
      word($0.value, expected: "a flow file beside this one")
    }
    var arguments: [OutputDefinition.Entry] = []
    if let with = reader.take("with") {
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
      loaded.addTexts(from: files, in: folder, alongside: shown, limit: limit)
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

/// The flow files that use each other on the way to the one that is read.
struct SubflowChain {
  /// What comes before paths in messages: the folder of the outermost flow.
  private let folder: String

  /// The paths from the outermost flow's folder, the outermost first.
  private let paths: [String]

  /// What the flows of one outermost flow share.
  let shared: Shared

  /// How many files a flow may use in all, each as often as it is used.
  static let mostFiles = 256

  /// How deep flows may use each other.
  static let mostNesting = 16

  /// What the flows of one outermost flow share: every file is read once.
  final class Shared {
    /// How many flows were used so far, each as often as it is used.
    fileprivate var count = 0

    /// What was read, by the path; nil for what is no flow.
    var loaded: [String: FlowDefinition?] = [:]

    /// How many flows each file uses in all, by its path.
    fileprivate var inside: [String: Int] = [:]
  }

  init(outermost name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    var folder = ""
    for part in parts.dropLast() { folder += String(part) + "/" }
    self.folder = folder
    paths = [String(parts.last ?? "")]
    shared = Shared()
  }

  private init(folder: String, paths: [String], shared: Shared) {
    self.folder = folder
    self.paths = paths
    self.shared = shared
  }

  /// The path from the outermost flow's folder of a file that the innermost flow names; nil where
  /// it lies outside that folder and may not.
  func path(of name: String, mayLeave: Bool) -> String? {
    guard !name.hasPrefix("/"), !name.isEmpty else { return nil }
    let folder = paths.last?.split(separator: "/").dropLast().joined(separator: "/") ?? ""
    return FlowFilePath.normalized(folder.isEmpty ? name : "\(folder)/\(name)", mayLeave: mayLeave)
  }

  /// Why a path may not be used; nil when it may.
  func refusal(of path: String) -> (id: DiagnosticID, message: String, notes: [String])? {
    if let first = paths.firstIndex(of: path) {
      let way = (paths[first...] + [path]).map { "'\($0)'" }.joined(separator: " uses ")
      return ("flow-cycle", "'\(path)' would be asked without end", [way])
    }
    if paths.count > Self.mostNesting {
      return ("too-many-flows", "flows use each other more than \(Self.mostNesting) deep", [])
    }
    // A file that was read before brings the flows that it uses once more.
    shared.count += 1 + (shared.inside[path] ?? 0)
    if shared.count > Self.mostFiles {
      return ("too-many-flows", "this uses more than \(Self.mostFiles) flows in all", [])
    }
    return nil
  }

  /// How many flows were used so far.
  var count: Int { shared.count }

  /// Keeps what was read at a path, with the number of flows that it uses.
  func finish(_ path: String, _ flow: FlowDefinition?, countBefore: Int) {
    shared.loaded[path] = .some(flow)
    shared.inside[path] = shared.count - countBefore
  }

  /// A path as messages show it.
  func shownName(of path: String) -> String { folder + path }

  /// The chain as a flow at a path sees it.
  func using(_ path: String) -> SubflowChain {
    SubflowChain(folder: folder, paths: paths + [path], shared: shared)
  }
}
