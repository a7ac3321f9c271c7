// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowLanguage
import FlowModel
import FlowScripts
import ForeignTemplates
import Foundation
import RandomTesting
package import SourceDiagnostics

/// Files that belong together, such as a flow with its scripts, its texts, and the files that it uses.
struct EditedFiles {
  /// The texts by path.
  let texts: [String: [UInt8]]

  /// Whether they're those of a flow in `Flows`.
  let isFlow: Bool

  /// The files of each flow in `Flows`, sorted.
  static let flows: [EditedFiles] = {
    let all = Self.read("Flows")
    let flows = all.keys.filter { FileKind(of: $0) == .flow }.sorted()
    var used: Set<String> = []
    let families = flows.map { flow -> EditedFiles in
      let text = String(decoding: all[flow] ?? [], as: UTF8.self)
      let uses = flows.filter { $0 != flow && text.contains(FilePath.name(of: $0)) }
      used.formUnion(uses)
      return EditedFiles(
        texts: all.filter { path, _ in (uses + [flow]).contains { Self.belongs(path, to: $0) } },
        isFlow: true)
    }
    return zip(flows, families).filter { !used.contains($0.0) }.map(\.1)
  }()

  /// Files of the kinds that aren't in `Flows`, and a made flow.
  static func other(_ random: inout SeededGenerator) -> EditedFiles {
    let folder =
      ["Examples/Sources/ExtendedFlow", "Tests/Fixtures/copier"].randomElement(using: &random) ?? ""
    let texts =
      Bool.random(using: &random)
      ? ["/nowhere/made.flow.yaml": Array(MadeFlow(&random).text.utf8)] : read(folder)
    return EditedFiles(texts: texts, isFlow: false)
  }

  /// Whether a file is a flow, its script, its texts, or in the folder with its name.
  private static func belongs(_ path: String, to flow: String) -> Bool {
    let stem = flow.dropLast(ScriptSearch.flowSuffix.count)
    return path.hasPrefix(stem + ".") || path.hasPrefix(stem + "/")
  }

  /// Reads the files of a folder of the package, and of those in it.
  private static func read(_ folder: String) -> [String: [UInt8]] {
    let url = ProjectFolder.url.appending(path: folder)
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
    var texts: [String: [UInt8]] = [:]
    for name in names where !name.hasSuffix(".swift") {
      let path = FilePath.normalized(url.path + "/" + name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue, let data = FileManager.default.contents(atPath: path),
        String(data: data, encoding: .utf8) != nil
      else { continue }
      texts[path] = Array(data)
    }
    return texts
  }

  /// Returns what a check of each of some files finds in it and in others, by the path of the one that's checked and of the one
  /// in which it is.
  static func check(_ texts: [String: [UInt8]]) -> [String: [String: [Diagnostic]]] {
    var files = OpenFiles()
    for (path, text) in texts { files.set(path, TextLines(text)) }
    var found: [String: [String: [Diagnostic]]] = [:]
    var flows: [String: CheckedFlow] = [:]
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      func add(_ diagnostics: [Diagnostic]) {
        found[path] = Dictionary(grouping: diagnostics) {
          FilePath.normalized($0.place.file.name)
        }.mapValues(once)
      }
      let beside = files.files(beside: path, noting: FileReads())
      switch FileKind(of: path) {
      case .flow:
        let loaded = FlowFile.load(text, name: path, files: beside)
        flows[path] = loaded.flow
        add(loaded.diagnostics.diagnostics)
      case .script:
        // It's after its flow.
        guard let flow = flows[ScriptSearch.flow(of: path)] else { continue }
        add(FlowScriptFile.load(text, name: path, flow: flow).diagnostics.diagnostics)
      case .extensions:
        add(
          ExtensionsFile.read(text, name: path, limit: files.limit).diagnostics.diagnostics)
      case .copier, .cookiecutter:
        let folder = FilePath.folder(of: path)
        add(
          ForeignTemplate.check(
            [FilePath.name(of: path)],
            in: files.files(beside: folder + "template", noting: FileReads()),
            shownAs: folder, limit: files.limit
          ).diagnostics.diagnostics)
      case .texts, .template: continue
      }
    }
    return found
  }

  /// Returns findings without those that say the same about the same place as an earlier one.
  static func once(_ found: [Diagnostic]) -> [Diagnostic] {
    var once: [Diagnostic] = []
    for diagnostic in found {
      let isKnown = once.contains {
        ($0.id, $0.place.range, $0.message)
          == (diagnostic.id, diagnostic.place.range, diagnostic.message)
      }
      if !isKnown { once.append(diagnostic) }
    }
    return once
  }
}

extension Diagnostic {
  /// It in all its parts, with its notes and fixes.
  package var inFull: String {
    func words(_ range: SourceRange) -> String { "\(range.lowerBound)-\(range.upperBound)" }
    func words(_ place: SourcePlace) -> String {
      (place.file.name == self.place.file.name ? "" : place.file.name + " ") + words(place.range)
    }
    var text = "\(severity) \(id) \(words(place.range)) \(message)"
    for note in notes { text += "\n  note \(note.place.map(words) ?? "") \(note.message)" }
    for fix in fixIts {
      text += "\n  fix \(fix.title) \(fix.isSafe) \(fix.isShown)"
      for edit in fix.edits { text += " \(words(edit.range))→\(edit.replacement)" }
    }
    return text
  }
}
