// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

/// SF-12, SF-20 and §1.3, §1.4 of `Documentation/Contract.md`: the frames of a transition.
@Suite struct StackFlowViewMotionTests {
  /// Returns the pictures of all frames from the current one on, without blank lines.
  private func frames(_ show: Show, _ count: Int) -> [String] {
    (0..<count).map { _ in
      let picture = show.lines.map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
        .joined(separator: " ")
      show.clock.advance(by: .microseconds(33_334))
      show.view.scrollStack.advance()
      return picture
    }
  }

  private func still(_ steps: String, growth: FlowDirection = .down) throws -> Show {
    let show = try Show(steps, columns: 4, rows: 8, moves: true)
    show.view.growthDirection = growth
    show.view.colorDepth = .ansi16
    show.view.transitionDuration = .milliseconds(133)
    show.clock.advance(by: .seconds(1))
    show.view.scrollStack.advance()
    return show
  }

  @Test func aPushStartsWithTheLastFrameAndTheLineAppearsFirst() throws {
    let show = try still("a")
    show.view.push("b")
    expectEqual(frames(show, 4), ["a1 a2", "a1 a2 ──── b1", "a1 a2 ──── b1", "a1 a2 ──── b1 b2"])
    expectEqual(frames(show, 2), ["a1 a2 ──── b1 b2", "a1 a2 ──── b1 b2"])
  }

  @Test func aPopStartsWithTheLastFrameAndTheLineDisappearsLast() throws {
    let show = try still("ab")
    try show.view.pop()
    expectEqual(
      frames(show, 5), ["a1 a2 ──── b1 b2", "a1 a2 ──── b1 b2", "a1 a2", "a1 a2", "a1 a2"])
    show.view.push("c")
    _ = frames(show, 5)
    show.view.fadingStyle = .none
    show.view.colorDepth = .truecolor
    try show.view.pop()
    _ = frames(show, 1)
    // At a quarter of the time, the step and its line are half faded.
    let colors = [5, 6].map {
      show.view.snapshot()[CellPosition(column: 0, row: $0)]?.style.foreground
    }
    expectEqual(colors, [.rgb(115, 115, 115), .rgb(115, 115, 115)])
  }

  @Test func theTopmostStepSlidesInWithItsSeparator() throws {
    let show = try still("a", growth: .up)
    show.view.push("b")
    expectEqual(frames(show, 4), ["a1 a2", "──── a1 a2", "b2 ──── a1 a2", "b2 ──── a1 a2"])
    expectEqual(frames(show, 1), ["b1 b2 ──── a1 a2"])
    try show.view.pop()
    expectEqual(frames(show, 2), ["b1 b2 ──── a1 a2", "b1 b2 ──── a1 a2"])
  }

  @Test func severalPopsAreOneTransition() throws {
    let show = try still("abc")
    _ = show.wizard.take()
    try show.view.pop(2)
    expectEqual(frames(show, 2).first, "a1 a2 ──── b1 b2 ──── c1 c2")
    _ = frames(show, 3)
    expectEqual(frames(show, 1), ["a1 a2"])
    expectEqual(show.wizard.take().filter { $0.hasPrefix("end") }, ["end pop(2) true"])
  }

  @Test func aTransitionThatStartsDuringAnotherContinuesFromItsPosition() throws {
    let show = try still("a")
    show.view.push("b")
    _ = frames(show, 2)
    let before = frames(show, 0) + [show.lines.joined()]
    try show.view.pop()
    expectEqual(show.lines.joined(), before[0])
    _ = frames(show, 5)
    expectEqual(frames(show, 1), ["a1 a2"])
  }

  @Test func aTransitionWithoutDurationIsSynchronous() throws {
    let show = try still("a")
    show.view.transitionDuration = .zero
    var ends: [Bool] = []
    show.view.push("b") { ends.append($0) }
    #expect(ends == [true] && !show.view.scrollStack.isAnimating)
  }
}
