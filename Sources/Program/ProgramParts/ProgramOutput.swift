// SPDX-License-Identifier: Apache-2.0

import CLibrary
package import FlowHosts
package import FlowSessions
package import SourceDiagnostics
import StackFlowShell
import TerminalCells
import TerminalIO

/// Writes results to standard output, and everything else to standard error.
package enum ProgramOutput {
  /// Writes a result to standard output, or ends the program if that fails.
  ///
  /// A terminal gets control characters spelled out; a file or a pipe gets the text as it is.
  ///
  /// - Parameters:
  ///   - text: The result.
  ///   - format: Its format; `env` for plain text.
  package static func result(_ text: String, as format: ResultFormat = .env) {
    do {
      let shown = resultIsSeen ? visible(text, format) : text
      try SystemFiles.writeAll(shown, to: STDOUT_FILENO, name: "standard output")
    } catch {
      message("stackflow: \(error.message)")
      ProgramEnding(.inputOutput).leave()
    }
  }

  /// Returns a result with control characters spelled out, for display on a terminal.
  ///
  /// JSON and YAML stay valid, because both have escape sequences for any character.
  static func visible(_ text: String, _ format: ResultFormat) -> String {
    let hasEscapes = format == .json || format == .yaml
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      let shown = String(Character(scalar)).escapedForDisplay
      let isPlain = scalar == "\n" || shown == String(Character(scalar))
      if isPlain {
        result.unicodeScalars.append(scalar)
      } else if hasEscapes, scalar.value <= 0xFFFF {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result += shown
      }
    }
  }

  /// Writes text for people to standard output; a file or a pipe gets lines in which nothing is a command for
  /// what reads a log.
  package static func text(_ text: String) { result(resultIsSeen ? text : text.asLogLines) }

  /// Writes lines for people to standard output; a terminal gets them broken between words.
  package static func list(_ lines: String) { text(wrapped(lines, for: STDOUT_FILENO)) }

  /// Writes a message to standard error, with control characters made visible; a terminal gets it broken
  /// between words, and others lines for a log.
  package static func message(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let safe =
      isatty(STDERR_FILENO) == 1
      ? lines.map(\.escapedForDisplay).joined(separator: "\n") : text.asLogLines
    // If standard error is closed, there's nowhere to report it.
    try? SystemFiles.writeAll(
      wrapped(safe, for: STDERR_FILENO) + "\n", to: STDERR_FILENO, name: "standard error")
  }

  /// Breaks lines between words where a descriptor is a terminal, which would break them anywhere.
  private static func wrapped(_ text: String, for descriptor: Int32) -> String {
    guard isatty(descriptor) == 1 else { return text }
    let columns = WindowSize(of: descriptor).columns
    return text.wrappedAtSpaces(to: columns).joined(separator: "\n")
  }

  /// Writes findings to standard error.
  ///
  /// - Parameters:
  ///   - list: The findings.
  ///   - quotesLines: Whether the lines of the file are quoted.
  package static func diagnostics(_ list: DiagnosticList, quotingLines quotesLines: Bool = true) {
    guard !list.isEmpty else { return }
    var renderer = DiagnosticRenderer(style: hasColour ? .ansi : .plain)
    renderer.quotesLines = quotesLines
    var text = renderer.render(list) + renderer.summary(of: list) + "\n"
    if isatty(STDERR_FILENO) != 1 {
      text = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.asLogLine)
        .joined(separator: "\n")
    }
    try? SystemFiles.writeAll(text, to: STDERR_FILENO, name: "standard error")
  }

  /// How services of this program speak.
  package static var voice: ProgramVoice {
    ProgramVoice(say: { message("stackflow: \($0)") }, write: { result($0) })
  }

  /// Writes an error message, and returns the error to throw.
  package static func fail(_ code: ExitStatus, _ text: String) -> ProgramEnding {
    message("stackflow: \(text)")
    return ProgramEnding(code)
  }

  /// Writes a failure, and returns the error to throw.
  package static func fail(_ failure: ProgramFailure) -> ProgramEnding {
    fail(failure.status, failure.description)
  }

  /// Writes why an input is invalid or missing, and returns the error to throw.
  package static func fail(_ error: InputError) -> ProgramEnding {
    guard error.code == .missing else { return fail(.invalidAnswers, error.message) }
    let variable = error.variable.map { ", or in the environment variable \($0)" } ?? ""
    return fail(
      .missingAnswers, "\(error.message); give it with --set \(error.input)=…\(variable)")
  }

  /// Whether standard output is a terminal, on which secrets are masked.
  package static var resultIsSeen: Bool { isatty(STDOUT_FILENO) == 1 }

  private static var hasColour: Bool {
    WalkLooks.allowsStyles(onTerminal: isatty(STDERR_FILENO) == 1)
  }
}
