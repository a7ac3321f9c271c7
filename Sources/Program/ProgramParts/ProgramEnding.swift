// SPDX-License-Identifier: Apache-2.0

import CLibrary
package import FlowSessions
package import TerminalIO

/// The end of the program.
package struct ProgramEnding: Error {
  package let code: ExitStatus

  package init(_ code: ExitStatus) { self.code = code }

  /// Creates the ending for the outcome of a session.
  package init(_ outcome: FlowOutcome) { code = outcome.exitStatus }

  /// Creates the ending after a signal.
  package init(_ signal: TerminalSignal) { code = ExitStatus(signal) }

  /// Ends the process.
  package func leave() -> Never { exit(code.rawValue) }
}
