// SPDX-License-Identifier: Apache-2.0

package import FlowSessions
import TerminalIO

/// Why a program can't do what it's asked for, in words for its user.
package struct ProgramFailure: Error, CustomStringConvertible {
  /// The status that the program ends with.
  package let status: ExitStatus

  /// The reason.
  package let description: String

  /// Creates a failure.
  package init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}

extension ExitStatus {
  /// The status of a program that a signal has ended.
  init(_ signal: TerminalSignal) {
    switch signal {
    case .interrupt: self = .interrupted
    case .terminate: self = .terminated
    case .hangUp: self = .hangUp
    case .quit: self = .quit
    }
  }
}
