// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CLibrary
import FlowExpressions
import FlowSessions
import ProgramParts
import SourceDiagnostics
import TerminalIO

/// The command `stackflow eval EXPRESSION`.
struct EvalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Evaluate an expression.",
    discussion: """
      The value and its type are written as JSON, mistakes are drawn. Without an expression, a \
      prompt reads expressions; if standard input isn't a terminal, each of its lines is an \
      expression, except empty lines and comments (//). Put -- before an expression that \
      begins with a minus.

      Example: stackflow eval "size(team) > 1" --set team=[1,2]
      """)

  @Argument(help: "The expression, such as 'size(team) > 3'.")
  var expression: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "A name and its value, typed as data: a number, true, null, \"text\", [list], {map: …}, or "
        + "text as it is; wins over --bindings.", valueName: "name=value"))
  var assignments: [String] = []

  @Option(
    name: .customLong("bindings"),
    help: ArgumentHelp("A JSON object of names and values.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var files: [String] = []

  @Flag(help: "Write the deduced types of all parts too.")
  var types = false

  @Flag(help: "Write values with the names of their types, as conformance cases do.")
  var tagged = false

  @Option(help: ArgumentHelp("The greatest cost of an evaluation.", valueName: "cost"))
  var maxCost = ExpressionOptions().maximumCost

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Run files of conformance cases (JSON lines), and write a table.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var cases: [String] = []

  /// The maximum size in bytes of a file or of standard input.
  private static let limit = 64 << 20

  @MainActor
  func run() async throws {
    if !cases.isEmpty { return try runCases() }
    var session = EvalSession(isTagged: tagged, showsTypes: types)
    session.options.maximumCost = maxCost
    // The value is only printed.
    session.options.maximumValueSize = maxCost
    for file in files { try session.bindings.read(file: file, limit: Self.limit) }
    for assignment in assignments where !session.bindings.set(assignment: assignment) {
      throw ProgramOutput.fail(.usage, "--set needs NAME=VALUE, found '\(assignment)'")
    }
    if let expression {
      let file = SourceFile(name: "<expression>", text: expression)
      try show(session.evaluate(SourceRange(0, file.utf8Count), of: file))
    } else if isatty(STDIN_FILENO) == 1, let terminal = try? DeviceTerminal(holdsThread: true) {
      try await EvalPrompt(session: session, terminal: terminal).run()
    } else {
      try evaluateLines(session)
    }
  }

  /// Writes a result, or reports the errors and throws.
  private func show(_ outcome: EvalSession.Outcome) throws(ProgramEnding) {
    switch outcome {
    case .result(let text): ProgramOutput.result(text + "\n")
    case .failure(let found, let code):
      ProgramOutput.diagnostics(found)
      throw ProgramEnding(code)
    }
  }

  /// Evaluates each line of standard input.
  ///
  /// The most serious failure determines the exit code.
  private func evaluateLines(_ session: EvalSession) throws(ProgramEnding) {
    let bytes = try FlowLoading.bytes(of: "-", limit: Self.limit)
    guard bytes.count <= Self.limit else {
      throw ProgramOutput.fail(.usage, "standard input has more than \(Self.limit) bytes")
    }
    let file = SourceFile(name: "<expression>", text: String(decoding: bytes, as: UTF8.self))
    var worst: ProgramEnding?
    for number in 1...file.lineCount {
      guard let range = file.range(ofLine: number) else { continue }
      let line = file[range].drop { $0 == " " || $0 == "\t" }
      if line.isEmpty || line.hasPrefix("//") { continue }
      do throws(ProgramEnding) {
        try show(session.evaluate(range, of: file))
      } catch {
        if worst?.code != .badFile { worst = error }
      }
    }
    if let worst { throw worst }
  }

  private func runCases() throws(ProgramEnding) {
    guard expression == nil else {
      throw ProgramOutput.fail(.usage, "--cases takes no expression")
    }
    var run = EvalCases()
    for file in cases { try run.run(file: file, limit: Self.limit) }
    ProgramOutput.result(run.table)
    if !run.allPass { throw ProgramEnding(.left) }
  }
}
