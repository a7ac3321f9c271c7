// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowHosts
import ProgramParts

/// The options for the operator of a site.
struct OperationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Serve /health, /ready, and /metrics at an address that visitors don't reach.",
      valueName: "host:port"))
  var admin: ServerAddress?

  @Option(
    help: ArgumentHelp(
      "Write a line of JSON for each request and effect, without answers, to a file or, with -, to standard error.",
      valueName: "file"),
    completion: .file())
  var log: String?

  /// Opens the log.
  ///
  /// - Throws: ``ProgramFailure`` if the file can't be opened.
  func openLog() throws(ProgramFailure) -> EventLog? {
    try log.map { (path) throws(ProgramFailure) in try EventLog.opened(path) }
  }
}

#endif
