// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

/// A note that's taller than the window opens at its start, and is read page by page.
@MainActor
@Suite struct LongNoteTests {
  private static let flow =
    "flow: 1\nid: terms\ntitle: Terms\nsteps:\n  - note: terms\n    text: |\n"
    + (1...60).map { "      Line \($0).\n" }.joined()
    + "  - { ask: name, type: string, label: Name }\n"

  private static let pageUp = "\u{1B}[5~"
  private static let pageDown = "\u{1B}[6~"

  /// The lines of the note that are in view.
  private func shown(_ walk: ScreenWalk) -> [Int] {
    walk.lines.compactMap { line in
      line.firstRange(of: "Line ").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
    }
  }

  @Test(
    arguments: [ScreenWalk.Face.Place.inline, .full],
    [(100, 30), (80, 24), (40, 20), (20, 15)])
  func aNoteOpensAtItsStart(place: ScreenWalk.Face.Place, size: (Int, Int)) async throws {
    let walk = try await ScreenWalk(Self.flow, place, columns: size.0, rows: size.1)
    expectEqual(shown(walk).first, 1, "\(walk.text)")
    var last = try #require(shown(walk).last)
    for _ in 0..<20 where last < 60 {
      await walk.type(Self.pageDown)
      let page = shown(walk)
      // No line is passed over.
      #expect(try #require(page.first) <= last + 1)
      #expect(try #require(page.last) > last)
      last = page.last ?? 60
    }
    expectEqual(last, 60)
    await walk.type(Self.pageDown)
    #expect(walk.text.contains("next"))
    for _ in 0..<20 { await walk.type(Self.pageUp) }
    expectEqual(shown(walk).first, 1)
    #expect(walk.difference == nil)
    await walk.type("\r")
    #expect(walk.text.contains("Name"))
  }

  @Test func aRefusalIsShownAtTheEnd() async throws {
    let walk = try await ScreenWalk(Self.flow, .inline, columns: 60, rows: 16)
    #expect(walk.text.contains("page scroll"))
    await walk.type(":back")
    #expect(walk.text.contains(":back"))
    await walk.type("\r")
    #expect(walk.text.contains("this is the first step"))
    expectEqual(shown(walk).last, 60)
  }

  @Test func aFieldBelowALongTextIsReadByPagesToo() async throws {
    let flow =
      "flow: 1\nid: terms\nsteps:\n  - form: terms\n    fields:\n      - note: text\n        text: |\n"
      + (1...60).map { "          Line \($0).\n" }.joined()
      + "      - { ask: name, type: string, label: Name }\n"
    let walk = try await ScreenWalk(flow, .inline, columns: 60, rows: 16)
    await walk.type(Self.pageUp + Self.pageUp)
    let above = try #require(shown(walk).first)
    #expect(above < 45)
    await walk.type("x")
    #expect(walk.text.contains("x"))
    #expect(shown(walk).first != above)
    // With a text in the line, the key does what it does in a line.
    await walk.type(Self.pageUp)
    #expect(shown(walk).first != above)
  }
}
