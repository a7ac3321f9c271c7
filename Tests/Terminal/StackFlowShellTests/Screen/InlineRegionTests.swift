// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowSessions
import TerminalCells
import Testing

@testable import StackFlowShell
@testable import TerminalEmulation
@testable import TerminalIO

/// The inline screen: what is above it stays, it's as tall as it needs, and nothing of it is left
/// over.
@MainActor
@Suite struct InlineRegionTests {
  private static let flow = """
    flow: 1
    id: walk
    title: A walk
    steps:
      - { ask: name, type: string, label: Your name }
      - ask: color
        type: choice
        choices: [red, orange, yellow, green, blue, violet]
      - { ask: sure, type: boolean }
    """

  /// Returns the output of a shell: as many lines, and a prompt with a command in the last one.
  private static func shell(lines count: Int) -> String {
    (1...count).map { "line \($0)\r\n" }.joined() + "$ stackflow run walk\r\n"
  }

  private func walk(
    columns: Int = 60, rows: Int = 16, lines: Int = 30, depth: ColorDepth = .truecolor
  ) async throws -> ScreenWalk {
    try await ScreenWalk(
      Self.flow, columns: columns, rows: rows, depth: depth, before: Self.shell(lines: lines))
  }

  /// The lines above the screen are the shell's, and nothing of the screen is among them.
  private func expectShell(_ walk: ScreenWalk, lines count: Int, _ comment: Comment? = nil) {
    let prompt = walk.lines.lastIndex(of: "$ stackflow run walk")
    let first = walk.firstRow ?? prompt.map { $0 + 1 } ?? 0
    let shell = (1...count).map { "line \($0)" } + ["$ stackflow run walk"]
    let above = walk.screen.scrollback + walk.lines.prefix(first)
    expectEqual(above, shell, comment)
  }

  @Test(arguments: [1, 5, 13, 14, 15, 16, 30]) func itBeginsBelowThePrompt(lines: Int) async throws
  {
    let walk = try await walk(lines: lines)
    #expect(walk.difference == nil)
    expectShell(walk, lines: lines)
  }

  @Test(arguments: [1, 13, 30]) func whatIsAboveStaysWhileItGrowsAndShrinks(lines: Int) async throws
  {
    let walk = try await walk(lines: lines)
    for keys in ["ada\r", "o", "r", "\u{1B}", "\u{1B}[B", ":back\r", "\r", "gre\r", "y"] {
      await walk.type(keys)
      expectEqual(walk.difference, nil, "after \(keys.debugDescription)\n\(walk.screen.picture)")
      expectShell(walk, lines: lines, "after \(keys.debugDescription)")
    }
  }

  @Test func theSummaryReplacesIt() async throws {
    let walk = try await walk(lines: 30)
    await walk.type("ada\rgre\ry\r")
    expectEqual(walk.result, #"{"name":"ada","color":"green","sure":true}"#)
    let lines: [Substring] = walk.text.split(separator: "\n")
    let summary: [Substring] = [
      "$ stackflow run walk", "  ✔ A walk", "    Your name  ada", "    Color      green",
      "    Sure       yes",
    ]
    expectEqual(lines.suffix(5), summary[...])
    expectEqual(walk.screen.cursor.column, 0)
    expectEqual(walk.screen.cursor.row, lines.count)
    #expect(walk.terminal.modes.isEmpty)
    expectShell(walk, lines: 30)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 9]) func itIsNeverTallerThanTheWindow(rows: Int) async throws
  {
    let walk = try await walk(rows: rows, lines: 20)
    await walk.type("ada\r")
    #expect(walk.difference == nil)
    #expect((walk.face.painted?.grid.size.rows ?? 0) <= rows)
    await walk.type("vio\ry\r")
    expectEqual(walk.result, #"{"name":"ada","color":"violet","sure":true}"#)
  }

  // MARK: Sizes

  @Test(arguments: [(40, 16), (20, 16), (10, 16), (100, 16), (60, 10), (60, 4), (60, 40), (25, 7)])
  func aNewSizeLeavesNothingStale(columns: Int, rows: Int) async throws {
    let walk = try await walk(lines: 30)
    await walk.type("ada\rr")
    await walk.resize(columns: columns, rows: rows)
    expectEqual(walk.difference, nil, "\(walk.screen.picture)")
    #expect(walk.lines.count { $0.contains("A walk") } <= 1, "\(walk.screen.picture)")
    await walk.resize(columns: 60, rows: 16)
    expectEqual(walk.difference, nil, "\(walk.screen.picture)")
    expectEqual(walk.lines.count { $0.contains("A walk") }, 1, "\(walk.screen.picture)")
    await walk.type("\r")
    expectEqual(walk.difference, nil, "\(walk.screen.picture)")
  }

  @Test func aStormOfSizesWhileTyping() async throws {
    let walk = try await walk(lines: 30)
    for (index, character) in "a name that is typed in a storm".enumerated() {
      walk.terminal.type(String(character))
      for step in 0..<4 {
        walk.resizeSilently(
          columns: 1 + (index * 37 + step * 23) % 90, rows: 1 + (index * 13 + step * 7) % 30)
      }
      await walk.settle()
      expectEqual(walk.difference, nil, "after \(index) keys\n\(walk.screen.picture)")
    }
    await walk.resize(columns: 60, rows: 16)
    #expect(walk.text.contains("› a name that is typed in a storm"))
    expectEqual(walk.lines.count { $0.contains("Your name") }, 1)
  }

  @Test func theSmallestAndTheLargestWindow() async throws {
    let walk = try await walk(lines: 3)
    await walk.resize(columns: 1, rows: 1)
    #expect(walk.difference == nil)
    await walk.type("ada")
    #expect(walk.difference == nil)
    await walk.resize(columns: 500, rows: 200)
    #expect(walk.difference == nil)
    #expect(walk.text.contains("› ada"))
    await walk.resize(columns: 1, rows: 1)
    await walk.type("\rgreen\ry\r")
    expectEqual(walk.result, #"{"name":"ada","color":"green","sure":true}"#)
  }

  // MARK: Others at the terminal

  @Test func suspendingLeavesTheScreenAndContinuingBeginsBelow() async throws {
    let walk = try await walk(rows: 24, lines: 2)
    await walk.type("ad")
    walk.terminal.type(.control("z"))
    await walk.settle()
    expectEqual(walk.terminal.stopCount, 1)
    expectEqual(walk.difference, nil, "\(walk.screen.picture)")
    await walk.type("a")
    expectEqual(walk.lines.count { $0.contains("› ada") }, 1, "\(walk.screen.picture)")
    expectEqual(walk.difference, nil, "\(walk.screen.picture)")
  }

  @Test func clearingTheWindowBeginsInItsFirstRow() async throws {
    let walk = try await walk(lines: 30)
    await walk.type("ad")
    await walk.type(.control("l"))
    expectEqual(walk.firstRow, 0)
    expectEqual(walk.difference, nil, "\(walk.screen.picture)")
    #expect(walk.text.contains("› ad"))
    #expect(!walk.text.contains("line 30"))
  }

  @Test(arguments: [TerminalSignal.terminate, .hangUp, .interrupt, .quit])
  func aSignalLeavesTheTerminalAsItWas(signal: TerminalSignal) async throws {
    let walk = try await walk(lines: 30)
    await walk.type("ada\rre")
    await walk.send(signal)
    #expect(walk.ending != nil)
    #expect(walk.screen.isCursorVisible)
    expectShell(walk, lines: 30)
    #expect(!walk.text.contains("ctrl-c"))
  }

  @Test func theEndOfTheInputEndsTheWalk() async throws {
    let walk = try await walk(lines: 30)
    await walk.hangUp()
    guard case .finished(let result)? = walk.ending else {
      Issue.record("the walk goes on")
      return
    }
    expectEqual(result.outcome, .left(.endOfInput))
  }

  // MARK: Bytes

  @Test(arguments: [ColorDepth.none, .ansi16, .truecolor])
  func aKeyThatEditsTextIsAtMost200BytesInOneWrite(depth: ColorDepth) async throws {
    for columns in [20, 40, 80, 200] {
      let walk = try await walk(columns: columns, rows: 24, depth: depth)
      var most = 0
      func type(_ keys: String) async {
        for key in keys {
          await walk.type(String(key))
          #expect(walk.writes <= 1)
          most = max(most, walk.output.count)
        }
      }
      await type("a longer name than the window is wide, with \u{8}\u{8}\u{8}\u{1}x\u{5}y")
      #expect(most <= 200, "\(columns) columns")
      print("bytes for a key in a line, \(columns) columns, \(depth): at most \(most)")
    }
  }
}
