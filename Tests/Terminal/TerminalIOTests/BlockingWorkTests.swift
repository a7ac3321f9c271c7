// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import TerminalIO
import Testing

/// Work on a thread of its own is a part of the task that waits for it.
@Suite struct BlockingWorkTests {
  @TaskLocal private static var name = "none"

  @Test func theWorkSeesTheValuesOfItsTask() async {
    let seen = await Self.$name.withValue("a") { await BlockingWork.run { Self.name } }
    expectEqual(seen, "a")
  }

  @Test func theWorkIsCancelledWithItsTask() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await BlockingWork.run { Task.isCancelled }
    }
    #expect(await task.value)
  }

  /// Each of more works than the machine has cores waits for all others.
  @Test func worksThatWaitForEachOtherEnd() async {
    let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 8
    let all = NSCondition()
    nonisolated(unsafe) var arrived = 0
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          await BlockingWork.run {
            all.withLock {
              arrived += 1
              all.broadcast()
              while arrived < count { all.wait() }
            }
          }
        }
      }
    }
    expectEqual(arrived, count)
  }
}
