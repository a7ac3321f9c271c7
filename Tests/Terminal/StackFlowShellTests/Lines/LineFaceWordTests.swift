// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowSessions
import FlowWalks
import StackFlowCore
import StackFlowShell
import Testing

@testable import TerminalIO

/// Words and answers, the text in the line, and echoes.
@Suite("Words and answers of the line face") @MainActor struct LineFaceWordTests {
  private static let host = """
    flow: 1
    id: w
    steps:
      - { ask: host, type: string, pattern: '^[a-z:]+$' }
      - { ask: last, type: string }
    """

  @Test func aWordAfterARefusedAnswerIsTheWord() async throws {
    let walk = try FaceWalk(
      """
      flow: 1
      id: w
      steps:
        - { ask: first, type: string }
        - { ask: start, type: string, pattern: '^[0-9]+:[0-9]+$' }
      """)
    // The refused text is in the line, and what a user who doesn't see it types replaces it, also by a word.
    walk.type("a", "12", ":help", ":back", "b", "12", "12:30")
    let (shown, result) = await walk.end()
    #expect(shown.contains("You can type:"))
    expectEqual(result, #"{"first":"b","start":"12:30"}"#)
  }

  @Test func aPastedLineIsAnAnswer() async throws {
    let walk = try FaceWalk(Self.host)
    walk.terminal.paste(":quit")
    walk.type("", "x")
    let (_, result) = await walk.end()
    expectEqual(result, #"{"host":":quit","last":"x"}"#)
  }

  @Test func aLineStaysWhatItIsWhileItsHelpIsTold() async throws {
    let walk = try FaceWalk(Self.host)
    walk.terminal.type("::quit")
    walk.terminal.type(Key(.function(1)))
    walk.terminal.type("\r:qui")
    walk.terminal.type(Key(.function(1)))
    walk.terminal.type("t\r")
    let (shown, result) = await walk.end()
    // The first line is an answer, and the second one a word that leaves.
    #expect(shown.contains { $0.hasSuffix("::quit") })
    expectEqual(result, "null")
    expectEqual(walk.runner.session.rowsSoFar.map(\.text), [":quit"])
  }

  @Test func aQuestionMarkIsHelpOnlyWhereNoAnswerBeginsWithIt() async throws {
    let rows = [
      ("string", #"{"a":"?"}"#), ("secret", #"{"a":"?"}"#), ("path", #"{"a":"?"}"#),
      ("text", #"{"a":"?"}"#), ("integer", "null"), ("time", "null"),
    ]
    for (type, expected) in rows {
      let walk = try FaceWalk("flow: 1\nid: w\nsteps:\n  - { ask: a, type: \(type) }\n")
      walk.type("?")
      let (shown, result) = await walk.end()
      expectEqual(result, expected, "\(type)")
      expectEqual(shown.contains("You can type:"), (expected == "null"))
    }
  }

  // MARK: Choices

  private static let cores = """
    flow: 1
    id: c
    steps:
      - { ask: cores, type: choice, choices: [2, 4, 8], default: 8 }
      - { ask: zone, type: choice, choices: [{ value: eu, label: Europe 199-west }, us, asia] }
      - { ask: at, type: time }
      - { ask: last, type: string }
    """

  @Test func anAmbiguousChoiceIsAskedAgainAndTheChosenOneIsEchoed() async throws {
    let walk = try FaceWalk(Self.cores)
    // Enter alone doesn't take something else instead.
    walk.type("2", "", "#2", "eu", "9:30", "x")
    let (shown, result) = await walk.end()
    let doubt = "Not accepted: '2' can be '2' (number 1) or '4' (number 2); type #1 or #2."
    expectEqual(shown.filter { $0 == doubt }.count, 2)
    expectEqual(
      shown.filter { $0.hasPrefix("Selected: ") || $0.hasPrefix("Read as: ") },
      ["Selected: 4", "Selected: Europe 199-west", "Read as: 09:30"])
    expectEqual(result, #"{"cores":4,"zone":"eu","at":"09:30","last":"x"}"#)
  }

  // MARK: Stops and times

  @Test func theQuestionIsShownAgainAfterAStop() async throws {
    let walk = try FaceWalk(Self.host)
    walk.terminal.type("80")
    // The terminal continues immediately.
    walk.terminal.stop()
    let (shown, _) = await walk.end()
    expectEqual(shown.filter { $0.hasPrefix("Host") }.count, 2)
    #expect(shown.contains { $0.hasSuffix("80") })
  }

  /// A delegate that never decides while time passes.
  private final class Undecided: FlowRunnerDelegate {
    let act: () -> Void
    init(_ act: @escaping () -> Void) { self.act = act }

    func didRequestPush(
      _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
    ) -> FlowDecision {
      act()
      return .later
    }
  }

  @Test func theTimeEndsWhileADecisionIsAwaited() async throws {
    let walk = try FaceWalk(Self.host)
    let terminal = walk.terminal
    let delegate = Undecided { terminal.advance(by: .seconds(2)) }
    walk.runner.delegate = delegate
    walk.type("host")
    // clock: this one stands still until the test advances it.
    guard case .finished(let result) = await walk.face.walk(timeout: .seconds(1)) else {
      Issue.record("it was ended by a signal")
      return
    }
    expectEqual(result.outcome, .left(.timeout))
  }

  @Test func ctrlZStopsTheProgramWhileADecisionIsAwaited() async throws {
    let walk = try FaceWalk(Self.host)
    let terminal = walk.terminal
    let delegate = Undecided {
      terminal.type(.control("z"))
      terminal.hangUp()
    }
    walk.runner.delegate = delegate
    walk.type("host")
    _ = await walk.face.walk()
    expectEqual(terminal.stopCount, 1)
  }
}
