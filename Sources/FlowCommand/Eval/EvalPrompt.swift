// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowHosts
import GNUReadline
import SourceDiagnostics
import TerminalCells
import TerminalIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Asks for expressions at the terminal, and shows what comes of each.
@MainActor
final class EvalPrompt {
  private var session: EvalSession
  private let terminal: DeviceTerminal
  private let editor = ReadlineEditor()
  private var renderer: LineRenderer
  private var history: [String] = []

  init(session: EvalSession, terminal: DeviceTerminal) {
    self.session = session
    self.terminal = terminal
    renderer = LineRenderer(columns: terminal.size.columns, traits: terminal.traits)
  }

  /// What came of reading a line.
  private enum Reading {
    case line(String)
    /// Ctrl-C: the line is given up, the prompt stays.
    case nothing
    case end(ProgramEnding.Code)
  }

  /// Asks until the person leaves, which is no failure.
  ///
  /// - Throws: ``ProgramEnding`` when a signal or the end of the terminal ends it.
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

  /// Does what a line says; false when that is to leave.
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
      // A result that goes somewhere else is wanted there, and still seen here.
      if isatty(STDOUT_FILENO) != 1 { Output.result(text + "\n") }
      write(text)
    case .failure(let found, _):
      let isPlain = !terminal.traits.understandsEscapes || SystemHost.environment("NO_COLOR") != nil
      let renderer = DiagnosticRenderer(
        style: isPlain ? .plain : .ansi, maximumWidth: terminal.size.columns - 6)
      terminal.write(renderer.render(found).replacing("\n", with: "\r\n"))
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
    editor.history = history
    editor.begin(
      LineRequest(prompt: "> ", complete: { query in Self.complete(query, with: completion) }))
    paint()
    while true {
      guard let event = await terminal.events.next() else { return .end(.inputOutput) }
      let outcome: LineOutcome
      switch event {
      case .key(let key): outcome = editor.feed(key)
      case .paste(let text, _):
        outcome = editor.paste(text.split(whereSeparator: \.isNewline).joined(separator: " "))
      case .resized(let size):
        terminal.write(renderer.resize(columns: size.columns))
        outcome = .editing
      case .resumed:
        terminal.write(renderer.finish())
        outcome = .editing
      case .signal(let signal):
        endLine()
        return .end(ProgramEnding(signal).code)
      case .endOfInput:
        endLine()
        return .end(.left)
      case .mouse, .report, .focus, .token: continue
      }
      if let reading = reading(of: outcome) { return reading }
    }
  }

  private func reading(of outcome: LineOutcome) -> Reading? {
    switch outcome {
    case .editing:
      paint()
      return nil
    case .accepted(let text):
      terminal.write(renderer.finish())
      return .line(text)
    case .interrupted:
      terminal.write(renderer.finish())
      return .nothing
    case .endOfInput:
      terminal.write(renderer.finish())
      return .end(.completed)
    case .candidates(let candidates):
      terminal.write(renderer.finish())
      for candidate in candidates.prefix(40) {
        write("  \(candidate.text)" + (candidate.detail.isEmpty ? "" : "  \(candidate.detail)"))
      }
      if candidates.count > 40 { write("  and \(candidates.count - 40) more") }
      paint()
      return nil
    case .command(.repaint):
      terminal.write(renderer.clear())
      paint()
      return nil
    case .command(.stop):
      terminal.write(renderer.finish())
      terminal.stop()
      return nil
    case .command(.help), .command(.none):
      endLine()
      showHelp()
      return .nothing
    case .command: return nil
    }
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

  private func endLine() {
    editor.end()
    terminal.write(renderer.finish())
  }

  private func paint() { terminal.write(renderer.paint(editor.line)) }

  /// Writes a text in rows that fit the window, control characters made visible.
  private func write(_ text: String) {
    let width = max(1, terminal.size.columns - 1)
    for row in text.escapedForDisplay.wrapped(to: width) { terminal.write(row + "\r\n") }
  }
}
