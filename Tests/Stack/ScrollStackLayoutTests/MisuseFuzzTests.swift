// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

/// G-9: whatever its arguments are, a call either works as documented or throws a documented error.
@Suite struct MisuseFuzzTests {
  /// Mostly valid indices, and otherwise near misses and extreme integers.
  static func number(_ count: Int, _ random: inout SeededGenerator) -> Int {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: [.min, .max, -1, count, count + 1, .max / 2].randomElement(using: &random) ?? 0
    default: Int.random(in: -1...max(0, count), using: &random)
    }
  }

  @Test func everyMisuseThrowsATypedErrorAndNothingTraps() throws {
    let runs = RandomRuns(long: 1_000_000, named: "misuse of the scroll stack")
    var random = SeededGenerator(seed: runs.firstSeed)
    let clock = ManualClock()
    let foreign = try ScrollStack.bare("X")
    let stack = try ScrollStack.bare("ABC", motion: Motion(clock: clock))
    var gone: [ScrollStackRow] = []
    var refused = 0
    var calls = 0
    var completed = 0
    for step in 0..<runs.count {
      if stack.count > 60 { gone = stack.removeRows((0..<40).map { .index($0) }) }
      let count = stack.count
      func number() -> Int { Self.number(count, &random) }
      func address() -> RowAddress {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .row(foreign.firstRow ?? gone[0])
        case 1: gone.randomElement(using: &random).map { .row($0) } ?? .index(-5)
        case 2: .controller(Box("never added"))
        default: .index(number())
        }
      }
      let animated = Bool.random(using: &random)
      calls += 1
      let completion: Completion = { _ in completed += 1 }
      do {
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
          let place: InsertLocation =
            [.index(number()), .before(address()), .after(address()), .top]
            .randomElement(using: &random) ?? .top
          try stack.addRow(
            Box("n", length: Int.random(in: -3...9, using: &random)), at: place,
            animated: animated, completion: completion)
        case 1:
          gone = [try stack.removeRow(address(), animated: animated, completion: completion)]
        case 2:
          gone += stack.removeRows(
            [address(), address()], animated: animated, completion: completion)
        case 3:
          try stack.moveRow(address(), to: number(), animated: animated, completion: completion)
        case 4:
          try stack.replaceRow(
            address(), with: Box("r"), animated: animated, completion: completion)
        case 5:
          try stack.setRowHidden(
            Bool.random(using: &random), for: address(), animated: animated, completion: completion)
        case 6: try stack.reloadRow(address(), animated: animated, completion: completion)
        case 7:
          try stack.scrollToRow(
            address(), at: .middle, animated: animated, completion: completion)
        case 8:
          try stack.reveal(
            contentRange: min(number(), 9)..<max(10, number()), margin: number(),
            caret: number(), animated: animated, completion: completion)
        case 9:
          calls -= 1
          try stack.setRowInsets(
            CellInsets(top: number(), left: number(), bottom: number(), right: number()),
            for: [address()])
        case 10:
          calls -= 1
          stack.scroll(by: number())
          stack.carry(by: number())
          stack.setViewport(
            CellSize(columns: min(200, number()), rows: min(200, number())),
            insets: CellInsets(top: number(), bottom: number()))
        default:
          calls -= 1
          let index = number()
          expectEqual((stack.row(at: index) != nil), (0..<stack.count).contains(index))
          _ = (stack.range(of: address()), stack.visibility(of: address()))
          _ = (stack.isRowHidden(address()), stack.row(atContentOffset: number()))
          _ = (stack.select(address()), stack.focus(address()), stack.pickUp(address()))
        }
      } catch {
        // The compiler knows that it's a `ScrollStackError`.
        refused += 1
      }
      if step % 7 == 0 {
        clock.advance(by: .milliseconds(90))
        stack.advance()
      }
      if step % 500 == 0 {
        stack._checkInvariants()
        _ = stack.snapshot()
      }
    }
    stack.finishAnimations()
    stack._checkInvariants()
    expectEqual(completed, calls, "of seed \(runs.firstSeed)")
    #expect(runs.holds(refused, of: 0.05))
    expectEqual(foreign.names, "X")
  }
}
