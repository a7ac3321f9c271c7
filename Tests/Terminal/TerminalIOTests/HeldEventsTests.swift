// SPDX-License-Identifier: Apache-2.0

import Expectations
import Synchronization
import Testing

@testable import TerminalIO

@Suite("TerminalEvents, for a consumer that holds its thread")
struct HeldEventsTests {
  /// An input whose waits do what a test says.
  private final class ScriptedInput: HeldInput {
    typealias Wait = @Sendable (TerminalEvents, _ deadline: Int64?) -> Void

    private struct State {
      var waits: [Wait]
      var log: [String] = []
      var ready: [TerminalEvent] = []
    }

    private let state: Mutex<State>

    init(_ waits: Wait...) { state = Mutex(State(waits: waits)) }

    var log: [String] { state.withLock { $0.log } }

    func note(_ text: String) { state.withLock { $0.log.append(text) } }

    /// Events that are taken in without a wait.
    func makeReady(_ event: TerminalEvent) { state.withLock { $0.ready.append(event) } }

    func willWait() { note("waits") }
    func didWait() { note("goes on") }
    func rouse() { note("roused") }

    func wait(until deadline: Int64?, to events: TerminalEvents) {
      let wait = state.withLock { $0.waits.isEmpty ? nil : $0.waits.removeFirst() }
      guard let wait else { return events.endHolding() }
      wait(events, deadline)
    }

    func takeIn(to events: TerminalEvents) {
      let ready = state.withLock { state in
        defer { state.ready = [] }
        return state.ready
      }
      for event in ready { events.put(event) }
    }
  }

  private func events(_ input: ScriptedInput, now: Int64 = 0) -> TerminalEvents {
    TerminalEvents(
      now: { now }, wake: { input.note("woken") }, willWait: { _ in input.note("asks") },
      held: input)
  }

  @Test func aKeyNeedsNoOtherThread() async {
    let input = ScriptedInput { events, _ in
      events.endHolding()
      events.put(.key(.character("a")))
    }
    expectEqual(await events(input).next(), .key(.character("a")))
    expectEqual(input.log, ["asks", "waits", "goes on"])
  }

  @Test func aQueuedEventIsTakenWithoutAWait() async {
    let input = ScriptedInput()
    let events = events(input)
    let token = events.makeToken()
    events.announce(token)
    expectEqual(await events.next(), .token(token))
    #expect(input.log.isEmpty)
  }

  @Test func anAnnouncementRousesTheConsumerOnce() async {
    let input = ScriptedInput { events, _ in
      #expect(events.isAwaited)
      events.announce(events.makeToken())
      events.announce(events.makeToken())
    }
    let events = events(input)
    let first = await events.next()
    let second = await events.next()
    #expect(first != second)
    expectEqual(input.log, ["asks", "waits", "roused", "goes on"])
  }

  @Test func aTimerOfAnotherTaskShortensAWait() async {
    let seen = Mutex<[Int64?]>([])
    let input = ScriptedInput(
      { events, deadline in
        seen.withLock { $0.append(deadline) }
        _ = events.timer(after: .nanoseconds(-1))
      },
      { events, deadline in
        seen.withLock { $0.append(deadline) }
        events.endHolding()
        events.fireTimers()
      })
    guard case .token? = await events(input).next() else {
      Issue.record("the timer is due")
      return
    }
    expectEqual(seen.withLock { $0 }, [nil, -1])
    expectEqual(input.log, ["asks", "waits", "roused", "goes on"])
  }

  @Test func whatHasComeIsPending() {
    let input = ScriptedInput()
    let events = events(input)
    #expect(!events.hasPending)
    input.makeReady(.key(.character("a")))
    #expect(events.hasPending, "so nothing is painted for the key before it")
    expectEqual(events.takeNow(), .key(.character("a")))
    input.makeReady(.key(.character("b")))
    expectEqual(events.takeNow(), .key(.character("b")))
  }

  @Test func aCancelledTaskDoesNotWait() async {
    let input = ScriptedInput()
    let events = events(input)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await events.next()
    }
    #expect(await task.value == nil)
  }

  @Test func aClosedStreamIsNotWaitedFor() async {
    let input = ScriptedInput()
    let events = events(input)
    events.close()
    #expect(await events.next() == nil)
    #expect(input.log.isEmpty)
  }
}
