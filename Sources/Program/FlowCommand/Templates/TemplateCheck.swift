// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts
import FlowSessions
import ForeignTemplates
import ProgramParts
import SourceDiagnostics

/// A template of copier or cookiecutter, which `stackflow check` checks, and `stackflow import` translates.
struct TemplateCheck {
  /// The template's folder as the user entered it; empty, or with a `/` at its end.
  private let folder: String

  /// The names of the files in the folder that make it a template.
  private let names: [String]

  /// The name of a template that's in a folder of the cache, as that of a flow; nil for that of its folder.
  var ownName: String?

  private init(folder: String, names: [String]) {
    self.folder = folder
    self.names = names
  }

  /// Returns the template that a path names, by its folder or by its own file.
  static func templates(at path: String) -> [TemplateCheck] {
    if let inside = SystemFiles.names(inFolder: path) {
      let names = ForeignTemplate.fileNames.filter { inside.contains($0) }
      guard !names.isEmpty else { return [] }
      return [TemplateCheck(folder: path.hasSuffix("/") ? path : path + "/", names: names)]
    }
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = String(path[start...])
    guard ForeignTemplate.fileNames.contains(name) else { return [] }
    return [TemplateCheck(folder: String(path[..<start]), names: [name])]
  }

  /// Whether a path is that of the template's own file.
  func isFile(_ path: String) -> Bool { names.contains { folder + $0 == path } }

  /// Returns the findings, and how much was checked.
  func report(limit: Int) -> ForeignReport {
    ForeignTemplate.check(
      names, in: FolderFiles(beside: folder + "template", limit: limit),
      shownAs: folder == "./" ? "" : ProgramOutput.shown(folder), limit: limit)
  }

  /// The name of its folder, as that of a flow.
  var name: String {
    let path = folder.isEmpty ? "." : folder
    let last = SystemFiles.absolutePath(path).split(separator: "/").last.map(String.init)
    let name = (ownName ?? last ?? "template").utf8.map { byte in
      let isKept =
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      return isKept ? byte : UInt8(ascii: "-")
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the flow that the template becomes.
  ///
  /// - Throws: ``ProgramEnding`` if it has mistakes, or only lists templates.
  func imported(as name: String, limit: Int) throws(ProgramEnding) -> ImportedTemplate {
    do throws(ImportFailure) {
      return try ForeignTemplate.imported(
        names[0], in: FolderFiles(beside: folder + "template", limit: limit),
        shownAs: "", as: name, limit: limit)
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
          .usage, "'\(listName)' only lists templates; name one of them: \(words)")
      }
    }
  }

  /// The folder as a message names it.
  private var listName: String {
    ownName ?? (folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder)
  }
}
