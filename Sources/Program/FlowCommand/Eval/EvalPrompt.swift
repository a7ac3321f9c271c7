// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
import FlowExpressions
import FlowHosts
import FlowSessions
import GNUReadline
import ProgramParts
import SourceDiagnostics
import TerminalCells
import TerminalIO

/// Reads expressions at the terminal and shows their values.
@MainActor
final class EvalPrompt {
  private var session: EvalSession
  private let terminal: DeviceTerminal
  private let reader: LineReader<ReadlineEditor>
  private var history: [String] = []

  init(session: EvalSession, terminal: DeviceTerminal) {
    self.session = session
    self.terminal = terminal
    reader = LineReader(terminal: terminal, editor: ReadlineEditor())
  }

  /// The result of reading a line.
  private enum Reading {
    case line(String)
    /// Ctrl-C: the line is discarded, and the prompt stays.
    case nothing
    case end(ExitStatus)
  }

  /// Reads lines until the user leaves.
  ///
  /// Leaving isn't a failure.
  ///
  /// - Throws: ``ProgramEnding`` if a signal or the loss of the terminal ends the prompt.
  func run() async throws(ProgramEnding) {
    terminal.use(.bracketedPaste)
    write("Expressions, one a line. Tab completes, :help says more, :quit leaves.")
    while true {
      switch await read() {
      case .nothing: continue
      case .end(let code):
        terminal.close()
        if code != .completed { throw ProgramEnding(code) }
        return
      case .line(let text):
        guard take(text) else {
          terminal.close()
          return
        }
      }
    }
  }

  // MARK: Lines

  /// Runs a line; returns false if it says to leave.
  private func take(_ text: String) -> Bool {
    let line = String(text.drop { $0 == " " })
    guard !line.isEmpty else { return true }
    if history.last != line { history.append(line) }
    guard line.hasPrefix(":") else {
      evaluate(line)
      return true
    }
    let word = line.prefix { $0 != " " }
    switch word {
    case ":quit": return false
    case ":help": showHelp()
    case ":set":
      let assignment = String(line.dropFirst(word.count).drop { $0 == " " })
      if !session.bindings.set(assignment: assignment) { write("Type :set NAME=VALUE.") }
    case ":names": showNames()
    default: write("There is no '\(word)'; :help lists the words.")
    }
    return true
  }

  private func evaluate(_ line: String) {
    let file = SourceFile(name: "<expression>", text: line)
    switch session.evaluate(SourceRange(0, file.utf8Count), of: file) {
    case .result(let text):
      // A result that's redirected is also shown here.
      if isatty(STDOUT_FILENO) != 1 { ProgramOutput.result(text + "\n") }
      write(text)
    case .failure(let found, _):
      let isPlain = !terminal.traits.understandsEscapes || SystemHost.environment("NO_COLOR") != nil
      let renderer = DiagnosticRenderer(
        style: isPlain ? .plain : .ansi, maximumWidth: terminal.size.columns - 6)
      terminal.write(renderer.render(found).replacingParts("\n", with: "\r\n"))
    }
  }

  private func showHelp() {
    write("EXPRESSION        its value and its type, as JSON")
    write(":set NAME=VALUE   gives a name a value: a number, true, \"text\", [list], {map: 1}")
    write(":names            the names and their types")
    write(":quit             leaves, as Ctrl-D does")
  }

  private func showNames() {
    let declarations = session.bindings.declarations
    if declarations.isEmpty { write("There are no names; :set NAME=VALUE makes one.") }
    for declaration in declarations { write("\(declaration.name): \(declaration.type)") }
  }

  // MARK: Reading

  private func read() async -> Reading {
    let completion = EvalCompletion(session.environment)
    reader.begin(
      LineRequest(prompt: "> ", complete: { query in Self.complete(query, with: completion) }),
      history: history)
    while true {
      let reading = await reader.read { await terminal.events.next() }
      switch reading {
      case .accepted(let text, _, _): return .line(text)
      case .interrupted: return .nothing
      case .endOfInput: return .end(.completed)
      case .closed: return .end(.inputOutput)
      case .candidates(let candidates): show(candidates)
      case .command(.repaint, _): reader.clearWindow()
      case .command(.help, _), .command(.none, _):
        reader.end()
        showHelp()
        return .nothing
      case .event(.signal(let signal)):
        reader.end()
        return .end(ProgramEnding(signal).code)
      case .event(.endOfInput):
        reader.end()
        return .end(.left)
      case .command, .event: continue
      }
    }
  }

  private func show(_ candidates: [Completions.Candidate]) {
    for candidate in candidates.prefix(40) {
      write("  \(candidate.text)" + (candidate.detail.isEmpty ? "" : "  \(candidate.detail)"))
    }
    if candidates.count > 40 { write("  and \(candidates.count - 40) more") }
  }

  private nonisolated static func complete(
    _ query: CompletionQuery, with completion: EvalCompletion
  ) -> Completions {
    guard query.before.hasPrefix(":") else { return completion.completions(for: query) }
    return .matching(
      query,
      in: [.init(":help"), .init(":names"), .init(":quit"), .init(":set ")])
  }

  // MARK: Writing

  /// Writes text, wrapped to the window, with control characters made visible.
  private func write(_ text: String) {
    let width = max(1, terminal.size.columns - 1)
    for row in text.escapedForDisplay.wrapped(to: width) { terminal.write(row + "\r\n") }
  }
}
