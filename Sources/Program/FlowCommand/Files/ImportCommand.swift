// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowEffects
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import ForeignTemplates
import ProgramParts
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

  @Argument(
    help: "The folder of the template, its copier.yml or cookiecutter.json, or its address.")
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
    let template = try template()
    let name = template.name
    let imported = try template.imported(as: name, limit: maxBytes.count)
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

  /// The template that the user names.
  private func template() throws(ProgramEnding) -> TemplateCheck {
    guard let place = try TemplatePlace.named(path) else {
      if let template = TemplateCheck.templates(at: path).first { return template }
      throw ProgramOutput.fail(
        .usage,
        "there is no template in '\(path)'; a template's folder has a copier.yml or a cookiecutter.json"
      )
    }
    place.tellVersion()
    // A repository can have a flow beside the template that it was made of.
    if let template = place.foreign(at: place.path) { return template }
    switch try place.content() {
    case .foreign(let template): return template
    case .flow:
      throw ProgramOutput.fail(
        .usage,
        "'\(place.name)' is a flow already; walk it: stackflow run \(place.name.asShellWord)")
    }
  }

  private func left(_ imported: ImportedTemplate, in folder: String) -> String {
    let count = imported.left.count + imported.leftCommands.count
    return switch count {
    case 0: "Nothing is left; \(folder)/IMPORT.md lists what differs."
    case 1: "\(folder)/IMPORT.md lists what's left: 1 thing."
    default: "\(folder)/IMPORT.md lists what's left: \(count) things."
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
    let policy: ExistingFilePolicy = replace ? .overwrite : .fail
    let parts = imported.parts(as: name, in: names.map(String.init), exists: policy)
    let request = WriteRequest(path: ".", content: [], exists: policy, kind: .tree(parts))
    if case .failed(let message) = SystemWrites(folder: path(root)).write(request) {
      throw ProgramOutput.fail(
        .inputOutput,
        "nothing is written to '\(folder)': \(message)\(replace ? "" : "; --replace replaces files")"
      )
    }
  }
}

extension ImportedTemplate {
  /// Returns the folders, files, and links that are written for it, each after the folders around it.
  ///
  /// - Parameters:
  ///   - name: The name of the flow.
  ///   - folders: The names of the folders around it, which are written, too.
  ///   - policy: What becomes of existing files.
  /// - Returns: The parts of a tree.
  func parts(
    as name: String, in folders: [String], exists policy: ExistingFilePolicy
  ) -> [WriteRequest] {
    var parts: [WriteRequest] = []
    var known: Set<String> = []
    func addFolders(_ parents: some Sequence<Substring>) {
      var inner = ""
      for parent in parents {
        inner += (inner.isEmpty ? "" : "/") + parent
        guard known.insert(inner).inserted else { continue }
        parts.append(WriteRequest(path: inner, content: [], exists: policy, kind: .folder))
      }
    }
    func add(
      _ file: String, _ content: [UInt8], mode: Int? = nil, kind: WriteRequest.Kind = .file
    ) {
      let whole = folders.map { $0[...] } + file.split(separator: "/")
      addFolders(file.hasSuffix("/") ? whole[...] : whole.dropLast())
      guard !file.hasSuffix("/") else { return }
      parts.append(
        WriteRequest(
          path: whole.joined(separator: "/"), content: content, mode: mode, exists: policy,
          kind: kind))
    }
    add("\(name)\(FlowFolder.suffix)", Array(flow.text.utf8))
    add("\(name).test.yaml", Array(script.utf8))
    add("IMPORT.md", Array(report.utf8))
    for (file, content) in flow.files.sorted(by: { $0.key < $1.key }) {
      add(file, content, mode: flow.executables.contains(file) ? 0o755 : nil)
    }
    for (file, target) in flow.links.sorted(by: { $0.key < $1.key }) {
      add(file, Array(target.utf8), kind: .link)
    }
    return parts
  }
}
