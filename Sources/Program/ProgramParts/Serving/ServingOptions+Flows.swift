// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowServer
import FlowSessions

extension ServingOptions {
  /// The paths of the flows, or the folder `./Flows` if there are none.
  ///
  /// - Throws: ``ProgramEnding`` for a short name that no flow has.
  func paths() throws(ProgramEnding) -> [String] {
    files.isEmpty ? [FlowFolder.name] : try FlowFolder.paths(named: files)
  }

  /// The flows, which are read again when a file next to them has changed.
  ///
  /// - Throws: ``ProgramEnding`` for a short name that no flow has.
  func watchedFlows(_ voice: ProgramVoice) throws(ProgramEnding) -> WatchedFlows {
    WatchedFlows(try paths(), voice) { try flows() }
  }

  /// Returns the flows of the files, or those of `./Flows` if there are none.
  ///
  /// - Throws: ``ProgramEnding`` if there's none, one has mistakes or needs another program, or two have
  ///   the same id and version.
  func flows() throws(ProgramEnding) -> [ServedFlow] {
    var paths = try FlowFolder.paths(named: files)
    if paths.isEmpty { paths = FlowFolder.files.map { "\(FlowFolder.name)/\($0)" } }
    guard !paths.isEmpty else {
      throw ProgramOutput.fail(
        .usage, "there are no flows to serve: name a file, or put one in ./Flows")
    }
    return try FlowLoading.flows(
      paths, limit: maxBytes.count, readable: fileOptions.allowRead,
      language: lang ?? SystemHost.language
    ).map { ServedFlow($0) }
  }
}
