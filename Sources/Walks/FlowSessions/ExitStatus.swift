// SPDX-License-Identifier: Apache-2.0

/// The exit statuses of the program, with one for each cause in every face, mode, and protocol.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The flow was completed.
  case completed = 0

  /// The user left or said no, a scripted test failed, or `fmt --check`, `update --check`, or `explore` found something.
  case left = 1

  /// The command line is wrong, or a file that it names doesn't exist.
  case usage = 2

  /// Answers or inputs are missing, and there's no one to ask; a walk in a file isn't complete.
  case missingAnswers = 3

  /// An answer given in advance is invalid or unused, or `stackflow answer` was refused.
  case invalidAnswers = 4

  /// A command or a file operation failed.
  case effectFailed = 5

  /// The flow stopped itself, or an expression failed.
  case flowFailed = 6

  /// Conflicts of an update are left, and there's no one to ask; with markers, they're in the files.
  case conflicts = 8

  /// The flow file or the script has errors.
  case badFile = 65

  /// Input or output failed, or the system leaves no room for threads.
  case inputOutput = 74

  /// Another process continues the saved walk.
  case sessionInUse = 75

  /// The time limit was reached.
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
