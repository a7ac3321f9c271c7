// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FlowExpressions
import FlowModel
package import FlowScripts
package import FlowSessions
import FlowWalks
import SourceDiagnostics
package import StackFlowShell
import Synchronization
package import TerminalCells
import TerminalIO

/// Types what a script says at a face in memory: texts, choices by filter and arrows, yes and no,
/// marks, and words such as `:back`.
///
/// The script runs on a thread of its own, and each call returns when the face waits for the user
/// again.
package final class FaceDriver: ScreenDriver {
  /// An action of a user at a terminal.
  enum Input {
    case keys([UInt8])
    case resize(WindowSize)
    case hangUp
    case time(Duration)
  }

  let terminal: MemoryTerminal
  let runner: FlowRunner
  let kind: FaceKind

  /// Called with everything that's done at the terminal, before it's done.
  var willDo: (Input) -> Void = { _ in }

  /// Called with what's seen first and after each key, each of which is typed alone then.
  var onShot: ((FaceShot) -> Void)?

  /// Called with what's written at first and after each key, each of which is typed alone then; the key is nil for
  /// what isn't one.
  var onOutput: ((_ key: [UInt8]?, _ written: [UInt8]) -> Void)?

  /// Why something can't be typed at this face; nil as long as everything could.
  package private(set) var fault: String?

  /// How the walk ended; nil while it runs.
  var ending: WalkEnding? { shared.withLock { $0 } }

  var announced: [FlowAnnouncement] = []
  var marks: (place: Place, marked: Set<Int>, others: [Value])?
  var usesArrows = false
  private let walk: Walking
  private let shared = Mutex<WalkEnding?>(nil)
  private var screen: TerminalScreen

  struct Place: Hashable {
    let field: String
    let depth: Int
  }

  /// Walks a face to its end, with the line editor of its choice and on the actor of that.
  package typealias Walking = @Sendable (FaceWalk) async -> WalkEnding

  /// The limit of a walk, which passes when a script says so.
  private static let limit = Duration.seconds(3600)

  /// Creates a driver of a walk that hasn't begun.
  ///
  /// - Parameters:
  ///   - runner: The session.
  ///   - kind: The face.
  ///   - size: The size of the window.
  ///   - walk: Walks the face.
  init(
    _ runner: FlowRunner, at kind: FaceKind, size: WindowSize = .fallback,
    walk: @escaping Walking = { await $0.walk(with: PlainLineEditor()) }
  ) {
    self.runner = runner
    self.kind = kind
    self.walk = walk
    screen = TerminalScreen(size: size)
    terminal = MemoryTerminal(
      size: size, traits: TerminalTraits(understandsEscapes: true, takesCommands: true))
    terminal.writesModes = true
    let outer = runner.onAnnouncements
    runner.onAnnouncements = { [unowned self] in
      outer?($0)
      announced += $0
    }
  }

  package func start() {
    nonisolated(unsafe) let driver = self
    let walk = walk
    let face = FaceWalk(runner: runner, terminal: terminal, kind: kind, timeout: Self.limit)
    Task.detached {
      let ending = await walk(face)
      driver.shared.withLock { $0 = ending }
      driver.terminal.close()
    }
    let written = settle()
    onOutput?(nil, written)
    shoot(nil, reaction: .moved)
  }

  package func overwrite(_ isOverwritten: Bool) { type(isOverwritten ? "yes\r" : "no\r") }

  package func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    announced = []
    guard ending == nil else { return [] }
    perform(event)
    return announced
  }

  /// Ends a walk that the script has left open.
  func end() {
    guard ending == nil else { return }
    input(.hangUp)
  }

  // MARK: Events

  func perform(_ event: FlowEvent) {
    // The marks in a list of choices last only until the question is left.
    if case .answer = event {} else { marks = nil }
    switch event {
    case .answer(let input?): answer(input)
    case .answer(nil) where field?.isSecret == true: type("\r")
    case .answer(nil) where field?.unfinished != nil,
      .answer(nil) where field.map { $0.problems.contains { $0.severity == .error } } == true:
      // Enter alone would give what's in the line.
      type(clear + ":next\r")
    case .answer(nil) where isScreen && isAtList, .confirm where isScreen && isAtList:
      type(":next\r")
    case .answer(nil), .confirm: type("\r")
    case .back(steps: let count): goBack(count == 1 ? ":back" : ":back \(count)", byKey: count)
    case .backTo(let id) where field?.isSecret == true: goBackFromSecret(to: id)
    case .backTo(let id): goBack(":back \(id)", byKey: nil)
    case .acceptSuggestions: type("\u{1B}\r")
    case .addItem: change("add")
    case .editItem(let index): change("edit \(index + 1)")
    case .removeItem(let index): remove(index)
    case .restoreItem: change("undo")
    case .moveItem(let from, let to): change("move \(from + 1) \(to + 1)")
    case .retry: type(":retry\r")
    case .leave(.quit): type(clear + "\u{4}")
    case .leave(.interrupt): type("\u{3}")
    case .leave(.endOfInput): input(.hangUp)
    case .leave(.timeout): input(.time(Self.limit + .seconds(1)))
    case .start, .edit, .focus, .setAside, .submit, .give, .decide, .found, .decideFile,
      .effectBegan, .effectEnded:
      giveUp(on: "\(event)")
    }
  }

  /// Changes the list on the top: by a word, on a screen with or without its colon.
  func change(_ word: String) {
    usesArrows.toggle()
    if kind == .line {
      type(word + "\r")
    } else if word == "add", usesArrows {
      type("add\r")
    } else {
      type(":" + word + "\r")
    }
  }

  /// Removes an item of the list on the top, and says yes to that.
  func remove(_ index: Int) {
    let asks =
      if case .asking(let step) = runner.state {
        step.canChangeItems && index < step.items.count
      } else {
        false
      }
    change("remove \(index + 1)")
    // On a screen, the pointer begins where nothing is lost.
    if asks { type(isScreen ? "\u{1B}[D\r" : "\r") }
  }

  func goBack(_ word: String, byKey count: Int?) {
    // A secret is never a word.
    if let count, field?.isSecret == true || (usesArrows && count == 1) {
      for _ in 0..<count { type("\u{1B}[Z") }
    } else {
      type(clear + word + "\r")
    }
    usesArrows.toggle()
    if announced.isEmpty, case .asking(let step) = runner.state, step.kind == .review {
      // It asks before it discards answers.
      type("\r")
    }
  }

  /// Goes back by the key with the number of a step, or, where there's none, from one question to the one before.
  private func goBackFromSecret(to id: String) {
    if let index = runner.session.shownSteps.firstIndex(of: id), index < 9 {
      return type(clear + "\u{1B}\(index + 1)")
    }
    while case .asking(let step) = runner.state, step.id != id, step.focusedField?.id != id {
      let before = (runner.session.depth, step.focusedField?.id)
      type(clear + "\u{1B}[Z")
      if (runner.session.depth, field?.id) == before { return }
    }
  }

  /// Keys that empty the line.
  var clear: String { "\u{5}\u{15}" }

  /// Whether the face paints a screen, and isn't lines.
  var isScreen: Bool { kind != .line }

  var isAtList: Bool {
    if case .asking(let step) = runner.state { step.kind == .repeat } else { false }
  }

  var isAtCommit: Bool {
    if case .asking(let step) = runner.state { step.kind == .commit } else { false }
  }

  var field: FieldState? {
    if case .asking(let step) = runner.state { step.focusedField } else { nil }
  }

  // MARK: The screen

  package var setting: ScreenSetting {
    ScreenSetting(
      face: kind.rawValue,
      size: CellSize(columns: terminal.size.columns, rows: terminal.size.rows))
  }

  package var rows: [String] { screen.lines }

  package var unperformed: Int { 0 }

  package func type(_ keys: ScriptKeys) { type(bytes: keys.bytes) }

  package func click(column: Int, row: Int) {
    for action in ["M", "m"] { type("\u{1B}[<0;\(column + 1);\(row + 1)\(action)") }
  }

  package func resize(to size: CellSize) {
    input(.resize(WindowSize(columns: size.columns, rows: size.rows)))
  }

  package func difference(from result: FlowResult?) -> String? {
    end()
    return nil
  }

  // MARK: Typing

  func giveUp(on what: String) {
    if fault == nil { fault = "\(what) can't be typed at the \(kind.rawValue) face" }
  }

  func type(_ keys: String) { type(bytes: Array(keys.utf8)) }

  private func type(bytes: [UInt8]) { input(.keys(bytes)) }

  private func input(_ input: Input) {
    willDo(input)
    guard onShot != nil || onOutput != nil else { return perform(input) }
    guard case .keys(let bytes) = input else {
      perform(input)
      return shoot(nil, reaction: .none)
    }
    for key in FaceShot.Key.keys(of: bytes) {
      let count = announced.count
      perform(.keys(key.bytes))
      shoot(key, reaction: FaceShot.Reaction(announced.dropFirst(count)))
    }
  }

  private func shoot(_ key: FaceShot.Key?, reaction: FaceShot.Reaction) {
    onShot?(FaceShot(screen: screen, key: key, reaction: reaction))
  }

  private func perform(_ input: Input) {
    switch input {
    case .keys(let bytes): terminal.type(bytes: bytes)
    case .resize(let size):
      screen.resize(to: size)
      terminal.resize(to: size)
    case .hangUp: terminal.hangUp()
    case .time(let duration): terminal.advance(by: duration)
    }
    let written = settle()
    guard let onOutput else { return }
    if case .keys(let key) = input { onOutput(key, written) } else { onOutput(nil, written) }
  }

  /// Waits until the face has used everything and waits for the user, and shows its output.
  ///
  /// - Returns: The output.
  private func settle() -> [UInt8] {
    var written: [UInt8] = []
    while true {
      let settled = DispatchSemaphore(value: 0)
      terminal.events.whenAwaited { settled.signal() }
      settled.wait()
      let bytes = terminal.takeBytes()
      written += bytes
      screen.take(bytes)
      let replies = screen.takeReplies()
      guard !replies.isEmpty, ending == nil else { return written }
      terminal.type(bytes: replies)
    }
  }
}
