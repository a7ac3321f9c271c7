// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalIO
import Testing

@Suite("TerminalEvents")
struct TerminalEventsTests {
  @Test func eventsKeepTheirOrder() async {
    let terminal = MemoryTerminal()
    terminal.type("a\u{1B}[A")
    terminal.send(.terminate)
    let token = terminal.events.makeToken()
    terminal.events.announce(token)
    expectEqual(await terminal.events.next(), .key(.character("a")))
    expectEqual(await terminal.events.next(), .key(Key(.up)))
    expectEqual(await terminal.events.next(), .signal(.terminate))
    expectEqual(await terminal.events.next(), .token(token))
    #expect(!terminal.events.hasPending)
  }

  /// The Linux console and Emacs have no other screen to go back to.
  @Test func theAlternateScreenIsErasedBeforeItsLeft() {
    let terminal = MemoryTerminal()
    terminal.writesModes = true
    terminal.use([.alternateScreen, .hiddenCursor])
    expectEqual(terminal.takeOutput(), "\u{1B}[?1049h\u{1B}[?25l")
    terminal.use([])
    expectEqual(terminal.takeOutput(), "\u{1B}[H\u{1B}[J\u{1B}[?1049l\u{1B}[?25h")
  }

  @Test func waitingEndsWhenAnEventComes() async {
    let terminal = MemoryTerminal()
    async let first = terminal.events.next()
    await terminal.settle()
    terminal.type("x")
    expectEqual(await first, .key(.character("x")))
  }

  /// The consumer that takes the first of them knows that the others are waiting, and paints once.
  @Test func keysThatAreTypedTogetherComeTogether() async {
    let terminal = MemoryTerminal()
    let events = terminal.events
    for _ in 0..<20 {
      let taker = Task {
        let first = await events.next()
        return (first, events.hasPending)
      }
      await terminal.settle()
      terminal.type("ab")
      let (first, isPending) = await taker.value
      expectEqual(first, .key(Key(.character("a"))))
      #expect(isPending)
      expectEqual(await events.next(), .key(Key(.character("b"))))
    }
  }

  @Test func onlyTheLastOfSeveralResizesIsKept() async {
    let terminal = MemoryTerminal()
    for columns in 10...20 { terminal.resize(to: WindowSize(columns: columns, rows: 5)) }
    terminal.type("a")
    expectEqual(await terminal.events.next(), .resized(WindowSize(columns: 20, rows: 5)))
    expectEqual(await terminal.events.next(), .key(.character("a")))
    expectEqual(terminal.size.columns, 20)
  }

  @Test func timersFireWhenTheyAreDueEarliestFirst() {
    let terminal = MemoryTerminal()
    let late = terminal.events.timer(after: .seconds(2))
    let early = terminal.events.timer(after: .milliseconds(500))
    let never = terminal.events.timer(after: .seconds(1))
    terminal.events.cancelTimer(never)
    terminal.advance(by: .milliseconds(499))
    #expect(terminal.events.takeNow() == nil)
    terminal.advance(by: .seconds(10))
    expectEqual(terminal.events.takeNow(), .token(early))
    expectEqual(terminal.events.takeNow(), .token(late))
    #expect(terminal.events.takeNow() == nil)
  }

  @Test func aDelayBeyondTheClockIsNeverDue() {
    let terminal = MemoryTerminal()
    terminal.advance(by: .seconds(1))
    _ = terminal.events.timer(after: .seconds(Int64.max))
    terminal.advance(by: .seconds(Int64.max))
    terminal.advance(by: .seconds(Int64.max))
    #expect(terminal.events.takeNow() != nil, "the clock stands at its end, and so does the timer")
  }

  @Test func aClosedTerminalDeliversWhatIsLeftThenNil() async {
    let terminal = MemoryTerminal()
    terminal.type("a")
    terminal.close()
    terminal.type("b")
    expectEqual(await terminal.events.next(), .key(.character("a")))
    #expect(await terminal.events.next() == nil)
    #expect(terminal.isClosed)
  }

  @Test func closingWakesTheWaitingTask() async {
    let terminal = MemoryTerminal()
    async let event = terminal.events.next()
    await terminal.settle()
    terminal.close()
    #expect(await event == nil)
  }

  @Test func aCancelledTaskDoesNotWait() async {
    let terminal = MemoryTerminal()
    let task = Task { await terminal.events.next() }
    await terminal.settle()
    task.cancel()
    #expect(await task.value == nil)
    terminal.type("a")
    expectEqual(await terminal.events.next(), .key(.character("a")), "nothing is lost")
  }

  @Test func aSecondConsumerTakesOver() async {
    let terminal = MemoryTerminal()
    async let first = terminal.events.next()
    await terminal.settle()
    async let second = terminal.events.next()
    #expect(await first == nil)
    terminal.type("a")
    expectEqual(await second, .key(.character("a")))
  }

  @Test func settlingWaitsForTheUserAndForNothingElse() async {
    let terminal = MemoryTerminal()
    let settled = terminal.events.makeToken()
    terminal.events.whenAwaited { [events = terminal.events] in events.announce(settled) }
    #expect(!terminal.events.hasPending, "nobody waits yet")
    async let busy = terminal.events.next(isBusy: true)
    terminal.type("a")
    expectEqual(await busy, .key(.character("a")), "an effect isn't the user")
    expectEqual(await terminal.events.next(), .token(settled))
    terminal.close()
    await terminal.settle()
  }

  @Test func manyEventsFromManyTasksAllArrive() async {
    let terminal = MemoryTerminal()
    let tokens = (0..<1000).map { _ in terminal.events.makeToken() }
    await withTaskGroup(of: Void.self) { group in
      for token in tokens { group.addTask { terminal.events.announce(token) } }
    }
    var seen: Set<EventToken> = []
    while case .token(let token)? = terminal.events.takeNow() { seen.insert(token) }
    expectEqual(seen, Set(tokens))
  }
}
