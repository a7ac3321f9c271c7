// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowSessions
import StackFlowShell
import TerminalEmulation
import TerminalIO
import Testing

/// Steps without a field, walked by their keys.
@MainActor
@Suite struct StepWidgetTests {
  @Test func answersAreAlignedWithTheLabelsThatAreThere() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: l
      steps:
        - { ask: name, type: string }
        - { ask: kind, type: string, label: A fairly long label }
        - { ask: end, type: string }
      """)
    await walk.type("ada\r")
    #expect(walk.text.contains("Name  ada"), "\(walk.text)")
    await walk.type("x\r")
    #expect(walk.text.contains("Name                 ada"), "\(walk.text)")
    await walk.type(Key(.tab, .shift))
    #expect(walk.text.contains("Name  ada"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func theFieldsOfAFormAreAlignedWithTheLabelsThatAreThere() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: l
      steps:
        - form: f
          fields:
            - { ask: name, type: string }
            - { ask: more, type: boolean, default: true }
            - { ask: kind, type: string, label: A fairly long label, when: more }
      """)
    await walk.type("ada\t")
    #expect(walk.text.contains("Name                 ada"), "\(walk.text)")
    await walk.type("n")
    #expect(walk.text.contains("Name  ada"), "\(walk.text)")
    await walk.type("y")
    #expect(walk.text.contains("Name                 ada"), "\(walk.text)")
    #expect(walk.difference == nil)
  }

  @Test func effectsThatDoNotFitSayHowToSeeTheOthers() async throws {
    let steps = (1...12).map { "  - { run: step\($0), command: [make, target\($0)] }" }
    let flow = "flow: 1\nid: e\nsteps:\n" + steps.joined(separator: "\n") + "\n"
    let walk = try await ScreenWalk(flow, columns: 20, rows: 15, effects: Asking())
    #expect(walk.text.contains("enter · ↑↓ scroll"), "\(walk.text)")
    await walk.resize(columns: 40, rows: 15)
    #expect(walk.text.contains("enter do it · ↑↓ scroll"), "\(walk.text)")
  }

  // MARK: Lists of records

  private static let list = """
    flow: 1
    id: l
    title: List
    steps:
      - repeat: vars
        title: Variables
        maxItems: 3
        summary: "${name}"
        steps:
          - { ask: name, type: string, label: Name }
      - { ask: end, type: string }
    """

  @Test func enterDoesWhatThePointerIsOnInAListOfRecords() async throws {
    let walk = try await ScreenWalk(Self.list)
    #expect(walk.text.contains("❯ add one     done"))
    #expect(walk.text.contains("0 of at most 3"))
    await walk.type("\r")
    await walk.type("one\r")
    #expect(walk.text.contains("  1  one"))
    #expect(walk.text.contains("❯ add another     done"))
    await walk.type("add\r")
    await walk.type("two\r")
    await walk.type("add\r")
    await walk.type("three\r")
    #expect(walk.text.contains("3 of at most 3"))
    #expect(!walk.text.contains("add another"))
    // The pointer goes to the last item, which moves up and takes the pointer with it.
    await walk.type(Key(.up))
    #expect(walk.text.contains("❯ 3  three"))
    await walk.type(Key(.up, .alt))
    #expect(walk.text.contains("❯ 2  three"))
    await walk.type(Key(.delete))
    await walk.type(Key(.left))
    await walk.type("\r")
    #expect(walk.text.contains("❯ 2  two"))
    await walk.type("\r")
    await walk.type("zwei\r")
    #expect(walk.text.contains("❯ 2  zwei"))
    // Down leads to the button that the pointer was on: the full list had no other.
    await walk.type(Key(.down))
    #expect(walk.text.contains("❯ done"))
    await walk.type("\rx\r")
    expectEqual(walk.result, #"{"vars":[{"name":"one"},{"name":"zwei"}],"end":"x"}"#)
  }

  @Test func wordsOfAListAreTypedWithTheirColon() async throws {
    let walk = try await ScreenWalk(Self.list)
    await walk.type(":add\rone\r:remove 1\r\u{1B}[D\r:next\rx\r")
    expectEqual(walk.result, #"{"vars":[],"end":"x"}"#)
  }

  @Test func aWrongWordAtARemovalStaysWithTheReason() async throws {
    let walk = try await ScreenWalk(Self.list)
    await walk.type(":add\rone\r:remove 1\r")
    await walk.type("foo\r")
    #expect(walk.text.contains("enter yes or no"), "\(walk.text)")
    #expect(walk.text.contains("foo"), "\(walk.text)")
    // Typing replaces it.
    await walk.type("no\r")
    #expect(walk.text.contains("1  one"), "\(walk.text)")
    #expect(!walk.text.contains("enter yes or no"), "\(walk.text)")
    await walk.type(":remove 1\r")
    await walk.type("foo\r")
    await walk.type("yes\r")
    #expect(!walk.text.contains("1  one"), "\(walk.text)")
  }

  @Test func aPageOfRecordsIsWhatTheWindowShows() async throws {
    let flow = Self.list.replacing("    maxItems: 3\n", with: "")
    let walk = try await ScreenWalk(flow, rows: 24)
    for number in 1...60 { await walk.type(":add\rv\(number)\r") }
    await walk.type(Key(.up))
    await walk.type(Key(.home))
    #expect(walk.text.contains("❯  1  v1"), "\(walk.text)")
    let shown = walk.lines.count { $0.contains("  v") }
    await walk.type(Key(.pageDown))
    #expect(walk.text.contains("❯ \(shown)  v\(shown)"), "\(shown)\n\(walk.text)")
  }

  // MARK: Reviews

  private static let review = """
    flow: 1
    id: r
    title: Review
    steps:
      - { ask: name, type: string }
      - { ask: port, type: integer }
      - review: check
      - { ask: end, type: string }
    """

  @Test func aReviewSaysWhatAChangeDiscardsAndAsksBefore() async throws {
    let walk = try await ScreenWalk(Self.review)
    await walk.type("ada\r80\r")
    #expect(walk.text.contains("❯ continue"))
    await walk.type(Key(.up), Key(.up))
    #expect(walk.text.contains("❯ Name  ada"))
    #expect(walk.text.contains("changing it discards 'Port'"))
    await walk.type("\r")
    #expect(walk.text.contains("❯ change it     stay"))
    await walk.type(Key(.escape))
    #expect(walk.text.contains("❯ Name  ada"))
    await walk.type("\r\r")
    #expect(walk.text.contains("› ada"))
    #expect(walk.text.contains("⟲ 'Port' will be asked again"))
    await walk.type("eve\r80\r\rx\r")
    expectEqual(walk.result, #"{"name":"eve","port":80,"end":"x"}"#)
  }

  /// An answer after a group would look like a part of it.
  @Test func theAnswersSoFarAreIndentedBelowTheirGroup() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: g
      steps:
        - group: who
          title: About you
          steps:
            - { ask: name, type: string }
        - { ask: port, type: integer }
        - { ask: end, type: string }
      """)
    await walk.type("ada\r80\r:review\r")
    for line in ["│ ● About you", "│     Name  ada", "│   Port  80"] {
      #expect(walk.text.contains(line), "\(walk.text)")
    }
  }

  @Test func aTypedYesPassesAReview() async throws {
    let walk = try await ScreenWalk(Self.review)
    await walk.type("ada\r80\ryes\rx\r")
    expectEqual(walk.result, #"{"name":"ada","port":80,"end":"x"}"#)
  }

  // MARK: Commits, notes, stops

  private static let commit = """
    flow: 1
    id: c
    steps:
      - { note: hello, text: Hello. }
      - { ask: name, type: string }
      - { commit: order, text: Order it? }
      - { stop: end, text: Over., outcome: failed }
    """

  @Test func enterAloneIsNoYesToACommit() async throws {
    let walk = try await ScreenWalk(Self.commit)
    #expect(walk.text.contains("❯ next"))
    await walk.type("\rada\r")
    #expect(walk.text.contains("  yes, continue     go back"))
    await walk.type("\r")
    #expect(walk.text.contains("✗"))
    #expect(walk.text.contains("Order it?"))
    await walk.type(Key(.right))
    #expect(walk.text.contains("❯ yes, continue"))
    await walk.type("\r")
    #expect(walk.text.contains("❯ end here"))
    // A commit is a floor.
    #expect(!walk.text.contains("go back"))
    await walk.type("\r")
    guard case .finished(let result)? = walk.ending else {
      Issue.record("the stop must end the walk")
      return
    }
    expectEqual(result.outcome, .failed)
  }

  // MARK: Effects

  private struct Asking: EffectHost {
    func permission(for request: EffectRequest) -> EffectPermission { .asked }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult { .failed(message: "is not performed here") }
  }

  private static let effects = """
    flow: 1
    id: e
    steps:
      - { ask: name, type: string }
      - run: folder
        command: [mkdir, "${name}"]
        undo: [rmdir, "${name}"]
      - run: push
        command: [git, push]
      - { ask: end, type: string }
    """

  @Test func whatWillBeDoneIsListedWithItsReach() async throws {
    let walk = try await ScreenWalk(Self.effects, effects: Asking())
    await walk.type("notes\r")
    let rows = walk.lines.filter { $0.contains("run  ") }
    expectEqual(rows.count, 2)
    expectEqual(rows.first?.contains("mkdir notes"), true)
    expectEqual(rows.first?.hasSuffix("can be undone"), true)
    expectEqual(rows.last?.hasSuffix("can't be undone"), true)
    #expect(walk.text.contains("❯ do it     go back"))
    await walk.type(Key(.right))
    await walk.type("\r")
    #expect(walk.text.contains("› notes"))
    #expect(walk.difference == nil)
  }

  // MARK: Forms

  private static let form = """
    flow: 1
    id: f
    steps:
      - form: when
        title: When does it run?
        fields:
          - { ask: every, type: choice, label: Every, choices: [day, week], default: day }
          - ask: on
            when: every == 'week'
            type: choice
            label: "On"
            choices: [monday, sunday]
          - { ask: at, type: integer, label: At, max: 23 }
          - { ask: quiet, type: boolean, label: Quiet, default: false }
    """

  @Test func fieldsAppearAsAnEarlierOneIsPicked() async throws {
    let walk = try await ScreenWalk(Self.form)
    #expect(!walk.text.contains("│   On"))
    await walk.type(Key(.down))
    #expect(walk.text.contains("│   On"))
    await walk.type(Key(.up))
    #expect(!walk.text.contains("│   On"))
  }

  @Test func tabAndArrowsKeepWhatWasTyped() async throws {
    let walk = try await ScreenWalk(Self.form)
    await walk.type("\t")
    #expect(walk.text.contains("│ › At"))
    await walk.type("30\t")
    // The refusal is below its field, which keeps its text.
    let place = try #require(walk.lines.firstIndex { $0.contains("  At     30") })
    #expect(walk.lines[place + 1].contains("✗"))
    #expect(walk.text.contains("│ › Quiet"))
    await walk.type(Key(.up))
    #expect(walk.text.contains("│ › At     30"))
    await walk.type(.control("u"))
    await walk.type("20\u{1B}[Z")
    #expect(walk.text.contains("│ › Every"))
    #expect(walk.text.contains("  At     20"))
    await walk.type("\t\ty\r")
    expectEqual(walk.result, #"{"every":"day","at":20,"quiet":true}"#)
  }

  // MARK: Lists over elements

  @Test func backFromAnItemPointsAtWhatIsStillToBeAnswered() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: o
      steps:
        - repeat: hosts
          over: "['a', 'b', 'c']"
          summary: "${item}: ${port}"
          steps: [{ ask: port, type: integer, label: "Port of ${item}" }]
      """)
    await walk.type("1\r:back\r")
    #expect(walk.text.contains("❯ 2  ✗ not answered yet"))
    await walk.type("\r2\r:back\r")
    #expect(walk.text.contains("❯ 3  ✗ not answered yet"))
    await walk.type("\r3\r\r")
    expectEqual(walk.result, #"{"hosts":[{"port":1},{"port":2},{"port":3}]}"#)
  }

  // MARK: Help

  @Test func theListOfWordsStaysUntilItsKeyOrAnAnswerClosesIt() async throws {
    let walk = try await ScreenWalk(Self.effects, effects: Asking())
    await walk.type("notes\r")
    await walk.type(Key(.function(1)))
    #expect(walk.text.contains(":quit"))
    #expect(walk.text.contains("f1 close help"))
    await walk.type(Key(.right))
    #expect(walk.text.contains(":quit"))
    await walk.type(Key(.function(1)))
    #expect(!walk.text.contains(":quit"))
    #expect(walk.text.contains("f1 help"))
    await walk.type(Key(.function(1)))
    #expect(walk.text.contains(":quit"))
    await walk.type("nonsense\r")
    #expect(!walk.text.contains(":quit"))
  }

  @Test func theSameKeyOpensAndClosesAndTheCursorStays() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: h\nsteps:\n  - { ask: name, type: string, help: Any name. }\n")
    await walk.type("ada")
    await walk.type(Key(.left), Key(.left))
    let cursor = walk.screen.cursor.column
    await walk.type(Key(.function(1)))
    #expect(walk.text.contains("? Any name."))
    #expect(walk.text.contains("f1 close help"))
    expectEqual(walk.screen.cursor.column, cursor)
    await walk.type(.alt("w"))
    #expect(walk.text.contains("alt-w close why"))
    await walk.type(Key(.function(1)), .alt("w"))
    #expect(!walk.text.contains("Any name."))
    await walk.type("x\r")
    expectEqual(walk.result, #"{"name":"axda"}"#)
  }
}
