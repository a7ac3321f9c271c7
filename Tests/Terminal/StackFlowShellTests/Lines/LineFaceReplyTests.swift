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

  /// The lines from the typed line to the next one.
  private func reply(to line: String, in shown: [String]) throws -> [String] {
    let start = try #require(shown.firstIndex { $0.hasPrefix("> ") && $0.hasSuffix(line) })
    return shown[(start + 1)...].prefix { !$0.hasPrefix("> ") }.map { $0 }
  }

  @Test(arguments: [
    (":accept", ["Not possible: there are no earlier answers to use here."]),
    (":retry", ["Not possible: nothing has failed here."]),
    (":back nowhere", ["Not possible: there is no step 'nowhere'."]),
    (":field nothing", ["Not possible: there is no field 'nothing' here."]),
    (":show", ["Step 1, about 2 left.", "Port"]),
  ])
  func aReplyDoesNotRepeatARefusal(word: String, expected: [String]) async throws {
    let walk = try FaceWalk(Self.flow)
    // The refused text is in the line; a word starts in an empty line.
    walk.type("80", "\u{15}" + word)
    let (shown, _) = await walk.end()
    #expect(try reply(to: "80", in: shown) == ["Not accepted: must be 1024 or more."])
    #expect(try reply(to: word, in: shown) == expected)
  }

  @Test func answersDiscardedByNumberAreNamed() async throws {
    let walk = try FaceWalk(Self.flow)
    walk.type("8080", "ada", ":back 99")
    let (shown, _) = await walk.end()
    #expect(
      try reply(to: ":back 99", in: shown).prefix(2) == [
        "You can't go back further; this is the first step.",
        "Discarded: 'Name'. Answers that still fit are offered again.",
      ])
  }

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

  @Test func anEmptyListOffersOnlyWhatIsPossible() async throws {
    let list = """
      flow: 1
      id: l
      steps:
        - { repeat: legs, minItems: 1, maxItems: 2, steps: [{ ask: city, type: string }] }
      """
    let walk = try FaceWalk(list)
    walk.type("what", "add", "Rome", "what", "add", "Bern", "what")
    let (shown, _) = await walk.end()
    expectEqual(
      shown.filter { $0.hasPrefix("Not possible") },
      [
        "Not possible: type add.",
        "Not possible: type add, edit 1, remove 1 or done.",
        "Not possible: type edit 1, remove 1, move 2 1 or done.",
      ])
  }

  @Test func aRemovalAsksAndANoOrAnotherWordKeepsTheRecord() async throws {
    let list = """
      flow: 1
      id: l
      steps:
        - { repeat: legs, summary: "${city}", steps: [{ ask: city, type: string }] }
      """
    let walk = try FaceWalk(list)
    walk.type("add", "Rome", "add", "Bern", ":remove 1", "perhaps", "no")
    walk.type("remove 1", ":show", "remove 1", "yes", "remove 1", "", "add", "Oslo", "")
    let (shown, result) = await walk.end()
    expectEqual(result, #"{"legs":[{"city":"Oslo"}]}"#)
    let hint = "Press Enter to remove it, or type no to keep it."
    let first = try #require(shown.firstIndex(of: hint))
    expectEqual(shown[first - 1], "  1  Rome")
    // "perhaps" is answered by the hint.
    expectEqual(shown.count { $0 == hint }, 5)
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
    let place = try #require(shown.firstIndex(of: "One"))
    expectEqual(shown[place + 1], "What you type isn't shown. \(keys)")
    let other = try #require(shown.firstIndex(of: "Two"))
    expectEqual(shown[other + 1], keys)
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
      expectEqual(shown.filter { $0.hasSuffix("Name") }.count, 2)
      expectEqual(shown.contains { $0.contains("\u{1B}[H\u{1B}[2J") }, escapes)
    }
  }

  @Test func aKeyThatOnlyAsksKeepsWhatWasTyped() async throws {
    let walk = try FaceWalk(Self.flow)
    walk.type("8080")
    walk.terminal.type("ad")
    walk.terminal.type(Key(.function(1)), .alt("w"))
    walk.type("a", "")
    let (shown, result) = await walk.end()
    #expect(shown.contains("You can type:"))
    #expect(shown.contains("This is always asked."))
    expectEqual(result, #"{"port":8080,"name":"ada"}"#)
  }
}
