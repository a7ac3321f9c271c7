// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
public import FlowModel
import FlowScripts
public import FlowSessions
public import FlowWalks
public import StackFlowShell
import Synchronization
import TerminalCells
public import TerminalIO

/// A walk at a terminal in memory, at which a test types, and whose screen it reads.
///
/// It's the real conversation with its widgets and its line editor, of a flow of yours, with widgets and functions of
/// yours. No test waits for time to pass: each call returns when the face has used everything and waits for the user
/// again.
///
/// ```swift
/// let walk = try TypedWalk(flow, size: WindowSize(columns: 40, rows: 12))
/// await walk.type("ada<Enter>")
/// print(walk.lines.contains { $0.contains("Why?") })
/// await walk.paste("Because it works")
/// await walk.type("<Enter>")
/// print(walk.result?.outcome == .completed)
/// ```
///
/// Register widgets of yours in ``widgets`` before the first call.
///
/// The dark theme is drawn in all colors and without motion, whatever the environment of the test is.
public final class TypedWalk {
  /// The runner of the walk; give it a delegate before the walk begins.
  ///
  /// Afterward, it's only for reading.
  public let runner: FlowRunner

  /// The widgets, to which you can add your own before the walk begins.
  public var widgets = WidgetRegistry()

  /// The theme of the faces on a screen, until the walk begins.
  public var theme = ScreenTheme.dark

  /// The picture of the terminal: its rows as text, its cells with their styles, and the cursor.
  public private(set) var screen: TerminalScreen

  private let terminal: MemoryTerminal
  private let face: FaceKind
  private let ending = Ending()
  private var hasBegun = false

  /// How a walk ended; nil while it runs.
  private final class Ending: Sendable {
    let value = Mutex<WalkEnding?>(nil)
  }

  /// Creates a walk that hasn't begun.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - inputs: The values of its inputs, by name.
  ///   - options: Answers given in advance, the language, and the time zone.
  ///   - face: The face.
  ///   - size: The size of the window, in cells.
  ///   - effects: The host that runs commands and writes files; nil refuses all of them.
  ///   - now: The time of the whole walk; 2026-01-01T00:00:00Z by default.
  /// - Throws: `InputError` if an input is missing, unknown, or of the wrong type.
  public init(
    _ flow: CheckedFlow, inputs: [String: Value] = [:],
    options: SessionOptions = SessionOptions(), at face: FaceKind = .inline,
    size: WindowSize = .fallback, effects: (any EffectHost)? = nil, now: Timestamp? = nil
  ) throws {
    let clock = now ?? ScriptRun.defaultClock
    runner = try FlowRunner(
      flow: flow, inputs: inputs, options: options, effects: effects, clock: { clock })
    self.face = face
    screen = TerminalScreen(size: size)
    terminal = MemoryTerminal(
      size: size, traits: TerminalTraits(understandsEscapes: true, takesCommands: true))
    terminal.writesModes = true
  }

  /// Shows the first question; later calls do nothing.
  public func begin() async {
    guard !hasBegun else { return }
    hasBegun = true
    let walk = FaceWalk(
      runner: runner, terminal: terminal, kind: face,
      timeout: nil, theme: theme, widgets: widgets)
    Task.detached { [ending, terminal] in
      let found = await walk.walk(with: PlainLineEditor())
      ending.value.withLock { $0 = found }
      terminal.close()
    }
    await settle()
  }

  // MARK: What a user does

  /// Types keys, written as in the `keys` of a script: `ada<Tab><Enter>`.
  public func type(_ keys: String) async { await send(ScriptKeys(keys).bytes) }

  /// Types text as it is, also where it looks like keys.
  public func enter(_ text: String) async { await send(Array(text.utf8)) }

  /// Pastes text.
  public func paste(_ text: String) async {
    await send(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
  }

  /// Clicks a cell, from 0 at the top left.
  public func click(column: Int, row: Int) async {
    for action in ["M", "m"] {
      await send(Array("\u{1B}[<0;\(column + 1);\(row + 1)\(action)".utf8))
    }
  }

  /// Changes the size of the window.
  public func resize(to size: WindowSize) async {
    screen.resize(to: size)
    await perform { $0.resize(to: size) }
  }

  /// Lets time pass, for animations and the time limits of commands.
  public func advance(by duration: Duration) async { await perform { $0.advance(by: duration) } }

  /// Closes the window, which ends the input.
  public func hangUp() async { await perform { $0.hangUp() } }

  // MARK: What there is to see

  /// The rows of the window, without blanks at their ends.
  public var lines: [String] { screen.lines }

  /// The rows without the empty ones at the end, joined by line breaks.
  public var text: String { screen.text }

  /// The step that's asked; nil if none is.
  public var question: StepState? {
    guard case .asking(let step) = runner.state else { return nil }
    return step
  }

  /// The result of the walk; nil while it runs.
  public var result: FlowResult? {
    guard case .finished(let result)? = ending.value.withLock({ $0 }) else { return nil }
    return result
  }

  /// Whether the face has ended and the terminal is as it was before.
  public var hasEnded: Bool { ending.value.withLock { $0 != nil } }

  // MARK: The terminal

  private func send(_ bytes: [UInt8]) async { await perform { $0.type(bytes: bytes) } }

  private func perform(_ action: (MemoryTerminal) -> Void) async {
    await begin()
    guard !hasEnded else { return }
    action(terminal)
    await settle()
  }

  /// Waits until the face waits for the user, and shows its output.
  private func settle() async {
    while true {
      await terminal.settle()
      screen.take(terminal.takeBytes())
      let replies = screen.takeReplies()
      guard !replies.isEmpty, !hasEnded else { return }
      terminal.type(bytes: replies)
    }
  }
}
