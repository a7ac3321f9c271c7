// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal

/// A pipe that wakes a thread of this process.
struct DescriptorPipe {
  /// The end that the thread waits for.
  let read: Int32

  /// The end that wakes it.
  let write: Int32

  /// Opens a pipe.
  ///
  /// - Parameter readersWait: Whether reading waits for a byte.
  /// - Throws: ``TerminalError`` if there are no more descriptors.
  init(readersWait: Bool) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    let failure = ends.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { ct_pipe($0) } ?? EINVAL
    }
    guard failure == 0 else { throw .failed(failure) }
    read = ends[0]
    write = ends[1]
    if !readersWait { _ = ct_set_nonblocking(read) }
    // A signal handler must not wait for a reader.
    _ = ct_set_nonblocking(write)
  }

  /// Writes a byte; returns whether the pipe is open.
  @discardableResult
  func send(_ byte: UInt8) -> Bool {
    var byte = byte
    return ct_write_all(write, &byte, 1) == 0
  }

  /// Closes both ends.
  func close() {
    _ = ct_close(read)
    _ = ct_close(write)
  }
}
