// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import ForeignTemplates
import SourceDiagnostics

/// The command `stackflow import PATH`: makes a flow of a template of copier or cookiecutter.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a flow of a template of copier or cookiecutter.",
    discussion: """
      Writes the flow, the tree of its files, a script with the template's defaults, and IMPORT.md, \
      which lists what's left of the template, with files and lines. Nothing of the template is run, \
      not even its hooks, tasks, and extensions, and nothing outside of its folder is read.

      Everything is written, or nothing: files that exist are only replaced with --replace.

      Example: stackflow import ../python-template
      """)

  @Argument(help: "The folder of the template, or its copier.yml or cookiecutter.json.")
  var path: String

  @Option(
    help: ArgumentHelp(
      "The folder to write to; Flows/NAME without it, with the name of the template's folder.",
      valueName: "dir"),
    completion: .directory)
  var into: String?

  @Flag(help: "Replace files that exist.")
  var replace = false

  @Option(help: "The maximum size of a file of the template in bytes.")
  var maxBytes = ByteLimit.default

  func run() throws {
    guard let template = TemplateCheck.templates(at: path).first else {
      throw ProgramOutput.fail(
        .usage,
        "there is no template in '\(path)'; a template's folder has a copier.yml or a cookiecutter.json"
      )
    }
    let name = template.name
    let imported = try imported(template, as: name)
    let folder = into ?? "\(FlowFolder.name)/\(name)"
    try write(imported, as: name, into: folder)
    let flow = "\(folder)/\(name)\(FlowFolder.suffix)"
    ProgramOutput.result(
      """
      Imported \(imported.questions.written) of \(imported.questions.all) questions and \
      \(imported.files.written) of \(imported.files.all) files into \(folder).
      \(left(imported, in: folder))

      Run it:    stackflow run \(flow)
      Test it:   stackflow test \(folder)
      Check it:  stackflow check \(folder)

      """)
  }

  private func left(_ imported: ImportedTemplate, in folder: String) -> String {
    switch imported.leftCount {
    case 0: "Nothing is left; \(folder)/IMPORT.md lists what differs."
    case 1: "\(folder)/IMPORT.md lists what's left: 1 thing."
    default: "\(folder)/IMPORT.md lists what's left: \(imported.leftCount) things."
    }
  }

  private func imported(
    _ template: TemplateCheck, as name: String
  ) throws(ProgramEnding) -> ImportedTemplate {
    do throws(ImportFailure) {
      return try template.imported(as: name, limit: maxBytes.count)
    } catch {
      switch error {
      case .mistakes(let diagnostics):
        var list = DiagnosticList()
        for diagnostic in diagnostics { list.add(diagnostic) }
        ProgramOutput.diagnostics(list)
        throw ProgramEnding(.badFile)
      case .list(let paths):
        let words = paths.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
        throw ProgramOutput.fail(
          .usage, "'\(path)' only lists templates; name one of them: \(words)")
      }
    }
  }

  /// Writes everything, or nothing.
  private func write(
    _ imported: ImportedTemplate, as name: String, into folder: String
  ) throws(ProgramEnding) {
    // Folders that don't exist are part of what's written.
    var names: [Substring] = []
    var root = folder.split(separator: "/", omittingEmptySubsequences: true)[...]
    let start = folder.hasPrefix("/") ? "/" : ""
    func path(_ parts: some Sequence<Substring>) -> String {
      let joined = start + parts.joined(separator: "/")
      return joined.isEmpty ? "." : joined
    }
    while let last = root.last, !SystemFiles.exists(path(root)) {
      names.insert(last, at: 0)
      root = root.dropLast()
    }
    var parts: [WriteRequest] = []
    var known: Set<String> = []
    let policy: ExistingFilePolicy = replace ? .overwrite : .fail
    func addFolders(_ parents: some Sequence<Substring>) {
      var inner = ""
      for parent in parents {
        inner += (inner.isEmpty ? "" : "/") + parent
        guard known.insert(inner).inserted else { continue }
        parts.append(WriteRequest(path: inner, content: [], exists: policy, kind: .folder))
      }
    }
    func add(_ file: String, _ content: [UInt8], isExecutable: Bool = false) {
      let whole = names + file.split(separator: "/")
      addFolders(file.hasSuffix("/") ? whole[...] : whole.dropLast())
      guard !file.hasSuffix("/") else { return }
      parts.append(
        WriteRequest(
          path: whole.joined(separator: "/"), content: content,
          mode: isExecutable ? 0o755 : nil, exists: policy))
    }
    add("\(name)\(FlowFolder.suffix)", Array(imported.flow.text.utf8))
    add("\(name).test.yaml", Array(imported.script.utf8))
    add("IMPORT.md", Array(imported.report.utf8))
    for (file, content) in imported.flow.files.sorted(by: { $0.key < $1.key }) {
      add(file, content, isExecutable: imported.flow.executables.contains(file))
    }
    let request = WriteRequest(path: ".", content: [], exists: policy, kind: .tree(parts))
    if case .failed(let message) = SystemWrites(folder: path(root)).write(request) {
      throw ProgramOutput.fail(
        .inputOutput,
        "nothing is written to '\(folder)': \(message)\(replace ? "" : "; --replace replaces files")"
      )
    }
  }
}
