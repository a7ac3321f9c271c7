// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalCells
import TerminalIO
import Testing

/// An offer is told from an answer also where the terminal shows no styles.
@MainActor
@Suite struct OfferSignTests {
  nonisolated private static let looks: [(depth: ColorDepth, theme: ScreenTheme)] = [
    (.none, .dark), (.truecolor, .plain),
  ]

  private func rows(_ walk: ScreenWalk) -> [String] {
    walk.text.split(separator: "\n").map(String.init)
  }

  @Test(arguments: looks.indices)
  func whatIsNotTypedHasSignsWithoutStyles(look: Int) async throws {
    let (depth, theme) = Self.looks[look]
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: o
      steps:
        - { ask: name, type: string, hint: as on the door, suggest: [hello] }
        - { ask: port, type: integer, default: 8080 }
        - { ask: notes, type: text, default: "one\\ntwo" }
        - form: more
          title: More
          fields:
            - { ask: a, type: string }
            - { ask: b, type: string, default: standing }
      """, depth: depth, theme: theme)
    #expect(walk.text.contains("› (as on the door)"), "\(walk.text)")
    await walk.type("he")
    #expect(walk.text.contains("› he‹llo›"), "\(walk.text)")
    await walk.type("\u{1B}[C\r")
    #expect(walk.text.contains("Name  hello"), "\(walk.text)")
    #expect(walk.text.contains("› [8080]"), "\(walk.text)")
    await walk.type("9")
    #expect(walk.text.contains("› 9") && !walk.text.contains("["), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.text.contains("┊ [one") && walk.text.contains("┊ two]"), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.text.contains("[standing]"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func stylesNeedNoSigns() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: o\nsteps:\n  - { ask: port, type: integer, default: 8080 }\n")
    #expect(walk.text.contains("› 8080"), "\(walk.text)")
  }

  /// The signs count where an answer has little room.
  @Test(arguments: [12, 16, 20, 24])
  func signsFitIntoANarrowWindow(columns: Int) async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: o
      steps:
        - { ask: a, type: string, default: a rather long default }
      """, columns: columns, depth: .none)
    let row = try #require(rows(walk).first { $0.contains("[") })
    #expect(row.hasSuffix("]"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func theSignsOfAStepALineAndAPointerDifferInASCII() {
    let signs = ScreenSigns.ascii
    expectEqual(Set([signs.open, signs.prompt, signs.pointer, signs.answered]).count, 4)
  }

  /// An answer that a cell of a matrix only offers has the same signs, however narrow its column is.
  @Test(arguments: looks.indices, [80, 40, 20])
  func offeredCellsOfAMatrixHaveSignsWithoutStyles(look: Int, columns: Int) async throws {
    let (depth, theme) = Self.looks[look]
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: o
      steps:
        - form: ratings
          title: Rate them
          over: "['web', 'api']"
          as: service
          fields:
            - { ask: grade, type: integer, default: 3 }
            - { ask: why, type: string, default: a rather long default of a cell }
            - { ask: used, type: boolean, default: true }
      """, columns: columns, depth: depth, theme: theme)
    await walk.type("4\t\t")
    #expect(walk.text.contains("[a rather lon"), "\(walk.text)")
    #expect(!walk.text.contains("[3]") && !walk.text.contains("[4"), "\(walk.text)")
    expectEqual(walk.text.count { $0 == "[" }, walk.text.count { $0 == "]" }, "\(walk.text)")
    if columns > 20 { #expect(walk.text.contains("[yes]"), "\(walk.text)") }
    await walk.type("n")
    #expect(!walk.text.contains("[yes]"), "\(walk.text)")
    #expect(walk.difference == nil)
  }
}
