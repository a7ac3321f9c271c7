// SPDX-License-Identifier: Apache-2.0

import StackFlowShell
import TerminalIO
import Testing

/// Letters at a list of records are a word, and no key removes a record without asking.
@MainActor
@Suite struct RecordKeyTests {
  private static func flow(_ limits: String = "") -> String {
    """
    flow: 1
    id: l
    title: List
    steps:
      - repeat: vars
        title: Variables
        summary: "${name}"\(limits)
        steps:
          - { ask: name, type: string, label: Name }
      - { ask: end, type: string }
    """
  }

  /// A walk at a list of so many records.
  private func walk(_ count: Int, limits: String = "", rows: Int = 24) async throws -> ScreenWalk {
    let walk = try await ScreenWalk(Self.flow(limits), rows: rows)
    for number in 1...count { await walk.type(":add\rv\(number)\r") }
    return walk
  }

  @Test func aTypedWordDoesNothingBeforeEnter() async throws {
    let walk = try await walk(3)
    await walk.type(Key(.up))
    await walk.type("done")
    #expect(walk.text.contains("› done"), "\(walk.text)")
    for name in ["v1", "v2", "v3"] { #expect(walk.text.contains(name)) }
    await walk.type("\rx\r")
    #expect(
      walk.result == #"{"vars":[{"name":"v1"},{"name":"v2"},{"name":"v3"}],"end":"x"}"#)
  }

  @Test func theWordsNeedNoColon() async throws {
    let walk = try await walk(2)
    await walk.type("add\rv3\r")
    await walk.type("move 3 1\r")
    await walk.type("remove 2\r\r")
    await walk.type("edit 2\r")
    await walk.type(Key(.end))
    await walk.type("x\r")
    await walk.type(":done\ry\r")
    #expect(walk.result == #"{"vars":[{"name":"v3"},{"name":"v2x"}],"end":"y"}"#)
  }

  @Test func removingByKeyAsksAndStayingKeepsTheRecord() async throws {
    let walk = try await walk(2)
    await walk.type(Key(.up))
    await walk.type(Key(.delete))
    #expect(walk.text.contains("❯ remove     keep it"), "\(walk.text)")
    await walk.type(Key(.escape))
    #expect(walk.text.contains("❯ 2  v2"), "\(walk.text)")
    await walk.type(Key(.delete))
    await walk.type(Key(.right))
    await walk.type("\r")
    #expect(walk.text.contains("❯ 2  v2"), "\(walk.text)")
    await walk.type(Key(.delete))
    await walk.type("\r")
    #expect(!walk.text.contains("v2") && walk.text.contains("❯ 1  v1"), "\(walk.text)")
  }

  @Test func removingByWordAsksAndStayingKeepsTheRecord() async throws {
    let walk = try await walk(2)
    for word in ["remove 1\r", ":remove 1\r"] {
      await walk.type(word)
      #expect(walk.text.contains("❯ remove     keep it"), "\(walk.text)")
      await walk.type(word == "remove 1\r" ? "\u{1B}[C\r" : "no\r")
      #expect(walk.text.contains("v1") && walk.text.contains("v2"), "\(walk.text)")
    }
    await walk.type("remove 1\r\r")
    #expect(!walk.text.contains("v1") && walk.text.contains("v2"), "\(walk.text)")
  }

  @Test func theArrowsLeadToTheButtonsAndTheHintsSaySo() async throws {
    let walk = try await walk(3)
    await walk.type(Key(.up))
    #expect(
      walk.text.contains("enter edit · ←→ done · del remove · alt-↑↓ move it"), "\(walk.text)")
    await walk.type(Key(.right))
    #expect(walk.text.contains("❯ done"), "\(walk.text)")
    #expect(walk.text.contains("←→ choose"), "\(walk.text)")
  }

  @Test func aFullListOffersNothingToAdd() async throws {
    let walk = try await walk(2, limits: "\n    maxItems: 2")
    await walk.type(Key(.up))
    #expect(!walk.text.contains("add"), "\(walk.text)")
  }

  @Test func aPageOfRecordsIsWhatTheWindowShows() async throws {
    let walk = try await walk(60, rows: 24)
    await walk.type(Key(.up))
    await walk.type(Key(.home))
    #expect(walk.text.contains("❯  1  v1"), "\(walk.text)")
    let shown = walk.lines.count { $0.contains("  v") }
    await walk.type(Key(.pageDown))
    #expect(walk.text.contains("❯ \(shown)  v\(shown)"), "\(shown)\n\(walk.text)")
  }

  @Test(arguments: ["y", "yes", "true"]) func aYesIsNoWordAtAList(word: String) async throws {
    let walk = try await walk(2)
    await walk.type(word + "\r")
    #expect(walk.text.contains("type add, edit 1, remove 1, move 2 1 or done"), "\(walk.text)")
  }
}
