// SPDX-License-Identifier: Apache-2.0

internal import CTerminal

/// Reports to a test driver that the program waits for a key and has nothing left to read or paint.
///
/// The environment variable `STACKFLOW_TEST_FD` holds the file descriptor. Each report is one line:
///
///     wait bytes=12 size=80x24
///
/// `bytes` is the number of bytes taken from the terminal since it was opened, so that a driver that
/// has typed 12 bytes knows that the program has handled all of them. `size` is the size of the window
/// that the program has painted for. Without the variable nothing is reported.
///
/// A driver lets time pass with the signal `SIGUSR1`, which makes every timer of the program due.
struct KeyWaitBeacon: Sendable {
  private let descriptor: Int32

  /// Returns a beacon on the descriptor in `STACKFLOW_TEST_FD`, or `nil` if the variable isn't set.
  ///
  /// Programs that this one starts don't inherit the descriptor.
  static func fromEnvironment() -> KeyWaitBeacon? {
    guard let text = ct_environment("STACKFLOW_TEST_FD"),
      let descriptor = Int32(String(cString: text)), descriptor > 2,
      ct_set_close_on_exec(descriptor) == 0
    else { return nil }
    return KeyWaitBeacon(descriptor: descriptor)
  }

  /// Writes the line and ignores failures.
  func signal(bytes: Int, size: WindowSize) {
    let line = Array("wait bytes=\(bytes) size=\(size)\n".utf8)
    _ = ct_write_all(descriptor, line, line.count)
  }
}
