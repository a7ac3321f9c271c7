// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowAnalysis
import FlowFiles
import FlowHosts
import FlowSessions
import SourceDiagnostics

/// The command `stackflow graph FILE`.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw the steps of a flow, with their conditions and points of no return.",
    discussion: "Example: stackflow graph hello --format svg > hello.svg")

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

  @Option(help: "The maximum size of a flow file in bytes.")
  var maxBytes = ByteLimit.default

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  func run() throws {
    let file = try FlowFolder.readPath(named: file, limit: maxBytes.count)
    let bytes = try FlowLoading.bytes(of: file, limit: maxBytes.count)
    let loaded = FlowFile.load(
      bytes, name: ShownPaths.shown(file), limit: maxBytes.count,
      files: FlowLoading.files(
        beside: file, limit: maxBytes.count, readable: fileOptions.allowRead))
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
}
