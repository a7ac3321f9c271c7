// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

/// The line face's replies to words and keys: there's always one, and it's never stale.
@Suite("Replies of the line face") @MainActor struct LineFaceReplyTests {
  private static let flow = """
    flow: 1
    id: w
    steps:
      - { ask: port, type: integer, min: 1024 }
      - { ask: name, type: string }
      - { ask: last, type: string, required: false }
    """

  @Test func theHelpListsWhatIsPossible() async throws {
    let walk = try FaceWalk(Self.flow)
    walk.type(":help", "8080", "ada", ":help")
    let (shown, _) = await walk.end()
    let names = shown.filter { $0.hasPrefix("  :") }.map { line in
      String(line.dropFirst(2).prefix { $0 != " " })
    }
    expectEqual(
      names,
      [":help", ":why", ":show", ":quit"]
        + [":back", ":help", ":why", ":review", ":none", ":show", ":quit"])
  }

  @Test func theHintAboutWordsIsShownOnceAtTheFirstQuestion() async throws {
    let walk = try FaceWalk(Self.flow)
    walk.face.tellsWords = true
    walk.type("8080", "ada", ":back 2")
    let (shown, _) = await walk.end()
    let hint = "Press Enter to answer. Type :back to go back, or :help for more."
    expectEqual(shown.filter { $0 == hint }.count, 1)
    expectEqual(shown.first, hint)
  }

  @Test func aProposalIsInTheLineReadyForEnter() async throws {
    let flow = """
      flow: 1
      id: t
      steps:
        - { ask: at, type: time }
        - { ask: span, type: duration }
        - { ask: then, type: time }
      """
    let walk = try FaceWalk(flow)
    walk.type("9", "", "1:30", "", "930")
    // Typing replaces it.
    walk.type("16:00")
    let (_, result) = await walk.end()
    expectEqual(result, #"{"at":"09:00","span":"PT1H30M","then":"16:00"}"#)
  }

  @Test func theHintThatASecretIsNotShownIsShownOnce() async throws {
    let flow = """
      flow: 1
      id: t
      steps:
        - { ask: one, type: secret }
        - { ask: two, type: secret, confirm: true }
      """
    let walk = try FaceWalk(flow)
    walk.type("a", "b", "b")
    let (shown, _) = await walk.end()
    let keys = "Press Shift-Tab to go back, or F1 for help."
    expectEqual(shown.filter { $0.hasPrefix("What you type isn't shown.") }.count, 1)
    let place = try #require(shown.firstIndex { $0.hasPrefix("One: ") })
    expectEqual(shown[place - 1], "What you type isn't shown. \(keys)")
    let other = try #require(shown.firstIndex { $0.hasPrefix("Two: ") })
    expectEqual(shown[other - 1], keys)
  }

  @Test func ctrlLClearsTheScreenAndKeepsWhatWasTyped() async throws {
    for escapes in [true, false] {
      let walk = try FaceWalk(Self.flow, escapes: escapes)
      walk.type("8080")
      walk.terminal.type("ad")
      walk.terminal.type(.control("l"))
      walk.type("a", "")
      let (shown, result) = await walk.end()
      expectEqual(result, #"{"port":8080,"name":"ada"}"#)
      #expect(shown.joined().split(separator: "Name: ").count >= 3, "\(shown)")
      expectEqual(shown.contains { $0.contains("\u{1B}[H\u{1B}[2J") }, escapes)
    }
  }
}
