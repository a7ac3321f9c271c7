// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowForms
import FlowShell
import Testing

/// The line face over a terminal in memory: what the pseudo-terminal cannot show.
@Suite @MainActor struct LineFaceTests {
  /// A delegate that decides only after the face has begun to wait.
  private final class LateDelegate: FlowRunnerDelegate {
    var decisions: [MoveDecision]

    init(_ decisions: [MoveDecision]) { self.decisions = decisions }

    func didRequestPush(
      from id: String, answers: [String: Value], in runner: FlowRunner
    ) -> RunnerDecision {
      guard !decisions.isEmpty else { return .approve }
      let decision = decisions.removeFirst()
      // The runner and the face live on the main actor, and so does this.
      nonisolated(unsafe) let waiting = runner
      Task { @MainActor in waiting.answer(decision) }
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
    let flow = try #require(FlowFile.load(text, name: "two.flow.yaml").flow)
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
    // Denied: the text stands in the line again, and Enter asks once more.
    terminal.type(Key(.enter))
    terminal.type("red")
    terminal.type(Key(.enter))
    let ending = await face.walk()
    guard case .finished(let result) = ending else {
      Issue.record("the walk must end by itself, not as \(ending)")
      return
    }
    #expect(result.output == .map(ValueMap([("name", "ada"), ("colour", "red")])))
    let shown = terminal.takeOutput()
    #expect(shown.contains("Not possible: the office is closed."))
  }

  @Test func aTerminalThatEndsWhileADecisionIsAwaitedEndsTheWalk() async throws {
    /// A delegate that never decides.
    final class Silent: FlowRunnerDelegate {
      func didRequestPush(
        from id: String, answers: [String: Value], in runner: FlowRunner
      ) -> RunnerDecision { .later }
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
    #expect(result.outcome == .left(.endOfInput))
  }
}
