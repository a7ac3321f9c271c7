// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TerminalIO

/// Waits for a store on a thread that may block.
package enum BlockingStore {
  private final class Outcome<Answer: Sendable>: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Answer, any Error>?>(nil)
  }

  /// Runs an operation to its end, on threads of its own: those that Swift's tasks share may all be waiting here.
  package static func wait<Answer: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    let outcome = Outcome<Answer>()
    Task.detached(executorPreference: BlockingWork.threads) {
      let result: Result<Answer, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      outcome.result.withLock { $0 = result }
      outcome.semaphore.signal()
    }
    outcome.semaphore.wait()
    guard let result = outcome.result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}
