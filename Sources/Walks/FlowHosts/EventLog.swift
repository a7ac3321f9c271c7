// SPDX-License-Identifier: Apache-2.0

import CLibrary
package import FlowExpressions

/// The log of a program that serves walks: a line of JSON for each thing that happens, without answers.
package struct EventLog: Sendable {
  private let descriptor: Int32

  /// Opens a log.
  ///
  /// - Parameter path: The file, to which lines are appended; `-` for standard error.
  /// - Throws: `SystemFiles.Failure` if it can't be opened.
  package init(_ path: String) throws(SystemFiles.Failure) {
    guard path != "-" else {
      descriptor = STDERR_FILENO
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFiles.Failure(path, errno) }
  }

  /// Writes something that happened.
  package func write(_ event: String, _ entries: [(String, Value?)] = []) {
    let first: [(String, Value?)] = [
      ("time", .string("\(SystemHost.now)")), ("event", .string(event)),
    ]
    guard let text = JSONWriter().text(of: .object(first + entries)) else { return }
    // A full disk must not end the service.
    try? SystemFiles.writeAll(text + "\n", to: descriptor, name: "the log")
  }

  /// Returns the beginning of the id of a walk, which doesn't let anyone reach it: without the last 90 random bits.
  package static func beginning(of id: String) -> String {
    String(id.prefix(max(id.count - 18, min(id.count, 8))))
  }

  /// Returns a duration as a log has it.
  package static func microseconds(_ duration: Duration) -> Value {
    let components = duration.components
    return .int(components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000)
  }
}
