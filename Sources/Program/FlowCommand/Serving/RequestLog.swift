// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowHosts
import FlowServer
import FlowSessions

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The log of a service: a line of JSON for each request and each end of a connection, without answers.
struct RequestLog: Sendable {
  private let descriptor: Int32

  /// Opens a log.
  ///
  /// - Parameter path: The file, to which lines are appended; `-` for standard error.
  /// - Throws: ``ProgramEnding`` if it can't be opened.
  init(_ path: String) throws(ProgramEnding) {
    guard path != "-" else {
      descriptor = STDERR_FILENO
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ProgramOutput.fail(.inputOutput, "\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Writes a request.
  func write(_ request: ServedRequest) {
    let components = request.duration.components
    let microseconds =
      components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    write(
      "request",
      [
        ("owner", request.owner.map { .string($0) }), ("method", .string(request.method)),
        ("walk", request.walk.map { .string(Self.beginning(of: $0)) }),
        ("state", request.state.map { .string($0) }),
        ("error", request.error.map { .int(Int64($0)) }), ("microseconds", .int(microseconds)),
      ])
  }

  /// Writes something that happened.
  func write(_ event: String, _ entries: [(String, Value?)] = []) {
    let first: [(String, Value?)] = [
      ("time", .string("\(SystemHost.now)")), ("event", .string(event)),
    ]
    guard let text = JSONWriter().text(of: .object(first + entries)) else { return }
    // A full disk must not end the service.
    try? SystemFiles.writeAll(text + "\n", to: descriptor, name: "the log")
  }

  /// The beginning of an id, which doesn't let anyone reach the walk: without the last 90 random bits.
  private static func beginning(of id: String) -> String {
    String(id.prefix(max(id.count - 18, min(id.count, 8))))
  }
}
