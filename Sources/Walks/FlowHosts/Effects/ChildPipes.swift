// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal

extension SystemCommands {
  /// The two ends of a pipe.
  struct Pipe {
    let read: Int32
    let write: Int32

    init() throws(StartFailure) {
      var ends: [Int32] = [-1, -1]
      let failure = ct_pipe(&ends)
      guard failure == 0 else { throw StartFailure(code: failure) }
      (read, write) = (ends[0], ends[1])
    }

    func close() {
      _ = ct_close(read)
      _ = ct_close(write)
    }
  }

  /// Waits for a child on a thread, and closes a pipe when it has ended.
  final class Watcher: Sendable {
    let process: pid_t
    let end: Int32

    init(_ process: pid_t, _ end: Int32) {
      self.process = process
      self.end = end
    }

    static func start(_ process: pid_t, announcingOn end: Int32) {
      let watcher = Unmanaged.passRetained(Watcher(process, end))
      let failure = ct_thread_start(
        { context in
          guard let context else { return }
          let watcher = Unmanaged<Watcher>.fromOpaque(context).takeRetainedValue()
          _ = ct_await_end(watcher.process)
          _ = ct_close(watcher.end)
        }, watcher.toOpaque())
      guard failure != 0 else { return }
      // Without a thread, wait here. The command's timeout has no effect then.
      let one = watcher.takeRetainedValue()
      _ = ct_await_end(one.process)
      _ = ct_close(one.end)
    }
  }
}

extension [String] {
  /// Calls a function with a null-terminated array of C strings, which is valid only until it returns.
  package func withCStrings<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var block: [CChar] = []
    for text in self { block += text.utf8CString }
    // Even without strings, there must be an address.
    block.append(0)
    return block.withUnsafeMutableBufferPointer { block in
      var pointers: [UnsafeMutablePointer<CChar>?] = []
      var offset = 0
      for text in self {
        pointers.append(block.baseAddress.map { $0 + offset })
        offset += text.utf8.count + 1
      }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else {
          preconditionFailure("an array with a null in it has a first element")
        }
        return body(start)
      }
    }
  }
}
