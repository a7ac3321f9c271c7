// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowSessions
import FlowWalks
import StackFlowShell
import TerminalIO
import Testing

/// A remark about an answer is beside that answer, as long as it's true.
@MainActor
@Suite struct RefusalScreenTests {
  /// A refused answer that's typed again is typed: it narrows what Tab completes, and is refused again.
  @Test func aRefusedChoiceThatIsTypedAgainIsNoStandingText() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: r\nsteps:\n  - { ask: c, type: choice, choices: [red, green] }\n")
    await walk.type("blu\r")
    #expect(walk.text.contains("✗ 'blu' isn't one of"), "\(walk.text)")
    await walk.type("blu")
    #expect(!walk.text.contains("✗") && !walk.text.contains("tab"), "\(walk.text)")
    await walk.type("\t\t")
    #expect(walk.text.contains("nothing matches"), "\(walk.text)")
    #expect(!walk.text.contains("green"), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.text.contains("✗ 'blu' isn't one of"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  /// A similar choice is in the reason, not in the line, where a second Enter would answer with it.
  @Test(arguments: [
    ("list, of: { type: choice, choices: [Hall, R1] }", "Hall, R2", "'R1'"),
    ("choice, choices: [Hall, Kitchen]", "Halll", "'Hall'"),
  ])
  func aRefusedAnswerIsNotReplacedByAGuess(type: String, typed: String, meant: String) async throws
  {
    for face in [ScreenWalk.Face.Place.inline, .full] {
      let walk = try await ScreenWalk(
        "flow: 1\nid: g\nsteps: [{ ask: a, type: \(type) }, { ask: end, type: string }]\n", face)
      for _ in 0..<2 {
        await walk.type(walk.text.contains("✗") ? "\r" : "\(typed)\r")
        #expect(walk.text.contains(typed) && walk.text.contains("✗"), "\(walk.text)")
        #expect(walk.text.contains(meant), "\(walk.text)")
        expectEqual(walk.runner.session.answer("a"), nil)
      }
    }
  }

  private static let matrix = """
    flow: 1
    id: m
    steps:
      - form: rooms
        title: Rooms
        over: "['Kitchen', 'Hall']"
        as: room
        fields:
          - { ask: lamps, type: integer, min: 1 }
          - { ask: color, type: string }
      - { ask: at, type: time }
      - { ask: end, type: string, pattern: '^[a-z]+$' }
    """

  @Test func aRefusalOfACellIsNotBelowAnother() async throws {
    let walk = try await ScreenWalk(Self.matrix)
    await walk.type("0\r")
    #expect(walk.text.contains("must be 1 or more"), "\(walk.text)")
    await walk.type("\t")
    #expect(walk.text.contains("› Color"), "\(walk.text)")
    #expect(!walk.text.contains("must be 1 or more"), "\(walk.text)")
    await walk.type(Key(.tab, .shift))
    #expect(walk.text.contains("must be 1 or more"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func anAnsweredMatrixIsInTheHistory() async throws {
    let walk = try await ScreenWalk(Self.matrix)
    await walk.type("1\rred\r2\rblue\r")
    #expect(walk.text.contains("◆ At"), "\(walk.text)")
    #expect(walk.text.contains("Kitchen  1, red"), "\(walk.text)")
    #expect(walk.text.contains("Hall     2, blue"), "\(walk.text)")
    await walk.type(Key(.tab, .shift))
    #expect(walk.text.contains("› Lamps"), "\(walk.text)")
    #expect(!walk.text.contains("1, red"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func howAnAnswerWasUnderstoodIsNotBelowTheNextQuestion() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: u\nsteps:\n  - { ask: at, type: time }\n  - { ask: end, type: string }\n")
    await walk.type("9:30\r")
    #expect(walk.text.contains("At  09:30"), "\(walk.text)")
    #expect(!walk.text.contains("✔"), "\(walk.text)")
  }

  @Test(arguments: ["{ ask: a, type: string }", "{ ask: a, type: integer, min: 5 }"])
  func aRefusalDoesNotReturn(field: String) async throws {
    let walk = try await ScreenWalk("flow: 1\nid: r\nsteps:\n  - \(field)\n")
    await walk.type("\r")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    await walk.type("1")
    #expect(!walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\u{7F}")
    #expect(!walk.text.contains("✗"), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.text.contains("✗"), "refused again: \(walk.text)")
    #expect(walk.difference == nil)
  }

  /// The same answer again confirms a warning, so it's there wherever Enter does that.
  @Test func aWarningReturnsWithTheAnswerThatItIsAbout() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: r
      steps:
        - ask: a
          type: string
          validate: [ { check: size(a) > 3, message: rather short, level: warning } ]
      """)
    await walk.type("ab\r")
    #expect(walk.text.contains("rather short"), "\(walk.text)")
    await walk.type("c")
    #expect(!walk.text.contains("rather short"), "\(walk.text)")
    await walk.type("\u{7F}ab")
    #expect(walk.text.contains("rather short"), "\(walk.text)")
  }

  /// Its lines stay lines: a key of several lines is useless without them.
  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func aSecretKeepsItsPastedLines(place: ScreenWalk.Face.Place) async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: s\nsteps:\n  - { ask: key, type: secret }\n", place)
    await walk.type("\u{1B}[200~-----BEGIN-----\r\nabc\rdef\n-----END-----\n\u{1B}[201~")
    #expect(walk.text.contains("›  •") || walk.text.contains("› •"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(
      walk.runner.session.answer("key"), "-----BEGIN-----\nabc\ndef\n-----END-----")
  }

  @Test func afterDeleteTheRecordIsKeptByEnter() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: l
      steps:
        - repeat: vars
          steps:
            - { ask: name, type: string }
        - { ask: end, type: string }
      """)
    await walk.type("\rone\r")
    await walk.type("\u{1B}[A\u{1B}[3~")
    #expect(walk.text.contains("❯ keep it"), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.text.contains("1  one"), "\(walk.text)")
  }

  /// At the question about a removal, letters of yes and no mark a button, and other words are typed.
  @Test func lettersMarkTheButtonsOfARemoval() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: l\nsteps: [ { repeat: vars, steps: [ { ask: name, type: string } ] }, { ask: end, type: string } ]\n"
    )
    await walk.type("\rone\r")
    await walk.type("\u{1B}[A\u{1B}[3~")
    for (letter, marked) in [("y", "❯ remove"), ("n", "❯ keep it"), ("y", "❯ remove")] {
      await walk.type(letter)
      #expect(walk.text.contains(marked), "\(letter)\n\(walk.text)")
    }
    await walk.type("foo")
    #expect(walk.text.contains("foo"), "\(walk.text)")
    await walk.type("\u{15}yes\r")
    #expect(!walk.text.contains("1  one"), "\(walk.text)")
  }

  /// Its fields are below its node, aligned with each other, and its first field has its hint.
  @Test func aFormWithoutATitleHasItsFieldsBelowItsNode() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: f
      steps:
        - form: f
          fields:
            - { ask: a, type: integer, hint: in GB }
            - { ask: b, type: string }
      """)
    let rows = walk.text.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    expectEqual(
      rows.filter { $0.hasPrefix("◆") || $0.hasPrefix("│") }, ["◆", "│ › A in GB", "│ B"])
    #expect(walk.difference == nil)
  }

  /// In a narrow window, too, Enter is named.
  @Test(arguments: [
    "type: choice, choices: [a, b]", "type: choices, choices: [a, b]", "type: boolean",
    "type: string", "type: date", "type: path", "type: integer, min: 0, max: 9, widget: slider",
    "type: secret", "type: choice, choices: [a, b], widget: buttons",
  ])
  func enterIsAmongTheHintsAtTwentyColumns(field: String) async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: h\nsteps:\n  - { ask: x, type: string }\n  - { ask: y, \(field) }\n",
      columns: 20, rows: 15)
    await walk.type("a\r")
    let last = walk.text.split(separator: "\n").last { !$0.allSatisfy { $0 == " " } }
    #expect(last?.contains("enter") == true, "\(walk.text)")
  }
}
