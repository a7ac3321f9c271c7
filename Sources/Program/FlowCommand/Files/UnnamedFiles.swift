// SPDX-License-Identifier: GPL-3.0-or-later

import FlowScripts
import ProgramParts

/// Flows and scripts in folders inside of the folders that a command was given, which it doesn't search through.
enum UnnamedFiles {
  /// Says how many files there are, so that no one takes them for done.
  ///
  /// - Parameters:
  ///   - paths: The paths that the command was given.
  ///   - suffixes: The suffixes of the files that it's for.
  ///   - done: What wasn't done with them.
  static func tell(in paths: [String], endingIn suffixes: [String], _ done: String) {
    let files = ScriptSearch.filesNotNamed(in: paths, endingIn: suffixes)
    guard let first = files.first else { return }
    let words =
      files.count == 1
      ? "'\(first)' wasn't \(done); name its folder, too"
      : "\(files.count) files in folders inside weren't \(done), such as '\(first)'; name their folders, too"
    ProgramOutput.message("stackflow: " + words)
  }
}
