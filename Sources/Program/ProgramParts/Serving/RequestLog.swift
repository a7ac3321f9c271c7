// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowHosts
import FlowServer
import FlowSessions

extension EventLog {
  /// Opens the log of a service.
  ///
  /// - Parameter path: The file, to which lines are appended; `-` for standard error.
  /// - Returns: The log.
  /// - Throws: ``ProgramFailure`` if it can't be opened.
  package static func opened(_ path: String) throws(ProgramFailure) -> EventLog {
    do throws(SystemFiles.Failure) { return try EventLog(path) } catch {
      throw ProgramFailure(.inputOutput, error.message)
    }
  }

  /// Writes a request.
  func write(_ request: ServedRequest) {
    write(
      "request",
      [
        ("owner", request.owner.map { .string($0) }), ("method", .string(request.method)),
        ("walk", request.walk.map { .string(Self.beginning(of: $0)) }),
        ("state", request.state.map { .string($0) }),
        ("error", request.error.map { .int(Int64($0)) }),
        ("microseconds", Self.microseconds(request.duration)),
      ])
  }
}
