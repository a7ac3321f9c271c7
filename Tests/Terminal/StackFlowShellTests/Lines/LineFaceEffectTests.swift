// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowTesting
import FlowWalks
import StackFlowShell
import Synchronization
import Testing

@testable import FlowSessions
@testable import TerminalIO

/// Effects of flows in the line face, on a terminal in memory with a host that only records.
@Suite @MainActor struct LineFaceEffectTests {
  /// A host that asks about everything, and whose commands wait until they're cancelled.
  private final class Host: EffectHost {
    let performed = Mutex<[String]>([])
    let results: Mutex<[String: [EffectResult]]>
    let permission: EffectPermission
    let isBlocking: Bool
    let onBlock: @Sendable () -> Void

    init(
      _ results: [String: [EffectResult]] = [:], permission: EffectPermission = .asked,
      isBlocking: Bool = false, onBlock: @escaping @Sendable () -> Void = {}
    ) {
      self.results = Mutex(results)
      self.permission = permission
      self.isBlocking = isBlocking
      self.onBlock = onBlock
    }

    func permission(for request: EffectRequest) -> EffectPermission { permission }

    func outlook(of part: WriteRequest) -> WriteOutlook {
      part.path == "there" ? .differs(from: nil) : .new
    }

    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      performed.withLock { $0.append(request.words()) }
      if isBlocking {
        onBlock()
        // The thread waits as it does for a command that doesn't end by itself.
        let cancelled = DispatchSemaphore(value: 0)
        cancellation.whenCancelled { cancelled.signal() }
        cancelled.wait()
        return .failed(message: "was interrupted")
      }
      let given = results.withLock { results -> EffectResult? in
        guard var left = results[request.step], !left.isEmpty else { return nil }
        let first = left.removeFirst()
        results[request.step] = left
        return first
      }
      if let given { return given }
      switch request.effect {
      case .command: return .ended(CommandResult(status: 0))
      case .action: return .returned(.null)
      case .write: return .written(WrittenFile(previous: .nothing))
      case .restore: return .done
      }
    }

    var log: [String] { performed.withLock { $0 } }
  }

  static let flow = """
    flow: 1
    id: project
    steps:
      - { ask: name, type: string }
      - { run: folder, title: The folder, command: [mkdir, "${name}"], undo: [rmdir, "${name}"] }
      - { write: readme, path: "${name}/README", content: "# ${name}\\nhello\\n" }
      - { ask: colour, type: string }
    """

  /// The lines that are shown while lines are typed, and how the walk ended.
  private func walk(
    _ host: Host, on text: String = flow, typing lines: String...
  ) async throws -> (shown: [String], ending: WalkEnding) {
    let flow = try checkedFlow(text, name: "p.flow.yaml")
    return await walk(
      try FlowRunner(flow: flow, effects: host, clock: { .epoch }), typing: lines)
  }

  private func walk(
    _ runner: FlowRunner, typing lines: [String]
  ) async -> (shown: [String], ending: WalkEnding) {
    let terminal = MemoryTerminal(
      size: WindowSize(columns: 100, rows: 20), traits: TerminalTraits(understandsEscapes: false))
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    for line in lines { terminal.type(line + "\r") }
    terminal.type(":quit\r")
    let ending = await face.walk()
    let shown = terminal.takeOutput().split(separator: "\r\n").map(String.init)
    return (shown, ending)
  }

  @Test func anUndoInDoubtWithoutAnAnswerIsTriedAgainByGoingBack() async throws {
    let flow = try checkedFlow(Self.flow, name: "p.flow.yaml")
    var killed = FlowWalk(
      try FlowSession(flow: flow), services: WalkServices(effects: Host(), clock: { .epoch }))
    _ = killed.start()
    _ = try killed.send(.answer(.one(.text("app"))))
    _ = try killed.send(.decide(.yes))
    _ = try killed.send(.back(steps: 1))
    var session = killed.session
    session.send(.effectBegan, now: .epoch)
    let host = Host()
    let runner = FlowRunner(
      continuing: try FlowSession.restoring(session.events, flow: flow).session, effects: host,
      clock: { .epoch })
    runner.refuseEffect()
    let (shown, _) = await walk(runner, typing: [":back", "yes", "yes"])
    #expect(shown.contains("Type :back to try that again or :quit to leave."))
    #expect(!shown.contains { $0.contains("to change an answer") })
    // Going back from here would only ask again.
    #expect(shown.contains("Type yes if it happened, or 'do it now' to run it."))
    expectEqual(host.log, ["undo with rmdir app"])
  }

  @Test func ctrlZSuspendsWhatRunsWithTheProgram() async throws {
    /// A host that stops the program during an effect, and waits until it's continued.
    final class Stopping: EffectHost {
      let stop = Mutex<(@Sendable () -> Void)?>(nil)
      let told = Mutex<[Bool]>([])
      func permission(for request: EffectRequest) -> EffectPermission { .granted }
      func outlook(of part: WriteRequest) -> WriteOutlook { .new }
      func perform(
        _ request: EffectRequest, until cancellation: EffectCancellation
      ) -> EffectResult {
        let resumed = DispatchSemaphore(value: 0)
        cancellation.whenSuspended { isSuspended in
          self.told.withLock { $0.append(isSuspended) }
          if !isSuspended { resumed.signal() }
        }
        stop.withLock { $0 }?()
        resumed.wait()
        cancellation.whenSuspended(nil)
        return .ended(CommandResult(status: 0))
      }
    }
    let host = Stopping()
    let text = "flow: 1\nid: p\nsteps:\n  - { run: folder, command: [mkdir, x] }\n"
    let flow = try checkedFlow(text, name: "p.flow.yaml")
    let runner = try FlowRunner(flow: flow, effects: host, clock: { .epoch })
    let terminal = MemoryTerminal()
    host.stop.withLock { $0 = { terminal.type(.control("z")) } }
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    guard case .finished(let result) = await face.walk() else {
      Issue.record("it was ended by a signal")
      return
    }
    expectEqual(result.outcome, .completed)
    expectEqual(host.told.withLock { $0 }, [true, false])
    expectEqual(terminal.stopCount, 1)
  }

  @Test func aYesApprovesExactlyTheListedEffects() async throws {
    let host = Host()
    let (shown, _) = try await walk(host, typing: "app", "yes", "red")
    let list = try #require(shown.firstIndex(of: "This happens next:"))
    expectEqual(
      shown[list...].prefix(4),
      [
        "This happens next:", "  run mkdir app", "  write app/README (12 bytes)",
        "Type yes to allow it, no to refuse, or :show to read what is written.",
      ])
    expectEqual(host.log, ["run mkdir app", "write app/README (12 bytes)"])
    #expect(shown.contains("The folder"))
  }

  @Test func aNoIsAFailureOfTheStep() async throws {
    let host = Host()
    let (shown, _) = try await walk(
      host, typing: "app", "maybe", "no", ":back", "\u{15}other", "yes")
    let hint = "Type yes to allow it, no to refuse, or :show to read what is written."
    #expect(shown.count { $0 == hint } >= 2, "what isn't understood gets the hint again: \(shown)")
    #expect(shown.contains("This failed: 'mkdir' wasn't allowed (line 5 of the flow)."))
    #expect(
      shown.contains("Type :retry to try it again, :back to change an answer or :quit to leave."))
    expectEqual(host.log.first, "run mkdir other")
  }

  @Test func backAtAPermissionQuestionGoesBack() async throws {
    let host = Host()
    let (shown, _) = try await walk(host, typing: "app", ":back", "\u{15}other", "yes")
    #expect(!shown.contains { $0.hasPrefix("This failed") })
    expectEqual(host.log.first, "run mkdir other")
  }

  /// Also where the refusal itself leads back, to another step.
  @Test func backToAStepAtAPermissionQuestionGoesToThatStep() async throws {
    let host = Host()
    let flow = """
      flow: 1
      id: project
      steps:
        - { ask: name, type: string }
        - { ask: colour, type: string }
        - { run: folder, command: [mkdir, "${name}"], onError: back }
      """
    let (_, _) = try await walk(
      host, on: flow, typing: "app", "red", ":back name", "\u{15}other", "", "yes")
    expectEqual(host.log.first, "run mkdir other")
  }

  @Test func showPrintsTheFileBeforeItIsWritten() async throws {
    let (shown, _) = try await walk(Host(), typing: "app", ":show", "no")
    let start = try #require(shown.firstIndex(of: "| # app"))
    expectEqual(shown[start...].prefix(2), ["| # app", "| hello"])
    let secret = Self.flow.replacing("content:", with: "secret: true, content:")
    let (hidden, _) = try await walk(Host(), on: secret, typing: "app", ":show", "no")
    #expect(hidden.contains("It contains a secret."))
    #expect(!hidden.contains { $0.contains("hello") })
  }

  @Test func goingBackListsWhatIsUndone() async throws {
    let host = Host()
    let (shown, _) = try await walk(host, typing: "app", "yes", ":back", "yes")
    let list = try #require(shown.firstIndex(of: "Going back does this:"))
    expectEqual(
      shown[list...].prefix(3),
      [
        "Going back does this:", "  delete app/README, which this flow wrote",
        "  undo with rmdir app",
      ])
    expectEqual(
      host.log.suffix(2), ["delete app/README, which this flow wrote", "undo with rmdir app"])
  }

  @Test func aRefusedUndoKeepsTheUserAtTheStep() async throws {
    let (shown, _) = try await walk(Host(), typing: "app", "yes", ":back", "no")
    #expect(
      shown.contains(
        "Not possible: 'readme' wasn't undone: restoring 'app/README' wasn't allowed."))
  }

  /// Nothing has failed if the user doesn't go back after all.
  @Test func stayingComesBackToTheDecisionThatWasLeft() async throws {
    let host = Host()
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { write: log, path: log, content: "${name}" }
        - { write: f, path: there, content: new }
        - { note: n, text: hi }
      """
    let (shown, ending) = try await walk(
      host, on: text, typing: "app", "yes", ":back", "no", "yes", "no", "")
    #expect(!shown.contains { $0.hasPrefix("This failed") }, "\(shown)")
    expectEqual(
      shown.count { $0 == "The file 'there' already exists with different content." }, 2,
      "\(shown)")
    #expect(shown.contains("Going back does this:"))
    guard case .finished(let result) = ending else {
      Issue.record("\(ending)")
      return
    }
    expectEqual(result.outcome, .completed)
  }

  @Test func anExistingFileIsOverwrittenOnlyAfterAYes() async throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { write: f, path: there, content: new }
        - { note: n, text: hi }
      """
    for (answer, words) in [
      ("yes", "overwrite there (3 bytes)"),
      ("no", "write there (3 bytes), unless it exists"),
    ] {
      let host = Host(permission: .granted)
      let (shown, _) = try await walk(host, on: text, typing: answer)
      #expect(shown.contains("The file 'there' already exists with different content."))
      expectEqual(host.log, [words])
    }
  }

  @Test func retryTriesAgainAndSkipSaysWhatIsSkipped() async throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { run: soft, command: [soft], onError: skip }
        - { run: hard, command: [hard], onError: retry }
        - { note: n, text: done }
      """
    let host = Host(
      [
        "soft": [.ended(CommandResult(status: 2, errors: "no luck"))],
        "hard": [.failed(message: "wasn't found")],
      ], permission: .granted)
    let (shown, ending) = try await walk(host, on: text, typing: "x", ":retry", "")
    #expect(
      shown.contains("Skipped because it failed: 'soft' exited with status 2: no luck."))
    #expect(shown.contains("This failed: 'hard' wasn't found (line 6 of the flow)."))
    #expect(
      shown.contains("Type :retry to try it again, :back to change an answer or :quit to leave."))
    expectEqual(host.log, ["run soft", "run hard", "run hard"])
    guard case .finished(let result) = ending else {
      Issue.record("\(ending)")
      return
    }
    expectEqual(result.outcome, .completed)
  }

  @Test func backShowsTheFailureAtTheQuestion() async throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { run: free, command: [free], onError: back, reads: true }
        - { note: n, text: done }
      """
    let host = Host(
      ["free": [.ended(CommandResult(status: 1, errors: "it is taken\n"))]], permission: .granted)
    let (shown, _) = try await walk(host, on: text, typing: "x", "\u{15}y", "")
    #expect(shown.contains("Not possible: 'free' exited with status 1: it is taken."))
    #expect(shown.filter { $0.hasPrefix("Name: ") }.count >= 2, "\(shown)")
  }

  @Test func afterAFloorTheFloorIsNamedInsteadOfTheFailure() async throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { commit: pay, text: Pay now }
        - { run: send, command: [send] }
        - { ask: last, type: string }
      """
    let host = Host(
      ["send": [.ended(CommandResult(status: 1))]], permission: .granted)
    let (shown, _) = try await walk(host, on: text, typing: "x", "yes", ":back", "hello")
    let failure = "This failed: 'send' exited with status 1 (line 6 of the flow)."
    let start = try #require(shown.firstIndex(of: failure))
    expectEqual(
      shown[start...].filter { !$0.hasPrefix(">") },
      [
        failure, "Type :retry to try it again or :quit to leave.",
        "Not possible: can't go back past 'Pay now'.",
        "What 'Pay now' did can't be undone.", "Type :retry to try it again or :quit to leave.",
        "Type :retry to try it again or :quit to leave.",
      ])
  }

  @Test func aFailureThatCannotBeRetriedSaysSo() async throws {
    let host = Host(["folder": [.ended(CommandResult(status: 1))]], permission: .granted)
    let text = Self.flow.replacing("undo: [rmdir", with: "onError: stop, undo: [rmdir")
    let (shown, _) = try await walk(host, on: text, typing: "app", ":retry", ":help")
    #expect(shown.contains("Not possible: this can't be tried again."))
    let help = try #require(shown.firstIndex(of: "You can type:"))
    let words = shown[help...].filter { $0.hasPrefix("  :") }.map { $0.dropFirst(2) }
    let names = words.map { String($0.prefix { $0 != " " }) }
    expectEqual(names, [":back", ":help", ":review", ":show", ":quit"])
  }

  @Test func ctrlZStopsTheProgramWhileACommandRuns() async throws {
    let text = "flow: 1\nid: t\nsteps:\n  - { run: go, command: [go] }\n"
    let flow = try checkedFlow(text, name: "t")
    let terminal = MemoryTerminal(size: WindowSize(columns: 60, rows: 20))
    let host = Host(
      permission: .granted, isBlocking: true,
      onBlock: { terminal.type(.control("z"), .control("c"), .control("c")) })
    let runner = try FlowRunner(flow: flow, effects: host, clock: { .epoch })
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    guard case .finished(let result) = await face.walk() else {
      Issue.record("the walk must be finished")
      return
    }
    expectEqual(result.outcome, .left(.interrupt))
    expectEqual(terminal.stopCount, 1)
    let shown = terminal.takeOutput().split(separator: "\r\n")
    expectEqual(
      shown,
      [
        "  run go", "  run go", "Ctrl-C stops what is running; press it again to leave.",
      ], "what runs is told again when it goes on")
  }

  @Test func ctrlCEndsACommandAndTheWalk() async throws {
    let text = "flow: 1\nid: t\nsteps:\n  - { run: go, command: [go] }\n"
    let flow = try checkedFlow(text, name: "t")
    let terminal = MemoryTerminal(size: WindowSize(columns: 60, rows: 20))
    let events = terminal.events
    let host = Host(permission: .granted, isBlocking: true) {
      events.put(.key(.control("c")))
      events.put(.key(.control("c")))
    }
    let runner = try FlowRunner(flow: flow, effects: host, clock: { .epoch })
    let face = LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor())
    guard case .finished(let result) = await face.walk() else {
      Issue.record("the walk must end")
      return
    }
    expectEqual(result.outcome, .left(.interrupt))
    #expect(terminal.takeOutput().contains("run go"))
  }

  /// A walk that was killed while it made the folder.
  private func interrupted(_ host: Host) throws -> FlowRunner {
    let flow = try checkedFlow(Self.flow, name: "p.flow.yaml")
    var killed = FlowWalk(
      try FlowSession(flow: flow), services: WalkServices(effects: Host(), clock: { .epoch }))
    _ = killed.start()
    _ = try killed.send(.answer(.one(.text("app"))))
    var session = killed.session
    session.send(.effectBegan, now: .epoch)
    return FlowRunner(
      continuing: try FlowSession.restoring(session.events, flow: flow).session, effects: host,
      clock: { .epoch })
  }

  @Test(arguments: ["no", "n", "d"]) func aNoPerformsNothing(word: String) async throws {
    let host = Host()
    let (shown, _) = await walk(try interrupted(host), typing: [word])
    let hint = "Type yes if it happened, 'do it now' to run it, or :back."
    expectEqual(shown.count { $0 == hint }, 2, "\(shown)")
    expectEqual(host.log, [])
  }

  @Test(arguments: ["do it now", "Do it", "yes", "it happened"])
  func whetherSomethingHappenedIsAnsweredByALabel(word: String) async throws {
    let host = Host()
    _ = await walk(try interrupted(host), typing: [word])
    expectEqual(host.log.contains { $0.contains("mkdir app") }, word.lowercased().hasPrefix("do"))
  }
}
