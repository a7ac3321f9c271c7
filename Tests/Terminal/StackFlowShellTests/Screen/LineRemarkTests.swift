// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import TerminalEmulation
import TerminalIO
import Testing

@testable import StackFlowShell

/// What is beside an answer, or in an empty line instead of one.
@MainActor
@Suite struct LineRemarkTests {
  private func walk(_ keys: String, columns: Int = 80) async throws -> ScreenWalk {
    try await ScreenWalk(
      "flow: 1\nid: n\nsteps:\n  - { ask: a, label: Answer, \(keys) }\n", columns: columns)
  }

  private func line(_ walk: ScreenWalk) -> String? { walk.lines.first { $0.contains("›") } }

  private func column(of words: String, _ walk: ScreenWalk) throws -> Int {
    let line = try #require(self.line(walk))
    let range = try #require(line.firstRange(of: words))
    return line.distance(from: line.startIndex, to: range.lowerBound)
  }

  @Test(arguments: [80, 40, 32])
  func anEmptyLineShowsTheHint(columns: Int) async throws {
    let walk = try await walk("type: string, hint: lower-case letters", columns: columns)
    expectEqual(line(walk)?.hasSuffix("› lower-case letters"), true, "\(walk.text)")
    expectEqual(walk.lines.filter { $0.contains("lower-case") }.count, 1)
    await walk.type("x")
    expectEqual(line(walk)?.contains("› x"), true)
    await walk.type("\u{7F}")
    expectEqual(line(walk)?.hasSuffix("› lower-case letters"), true)
  }

  @Test func aGeneratedSecretIsOfferedBesideItsLine() async throws {
    let walk = try await walk("type: secret, generate: 16")
    expectEqual(
      line(walk)?.contains("Enter takes a random one · alt-v shows it"), true, "\(walk.text)")
  }

  @Test func aRangeIsBesideTheAnswer() async throws {
    let walk = try await walk("type: integer, min: 1, max: 50", columns: 100)
    let start = try column(of: "1 to 50", walk)
    #expect(start < 30, "\(walk.text)")
    await walk.type("12")
    #expect(try column(of: "1 to 50", walk) == start, "a short answer doesn't move it")
    await walk.type("345678901234567")
    expectEqual(line(walk)?.hasSuffix("12345678901234567   1 to 50"), true, "\(walk.text)")
  }

  @Test func aSecretIsAskedForAgainOnlyAfterItsFirstEntry() async throws {
    let walk = try await walk("type: secret, confirm: true")
    #expect(!walk.text.contains("enter it again"), "\(walk.text)")
    await walk.type("abc\r")
    #expect(walk.text.contains("› enter it again"), "\(walk.text)")
    await walk.type("a")
    #expect(!walk.text.contains("enter it again"), "\(walk.text)")
    await walk.type("bc\r")
    expectEqual(walk.result, #"{"a":"abc"}"#)
  }

  @Test func aNoteOfAFormIsAlignedWithItsLabels() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: n
      steps:
        - form: f
          title: Form
          fields:
            - { ask: one, type: string, label: One }
            - { note: n, text: Something to know. }
            - { ask: two, type: string, label: Two }
      """)
    let note = try #require(walk.lines.first { $0.contains("Something") })
    let label = try #require(walk.lines.first { $0.contains("Two") })
    expectEqual(note.prefix { $0 != "S" }.count, label.prefix { $0 != "T" }.count, "\(walk.text)")
  }

  /// A block would cover the sign.
  @Test(arguments: ["choice", "choices"])
  func theCursorIsBesideThePointer(type: String) async throws {
    let walk = try await walk("type: \(type), choices: [red, green]")
    let row = try #require(walk.lines.firstIndex { $0.contains("❯") })
    let line = walk.lines[row]
    let pointer = line.prefix { $0 != "❯" }.count
    expectEqual(walk.screen.cursor, .init(row: row, column: pointer + 1), "\(walk.text)")
  }

  @Test func anEmptySliderHasNoPlaceAndBeginsAtItsLeast() async throws {
    let walk = try await walk("type: integer, min: 10, max: 50, default: 30, widget: slider")
    #expect(walk.text.contains("●"))
    await walk.type(Key.control("u"))
    #expect(!walk.lines.contains { $0.contains("─●") || $0.contains("●─") }, "\(walk.text)")
    await walk.type(Key(.left))
    expectEqual(line(walk)?.contains("› 10"), true, "\(walk.text)")
  }
}
