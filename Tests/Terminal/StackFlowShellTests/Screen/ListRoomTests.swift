// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import TerminalEmulation
import TerminalIO
import Testing

@testable import StackFlowShell

/// A list is as tall as the window allows, and says what is above and below the part that's shown.
@MainActor
@Suite struct ListRoomTests {
  private static let colors = (1...40).map { "color\($0)" }

  private func walk(
    _ count: Int, columns: Int, rows: Int, before: Int = 0
  ) async throws -> ScreenWalk {
    let asked = (0..<before).map { "  - { ask: q\($0), type: string, label: Q\($0) }\n" }.joined()
    let list = Self.colors.prefix(count).joined(separator: ", ")
    let walk = try await ScreenWalk(
      "flow: 1\nid: n\nsteps:\n\(asked)  - { ask: a, type: choice, choices: [\(list)] }\n",
      columns: columns, rows: rows)
    for _ in 0..<before { await walk.type("x\r") }
    return walk
  }

  private func shown(_ walk: ScreenWalk) -> [String] {
    walk.lines.flatMap { $0.split(separator: " ").map(String.init) }
      .filter { $0.hasPrefix("color") }
  }

  @Test(arguments: [(100, 30), (80, 24)])
  func aListThatFitsIsShownAsAWhole(columns: Int, rows: Int) async throws {
    let walk = try await walk(rows - 6, columns: columns, rows: rows)
    expectEqual(shown(walk).count, rows - 6, "\(walk.text)")
    #expect(!walk.text.contains("more"))
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 20), (20, 15)])
  func whatIsAboveAndBelowIsCounted(columns: Int, rows: Int) async throws {
    let walk = try await walk(40, columns: columns, rows: rows)
    let first = shown(walk)
    expectEqual(first.first, "color1")
    #expect(walk.text.contains("↓ \(40 - first.count) more"), "\(walk.text)")
    #expect(!walk.text.contains("↑ "), "\(walk.text)")
    #expect(walk.lines.allSatisfy { !$0.isEmpty } || columns > 44)
    for _ in 0..<30 { await walk.type(Key(.down)) }
    let middle = shown(walk)
    #expect(middle.contains("color31"))
    let above = try #require(Self.colors.firstIndex(of: middle[0]))
    #expect(walk.text.contains("↑ \(above) more"), "\(walk.text)")
    #expect(walk.text.contains("↓ \(40 - above - middle.count) more"), "\(walk.text)")
    await walk.type(Key(.end))
    expectEqual(shown(walk).last, "color40")
    #expect(walk.text.contains("↑ "))
    #expect(!walk.lines.contains { $0.contains("↓ ") && $0.contains("more") }, "\(walk.text)")
  }

  /// Moving to the last row that's shown doesn't move the others.
  @Test func theListDoesNotJump() async throws {
    let walk = try await walk(40, columns: 80, rows: 15)
    var before = walk.lines
    for _ in 0..<39 {
      await walk.type(Key(.down))
      let rows = shown(walk)
      let kept = Set(before.flatMap { $0.split(separator: " ").map(String.init) })
      #expect(rows.count { !kept.contains($0) } <= 2)
      before = walk.lines
    }
  }

  @Test(arguments: [0, 1, 5, 12])
  func olderAnswersGoBeforeRowsOfTheList(before: Int) async throws {
    let alone = try await walk(40, columns: 20, rows: 15)
    let after = try await walk(40, columns: 20, rows: 15, before: before)
    expectEqual(shown(after), shown(alone), "\(after.text)")
    #expect(shown(alone).count >= 8, "\(alone.text)")
  }

  /// The label of the choice that the pointer is on takes the rows of the others.
  @Test(arguments: ["choice", "choices"])
  func aListOfOneVisibleRowSaysItsPosition(type: String) async throws {
    let words = String(repeating: " with a long label", count: 7)
    let labels = (1...3).map { "Number \($0)\(words)" }
    let choices = labels.enumerated().map { "{ value: v\($0), label: \($1) }" }
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: n
      steps:
        - { ask: a, type: \(type), hint: "pick it, please", required: \(type == "choice"),
            choices: [\(choices.joined(separator: ", "))] }
      """, columns: 20, rows: 15)
    #expect(walk.text.contains("Number 1") && !walk.text.contains("Number 2"), "\(walk.text)")
    #expect(walk.text.contains("1 of 3"), "\(walk.text)")
    await walk.type(Key(.down))
    #expect(walk.text.contains("2 of 3"), "\(walk.text)")
  }

  @Test func typingFiltersIsSaidUntilSomethingIsTyped() async throws {
    let walk = try await walk(5, columns: 100, rows: 30)
    #expect(walk.text.contains("type to filter"))
    await walk.type("co")
    #expect(!walk.text.contains("type to filter"))
    #expect(walk.text.contains("tab complete"), "\(walk.text)")
    await walk.type("zz")
    #expect(!walk.text.contains("tab complete"), "\(walk.text)")
  }

  @Test func tabCompletesIsSaidWhileItDoes() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: n\nsteps:\n  - { ask: a, type: string, suggest: [billing, orders] }\n")
    #expect(!walk.text.contains("tab complete"))
    await walk.type("bi")
    #expect(walk.text.contains("tab complete"), "\(walk.text)")
    await walk.type(Key(.tab))
    #expect(walk.text.contains("› billing"))
    #expect(!walk.text.contains("tab complete"), "\(walk.text)")
  }

  /// A block would cover the sign.
  @Test(arguments: ["choice", "choices"])
  func theCursorIsBesideThePointer(type: String) async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: n\nsteps:\n  - { ask: a, type: \(type), choices: [red, green] }\n")
    let row = try #require(walk.lines.firstIndex { $0.contains("❯") })
    let line = walk.lines[row]
    let pointer = line.prefix { $0 != "❯" }.count
    expectEqual(walk.screen.cursor, .init(row: row, column: pointer + 1), "\(walk.text)")
  }
}
