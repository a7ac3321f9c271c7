// SPDX-License-Identifier: Apache-2.0

#if Web

import Foundation

/// The user's browser.
enum Browser {
  /// Opens an address, if there's a way; the address was printed as well.
  static func open(_ address: String) {
    #if os(macOS)
    let program = "/usr/bin/open"
    #else
    let program = "/usr/bin/xdg-open"
    #endif
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }

  /// Writes what was printed.
  static func flushOutput() { fflush(nil) }
}

#endif
