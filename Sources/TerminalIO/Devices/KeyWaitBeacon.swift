// SPDX-License-Identifier: Apache-2.0

internal import CTerminal

/// Tells a test driver when the program waits for a key, with nothing left to read or to paint.
///
/// The descriptor is named by the environment variable `STACKFLOW_TEST_FD`; one line is written
/// each time:
///
///     wait bytes=12 size=80x24
///
/// `bytes` counts what was taken from the terminal since it was opened, so that a driver that has
/// typed 12 bytes knows that the program has dealt with all of them; `size` is the window that was
/// painted for. Without the variable nothing happens.
package struct KeyWaitBeacon: Sendable {
  private let descriptor: Int32

  /// A beacon on the descriptor that `STACKFLOW_TEST_FD` names; `nil` without one.
  ///
  /// The descriptor is closed in programs that this one starts.
  package static func fromEnvironment() -> KeyWaitBeacon? {
    guard let text = ct_environment("STACKFLOW_TEST_FD"),
      let descriptor = Int32(String(cString: text)), descriptor > 2,
      ct_set_close_on_exec(descriptor) == 0
    else { return nil }
    return KeyWaitBeacon(descriptor: descriptor)
  }

  /// Writes the line; failures are passed over.
  package func signal(bytes: Int, size: WindowSize) {
    let line = Array("wait bytes=\(bytes) size=\(size)\n".utf8)
    _ = ct_write_all(descriptor, line, line.count)
  }
}
