// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

/// Older steps are scrolled into view, and gone back to with a click.
@MainActor
@Suite struct ScrollingTests {
  private static let count = 12

  private static let flow =
    "flow: 1\nid: walk\ntitle: A walk\nsteps:\n"
    + (1...count).map { "  - { ask: a\($0), type: string, label: Number \($0) }\n" }.joined()

  /// A walk at its last step, in a window that has room for few of them.
  private func walk(
    _ place: ScreenWalk.Face.Place, usesMouse: Bool = false
  ) async throws -> ScreenWalk {
    let walk = try await ScreenWalk(Self.flow, place, columns: 60, rows: 9) {
      $0.usesMouse = usesMouse
    }
    for index in 1..<Self.count { await walk.type("v\(index)\r") }
    return walk
  }

  private func steps(_ walk: ScreenWalk) -> [Int] {
    walk.lines.compactMap { line in
      line.ranges(of: "Number ").first.flatMap {
        Int(line[$0.upperBound...].prefix { $0.isNumber })
      }
    }
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func keysScrollAndTypingReturns(place: ScreenWalk.Face.Place) async throws {
    let walk = try await walk(place)
    let head = steps(walk)
    expectEqual(head.last, Self.count)
    await walk.type(Key(.up, .control), Key(.up, .control), Key(.up, .control))
    expectEqual(steps(walk).first, head[0] - 3)
    #expect(walk.text.contains("┃"))
    #expect(walk.difference == nil)
    await walk.type(Key(.down, .control))
    expectEqual(steps(walk).first, head[0] - 2)
    // The scrollbar goes, what was scrolled to stays.
    await walk.advance(by: .seconds(2))
    #expect(!walk.text.contains("┃"))
    expectEqual(steps(walk).first, head[0] - 2)
    await walk.type("x")
    expectEqual(steps(walk), head)
    #expect(walk.text.contains("› x"))
    #expect(walk.difference == nil)
  }

  @Test func theWheelAndTheWordScroll() async throws {
    let walk = try await walk(.full)
    let head = steps(walk)
    await walk.type("\u{1B}[<64;5;5M")
    expectEqual(steps(walk).first, head[0] - 3)
    await walk.type("\u{1B}[<65;5;5M")
    expectEqual(steps(walk), head)
    await walk.type(":show\r")
    #expect(steps(walk).first ?? head[0] < head[0] - 1)
    await walk.type("last\r")
    expectEqual(walk.result?.contains(#""a12":"last""#), true)
  }

  @Test func scrollingStopsAtTheFirstStep() async throws {
    let walk = try await walk(.full)
    for _ in 0..<40 { await walk.type("\u{1B}[<64;5;5M") }
    expectEqual(steps(walk).first, 1)
    #expect(walk.difference == nil)
    await walk.resize(columns: 60, rows: 40)
    expectEqual(steps(walk), Array(1...Self.count))
    #expect(!walk.text.contains("┃"))
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func aClickOnAScrolledStepGoesBackToIt(place: ScreenWalk.Face.Place) async throws {
    let walk = try await walk(place, usesMouse: true)
    await walk.type(Key(.up, .control), Key(.up, .control))
    let first = try #require(steps(walk).first)
    let row = try #require(walk.lines.firstIndex { $0.contains("Number \(first)") })
    await walk.click(column: 8, row: row)
    #expect(walk.text.contains("◆ Number \(first)"))
    #expect(walk.text.contains("› v\(first)"))
    #expect(walk.difference == nil)
  }

  @Test func nothingScrollsWhereEverythingIsInView() async throws {
    let walk = try await ScreenWalk(Self.flow, .full, columns: 40, rows: 30)
    await walk.type("v\r")
    let before = walk.lines
    await walk.type(Key(.up, .control))
    expectEqual(walk.lines, before)
    await walk.type("\u{1B}[<64;5;5M")
    expectEqual(walk.lines, before)
  }
}
