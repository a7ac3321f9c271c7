// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowAnalysis
import FlowFiles
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import ProgramParts
import SourceDiagnostics

/// The command `stackflow graph FILE`.
struct GraphCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw the steps of a flow, with their conditions and points of no return.",
    discussion: """
      --watch writes a page for browsers, again whenever a file changes, and the page reloads itself. Its \
      graph is colored by what the flow's scripts cover, and a click on a step says for which answers \
      it's reached.

      Example: stackflow graph hello --format svg > hello.svg
      """)

  /// How a graph is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// A Mermaid flowchart.
    case mermaid

    /// The language of Graphviz.
    case dot

    /// An SVG image.
    case svg

    /// Nodes and edges as JSON.
    case json
  }

  @Argument(help: "The flow file.", completion: .file(extensions: ["yaml"]))
  var file: String

  @Option(
    help: "How the graph is written: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.mermaid

  @Option(
    help: ArgumentHelp(
      "Write a page with the graph and what scripts cover, again whenever a file changes.",
      valueName: "file.html"), completion: .file(extensions: ["html"]))
  var watch: String?

  @Option(help: "The maximum size of a flow file in bytes.")
  var maxBytes = ByteLimit.default

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  func validate() throws {
    if watch != nil, file == "-" {
      throw ValidationError("standard input doesn't change; name a file")
    }
  }

  func run() async throws {
    let file = try FlowFolder.readFlow(named: file, limit: maxBytes.count)
    if let watch {
      await FileChanges.watch([file], fileOptions.allowRead, writing: [watch]) {
        try? await write(pageOf: file, to: watch)
      }
    }
    let loaded = try loaded(file)
    guard let definition = loaded.definition, !loaded.diagnostics.hasErrors else {
      ProgramOutput.diagnostics(loaded.diagnostics)
      throw ProgramEnding(.badFile)
    }
    // In pictures, branches meet again where they end, so a step needs only one exit.
    let graph = FlowGraph(definition, maximumExits: format == .json ? 12 : 1)
    switch format {
    case .mermaid: ProgramOutput.result(graph.mermaid)
    case .dot: ProgramOutput.result(graph.dot)
    case .svg: ProgramOutput.result(graph.svg)
    case .json: ProgramOutput.result(graph.json, as: .json)
    }
  }

  private func loaded(_ file: String) throws(ProgramEnding) -> LoadedFlow {
    let bytes = try FlowLoading.bytes(of: file, limit: maxBytes.count)
    return FlowFile.load(
      bytes, name: ProgramOutput.shown(file), limit: maxBytes.count,
      files: FlowLoading.files(
        beside: file, limit: maxBytes.count, readable: fileOptions.allowRead))
  }

  /// Writes the page of the flow as it is now, and says what's wrong with it.
  private func write(pageOf file: String, to path: String) async throws {
    let loaded = try loaded(file)
    ProgramOutput.diagnostics(loaded.diagnostics)
    let page: GraphPage
    if let flow = loaded.flow {
      page = try await self.page(of: flow, file)
    } else {
      page = GraphPage(ProgramOutput.shown(file), mistakes: loaded.diagnostics)
    }
    do throws(SystemFiles.Failure) {
      try SystemFiles.write(page.text, to: path, isPrivate: false)
      ProgramOutput.message("stackflow: wrote \(path)")
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
  }

  /// Returns the page of a flow, after its scripts have run.
  private func page(of flow: CheckedFlow, _ file: String) async throws -> GraphPage {
    let readable = fileOptions.allowRead
    let tested = ScriptSearch.tested(in: [file], includesUntested: true)
    var findings = DiagnosticList()
    let flows = try tested.map { (tested) throws(ProgramEnding) in
      try TestedFlow(tested, readable: readable, findings: &findings)
    }
    let begun = TestRun(
      selection: try TestSelection.parse([]), stage: try StageOptions.parse([]),
      readable: readable, findings: findings, coversFlows: true)
    let run = await begun.run(flows, jobs: 1)
    let covered = run.coverage.flows.first
    return GraphPage(
      covered?.hasScript == true ? run.report : nil, covered?.coverage ?? FlowCoverage(of: flow))
  }
}
