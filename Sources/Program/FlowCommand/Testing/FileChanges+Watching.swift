// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
import FlowHosts
import ProgramParts

extension FileChanges {
  /// The time between two looks at the files, in milliseconds.
  private static let interval: UInt32 = 150

  /// Runs now and after each change of a file that it has read, until a signal ends the program.
  ///
  /// The files below the folders of the paths are looked at.
  ///
  /// A line that names the changed files separates the runs. Earlier results stay on the screen.
  ///
  /// - Parameters:
  ///   - paths: The files and folders.
  ///   - readable: Other folders whose files are read.
  ///   - written: Files that the runs write.
  ///   - body: What's run.
  static func watch(
    _ paths: [String], _ readable: [String] = [], writing written: [String] = [],
    _ body: () async -> Void
  ) async -> Never {
    func state() -> State {
      Self.state(of: paths + readable, .everything(except: written))
    }
    var changes = FileChanges(since: state())
    while true {
      let matters = await FilesRead.during(body).matters(in: state())
      ProgramOutput.message("stackflow: waiting for a change; stop with Ctrl-C")
      var names = changes.look(state(), where: matters)
      while names == nil {
        usleep(interval * 1000)
        names = changes.look(state(), where: matters)
      }
      guard let names, let first = names.first else { continue }
      let others = names.count > 1 ? " and \(names.count - 1) more" : ""
      ProgramOutput.message("\n── \(first)\(others) changed ──")
    }
  }
}
