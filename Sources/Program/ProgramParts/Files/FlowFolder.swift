// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowSessions
import SourceDiagnostics
import TemplateSources

/// The folder `./Flows`, whose flows have short names: `hello` is `Flows/hello.flow.yaml`.
package enum FlowFolder {
  package static let name = "Flows"

  /// How the name of a flow file ends.
  package static let suffix = ".flow.yaml"

  /// The names of the flow files in the folder, sorted.
  package static var files: [String] {
    (SystemFiles.names(inFolder: name) ?? []).filter { $0.hasSuffix(suffix) }.sorted()
  }

  /// The path of the flow with a short name.
  package static func path(of flow: String) -> String { "\(name)/\(flow)\(suffix)" }

  /// The path of the flow that a word of the command line names: a path, with or without the end of its
  /// name, or a short name.
  ///
  /// A file beside the user comes before a flow of the folder ``name``.
  ///
  /// - Throws: ``ProgramEnding`` for a short name that no flow has.
  package static func path(named word: String) throws(ProgramEnding) -> String {
    guard !word.isEmpty, word != "-", !SystemFiles.exists(word) else { return word }
    if SystemFiles.exists(word + suffix) { return word + suffix }
    if TemplateAddress.isAddress(word) {
      throw ProgramOutput.fail(
        .usage,
        "this command takes no address; run, import, check, plan, graph, schema, and diff do")
    }
    guard !word.contains("/"), !word.contains(".") else { return word }
    let flows = files.map { String($0.dropLast(suffix.count)) }
    if flows.contains(word) { return path(of: word) }
    let near = NearMiss.nearest(to: word, in: flows).map { "; did you mean '\($0)'?" }
    throw ProgramOutput.fail(
      .usage,
      "there is no file '\(word)', and no flow '\(path(of: word))'\(near ?? "")")
  }

  /// Returns the path of a flow file; in a folder, that of the only flow, or of one with a name.
  ///
  /// - Parameters:
  ///   - path: The path of a flow file, or of a folder.
  ///   - name: The name of the file in a folder with several.
  /// - Returns: The path, which may be that of no file.
  package static func file(at path: String, named name: String?) -> String {
    guard SystemFiles.isFolder(path) else { return path }
    let names = (SystemFiles.names(inFolder: path) ?? []).filter { $0.hasSuffix(suffix) }
    if let name, names.contains(name) { return "\(path)/\(name)" }
    return names.count == 1 ? "\(path)/\(names[0])" : "\(path)/\(name ?? "flow.yaml")"
  }

  /// The paths that words of the command line name, as ``path(named:)`` finds each of them.
  ///
  /// - Throws: ``ProgramEnding`` for a short name that no flow has.
  package static func paths(named words: [String]) throws(ProgramEnding) -> [String] {
    try words.map { (word) throws(ProgramEnding) in try path(named: word) }
  }
}
