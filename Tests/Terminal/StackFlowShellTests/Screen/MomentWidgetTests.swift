// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowSessions
import FlowWalks
import StackFlowShell
import TerminalIO
import Testing

/// The hours of a moment, and the steps of a duration.
@MainActor
@Suite struct MomentWidgetTests {
  private func walk(_ field: String) async throws -> ScreenWalk {
    try await ScreenWalk("flow: 1\nid: m\nsteps:\n  - { ask: it, \(field) }\n")
  }

  @Test func aTimeThatIsTypedAloneIsThatOfTheChosenDay() async throws {
    let walk = try await walk("type: datetime, default: '2026-12-08 09:00'")
    await walk.type("\u{1B}[C")
    #expect(walk.text.contains("› 2026-12-09 09:00"), "\(walk.text)")
    await walk.type("14:3")
    #expect(walk.text.contains("› 14:3"), "\(walk.text)")
    await walk.type("0")
    #expect(walk.text.contains("› 2026-12-09 14:30"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(walk.runner.session.answer("it")?.plainText, "2026-12-09T14:30:00Z")
  }

  /// The first arrow shows a time that's accepted.
  @Test(arguments: [
    ("min", "2026-12-08 20:31:13", "2026-12-08 20:32"),
    ("min", "2026-12-08 06:00", "2026-12-08 09:00"),
  ])
  func theFirstTimeKeepsTheLimits(limit: String, value: String, shown: String) async throws {
    let walk = try await walk(
      "type: datetime, \(limit): '\(value)', default: { value: \"optional.none()\" }")
    await walk.type("\u{1B}[C")
    #expect(walk.text.contains("› \(shown)"), "\(walk.text)")
  }

  @Test func aTimeOfOneDigitIsThatOfTheChosenDay() async throws {
    let walk = try await walk("type: datetime, default: '2026-12-08 09:00'")
    await walk.type("\u{1B}[C9:30")
    #expect(walk.text.contains("› 2026-12-09 09:30"), "\(walk.text)")
  }

  @Test func keysStepTheHoursAndTheMinutesOfAMoment() async throws {
    let walk = try await walk("type: datetime, default: '2026-12-08 23:00'")
    #expect(walk.text.contains("shift-↑↓"), "\(walk.text)")
    await walk.type("\u{1B}[1;2A")
    #expect(walk.text.contains("› 2026-12-08 00:00"), "the day stays: \(walk.text)")
    await walk.type("\u{1B}[1;2B\u{1B}[1;2B")
    #expect(walk.text.contains("› 2026-12-08 22:00"), "\(walk.text)")
    await walk.type(Key(.end))
    await walk.type("\u{7F}5\u{1B}[1;2A")
    #expect(walk.text.contains("› 2026-12-08 22:06"), "\(walk.text)")
  }

  @Test(arguments: [
    ("default: 90m", "\u{1B}[A", "1h31m"), ("default: 1h, max: 90m", "\u{1B}[A\u{1B}[A", "1h30m"),
    ("default: 20s", "\u{1B}[B\u{1B}[B", "18s"), ("default: 1m", "\u{1B}[B\u{1B}[B", "0s"),
    ("min: 5m", "\u{1B}[A", "5m"), ("default: 59m", "\u{1B}[A\u{1B}[A", "1h1m"),
  ])
  func aStepperStepsTheLastUnitOfADuration(
    keys: String, typed: String, text: String
  ) async throws {
    let walk = try await walk("type: duration, widget: stepper, \(keys)")
    #expect(walk.text.contains("↑↓"), "\(walk.text)")
    for key in typed.split(separator: "\u{1B}") { await walk.type("\u{1B}" + key) }
    #expect(walk.text.contains("› \(text) "), "\(walk.text)")
  }
}
