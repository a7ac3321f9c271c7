// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Does something again whenever a file changes.
enum FileWatch {
  /// The time between two looks at the files, in milliseconds.
  private static let interval: UInt32 = 300

  /// Runs now and after each change of a YAML file of the paths and their folders, until a signal ends the program.
  ///
  /// A line that names the changed files separates the runs.
  static func run(_ paths: [String], _ body: () async -> Void) async -> Never {
    var before = state(of: paths)
    while true {
      await body()
      ProgramOutput.message("stackflow: waiting for a change; stop with Ctrl-C")
      var now = state(of: paths)
      while now == before {
        usleep(interval * 1000)
        now = state(of: paths)
      }
      let names = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
      let others = names.count > 1 ? " and \(names.count - 1) more" : ""
      ProgramOutput.message("\n── \(names[0])\(others) changed ──")
      before = now
    }
  }

  /// The times and sizes of the YAML files of the paths and their folders.
  static func state(of paths: [String]) -> [String: [Int]] {
    var state: [String: [Int]] = [:]
    for path in paths {
      var folder = path
      if SystemFiles.names(inFolder: path) == nil {
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      }
      for name in SystemFiles.names(inFolder: folder) ?? [] where name.hasSuffix(".yaml") {
        var status = stat()
        guard stat("\(folder)/\(name)", &status) == 0 else { continue }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        state["\(folder)/\(name)"] = [
          Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_size), Int(status.st_ino),
        ]
      }
    }
    return state
  }
}
