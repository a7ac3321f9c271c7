// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlowFiles
package import FlowHosts
package import FlowModel
import FlowScripts
import FlowSessions
package import SourceDiagnostics

/// A flow file that was read and checked.
package struct FlowLoading {
  /// The flow, or nil if it has errors.
  package let flow: CheckedFlow?

  /// The findings in the file.
  package let diagnostics: DiagnosticList

  /// Reads and checks a flow file.
  ///
  /// - Throws: ``ProgramEnding`` if the file doesn't exist or can't be read.
  package init(
    _ path: String, limit: Int = ByteLimit.default.count, readable: [String] = []
  ) throws(ProgramEnding) {
    self.init(
      try Self.bytes(of: path, limit: limit), path, limit: limit, readable: readable,
      includesWarnings: true)
  }

  private init(
    _ bytes: [UInt8], _ path: String, limit: Int, readable: [String], includesWarnings: Bool
  ) {
    let loaded = FlowFile.load(
      bytes, name: ProgramOutput.shown(path), limit: limit,
      files: Self.files(beside: path, limit: limit, readable: readable),
      includesWarnings: includesWarnings)
    flow = loaded.flow
    diagnostics = loaded.diagnostics
  }

  /// The files next to a flow file, or nil for standard input, which has no folder.
  package static func files(
    beside path: String, limit: Int, readable: [String] = []
  ) -> FolderFiles? {
    path == "-" ? nil : FolderFiles(beside: path, limit: limit, otherFolders: readable)
  }

  /// Reads a file that the command line names.
  package static func bytes(of path: String, limit: Int) throws(ProgramEnding) -> [UInt8] {
    do {
      return try SystemFiles.read(path, limit: limit)
    } catch {
      throw ProgramOutput.fail(error.isMissing ? .usage : .inputOutput, error.message)
    }
  }

  /// Reports that only another program can walk a flow, if that's so.
  package static func checkExtensions(of flow: CheckedFlow, _ path: String) throws(ProgramEnding) {
    guard !flow.missingExtensions.isEmpty else { return }
    throw ProgramOutput.fail(
      .badFile,
      "'\(path)' needs \(flow.missingExtensions.joined(separator: ", ")), which only another "
        + "program implements; walk the flow with that program. stackflow check proves it here.")
  }

  /// Loads a flow that this program can walk, as ``flow(_:limit:readable:language:)`` does.
  ///
  /// - Throws: ``ProgramEnding`` if the flow has errors, can't be read, or needs another program.
  package static func walkable(
    _ path: String, limit: Int = ByteLimit.default.count, readable: [String] = [],
    language: String?? = nil
  ) throws(ProgramEnding) -> CheckedFlow {
    let flow = try flow(path, limit: limit, readable: readable, language: language)
    try checkExtensions(of: flow, path)
    return flow
  }

  /// Loads the flows that a service serves.
  ///
  /// - Parameters:
  ///   - paths: The paths of the flows.
  ///   - limit: The maximum size of a file in bytes.
  ///   - readable: Other folders whose files the flows may use.
  ///   - language: The language of walks that name none; translations into others may have errors, and
  ///     aren't used then.
  /// - Returns: The flows in the order of the paths, but the newer versions of each before its older ones.
  /// - Throws: ``ProgramEnding`` if one has errors, can't be read, or needs another program, or two have the same
  ///   id and version.
  package static func flows(
    _ paths: [String], limit: Int = ByteLimit.default.count, readable: [String] = [],
    language: String?
  ) throws(ProgramEnding) -> [CheckedFlow] {
    var flows: [CheckedFlow] = []
    for path in paths {
      let flow = try walkable(path, limit: limit, readable: readable, language: .some(language))
      let (name, version) = (flow.id.name, flow.definition.version)
      guard !flows.contains(where: { ($0.id.name, $0.definition.version) == (name, version) })
      else {
        throw ProgramOutput.fail(
          .usage, "two flows have the id '\(name)' and the version \(version)")
      }
      let later = flows.firstIndex { $0.id.name == name && $0.definition.version < version }
      flows.insert(flow, at: later ?? flows.endIndex)
    }
    return flows
  }

  /// Returns a flow if it can be read and has no errors; otherwise nil, without a word.
  package static func readableFlow(_ path: String) -> CheckedFlow? {
    let limit = ByteLimit.default.count
    guard let bytes = try? SystemFiles.read(path, limit: limit) else { return nil }
    return FlowLoading(bytes, path, limit: limit, readable: [], includesWarnings: false).flow
  }

  /// Loads a flow that must have no errors; otherwise reports them and throws.
  ///
  /// - Parameters:
  ///   - path: The path of the flow.
  ///   - limit: The maximum size of the file in bytes.
  ///   - readable: Other folders whose files the flow may use.
  ///   - language: The language to read its texts in, so that translations into others may have
  ///     errors, and aren't used then; nil if all translations must be free of errors. The value
  ///     inside is nil for the flow's own language.
  /// - Returns: The flow.
  /// - Throws: ``ProgramEnding`` if the flow has errors or can't be read.
  package static func flow(
    _ path: String, limit: Int = ByteLimit.default.count, readable: [String] = [],
    language: String?? = nil
  ) throws(ProgramEnding) -> CheckedFlow {
    let bytes = try bytes(of: path, limit: limit)
    let quick = FlowLoading(
      bytes, path, limit: limit, readable: readable, includesWarnings: false)
    if let flow = quick.flow { return flow }
    if let language, let files = files(beside: path, limit: limit, readable: readable) {
      let broken = quick.brokenTranslations(exceptInto: language)
      let loaded = FlowFile.load(
        bytes, name: ProgramOutput.shown(path), limit: limit,
        files: FilesWithout(broken, of: files),
        includesWarnings: false)
      if !broken.isEmpty, let flow = loaded.flow {
        for name in broken.sorted() {
          ProgramOutput.message(
            "stackflow: '\(name)' has mistakes and isn't used; see stackflow check")
        }
        return flow
      }
    }
    // If there are errors, warnings are reported as well, as 'check' does.
    let whole = FlowLoading(bytes, path, limit: limit, readable: readable, includesWarnings: true)
    ProgramOutput.diagnostics(whole.diagnostics)
    throw ProgramEnding(.badFile)
  }
}

extension FlowLoading {
  /// Returns the names of the files of translations with errors, unless they're into a language or
  /// something else has errors, too.
  fileprivate func brokenTranslations(exceptInto language: String?) -> Set<String> {
    var names: Set<String> = []
    for diagnostic in diagnostics.diagnostics where diagnostic.severity == .error {
      let path = diagnostic.place.file.name
      let name = String(
        path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
      let parts = name.dropLast(ScriptSearch.textsSuffix.count).split(separator: ".")
      guard name.hasSuffix(ScriptSearch.textsSuffix), let tag = parts.last, parts.count > 1,
        language != String(tag), language?.hasPrefix(tag + "-") != true
      else { return [] }
      names.insert(name)
    }
    return names
  }
}

/// The files next to a flow without those of some names.
private struct FilesWithout: FlowFileSource {
  let hidden: Set<String>
  let files: FolderFiles

  init(_ hidden: Set<String>, of files: FolderFiles) {
    self.hidden = hidden
    self.files = files
  }

  var names: [String] { files.names.filter { !hidden.contains($0) } }
  var reachesOutside: Bool { files.reachesOutside }

  func names(in folder: String) -> [String] {
    files.names(in: folder).filter { !hidden.contains($0) }
  }

  func read(_ relativePath: String) throws -> [UInt8] { try files.read(relativePath) }
  func isExecutable(_ relativePath: String) -> Bool { files.isExecutable(relativePath) }

  func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
    try files.entries(in: folder, limit: limit)
  }
}
