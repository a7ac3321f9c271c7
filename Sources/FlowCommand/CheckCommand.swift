// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowAnalysis
import SourceDiagnostics

/// The command `stackflow check FILE…`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find every mistake in flow files, without asking anything.",
    discussion: """
      With a format other than text the findings go to standard output, as one document for all \
      files.
      """)

  /// How findings are written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// For people, on standard error.
    case text

    /// One JSON object.
    case json

    /// Static Analysis Results Interchange Format.
    case sarif

    /// Commands of a GitHub workflow.
    case github
  }

  @Argument(help: "The flow files.", completion: .file(extensions: ["yaml"]))
  var files: [String] = []

  @Option(
    help:
      "How the findings are written: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @Option(
    help: "Say what a kind of finding means, and how to mend it.",
    completion: .list(Explanations.all.map(\.id.name)))
  var explain: String?

  @Option(help: "The most bytes of a flow file; a larger one is refused.")
  var maxBytes = ByteLimit.default

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  func validate() throws {
    if files.isEmpty, explain == nil { throw ValidationError("name a flow file, or --explain ID") }
  }

  func run() throws {
    if let explain { return try Self.explain(explain) }
    var all = DiagnosticList()
    for file in files {
      let loading = try FlowLoading(
        file, limit: maxBytes.count, readable: fileOptions.allowRead)
      all.add(contentsOf: loading.diagnostics)
    }
    switch format {
    case .text: Output.diagnostics(all)
    case .json: Output.result(all.json)
    case .sarif:
      Output.result(
        all.sarif(
          tool: "stackflow", version: StackFlowProgram.configuration.version,
          descriptions: Explanations.titles))
    case .github: Output.result(all.githubCommands)
    }
    if all.hasErrors { throw ProgramEnding(.badFile) }
  }

  private static func explain(_ id: String) throws {
    if let found = Explanations.explanation(of: DiagnosticID(id)) {
      return Output.result(found.text)
    }
    let near = NearMiss.nearest(to: id, in: Explanations.all.map(\.id.name))
    throw Output.fail(
      .usage, "there is no finding '\(id)'\(near.map { "; did you mean '\($0)'?" } ?? "")")
  }
}
