// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowFiles
import FlowHosts
import FlowScripts
import FlowSessions
import ProgramParts
import SourceDiagnostics

/// The command `stackflow fmt FILE…`.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Format flow files.",
    discussion: """
      Only indentation, spaces, blank lines, and line ends (which become those of Unix) change. \
      Comments and the order of keys stay, and the flow keeps its meaning. The names of changed files go to standard output. Files with \
      errors aren't changed.

      A FILE may also be a script (NAME.test.yaml), translations (NAME.LANG.texts.yaml), or a \
      folder, whose files of these kinds are formatted; '-' formats standard input to standard \
      output.

      Example: stackflow fmt Flows
      """)

  @Argument(
    help: "The files or folders; '-' is standard input.", completion: .file(extensions: ["yaml"]))
  var files: [String]

  @Flag(help: "Only list the files that would change, and exit with 1 if there are any.")
  var check = false

  @Option(help: "The maximum size of a file in bytes.")
  var maxBytes = ByteLimit.default

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  func run() throws {
    var found = DiagnosticList()
    var isAnyUntidy = false
    let named = try ScriptSearch.files(
      in: FlowFolder.paths(named: files),
      endingIn: [
        ScriptSearch.flowSuffix, ScriptSearch.scriptSuffix, ScriptSearch.textsSuffix,
        ScriptSearch.extensionsSuffix,
      ])
    guard !named.isEmpty else {
      throw ProgramOutput.fail(.usage, "there is no flow in \(files.joined(separator: ", "))")
    }
    for file in named {
      let bytes = try FlowLoading.bytes(of: file, limit: maxBytes.count)
      let mistakes = mistakes(in: bytes, of: file)
      guard !mistakes.hasErrors else {
        found.add(contentsOf: mistakes)
        continue
      }
      let formatted = FlowFormatter.format(bytes, name: file, limit: maxBytes.count)
      guard !formatted.diagnostics.hasErrors else {
        found.add(contentsOf: formatted.diagnostics)
        continue
      }
      if formatted.isChanged { isAnyUntidy = true }
      try deliver(formatted.text, isChanged: formatted.isChanged, of: file)
    }
    ProgramOutput.diagnostics(found)
    ScriptSearch.tell(
      in: files,
      endingIn: [ScriptSearch.flowSuffix, ScriptSearch.scriptSuffix, ScriptSearch.textsSuffix],
      "formatted")
    if found.hasErrors { throw ProgramEnding(.badFile) }
    if check, isAnyUntidy { throw ProgramEnding(.left) }
  }

  /// Finds the mistakes in a flow.
  ///
  /// For scripts, translations, and declarations of extensions, only the YAML is checked, by the formatter.
  private func mistakes(in bytes: [UInt8], of file: String) -> DiagnosticList {
    var mistakes = DiagnosticList()
    let others = [
      ScriptSearch.scriptSuffix, ScriptSearch.textsSuffix, ScriptSearch.extensionsSuffix,
    ]
    guard !others.contains(where: { file.hasSuffix($0) }) else { return mistakes }
    // Standard input uses the working directory as its folder.
    let files = FolderFiles(
      beside: file == "-" ? "./-" : file, limit: maxBytes.count,
      otherFolders: fileOptions.allowRead)
    let loaded = FlowFile.load(bytes, name: file, limit: maxBytes.count, files: files)
    // Mistakes in the files next to it don't affect its formatting.
    mistakes.add(
      contentsOf: loaded.diagnostics.diagnostics.filter { $0.place.file == loaded.file })
    return mistakes
  }

  private func deliver(
    _ text: String, isChanged: Bool, of file: String
  ) throws(ProgramEnding) {
    if file == "-" {
      if !check { ProgramOutput.result(text) }
      return
    }
    guard isChanged else { return }
    if !check {
      do {
        try SystemFiles.write(text, to: file, isPrivate: false)
      } catch {
        throw ProgramOutput.fail(.inputOutput, error.message)
      }
    }
    ProgramOutput.result("\(file)\n")
  }
}
