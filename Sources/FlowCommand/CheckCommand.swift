// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import SourceDiagnostics

/// Finds mistakes in flow files: `stackflow check FILE…`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find every mistake in flow files, without asking anything.")

  @Argument(help: "The flow files.", completion: .file(extensions: ["yaml"]))
  var files: [String]

  @Option(help: "The most bytes of a flow file; a larger one is refused.")
  var maxBytes = ByteLimit.default

  func run() throws {
    var all = DiagnosticList()
    for file in files {
      all.add(contentsOf: try FlowLoading(file, limit: maxBytes.count).diagnostics)
    }
    Output.diagnostics(all)
    if all.hasErrors { throw ProgramEnding(.badFile) }
  }
}
