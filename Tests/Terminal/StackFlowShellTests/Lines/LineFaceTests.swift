// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import Foundation
import StackFlowCore
import StackFlowShell
import TerminalIO
import Testing

/// The line face on a terminal in memory, for behavior that a pseudo-terminal can't show.
@Suite @MainActor struct LineFaceTests {
  /// A delegate that decides after the face has begun to wait.
  private final class LateDelegate: FlowRunnerDelegate {
    var decisions: [FlowDecision]

    init(_ decisions: [FlowDecision]) { self.decisions = decisions }

    func didRequestPush(
      _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
    ) -> FlowDecision {
      guard !decisions.isEmpty else { return .approve }
      let decision = decisions.removeFirst()
      // The runner and the face live on the main actor, and so does this.
      nonisolated(unsafe) let waiting = runner
      Task { @MainActor in try waiting.answer(request, decision) }
      return .later
    }
  }

  private func runner() throws -> FlowRunner {
    let text = """
      flow: 1
      id: two
      steps:
        - { ask: name, type: string }
        - { ask: colour, type: string }
      """
    let flow = try checkedFlow(text, name: "two.flow.yaml")
    return try FlowRunner(flow: flow, clock: { .epoch })
  }

  @Test func aDecisionThatArrivesLaterIsWaitedFor() async throws {
    let runner = try runner()
    let delegate = LateDelegate([.deny(reason: "the office is closed"), .approve])
    runner.delegate = delegate
    let terminal = MemoryTerminal(size: WindowSize(columns: 60, rows: 20))
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    terminal.type("ada")
    terminal.type(Key(.enter))
    // Denied: the text is in the line again, and Enter asks again.
    terminal.type(Key(.enter))
    terminal.type("red")
    terminal.type(Key(.enter))
    let ending = await face.walk()
    guard case .finished(let result) = ending else {
      Issue.record("the walk must end by itself, not as \(ending)")
      return
    }
    expectEqual(result.output, .map(ValueMap([("name", "ada"), ("colour", "red")])))
    let shown = terminal.takeOutput()
    #expect(shown.contains("Not possible: the office is closed."))
  }

  @Test func aTerminalThatEndsWhileADecisionIsAwaitedEndsTheWalk() async throws {
    /// A delegate that never decides.
    final class Silent: FlowRunnerDelegate {
      func didRequestPush(
        _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
      ) -> FlowDecision { .later }
    }
    let runner = try runner()
    let delegate = Silent()
    runner.delegate = delegate
    let terminal = MemoryTerminal(size: WindowSize(columns: 60, rows: 20))
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    terminal.type("ada")
    terminal.type(Key(.enter))
    terminal.hangUp()
    guard case .finished(let result) = await face.walk() else {
      Issue.record("the walk must be finished")
      return
    }
    expectEqual(result.outcome, .left(.endOfInput))
  }

  // MARK: Whole walks

  /// Types each line and Enter, and returns what was shown and how it ended.
  private func walk(
    _ text: String, _ lines: [String], host: (any PathHost)? = nil, language: String? = nil,
    files: [String: String] = [:], type: ((MemoryTerminal) -> Void)? = nil
  ) async throws -> (shown: String, result: String) {
    let flow = try checkedFlow(
      text, name: "w.flow.yaml", files: MemoryFileSource(texts: files))
    let runner = try FlowRunner(
      flow: flow, options: SessionOptions(language: language), clock: { .epoch })
    runner.services.paths = host
    let terminal = MemoryTerminal(size: WindowSize(columns: 70, rows: 20))
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    for line in lines {
      terminal.type(line)
      terminal.type(Key(.enter))
    }
    type?(terminal)
    terminal.hangUp()
    guard case .finished(let result) = await face.walk() else { return ("", "") }
    return (terminal.takeOutput(), JSONWriter().text(of: result.output) ?? "")
  }

  @Test func theLongHelpIsShownOnlyAtTheSecondRefusal() async throws {
    let text = """
      flow: 1
      id: h
      steps:
        - { ask: n, type: integer, help: Count the sheep. }
      """
    let clear = Key.control("u")
    let (shown, _) = try await walk(text, []) { terminal in
      for _ in 0..<4 {
        terminal.type(clear)
        terminal.type("x")
        terminal.type(Key(.enter))
      }
    }
    expectEqual(shown.components(separatedBy: "enter a whole number").count, 5)
    expectEqual(shown.components(separatedBy: "Count the sheep.").count, 2)
  }

  /// Two files with a common prefix, and a folder.
  private struct Files: PathHost {
    func facts(of path: String) -> PathFacts {
      PathFacts(path, expanded: path, kind: .file)
    }

    func paths(beginning typed: String) -> [String] {
      ["src/", "src/main.c", "src/make.c"].filter {
        $0.hasPrefix(typed) && (typed.contains("/") == ($0 != "src/"))
      }
    }
  }

  @Test func tabCompletesTheNamesOfFiles() async throws {
    let text = "flow: 1\nid: p\nsteps: [{ ask: file, type: path, must: file }]\n"
    let (shown, result) = try await walk(text, [], host: Files()) { terminal in
      terminal.type("s")
      terminal.type(Key(.tab))
      terminal.type("m")
      terminal.type(Key(.tab))
      terminal.type(Key(.tab))
      terminal.type("i")
      terminal.type(Key(.tab))
      terminal.type(Key(.enter))
    }
    expectEqual(result, #"{"file":"src/main.c"}"#)
    #expect(shown.contains("  main.c  make.c\r\n"), "a list shows last names")
  }

  /// A text that isn't to be remembered isn't recalled either.
  @Test func aQuestionRecallsItsOwnAnswersFirstAndThenThoseOfTheWalk() async throws {
    let text = """
      flow: 1
      id: r
      steps:
        - { ask: name, type: string }
        - { ask: pin, type: string, remember: false }
        - repeat: legs
          steps:
            - { ask: city, type: string }
        - { ask: last, type: string }
      """
    let (_, result) = try await walk(text, ["ada", "0000", "add", "Rome", "add"]) { terminal in
      // The answer for the previous item, not the name.
      terminal.type(Key(.up))
      terminal.type("!\r\r")
      for _ in 0..<5 { terminal.type(Key(.up)) }
      terminal.type("x\r")
    }
    expectEqual(
      result,
      #"{"name":"ada","pin":"0000","legs":[{"city":"Rome"},{"city":"Rome!"}],"last":"adax"}"#)
  }

  @Test func rightToLeftTextsReachTheTerminalByteForByte() async throws {
    let hebrew = "מה שמך?"
    let arabic = "ما اسمك؟"
    let text = """
      flow: 1
      id: w
      steps:
        - { ask: name, type: string, label: Name? }
        - { note: hello, text: "Hello ${name}" }
      """
    for (tag, label) in [("he", hebrew), ("ar", arabic)] {
      let (shown, result) = try await walk(
        text, ["אדה 123", ""], language: tag,
        files: [
          "w.\(tag).texts.yaml": "name.label: \(label)\nhello.text: \"${name} (abc) \(label)\"\n"
        ])
      let utf8 = String(shown)
      #expect(utf8.contains(label), "\(tag)")
      #expect(utf8.contains("אדה 123 (abc) \(label)"), "\(tag)")
      #expect(!utf8.unicodeScalars.contains { (0x2066...0x2069).contains($0.value) })
      expectEqual(result, #"{"name":"אדה 123"}"#)
    }
  }

  @Test func aListSaysHowManyAreNeededAndWhatCanBeDone() async throws {
    let lists = """
      flow: 1
      id: lists
      inputs: { hosts: { type: list, of: string, default: [a, b] } }
      steps:
        - { repeat: part, minItems: 2, steps: [ { ask: name, type: string } ] }
        - { repeat: port, over: hosts, steps: [ { ask: number, type: integer } ] }
      """
    let (shown, result) = try await walk(
      lists,
      ["add", "x", "add", "y", "", "80", ":back", ":next", "", "82", "more", "edit 1", "81", ""])
    let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Type add to add an item. You need at least 2."))
    #expect(words.contains("remove, or move and a number. You need at least 2."))
    #expect(words.contains("remove, or move and a number. Press Enter to continue."))
    #expect(words.contains("Type edit and a number to change an item. Press Enter to continue."))
    #expect(words.contains("Not possible: type edit and a number, or press Enter to continue."))
    #expect(
      words.contains("1 80 2 not answered yet Item 2 needs an answer. Press Enter to answer it."))
    #expect(words.contains("Not accepted: item 2 needs an answer."))
    expectEqual(
      result, #"{"part":[{"name":"x"},{"name":"y"}],"port":[{"number":81},{"number":82}]}"#)
  }
}
