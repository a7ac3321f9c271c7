// SPDX-License-Identifier: Apache-2.0

import CTerminal

/// Work that blocks its thread, such as waiting for another program.
///
/// Swift's tasks share as many threads as there are processor cores. A task that blocks one of them
/// takes it from all others, and two such tasks can keep a whole program on two cores waiting.
package enum BlockingWork {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs work on a thread of its own, or on the caller's thread if no thread can be started.
  ///
  /// - Parameter work: The work.
  /// - Returns: The result of the work.
  package static func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let job = Unmanaged.passRetained(Job { continuation.resume(returning: work()) })
      let failure = ct_thread_start(
        { context in
          guard let context else { return }
          Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
        }, job.toOpaque())
      if failure != 0 { job.takeRetainedValue().body() }
    }
  }
}
