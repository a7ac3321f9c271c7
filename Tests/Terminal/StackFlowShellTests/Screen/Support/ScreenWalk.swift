// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowSessions
import FlowTesting
import FlowWalks
import TerminalEmulation
import Testing

@testable import StackFlowShell
@testable import TerminalCells
@testable import TerminalIO

/// A walk of a screen face at a terminal in memory, whose output libvterm draws.
///
/// Each call types or does one thing and returns when the face waits for the user again:
///
///     let walk = try await ScreenWalk(flow, .inline, columns: 40, rows: 12)
///     await walk.type("ada\r")
///     #expect(walk.text.contains("ada"))
@MainActor
final class ScreenWalk {
  typealias Face = ScreenFace<PlainLineEditor>

  let terminal: MemoryTerminal
  let runner: FlowRunner
  let face: Face

  /// The screen that the user sees.
  private(set) var screen: EmulatedScreen

  /// How the walk ended; nil while it's walked.
  private(set) var ending: WalkEnding?

  /// The output of the last call.
  private(set) var output: [UInt8] = []

  /// The number of writes of the last call; those of modes aren't counted.
  private(set) var writes = 0

  /// Begins a walk and waits for its first question.
  ///
  /// - Parameters:
  ///   - text: The flow file.
  ///   - place: Where the screen is.
  ///   - columns: The width of the window, in cells.
  ///   - rows: Its height.
  ///   - depth: The colors of the terminal.
  ///   - theme: How it looks.
  ///   - before: What was printed before, as the terminal takes it.
  ///   - reflows: Whether the terminal is said to reflow rows; libvterm doesn't.
  ///   - takesCommands: Whether the terminal is said to ignore commands that it doesn't know.
  ///   - answers: Whether the terminal answers queries.
  ///   - effects: What performs effects.
  ///   - prepare: Called with the face before the walk.
  /// - Throws: If the flow has mistakes.
  convenience init(
    _ text: String, _ place: Face.Place = .inline, columns: Int = 80, rows: Int = 24,
    depth: ColorDepth = .truecolor, theme: ScreenTheme = .dark, before: String = "",
    reflows: Bool = false, takesCommands: Bool = false, answers: Bool = true,
    effects: (any EffectHost)? = nil, prepare: (Face) -> Void = { _ in }
  ) async throws {
    let flow = try checkedFlow(text, name: "w.flow.yaml")
    let runner = try FlowRunner(flow: flow, effects: effects, clock: { .epoch })
    await self.init(
      runner, place, columns: columns, rows: rows, depth: depth, theme: theme, before: before,
      reflows: reflows, takesCommands: takesCommands, answers: answers, prepare: prepare)
  }

  /// Begins the walk of a session and waits for its first question.
  init(
    _ runner: FlowRunner, _ place: Face.Place = .inline, columns: Int = 80, rows: Int = 24,
    depth: ColorDepth = .truecolor, theme: ScreenTheme = .dark, before: String = "",
    reflows: Bool = false, takesCommands: Bool = false, answers: Bool = true,
    prepare: (Face) -> Void = { _ in }
  ) async {
    let size = WindowSize(columns: columns, rows: rows)
    self.runner = runner
    self.depth = depth
    self.answers = answers
    terminal = MemoryTerminal(
      size: size,
      traits: TerminalTraits(
        understandsEscapes: true, reflowsRows: reflows, takesCommands: takesCommands))
    terminal.writesModes = true
    face = Face(
      runner: runner, terminal: terminal, editor: PlainLineEditor(), place: place, theme: theme,
      depth: depth)
    screen = EmulatedScreen(size: size)
    screen.take(Array(before.utf8))
    prepare(face)
    Task {
      ending = await face.walk()
      // A test that waits for the face need not wait any longer.
      terminal.close()
    }
    await settle()
  }

  // MARK: What the user does

  /// Types a text; `\r` is Enter, and `\u{1B}` begins the sequences of keys.
  func type(_ text: String) async {
    terminal.type(text)
    await settle()
  }

  /// Types keys.
  func type(_ keys: Key...) async {
    for key in keys { terminal.type(key) }
    await settle()
  }

  /// Pastes a text.
  func paste(_ text: String) async {
    terminal.paste(text)
    await settle()
  }

  /// Clicks a cell of the window, both from 0.
  func click(column: Int, row: Int) async {
    for action in ["M", "m"] { terminal.type("\u{1B}[<0;\(column + 1);\(row + 1)\(action)") }
    await settle()
  }

  /// Changes the size of the window; the terminal does so before the face hears of it.
  func resize(columns: Int, rows: Int) async {
    resizeSilently(columns: columns, rows: rows)
    await settle()
  }

  /// Changes the size of the window, and doesn't wait for the face.
  func resizeSilently(columns: Int, rows: Int) {
    let size = WindowSize(columns: columns, rows: rows)
    screen.resize(to: size)
    terminal.resize(to: size)
  }

  /// Sends a signal.
  func send(_ signal: TerminalSignal) async {
    terminal.send(signal)
    await settle()
  }

  /// Moves the clock.
  func advance(by duration: Duration) async {
    terminal.advance(by: duration)
    await settle()
  }

  /// Ends the input, as closing the window does.
  func hangUp() async {
    terminal.hangUp()
    await settle()
  }

  /// Other programs write something.
  func print(_ text: String) { screen.take(Array(text.utf8)) }

  /// Waits until the face has used everything and waits for the user, and shows its output.
  func settle() async {
    output = []
    writes = 0
    while true {
      await terminal.settle()
      let count = terminal.writeCount
      writes += count - lastWrites
      lastWrites = count
      let bytes = terminal.takeBytes()
      output += bytes
      screen.take(bytes)
      let replies = screen.takeReplies()
      guard answers, !replies.isEmpty, ending == nil else { return }
      terminal.type(bytes: replies)
    }
  }

  /// Shows what the face has written, without waiting for it.
  func showWritten() { screen.take(terminal.takeBytes()) }

  private var lastWrites = 0
  private let depth: ColorDepth
  private let answers: Bool

  // MARK: What the user sees

  /// The rows of the window from the top, without blanks at their ends.
  var lines: [String] { screen.lines }

  /// The rows without empty ones at the end, joined by line breaks.
  var text: String { screen.text }

  /// The answers as JSON; nil unless the flow was completed.
  var result: String? {
    guard case .finished(let result)? = ending, result.outcome == .completed else { return nil }
    return JSONWriter().text(of: result.output)
  }

  /// The row of the window in which the face's screen begins; nil while nothing is shown.
  var firstRow: Int? {
    face.painted.map { screen.cursor.row - $0.cursor.row }
  }

  /// The difference between the window and the grid that the face has painted; nil if there's none.
  ///
  /// The rows below the grid must be empty.
  var difference: String? {
    guard let (grid, cursor) = face.painted, let first = firstRow else { return nil }
    if first < 0 { return "the screen begins \(-first) rows above the window" }
    let wanted = min(max(0, cursor.column), grid.size.columns - 1)
    if screen.cursor.column != wanted {
      return "the cursor is in column \(screen.cursor.column), not \(wanted)"
    }
    let lines = screen.lines
    for row in 0..<grid.size.rows {
      guard first + row < lines.count else { return "row \(row) is below the window" }
      for column in 0..<grid.size.columns {
        let place = EmulatedScreen.Position(row: first + row, column: column)
        guard let cell = grid[CellPosition(column: column, row: row)], !cell.isContinuation,
          let found = screen.cell(at: place)
        else { continue }
        if cell.text != (found.text.isEmpty ? " " : found.text) {
          return "row \(row) is '\(lines[first + row])', not '\(grid.text(ofRow: row))'"
        }
        let style = cell.style.reduced(to: depth).attributes
        let same =
          found.attributes.contains(.bold) == style.contains(.bold)
          && found.attributes.contains(.underline) == style.contains(.underline)
          && found.attributes.contains(.reverse) == style.contains(.reverse)
        if !same { return "row \(row), column \(column): the style differs" }
      }
    }
    for row in (first + grid.size.rows)..<max(first + grid.size.rows, lines.count)
    where !lines[row].isEmpty {
      return "'\(lines[row])' is below the screen"
    }
    return nil
  }
}

extension Cell {
  fileprivate var text: String { String(character) }
}
