// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowFiles
import FlowHosts

/// The files beside a flow file, for the loader.
struct FolderFiles: FlowFileSource {
  let folder: FlowFolder

  /// The files beside a flow file; nil for standard input, which stands in no folder.
  ///
  /// - Parameters:
  ///   - file: The flow file.
  ///   - limit: The most bytes of a file.
  ///   - readable: Other folders whose files the flow may name.
  init?(beside file: String, limit: Int, readable: [String] = []) {
    if file == "-" { return nil }
    folder = FlowFolder(of: file, limit: limit, others: readable)
  }

  var reachesOutside: Bool { !folder.others.isEmpty }

  func read(_ relativePath: String) throws -> [UInt8] {
    do {
      return try folder.read(relativePath)
    } catch {
      // The loader names the file itself.
      throw FlowFileSourceError(error.reason)
    }
  }
  var names: [String] { folder.names }

  func names(in inner: String) -> [String] { folder.names(in: inner) }
}

/// What a flow may name besides the files in its folder.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let flows name files in this folder too: used flows, parts of files, copies.",
      valueName: "dir"),
    completion: .directory)
  var allowRead: [String] = []
}
