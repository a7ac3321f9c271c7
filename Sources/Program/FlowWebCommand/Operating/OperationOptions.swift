// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowHosts

/// What the operator of a site sees.
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
  /// - Throws: ``WebProgramError`` if the file can't be opened.
  func openLog() throws(WebProgramError) -> EventLog? {
    guard let log else { return nil }
    do throws(SystemFiles.Failure) { return try EventLog(log) } catch {
      throw WebProgramError(description: error.message)
    }
  }
}

#endif
