// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

@testable import FlowHosts

/// The permissions of new files, which the whole process shares.
@Suite struct NewFileModeTests {
  /// Creates a file as any program does, and returns its permissions.
  private func modeOfNewFile() throws -> mode_t {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let file = open(path, O_CREAT | O_WRONLY | O_EXCL, 0o666)
    try #require(file >= 0)
    defer {
      close(file)
      unlink(path)
    }
    var status = stat()
    try #require(fstat(file, &status) == 0)
    return status.st_mode & 0o777
  }

  @Test func itIsThatOfAFileOfTheProcess() throws {
    expectEqual(SystemFiles.newFileMode, try modeOfNewFile())
  }

  #if os(Linux)
  /// Another thread that creates a file meanwhile, or a child that begins, has the mask.
  @Test func readingItChangesNothingForOthers() async throws {
    let mode = try modeOfNewFile()
    async let read: Void = {
      for _ in 0..<500 { _ = SystemFiles.newFileMode }
    }()
    for _ in 0..<500 { try #require(try modeOfNewFile() == mode) }
    await read
  }
  #endif
}
