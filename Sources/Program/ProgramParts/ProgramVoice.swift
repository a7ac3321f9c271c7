// SPDX-License-Identifier: Apache-2.0

/// How a program speaks: its own words on standard error, and its results on standard output.
package struct ProgramVoice: Sendable {
  /// Says a line to the user or the operator.
  package let say: @Sendable (String) -> Void

  /// Writes a text to standard output; if that fails, the program ends.
  let write: @Sendable (String) -> Void

  /// Creates a voice.
  init(
    say: @escaping @Sendable (String) -> Void, write: @escaping @Sendable (String) -> Void
  ) {
    self.say = say
    self.write = write
  }
}
