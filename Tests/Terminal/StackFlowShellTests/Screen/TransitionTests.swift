// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell
@testable import TerminalEmulation

/// A pushed step slides in while the answered one folds; whatever happens meanwhile, the screen
/// afterwards is the one without transitions.
@MainActor
@Suite struct TransitionTests {
  private static let flow = """
    flow: 1
    id: walk
    title: A walk
    steps:
      - { ask: name, type: string, label: Your name, help: As your friends call you. }
      - ask: color
        type: choice
        label: Which color?
        choices: [red, orange, yellow, green, blue]
      - { ask: sure, type: boolean, label: Sure? }
    """

  private static let before = (1...30).map { "line \($0)\r\n" }.joined() + "$ run\r\n"

  /// The time between two frames.
  private static let frame = Duration.milliseconds(34)

  private func walk(
    _ place: ScreenWalk.Face.Place = .inline, columns: Int = 60, rows: Int = 20,
    isMoving: Bool = true, theme: ScreenTheme = .dark
  ) async throws -> ScreenWalk {
    try await ScreenWalk(
      Self.flow, place, columns: columns, rows: rows, theme: theme, before: Self.before
    ) { if isMoving { $0.transitionDuration = .milliseconds(250) } }
  }

  /// The window after the keys at rest.
  private func rest(
    _ keys: String, _ place: ScreenWalk.Face.Place = .inline, columns: Int = 60, rows: Int = 20,
    theme: ScreenTheme = .dark
  ) async throws -> [String] {
    let walk = try await walk(place, columns: columns, rows: rows, isMoving: false, theme: theme)
    for key in keys { await walk.type(String(key)) }
    return walk.lines
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func aPushHasEightFramesAndEndsInTheScreenWithoutMotion(place: ScreenWalk.Face.Place)
    async throws
  {
    let walk = try await walk(place)
    expectEqual(walk.face.painted?.grid.lines.contains { $0.contains("◆ Your name") }, true)
    await walk.type("ada")
    await walk.type("\r")
    var screens = [walk.lines]
    #expect(!walk.screen.isCursorVisible)
    for _ in 0..<12 {
      await walk.advance(by: Self.frame)
      #expect(walk.writes <= 1)
      #expect(walk.difference == nil)
      if walk.writes > 0 { screens.append(walk.lines) }
    }
    expectEqual(screens.count, 8)
    expectEqual(screens.last, (try await rest("ada\r", place)))
    #expect(walk.screen.isCursorVisible)
    // The answer is a line at once, and what was below it folds; then the next question appears.
    #expect(screens[0].contains { $0.contains("● Your name  ada") })
    #expect(screens[0].contains { $0.contains("› ada") })
    #expect(!screens[3].contains { $0.contains("Which color?") })
    #expect(screens[6].contains { $0.contains("Which color?") })
    #expect(!screens[6].contains { $0.contains("› ada") })
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func aPopUnfoldsTheStepAgain(place: ScreenWalk.Face.Place) async throws {
    let walk = try await walk(place)
    await walk.type("ada\r")
    await walk.advance(by: .seconds(1))
    await walk.advance(by: .seconds(1))
    await walk.type(":back\r")
    #expect(walk.lines.contains { $0.contains("● Your name") || $0.contains("Which color?") })
    var frames = 1
    for _ in 0..<12 {
      await walk.advance(by: Self.frame)
      frames += walk.writes
    }
    expectEqual(frames, 8)
    expectEqual(walk.lines, (try await rest("ada\r:back\r", place)))
  }

  @Test func aKeyEndsATransitionAtOnce() async throws {
    let walk = try await walk()
    await walk.type("ada\r")
    await walk.advance(by: Self.frame)
    await walk.type("g")
    expectEqual(walk.writes, 1)
    let still = try await self.walk(isMoving: false)
    await still.type("ada\rg")
    expectEqual(walk.face.painted?.grid, still.face.painted?.grid)
    #expect(walk.difference == nil)
    #expect(walk.screen.isCursorVisible)
    await walk.advance(by: .seconds(1))
    expectEqual(walk.writes, 0)
  }

  @Test func whatIsTypedAheadNeedsNoTransition() async throws {
    let walk = try await walk()
    await walk.type("ada\rg")
    let still = try await self.walk(isMoving: false)
    await still.type("ada\rg")
    expectEqual(walk.face.painted?.grid, still.face.painted?.grid)
    await walk.advance(by: .seconds(1))
    expectEqual(walk.writes, 0)
  }

  @Test func onlyOneTransitionIsShownAtATime() async throws {
    let walk = try await walk()
    await walk.type("ada\r")
    await walk.advance(by: Self.frame)
    // The answer ends the first one and begins the next.
    await walk.type("\r")
    #expect(walk.lines.contains { $0.contains("● Which color?  red") })
    var frames = 1
    for _ in 0..<20 {
      await walk.advance(by: Self.frame)
      frames += walk.writes
    }
    #expect((2...8).contains(frames))
    expectEqual(walk.lines, (try await rest("ada\r\r")))
  }

  @Test func aLateFrameEndsATransition() async throws {
    let walk = try await walk()
    await walk.type("ada\r")
    await walk.advance(by: .milliseconds(120))
    expectEqual(walk.writes, 1)
    expectEqual(walk.lines, (try await rest("ada\r")))
    // A second late frame ends all of them: the line is slow.
    await walk.type("\r")
    await walk.advance(by: .milliseconds(120))
    await walk.type(":back\r")
    expectEqual(walk.lines, (try await rest("ada\r\r:back\r")))
    await walk.advance(by: Self.frame)
    expectEqual(walk.writes, 0)
  }

  @Test(arguments: [(40, 20), (60, 9), (60, 4), (20, 30), (1, 1)])
  func aNewSizeEndsATransition(columns: Int, rows: Int) async throws {
    let walk = try await walk()
    await walk.type("ada\r")
    await walk.advance(by: Self.frame)
    await walk.resize(columns: columns, rows: rows)
    expectEqual(walk.difference, nil, "\(walk.screen.picture)")
    #expect(walk.screen.isCursorVisible)
    let painted = walk.face.painted?.grid.lines
    await walk.advance(by: .seconds(1))
    expectEqual(walk.face.painted?.grid.lines, painted)
  }

  @Test(arguments: dailyPart(of: [1, 2, 3, 4, 6, 8, 12, 20, 40], every: 9, named: "heights"))
  func everyHeightAndWidthEndsInTheScreenWithoutMotion(rows: Int) async throws {
    for columns in [1, 15, 30, 80] {
      for place in [ScreenWalk.Face.Place.inline, .full] {
        let walk = try await walk(place, columns: columns, rows: rows)
        var typed = ""
        for keys in ["ada\r", "\r", ":back\r", "\u{1B}[B", "\r", ":back 2\r"] {
          typed += keys
          await walk.type(keys)
          for _ in 0..<9 {
            expectEqual(walk.difference, nil, "\(columns)×\(rows), \(place)")
            await walk.advance(by: Self.frame)
          }
        }
        let still = try await self.walk(place, columns: columns, rows: rows, isMoving: false)
        for keys in ["ada\r", "\r", ":back\r", "\u{1B}[B", "\r", ":back 2\r"] {
          await still.type(keys)
        }
        expectEqual(
          walk.face.painted?.grid, still.face.painted?.grid, "\(columns)×\(rows), \(place)")
      }
    }
  }

  @Test(arguments: ScreenTheme.Growth.allCases)
  func everyDirectionEndsInTheScreenWithoutMotion(growth: ScreenTheme.Growth) async throws {
    var theme = ScreenTheme.dark
    theme.layout.growth = growth
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await walk(place, columns: 80, theme: theme)
      for keys in ["ada\r", "\r", ":back\r"] {
        await walk.type(keys)
        for _ in 0..<9 {
          await walk.advance(by: Self.frame)
          expectEqual(walk.difference, nil, "\(place)")
        }
      }
      expectEqual(
        walk.lines, (try await rest("ada\r\r:back\r", place, columns: 80, theme: theme)),
        "\(place)")
    }
  }

  @Test func theBytesOfATransitionAreBounded() async throws {
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await walk(place, columns: 80, rows: 24)
      await walk.type("ada\r")
      var bytes = walk.output.count
      for _ in 0..<9 {
        await walk.advance(by: Self.frame)
        bytes += walk.output.count
      }
      let whole = walk.face.painted.map {
        TerminalUpdate(from: nil, to: $0.grid, cursor: $0.cursor).bytes.count
      }
      print("bytes of a transition, \(place): \(bytes); of the whole screen: \(whole ?? 0)")
      #expect(bytes < 4 * (whole ?? 0))
    }
  }

  @Test(arguments: [TerminalSignal.terminate, .interrupt])
  func aSignalDuringATransitionRestoresTheTerminal(signal: TerminalSignal) async throws {
    for place in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await walk(place)
      await walk.type("ada\r")
      await walk.advance(by: Self.frame)
      await walk.send(signal)
      #expect(walk.ending != nil)
      #expect(walk.terminal.modes.isEmpty)
      #expect(walk.screen.isCursorVisible)
      #expect(!walk.screen.isAlternate)
      #expect(!walk.text.contains("ctrl-c"))
    }
  }
}
