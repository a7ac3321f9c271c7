// SPDX-License-Identifier: Apache-2.0

internal import FlowModel
internal import SourceDiagnostics

/// The files in the folder of a flow that was made in code.
struct DefinitionFiles: FlowFileSource {
  /// The contents of the files: used flows, copied files, and those of trees.
  ///
  /// A path that ends in `/` is an empty folder.
  var bytes: [String: [UInt8]] = [:]

  /// The paths of the files that may be executed.
  var executables: Set<String> = []

  /// The targets of links, by path.
  var links: [String: String] = [:]

  /// Why a tree can't be in files, by the path of its folder.
  var refusals: [String: String] = [:]

  /// The names of the parts of each flow.
  var outlines: [String: SourceOutline] = [:]

  func read(_ relativePath: String) throws -> [UInt8] {
    guard let bytes = bytes[relativePath] else {
      throw FlowFileSourceError("there is no such file")
    }
    return bytes
  }

  func isExecutable(_ relativePath: String) -> Bool { executables.contains(relativePath) }

  func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
    if let refusal = refusals[folder] { throw FlowFileSourceError(refusal) }
    var source = MemoryFileSource(bytes)
    source.executables = executables
    source.links = links
    return try source.entries(in: folder, limit: limit)
  }
}
