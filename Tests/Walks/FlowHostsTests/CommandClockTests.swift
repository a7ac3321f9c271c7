// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowSessions
import Foundation
import Synchronization
import Testing

@testable import FlowHosts

/// The time of a command doesn't advance while the program is stopped.
struct CommandClockTests {
  private final class Time: Sendable {
    let now = Mutex<Int64>(0)
    func advance(by nanoseconds: Int64) { now.withLock { $0 += nanoseconds } }
  }

  @Test func aSuspendedCommandsTimeDoesNotAdvance() {
    let time = Time()
    let clock = CommandClock { time.now.withLock { $0 } }
    time.advance(by: 5)
    expectEqual(clock.time, 5)
    clock.suspend(true)
    time.advance(by: 100)
    // Suspending again changes nothing.
    clock.suspend(true)
    time.advance(by: 100)
    #expect(clock.time == 5 && clock.isSuspended)
    clock.suspend(false)
    clock.suspend(false)
    time.advance(by: 2)
    #expect(clock.time == 7 && !clock.isSuspended)
  }

  @Test func eachSuspensionIsReportedOnce() {
    let told = Mutex<[Bool]>([])
    let cancellation = EffectCancellation()
    cancellation.suspend()
    // A command that starts during a suspension is suspended as well.
    cancellation.whenSuspended { isSuspended in told.withLock { $0.append(isSuspended) } }
    cancellation.suspend()
    cancellation.resume()
    cancellation.resume()
    cancellation.whenSuspended(nil)
    cancellation.suspend()
    expectEqual(told.withLock { $0 }, [true, false])
  }

  @Test func aCommandSuspendedAtItsStartContinuesLater() throws {
    let cancellation = EffectCancellation()
    cancellation.suspend()
    // Don't use a task: this test blocks a thread that tasks share.
    Thread.detachNewThread { cancellation.resume() }
    let command = CommandRequest(
      arguments: ["/bin/sh", "-c", "echo done"], timeout: try TimeSpan(seconds: 60),
      keepsOutput: true)
    guard case .ended(let ended) = SystemCommands().run(command, until: cancellation) else {
      Issue.record("it failed")
      return
    }
    expectEqual(String(decoding: ended.output, as: UTF8.self), "done\n")
  }
}
