// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
internal import FlowHosts
public import FlowModel
public import FlowSessions
public import FlowWalks
public import TerminalIO

/// Walks flows with the user at the terminal.
///
/// ```swift
/// let result = try await Shell().walk(flow)
/// print(result.output)
/// ```
///
/// The face is the one that `stackflow run` shows: a live region below the prompt, or lines if the
/// terminal can't show that or the environment asks for it (`ACCESSIBLE`). The editor is
/// `PlainLineEditor`. For GNU Readline, import `GNUReadline`, whose license is the GPL, and pass its
/// editor: `Shell(editor: ReadlineEditor())`.
///
/// A shell isn't `Sendable`. It runs on the caller's actor, and waits without blocking it; Readline's
/// editor belongs to the main actor.
public struct Shell<Editor: LineEditor> {
  /// The face, or nil for the one that fits the terminal.
  public var face: FaceKind?

  /// The theme of the faces on a screen, or nil for the default.
  public var theme: ScreenTheme?

  /// The widgets, to which you can add your own.
  public var widgets = WidgetRegistry()

  /// The host that runs commands and writes files, or nil to refuse all of them.
  public var effects: (any EffectHost)?

  /// The maximum duration of a walk, or nil for no limit.
  public var timeout: Duration?

  private let editor: Editor

  /// Creates a shell.
  ///
  /// - Parameter editor: What edits the lines.
  public init(editor: Editor) { self.editor = editor }

  /// Walks a flow to its end.
  ///
  /// If all answers are given in advance, no terminal is needed. The terminal is restored at the end.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - inputs: The values of the inputs, by name.
  ///   - options: Answers given in advance, the language, and the time zone; nil for the language and
  ///     time zone of this machine.
  /// - Returns: The result; a user who leaves has one, too. For a type of yours, use `decode(_:)` of
  ///   `FlowBuilders`.
  /// - Throws: `InputError` if an input is missing, unknown, or of the wrong type; `TerminalError` if
  ///   there's no terminal; ``ShellInterruption`` if a signal ends the walk.
  public func walk(
    _ flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions? = nil
  ) async throws -> FlowResult {
    let options =
      options ?? SessionOptions(language: SystemHost.language, zone: SystemHost.zone)
    let runner = try FlowRunner(
      flow: flow, inputs: inputs, options: options, effects: effects, clock: { SystemHost.now })
    runner.services.paths = SystemPaths()
    return try await walk(runner)
  }

  /// Walks a session to its end: one with a delegate of yours, or a restored one.
  ///
  /// - Parameters:
  ///   - runner: The runner, which may have started.
  ///   - terminal: The terminal; nil for that of the process.
  /// - Returns: The result.
  /// - Throws: `TerminalError` if there's no terminal; ``ShellInterruption`` if a signal ends the walk.
  public func walk(
    _ runner: FlowRunner, on terminal: (any Terminal)? = nil
  ) async throws -> FlowResult {
    runner.services.client.insert(.takingEffects)
    if case .notStarted = runner.state { runner.start() }
    if case .finished(let result) = runner.state { return result }
    if let terminal { return try await ask(runner, on: terminal) }
    let device = try DeviceTerminal()
    defer { device.close() }
    return try await ask(runner, on: device)
  }

  private func ask(_ runner: FlowRunner, on terminal: any Terminal) async throws -> FlowResult {
    let shown = looks.face(for: runner, on: terminal, editor: editor)
    shown.textEditor = ExternalEditor()
    switch await shown.walk(timeout: timeout) {
    case .finished(let result): return result
    case .signal(let signal): throw ShellInterruption(signal: signal)
    }
  }

  private var looks: WalkLooks {
    var looks = WalkLooks(kind: face, theme: theme)
    looks.widgets = widgets
    return looks
  }
}

extension Shell where Editor == PlainLineEditor {
  /// Creates a shell with the plain editor, under the Apache License 2.0.
  public init() { self.init(editor: PlainLineEditor()) }
}

/// An error of a walk that a signal ended.
///
/// The terminal has been restored.
public struct ShellInterruption: Error, Hashable, Sendable {
  /// The signal.
  public let signal: TerminalSignal

  /// Creates an error.
  init(signal: TerminalSignal) { self.signal = signal }
}
