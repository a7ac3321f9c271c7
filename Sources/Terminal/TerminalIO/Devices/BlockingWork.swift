// SPDX-License-Identifier: Apache-2.0

import CTerminal

/// Work that blocks its thread, such as waiting for another program.
///
/// Swift's tasks share as many threads as there are processor cores. A task that blocks one of them
/// takes it from all others, and two such tasks can keep a whole program on two cores waiting.
package enum BlockingWork {
  /// Runs each job on a thread of its own, or on the caller's thread if no thread can be started.
  package final class Threads: TaskExecutor {
    private final class Job: Sendable {
      let job: UnownedJob
      let threads: Threads

      init(_ job: UnownedJob, on threads: Threads) {
        self.job = job
        self.threads = threads
      }

      func run() { job.runSynchronously(on: threads.asUnownedTaskExecutor()) }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
      let job = Unmanaged.passRetained(Job(UnownedJob(job), on: self))
      let failure = ct_thread_start(
        { context in
          guard let context else { return }
          Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
        }, job.toOpaque())
      if failure != 0 { job.takeRetainedValue().run() }
    }
  }

  /// Runs the parts of a task on threads of their own.
  package static let threads = Threads()

  /// Makes room for the threads of a walk where the process's address space is limited: one for tasks, one for
  /// events, one that performs an effect, and two that read what it prints.
  ///
  /// Dispatch waits for a thread that can't be started, so a process without room would hang.
  ///
  /// - Returns: Whether there's room.
  package static func makeRoom() -> Bool { ct_make_room(5, 16 << 20) }

  /// Has threads use the memory that others have freed.
  ///
  /// Otherwise, what was freed stays with the threads of its part of the heap, and a process whose threads hold much, one
  /// after the other, needs a multiple of it.
  package static func shareMemory() { ct_share_memory() }

  /// Runs work on a thread of its own, or on the caller's thread if no thread can be started.
  ///
  /// The work stays in the caller's task: it sees the task's local values and its cancellation.
  ///
  /// - Parameter work: The work.
  /// - Returns: The result of the work.
  package static func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withTaskExecutorPreference(threads) { work() }
  }
}
