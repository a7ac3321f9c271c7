// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import TerminalIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How the program ends: one exit code per cause, the same in every face and mode.
struct ProgramEnding: Error {
  /// The exit codes.
  enum Code: Int32 {
    /// The flow came to its end.
    case completed = 0
    /// The person left; a scripted test failed; `fmt --check` found a file to format.
    case left = 1
    /// The command line is wrong, or a file that it names doesn't exist.
    case usage = 2
    /// Answers are missing and no one can be asked.
    case missingAnswers = 3
    /// An answer given in advance is invalid or unused.
    case invalidAnswers = 4
    /// A `run` or `write` failed.
    case effectFailed = 5
    /// The flow stopped itself, or an expression failed on a value.
    case flowFailed = 6
    /// The flow file or the script has errors.
    case badFile = 65
    /// Input or output failed.
    case inputOutput = 74
    /// The time was up.
    case timeout = 124
    /// SIGHUP.
    case hangUp = 129
    /// Ctrl-C or SIGINT.
    case interrupted = 130
    /// SIGQUIT.
    case quit = 131
    /// SIGTERM.
    case terminated = 143
  }

  let code: Code

  init(_ code: Code) { self.code = code }

  /// The ending of a session.
  init(_ outcome: FlowOutcome) {
    switch outcome {
    case .completed: code = .completed
    case .failed: code = .flowFailed
    case .left(.quit), .left(.endOfInput): code = .left
    case .left(.interrupt): code = .interrupted
    case .left(.timeout): code = .timeout
    }
  }

  /// The ending by a signal.
  init(_ signal: TerminalSignal) {
    switch signal {
    case .interrupt: code = .interrupted
    case .terminate: code = .terminated
    case .hangUp: code = .hangUp
    case .quit: code = .quit
    }
  }

  /// Ends the process.
  func leave() -> Never { exit(code.rawValue) }
}
