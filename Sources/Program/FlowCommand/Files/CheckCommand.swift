// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import ForeignTemplates
import ProgramParts
import SourceDiagnostics

/// The command `stackflow check FILE…`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find mistakes in flow files.",
    discussion: """
      A FILE may also be a script (NAME.test.yaml), translations (NAME.LANG.texts.yaml), which \
      are checked with their flow, or a folder, whose flows and scripts are checked.

      A FILE may also be a template of copier (copier.yml) or of cookiecutter (cookiecutter.json), \
      or its folder. It's read as it is, and nothing in it is run.

      In formats other than text, findings go to standard output, as one document for all files.

      --fix changes flow files, and lists the changes. It fixes only what is unambiguous: missing \
      quotes, and misspelled keys and names that resemble exactly one other. What it renames is \
      renamed in the flow's translations and scripts, too. Everything else in a file stays as it \
      is, including comments.

      Example: stackflow check Flows
      """)

  /// How findings are written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// Text for people, on standard error.
    case text

    /// One JSON object.
    case json

    /// Static Analysis Results Interchange Format.
    case sarif

    /// GitHub workflow commands.
    case github
  }

  @Argument(
    help: "Flows, scripts, translations, templates or folders, or their addresses.",
    completion: .file(extensions: ["yaml"]))
  var files: [String] = []

  @Option(
    help:
      "How the findings are written: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @Option(
    help: "Explain a kind of finding and how to fix it; 'all' lists the kinds.",
    completion: .list(["all"] + Explanation.all.map(\.id.name)))
  var explain: String?

  @Option(
    help: ArgumentHelp(
      "Say what 'stackflow update' would ask of a project that this version of the flow has made, and "
        + "what would become of its files.", valueName: "flow"),
    completion: .file(extensions: ["yaml"]))
  var against: String?

  @Flag(help: "Fix what can safely be fixed automatically, then check again.")
  var fix = false

  @Flag(help: "Check again whenever a file changes, until Ctrl-C.")
  var watch = false

  @Option(help: "The maximum size of a flow file in bytes.")
  var maxBytes = ByteLimit.default

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  func validate() throws {
    if watch, fix || files.contains("-") || explain != nil {
      throw ValidationError("--watch checks files, without --fix and --explain")
    }
    if fix, files.contains("-") {
      throw ValidationError("standard input can't be fixed; name a file")
    }
    if against != nil, files.count != 1 {
      throw ValidationError("--against takes one flow to compare")
    }
    if files.isEmpty, explain == nil { throw ValidationError("name a flow file, or --explain ID") }
  }

  func run() async throws {
    if let explain { return try Self.explain(explain) }
    guard watch else { return try runOnce() }
    let paths = try files.map { (word) throws(ProgramEnding) in try path(named: word) }
    await FileChanges.watch(paths, fileOptions.allowRead) {
      if (try? runOnce()) != nil { ProgramOutput.message("stackflow: no errors") }
    }
  }

  private func runOnce() throws {
    if fix {
      for file in files where file.hasSuffix(ScriptSearch.extensionsSuffix) {
        ProgramOutput.message(
          "stackflow: '\(file)' isn't changed; --fix changes flows, their translations, and their scripts"
        )
      }
    }
    let (all, templates) = try findings()
    switch format {
    case .text: ProgramOutput.diagnostics(all)
    case .json: ProgramOutput.result(all.json, as: .json)
    case .sarif:
      ProgramOutput.result(
        all.sarif(
          tool: "stackflow", version: ProgramVersion.text,
          descriptions: Explanation.titles))
    case .github: ProgramOutput.result(all.githubCommands)
    }
    for summary in templates { ProgramOutput.message("stackflow: \(summary)") }
    ScriptSearch.tell(
      in: files.filter { TemplateCheck.templates(at: $0).isEmpty },
      endingIn: [ScriptSearch.flowSuffix, ScriptSearch.scriptSuffix], "checked")
    if all.hasErrors { throw ProgramEnding(.badFile) }
    if let against { try compare(with: against) }
  }

  /// Says what an update would ask of a project of an earlier version.
  private func compare(with word: String) throws(ProgramEnding) {
    let named = try FlowFolder.readPath(named: files[0], limit: maxBytes.count)
    let path = FlowFolder.file(at: named, named: nil)
    guard path == named || SystemFiles.exists(path) else {
      throw ProgramOutput.fail(
        .usage, "--against takes one flow to compare, and '\(named)' has none or several")
    }
    let earlier = FlowFolder.file(
      at: try FlowFolder.readPath(named: word, limit: maxBytes.count),
      named: path.split(separator: "/").last.map(String.init))
    let readable = fileOptions.allowRead
    let flow = try FlowLoading.flow(path, limit: maxBytes.count, readable: readable)
    let old = try FlowLoading.flow(earlier, limit: maxBytes.count, readable: readable)
    guard flow.definition.isUpdatable, old.definition.isUpdatable else {
      throw ProgramOutput.fail(
        .usage, "--against is for flows with 'updatable: true', whose projects can be updated")
    }
    ProgramOutput.list(AgainstCheck(flow: flow, old: old).lines.joined(separator: "\n") + "\n")
  }

  /// Finds the mistakes in the files, and says how much of each template was checked.
  ///
  /// Each file is read once.
  private func findings() throws(ProgramEnding) -> (DiagnosticList, templates: [String]) {
    var all = DiagnosticList()
    var flows: [String: CheckedFlow?] = [:]
    var said: Set<Said> = []
    let paths = try files.map { (word) throws(ProgramEnding) in try path(named: word) }
    let templates = paths.flatMap { TemplateCheck.templates(at: $0) }
    var summaries: [String] = []
    for template in templates {
      let report = template.report(limit: maxBytes.count)
      all.add(contentsOf: report.diagnostics)
      summaries.append(report.summary)
    }
    let named = ScriptSearch.files(
      in: paths.filter { path in !templates.contains { $0.isFile(path) } },
      endingIn: [ScriptSearch.flowSuffix, ScriptSearch.scriptSuffix])
    guard !named.isEmpty || !templates.isEmpty else {
      throw ProgramOutput.fail(.usage, "there is no flow in \(files.joined(separator: ", "))")
    }
    for file in named where !file.hasSuffix(ScriptSearch.scriptSuffix) {
      if file.hasSuffix(ScriptSearch.extensionsSuffix) {
        let bytes = try FlowLoading.bytes(of: file, limit: maxBytes.count)
        let found = ExtensionsFile.read(
          bytes, name: ProgramOutput.shown(file), limit: maxBytes.count
        )
        .diagnostics
        all.add(contentsOf: found.diagnostics.filter { said.insert(Said($0)).inserted })
        continue
      }
      let isTexts = file.hasSuffix(ScriptSearch.textsSuffix)
      let path = isTexts ? ScriptSearch.flow(ofTexts: file) : file
      guard flows[path] == nil else { continue }
      var loaded = try loaded(path, isFixed: fix)
      // A flow that another flow uses is checked twice: with that flow, and by itself.
      loaded.diagnostics.removeAll { !said.insert(Said($0)).inserted }
      all.add(contentsOf: loaded.diagnostics)
      flows[path] = .some(loaded.flow)
    }
    let scripts = named.filter { $0.hasSuffix(ScriptSearch.scriptSuffix) }
    let strays = scripts.filter { ScriptSearch.isOfNoFlow($0, among: paths) }
    ScriptSearch.tell(ofNoFlow: strays, "checked")
    for script in scripts where !strays.contains(script) {
      let path = ScriptSearch.flow(of: script)
      if flows[path] == nil {
        let loaded = try loaded(path, isFixed: false)
        if loaded.flow == nil { all.add(contentsOf: loaded.diagnostics) }
        flows[path] = .some(loaded.flow)
      }
      guard let flow = flows[path] ?? nil else { continue }
      if fix { try repair(script, of: flow) }
      let bytes = try FlowLoading.bytes(of: script, limit: maxBytes.count)
      all.add(
        contentsOf: FlowScriptFile.load(bytes, name: ProgramOutput.shown(script), flow: flow)
          .diagnostics)
    }
    return (all, summaries)
  }

  /// The path of the file or folder that a word of the command line names, which can be at an address.
  private func path(named word: String) throws(ProgramEnding) -> String {
    guard let place = try TemplatePlace.named(word) else { return try FlowFolder.path(named: word) }
    if fix, place.fetched != nil {
      throw ProgramOutput.fail(.usage, "what's at an address isn't changed; leave out --fix")
    }
    place.tellVersion()
    guard !SystemFiles.isFolder(place.path) || !hasFiles(place.path) else { return place.path }
    switch try place.content() {
    case .flow(let path): return path
    case .foreign: return place.path
    }
  }

  /// Whether a folder has flows, scripts, or a template of another tool.
  private func hasFiles(_ folder: String) -> Bool {
    !TemplateCheck.templates(at: folder).isEmpty
      || !ScriptSearch.files(
        in: [folder], endingIn: [ScriptSearch.flowSuffix, ScriptSearch.scriptSuffix]
      ).isEmpty
  }

  /// Identifies a finding, however often its file is read.
  private struct Said: Hashable {
    let file: String
    let range: SourceRange
    let id: DiagnosticID
    let message: String

    init(_ diagnostic: Diagnostic) {
      file = diagnostic.place.file.name
      range = diagnostic.place.range
      id = diagnostic.id
      message = diagnostic.message
    }
  }

  private func loaded(
    _ file: String, isFixed: Bool
  ) throws(ProgramEnding) -> (flow: CheckedFlow?, diagnostics: DiagnosticList) {
    guard !isFixed else { return try repaired(file) }
    let loading = try FlowLoading(file, limit: maxBytes.count, readable: fileOptions.allowRead)
    return (loading.flow, loading.diagnostics)
  }

  /// Fixes a flow, and then its translations and scripts, reports the fixes, and returns the mistakes of the flow
  /// that remain.
  private func repaired(
    _ file: String
  ) throws(ProgramEnding) -> (flow: CheckedFlow?, diagnostics: DiagnosticList) {
    let bytes = try FlowLoading.bytes(of: file, limit: maxBytes.count)
    let repaired = FlowRepair.repair(
      bytes, name: file, limit: maxBytes.count,
      files: FlowLoading.files(
        beside: file, limit: maxBytes.count, readable: fileOptions.allowRead))
    try write(repaired.text, insteadOf: bytes, to: file, after: repaired.repairs)
    var (flow, diagnostics) = (repaired.loaded.flow, repaired.loaded.diagnostics)
    let translations = FileRepair.repairs(
      of: diagnostics.diagnostics, inFilesEndingIn: ScriptSearch.textsSuffix)
    for repair in translations {
      let path = repair.file.name
      let bytes = try FlowLoading.bytes(of: path, limit: maxBytes.count)
      try write(repair.text, insteadOf: bytes, to: path, after: repair.repairs)
    }
    if !translations.isEmpty { (flow, diagnostics) = try loaded(file, isFixed: false) }
    if let flow {
      for script in ScriptSearch.scripts(of: file) { try repair(script, of: flow) }
    }
    return (flow, diagnostics)
  }

  /// Renames in a script what was renamed in its flow.
  private func repair(_ script: String, of flow: CheckedFlow) throws(ProgramEnding) {
    let bytes = try FlowLoading.bytes(of: script, limit: maxBytes.count)
    var text = bytes
    var repairs: [RepairedFlow.Repair] = []
    // The steps of an item are known once its list is.
    for _ in 0..<Self.maximumLoads {
      let found = FlowScriptFile.load(text, name: script, flow: flow).diagnostics
      guard
        let repair = FileRepair.repairs(of: found.diagnostics, inFilesEndingIn: script).first
      else { break }
      text = Array(repair.text.utf8)
      repairs += repair.repairs
    }
    try write(String(decoding: text, as: UTF8.self), insteadOf: bytes, to: script, after: repairs)
  }

  /// The maximum number of times to load a script; what isn't fixed by then stays.
  private static let maximumLoads = 100

  /// Writes a fixed file, and reports the fixes; does nothing if there are none.
  private func write(
    _ text: String, insteadOf bytes: [UInt8], to file: String, after repairs: [RepairedFlow.Repair]
  ) throws(ProgramEnding) {
    guard !repairs.isEmpty else { return }
    let mark = bytes.starts(with: "\u{FEFF}".utf8) ? "\u{FEFF}" : ""
    do {
      try SystemFiles.write(mark + text, to: file, isPrivate: false)
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
    let places = repairs.map { ($0, $0.diagnostic.place.start) }
    for (repair, start) in places.sorted(by: {
      ($0.1.line, $0.1.column) < ($1.1.line, $1.1.column)
    }) {
      ProgramOutput.message(
        "\(file):\(start.line):\(start.column): fixed: \(repair.fix.title) [\(repair.diagnostic.id)]"
      )
    }
  }

  private static func explain(_ id: String) throws {
    if id == "all" {
      let all = Explanation.all.sorted { $0.id.name < $1.id.name }
      let width = all.map(\.id.name.count).max() ?? 0
      for one in all {
        let gap = String(repeating: " ", count: width - one.id.name.count + 2)
        ProgramOutput.result("\(one.id.name)\(gap)\(one.title)\n")
      }
      return
    }
    if let found = Explanation.explanation(of: DiagnosticID(id)) {
      return ProgramOutput.result(found.text)
    }
    let near = NearMiss.nearest(to: id, in: Explanation.all.map(\.id.name))
    throw ProgramOutput.fail(
      .usage,
      "there is no finding '\(id)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "; 'stackflow check --explain all' lists them")
    )
  }
}
