// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Reads small files; the only code in this module that uses the file system.
enum ZoneFile {
  /// The maximum size of a file, in bytes; files of the IANA database are below 4,000 bytes.
  static let maximumSize = 1 << 20

  /// The folder of the machine's zones: `$TZDIR`, or else `/usr/share/zoneinfo`.
  static var systemFolder: String {
    guard let folder = getenv("TZDIR"), folder.pointee != 0 else { return "/usr/share/zoneinfo" }
    return String(cString: folder)
  }

  /// Returns the bytes of a regular file, or `nil` if it can't be read or is too large.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size >= 0, status.st_size <= maximumSize
    else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8_192)
    while bytes.count <= maximumSize {
      let count = buffer.withUnsafeMutableBytes { unsafe in
        systemRead(descriptor, unsafe.baseAddress, unsafe.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += buffer[..<count]
    }
    return nil
  }

  private static func systemRead(
    _ descriptor: Int32, _ address: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    CLibrary.read(descriptor, address, count)
  }
}
