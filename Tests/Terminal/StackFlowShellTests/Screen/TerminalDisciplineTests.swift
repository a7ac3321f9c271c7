// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import RandomTesting
import TerminalCells
import Testing

@testable import StackFlowShell
@testable import TerminalEmulation
@testable import TerminalIO

/// However a walk ends, and at whatever field, the terminal is as it was.
@MainActor
@Suite struct TerminalDisciplineTests {
  nonisolated static let kinds: [String] = [
    "type: string, suggest: [ada, bert]", "type: text", "type: secret, confirm: true",
    "type: integer, min: 1, max: 9", "type: number", "type: boolean",
    "type: choice, choices: [red, green, blue]", "type: choices, choices: [red, green, blue]",
    "type: date", "type: time", "type: datetime", "type: duration", "type: path",
  ]

  nonisolated static let signals: [TerminalSignal] = [.interrupt, .terminate, .hangUp, .quit]

  private static let before = (1...30).map { "line \($0)\r\n" }.joined() + "$ run\r\n"

  private func walk(
    _ kind: String, _ place: ScreenWalk.Face.Place, answers: Bool = true, reflows: Bool = false
  ) async throws -> ScreenWalk {
    let flow = """
      flow: 1
      id: kinds
      title: Kinds
      steps:
        - { ask: first, type: string }
        - { ask: it, \(kind) }
        - { ask: last, type: string }
      """
    let walk = try await ScreenWalk(
      flow, place, columns: 60, rows: 16, before: Self.before, reflows: reflows, answers: answers)
    await walk.type("x\r")
    return walk
  }

  private func expectRestored(_ walk: ScreenWalk, _ what: String) {
    #expect(walk.ending != nil, "\(what)")
    #expect(walk.terminal.modes.isEmpty, "\(what)")
    #expect(walk.screen.isCursorVisible, "\(what)")
    #expect(!walk.screen.isAlternate, "\(what)")
    expectEqual(walk.screen.cursor.column, 0, "\(what)")
    // The earlier lines are there, the summary is below them, and nothing else of the screen is.
    let lines = walk.screen.scrollback + walk.lines
    let prompt = lines.lastIndex(of: "$ run")
    expectEqual(
      prompt.map { Array(lines[...$0]) }, (1...30).map { "line \($0)" } + ["$ run"], "\(what)")
    let below = lines[(prompt.map { $0 + 1 } ?? 0)...].filter { !$0.isEmpty }
    expectEqual(below.first?.hasSuffix("Kinds"), true, "\(what): \(below)")
    #expect(below.count <= 4, "\(what): \(below)")
    #expect(!below.contains { $0.contains("ctrl-c") || $0.contains("│") }, "\(what): \(below)")
  }

  @Test(arguments: dailyPart(of: kinds, every: 4, named: "signals"), signals)
  func aSignalRestoresTheTerminal(kind: String, signal: TerminalSignal) async throws {
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await walk(kind, place)
      await walk.type("a2")
      await walk.send(signal)
      expectRestored(walk, "\(kind), \(signal), \(place)")
    }
  }

  @Test(arguments: dailyPart(of: kinds, every: 4, named: "leaving"))
  func leavingRestoresTheTerminal(kind: String) async throws {
    for place in [ScreenWalk.Face.Place.inline, .full] {
      for keys in ["\u{3}", "\u{15}\u{4}"] {
        let walk = try await walk(kind, place)
        await walk.type("r" + keys)
        expectRestored(walk, "\(kind), \(keys.debugDescription), \(place)")
      }
      let walk = try await walk(kind, place)
      await walk.hangUp()
      expectRestored(walk, "\(kind), the terminal is gone, \(place)")
    }
  }

  @Test(arguments: kinds) func stoppingAndContinuing(kind: String) async throws {
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await walk(kind, place)
      await walk.type("r")
      let before = walk.face.painted?.grid.lines
      await walk.type(.control("z"))
      expectEqual(walk.terminal.stopCount, 1)
      expectEqual(walk.difference, nil, "\(kind), \(place)\n\(walk.screen.picture)")
      expectEqual(walk.face.painted?.grid.lines, before, "\(kind), \(place)")
    }
  }

  @Test(arguments: kinds) func clearingTheScreen(kind: String) async throws {
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await walk(kind, place)
      await walk.type("r")
      walk.print("\u{1B}[5;5Hnoise of another program\u{1B}[9;1H")
      await walk.type(.control("l"))
      expectEqual(walk.firstRow, 0)
      expectEqual(walk.difference, nil, "\(kind), \(place)\n\(walk.screen.picture)")
      #expect(!walk.text.contains("noise"))
    }
  }

  @Test(arguments: dailyPart(of: kinds, every: 4, named: "windows"))
  func everyWindowFromTheSmallestToTheLargest(kind: String) async throws {
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await walk(kind, place)
      for (columns, rows) in [(1, 1), (2, 2), (500, 200), (1, 200), (500, 1), (20, 4), (60, 16)] {
        await walk.resize(columns: columns, rows: rows)
        await walk.type("r")
        expectEqual(
          walk.difference, nil, "\(kind), \(place), \(columns)x\(rows)\n\(walk.screen.picture)")
        #expect((walk.face.painted?.grid.size.rows ?? 0) <= rows)
      }
      expectEqual(
        walk.lines.count { $0.contains("◆") }, 1, "\(kind), \(place)\n\(walk.screen.picture)")
      await walk.hangUp()
    }
  }

  @Test func aTerminalThatNeverAnswersIsNotWaitedFor() async throws {
    let walk = try await walk("type: string", .inline, answers: false, reflows: true)
    for columns in [50, 40, 30, 60] {
      await walk.resize(columns: columns, rows: 16)
      await walk.type("a")
    }
    #expect(walk.text.contains("aaaa"))
    await walk.type("\rend\r")
    expectEqual(walk.result, #"{"first":"x","it":"aaaa","last":"end"}"#)
  }

  @Test func aFrameIsOneWriteAndNoKeyPaintsEverything() async throws {
    for kind in Self.kinds {
      for place in [ScreenWalk.Face.Place.inline, .full] {
        let walk = try await walk(kind, place)
        let whole = walk.face.painted.map {
          TerminalUpdate(from: nil, to: $0.grid, cursor: $0.cursor).bytes.count
        }
        for key in ["a", "e", "\u{7F}", "\u{1B}[B", " "] {
          await walk.type(key)
          #expect(walk.writes <= 1, "\(kind), \(place), \(key.debugDescription)")
          #expect(walk.output.count < (whole ?? 0), "\(kind), \(place), \(key.debugDescription)")
        }
      }
    }
  }
}
