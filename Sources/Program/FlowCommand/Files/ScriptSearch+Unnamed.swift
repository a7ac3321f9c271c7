// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts
import FlowScripts
import ProgramParts

extension ScriptSearch {
  /// Returns whether a script has no flow beside it, so that it can be another tool's.
  ///
  /// - Parameters:
  ///   - script: The path of the script.
  ///   - paths: The paths that the command was given.
  /// - Returns: False for a script that's named itself.
  static func isOfNoFlow(_ script: String, among paths: [String]) -> Bool {
    !SystemFiles.exists(flow(of: script)) && !paths.contains(script)
  }

  /// Says which scripts weren't used, because there's no flow beside them.
  static func tell(ofNoFlow scripts: [String], _ done: String) {
    guard let first = scripts.first else { return }
    let others = scripts.count > 1 ? " and \(scripts.count - 1) more" : ""
    let flow = flow(of: first)
    ProgramOutput.message(
      "stackflow: '\(first)'\(others) wasn't \(done): there is no '\(flow)'")
  }

  /// Says how many files are in folders inside of those that a command was given, so that no one takes them for done.
  ///
  /// - Parameters:
  ///   - paths: The paths that the command was given.
  ///   - suffixes: The suffixes of the files that it's for.
  ///   - done: What wasn't done with them.
  static func tell(in paths: [String], endingIn suffixes: [String], _ done: String) {
    let files = filesNotNamed(in: paths, endingIn: suffixes)
    guard let first = files.first else { return }
    let words =
      files.count == 1
      ? "'\(first)' wasn't \(done); name its folder, too"
      : "\(files.count) files in folders inside weren't \(done), such as '\(first)'; name their folders, too"
    ProgramOutput.message("stackflow: " + words)
  }
}
