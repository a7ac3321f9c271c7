// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowSessions
import FlowTesting
import FlowWalks
import RandomTesting
import StackFlowShell
import Synchronization
import TerminalCells
import TerminalIO
import Testing

/// Keys that were typed before a decision or a failure was shown don't answer it.
@MainActor @Suite struct TypedAheadTests {
  private final class Host: EffectHost {
    let performed = Mutex<[String]>([])
    private let fails: Bool

    /// Creates a host that asks, or one that asks nothing and always fails.
    init(fails: Bool = false) { self.fails = fails }

    func permission(for request: EffectRequest) -> EffectPermission { fails ? .granted : .asked }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      performed.withLock { $0.append(request.step) }
      return fails ? .failed(message: "was busy") : .written(WrittenFile(previous: .nothing))
    }
  }

  enum FaceKind: CaseIterable { case line, inline, full }

  private func begin(
    _ kind: FaceKind, _ steps: String, host: Host, isTypedLive: Bool = true
  ) throws -> (terminal: MemoryTerminal, runner: FlowRunner) {
    let flow = try checkedFlow("flow: 1\nid: f\nsteps:\n\(steps)", name: "f.flow.yaml")
    let runner = try FlowRunner(flow: flow, effects: host, clock: { .epoch })
    let terminal = MemoryTerminal(
      size: WindowSize(columns: 80, rows: 24),
      traits: TerminalTraits(understandsEscapes: kind != .line), isTypedLive: isTypedLive)
    Task {
      switch kind {
      case .line:
        _ = await LineFace(runner: runner, terminal: terminal, editor: PlainLineEditor()).walk()
      case .inline, .full:
        _ = await ScreenFace(
          runner: runner, terminal: terminal, editor: PlainLineEditor(),
          place: kind == .full ? .full : .inline, theme: .dark, depth: .none
        ).walk()
      }
      terminal.close()
    }
    return (terminal, runner)
  }

  private static let writes = """
      - { ask: name, type: string }
      - { write: one, path: one.txt, content: hello }
      - { ask: end, type: string }
    """

  @Test(arguments: FaceKind.allCases)
  func anEffectIsAgreedToOnlyWhenItWasShown(kind: FaceKind) async throws {
    let host = Host()
    let (terminal, runner) = try begin(kind, Self.writes, host: host)
    let yes = kind == .line ? "yes\r" : "\r"
    terminal.type("ada\r" + yes + yes)
    await terminal.settle()
    expectEqual(host.performed.withLock { $0 }, [])
    guard case .permission? = runner.decision else {
      Issue.record("the walk waits for a permission")
      return
    }
    terminal.type(yes)
    await terminal.settle()
    expectEqual(host.performed.withLock { $0 }, ["one"])
    terminal.close()
  }

  @Test(arguments: FaceKind.allCases)
  func aCommitIsAgreedToOnlyWhenItWasShown(kind: FaceKind) async throws {
    let steps = """
        - { ask: name, type: string }
        - { commit: sure, text: Really? }
        - { ask: end, type: string }
      """
    let (terminal, runner) = try begin(kind, steps, host: Host())
    terminal.type("ada\r\r\ryes\r")
    await terminal.settle()
    let step = try #require(runner.state.step)
    expectEqual(step.id, "sure")
    terminal.close()
  }

  @Test(arguments: FaceKind.allCases)
  func aFailureIsTriedAgainOnlyWhenItWasShown(kind: FaceKind) async throws {
    let host = Host(fails: true)
    let (terminal, runner) = try begin(kind, Self.writes, host: host)
    let retry = kind == .line ? ":retry\r" : "\r"
    terminal.type("ada\r" + retry + retry)
    await terminal.settle()
    guard case .failed = runner.state else {
      Issue.record("the walk waits at the failure")
      return
    }
    expectEqual(host.performed.withLock { $0 }, ["one"])
    terminal.type(retry)
    await terminal.settle()
    expectEqual(host.performed.withLock { $0 }, ["one", "one"])
    terminal.close()
  }

  /// A line editor in which Ctrl-O is a macro.
  private final class MacroEditor: LineEditor {
    private let editor = PlainLineEditor()
    private let macro: [Key]
    private var rest: ArraySlice<Key> = []

    init(_ macro: [Key]) { self.macro = macro }

    var line: EditedLine { editor.line }
    var history: [String] {
      get { editor.history }
      set { editor.history = newValue }
    }
    func begin(_ request: LineRequest) { editor.begin(request) }
    func feed(_ key: Key) -> LineOutcome {
      guard key == .control("o") else { return editor.feed(key) }
      rest = macro[...]
      var outcome = LineOutcome.editing
      while let key = rest.popFirst() {
        outcome = editor.feed(key)
        if case .accepted = outcome { break }
      }
      return outcome
    }
    func paste(_ text: String) -> LineOutcome { editor.paste(text) }
    func replaceText(_ text: String, isOffered: Bool) {
      editor.replaceText(text, isOffered: isOffered)
    }
    func moveCursor(to offset: Int) { editor.moveCursor(to: offset) }
    func end() { editor.end() }
    func takeRest() -> [TerminalEvent] {
      defer { rest = [] }
      return rest.map { .key($0) }
    }
  }

  private func walk(_ steps: String, macro: [Key], at kind: FaceKind) async throws -> FlowRunner {
    let flow = try checkedFlow("flow: 1\nid: f\nsteps:\n\(steps)", name: "f.flow.yaml")
    let runner = try FlowRunner(flow: flow, effects: Host(), clock: { .epoch })
    let terminal = MemoryTerminal(
      size: WindowSize(columns: 80, rows: 24),
      traits: TerminalTraits(understandsEscapes: kind != .line))
    Task {
      switch kind {
      case .line:
        _ = await LineFace(runner: runner, terminal: terminal, editor: MacroEditor(macro)).walk()
      case .inline, .full:
        _ = await ScreenFace(
          runner: runner, terminal: terminal, editor: MacroEditor(macro),
          place: kind == .full ? .full : .inline, theme: .dark, depth: .none
        ).walk()
      }
      terminal.close()
    }
    terminal.type(.control("o"))
    await terminal.settle()
    terminal.close()
    return runner
  }

  private static func keys(_ text: String) -> [Key] {
    text.map { $0 == "\r" ? Key(.enter) : .character($0) }
  }

  @Test(arguments: FaceKind.allCases)
  func theRestOfAMacroIsForTheNextQuestions(kind: FaceKind) async throws {
    let runner = try await walk(
      "  - { ask: a, type: string }\n  - { ask: b, type: string }\n  - { ask: c, type: string }",
      macro: Self.keys("one\rtwo\rthr"), at: kind)
    expectEqual(runner.session.answer("a"), "one")
    expectEqual(runner.session.answer("b"), "two")
    expectEqual(runner.session.topStepID, "c")
  }

  @Test(
    arguments: FaceKind.allCases, ["commit: sure, text: Really?", "write: w, path: w, content: x"])
  func theRestOfAMacroAgreesToNothing(kind: FaceKind, step: String) async throws {
    let runner = try await walk(
      "  - { ask: a, type: string }\n  - { \(step) }\n  - { ask: c, type: string }",
      macro: Self.keys("one\r" + (kind == .line ? "yes\ryes\r" : "\r\r")), at: kind)
    expectEqual(runner.session.answer("a"), "one")
    #expect(runner.session.topStepID != "c", "\(String(describing: runner.session.topStepID))")
  }

  /// A macro that ends with itself would answer for ever.
  @Test(arguments: dailyPart(of: FaceKind.allCases, every: 3, named: "macros without an end"))
  func aMacroThatEndsWithItselfEnds(kind: FaceKind) async throws {
    let runner = try await walk(
      "  - { ask: a, type: integer }", macro: Self.keys("x\r") + [.control("o")], at: kind)
    expectEqual(runner.session.topStepID, "a")
  }

  /// Tests and programs that type into memory don't wait for the screen.
  @Test(arguments: FaceKind.allCases)
  func aTerminalInMemoryKeepsItsKeys(kind: FaceKind) async throws {
    let host = Host()
    let (terminal, _) = try begin(kind, Self.writes, host: host, isTypedLive: false)
    terminal.type("ada\r" + (kind == .line ? "yes\r" : "\r"))
    await terminal.settle()
    expectEqual(host.performed.withLock { $0 }, ["one"])
    terminal.close()
  }
}
