// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import FlowTesting
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
    func meetsFile(_ request: WriteRequest) -> Bool { false }
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
    guard case .asking(let step) = runner.state else {
      Issue.record("the walk goes on")
      return
    }
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
