// SPDX-License-Identifier: GPL-3.0-or-later

import FlowSessions
import ProgramParts
import TerminalIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The end of the program.
struct ProgramEnding: Error {
  let code: ExitStatus

  init(_ code: ExitStatus) { self.code = code }

  /// Creates the ending for the outcome of a session.
  init(_ outcome: FlowOutcome) { code = outcome.exitStatus }

  /// Creates the ending after a signal.
  init(_ signal: TerminalSignal) { code = ExitStatus(signal) }

  /// Ends the process.
  func leave() -> Never { exit(code.rawValue) }
}
