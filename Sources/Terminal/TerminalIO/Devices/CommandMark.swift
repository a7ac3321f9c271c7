// SPDX-License-Identifier: Apache-2.0

/// The marks that tell a terminal where questions, their answers and other output begin (OSC 133), so that
/// it can jump from one to the other and select them.
///
/// Send them only where ``TerminalTraits/takesCommands`` is true.
package enum CommandMark {
  /// A question begins, in the first column.
  ///
  /// Some terminals erase what is below it when their window gets another size, because shells draw their
  /// prompts again; `redraw=0` says that we don't need that.
  package static let question = "\u{1B}]133;A;redraw=0\u{1B}\\"

  /// The user's input begins.
  package static let input = "\u{1B}]133;B\u{1B}\\"

  /// Output begins: the answer is given.
  package static let output = "\u{1B}]133;C\u{1B}\\"
}
