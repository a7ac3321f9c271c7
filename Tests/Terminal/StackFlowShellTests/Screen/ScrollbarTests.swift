// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

/// The scrollbar has a column of its own, and goes when the user does something else.
@MainActor
@Suite struct ScrollbarTests {
  private static let bar: Set<Character> = ["┃", "│", "║", "█", "▐", "▕"]

  private static let flow =
    "flow: 1\nid: walk\ntitle: A walk\nsteps:\n"
    + (1...12).map {
      "  - { ask: a\($0), type: string, label: Number \($0) of those that are asked here today }\n"
    }.joined()

  private func walk(
    _ place: ScreenWalk.Face.Place, columns: Int
  ) async throws -> ScreenWalk {
    let walk = try await ScreenWalk(Self.flow, place, columns: columns, rows: 12) {
      $0.usesMouse = true
    }
    for index in 1..<12 {
      await walk.type("answer\(index)-abcdefghijklmnopqrstuvwxyz-0123456789\r")
    }
    return walk
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full], [20, 40, 60])
  func theBarCoversNoText(place: ScreenWalk.Face.Place, columns: Int) async throws {
    let walk = try await walk(place, columns: columns)
    await walk.type(Key(.up, .control), Key(.up, .control))
    let shown = walk.lines
    #expect(walk.text.contains("┃"), "\(walk.text)")
    await walk.advance(by: .seconds(2))
    #expect(!walk.text.contains("┃"), "\(walk.text)")
    for (with, without) in zip(shown, walk.lines) {
      let hasBar = with.count == columns && with.last.map(Self.bar.contains) == true
      let text = hasBar ? String(with.dropLast()) : with
      expectEqual(text.trimmedEnd, without.trimmedEnd, "\(walk.text)")
    }
    #expect(walk.difference == nil)
  }

  @Test func theBarGoesWithAClick() async throws {
    let walk = try await walk(.full, columns: 40)
    for _ in 0..<2 { await walk.type("\u{1B}[<64;5;5M") }
    #expect(walk.text.contains("┃"), "\(walk.text)")
    let row = try #require(walk.lines.firstIndex { $0.contains("● Number") })
    await walk.click(column: 8, row: row)
    #expect(walk.text.contains("◆ Number"), "\(walk.text)")
    #expect(!walk.text.contains("┃"), "\(walk.text)")
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
