// SPDX-License-Identifier: Apache-2.0

import CLibrary

extension SystemFiles {
  /// The permissions of new files: all may read and write them, but for what the mask of the process takes away.
  static var newFileMode: mode_t {
    #if os(Linux)
    if let mask = statusMask { return 0o666 & ~mask }
    #endif
    // Between the two calls, another thread creates files without a mask.
    let mask = umask(0)
    umask(mask)
    return 0o666 & ~mask
  }

  /// The mask by the system's status of the process, which is read without changing it; nil before Linux 4.7, or
  /// without `/proc`.
  private static var statusMask: mode_t? {
    let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The mask is in the second line.
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = pread(file, &buffer, buffer.count, 0)
    let lines = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("Umask:\t") }) else { return nil }
    return mode_t(line.dropFirst(7), radix: 8)
  }
}
