// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import ProgramParts
import TerminalIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes the result of a walk, and saves it elsewhere if that fails.
@MainActor
struct ResultDelivery {
  var format = ResultFormat.json

  /// The prefix of variable names.
  var prefix = ""

  /// The file to write to, or nil for standard output.
  var file: String?

  /// The terminal, still open, on which the user can be asked for another file; nil if there isn't
  /// one.
  var terminal: DeviceTerminal?

  /// The language of messages.
  var catalog = MessageCatalog.english

  /// Whether the user can be asked for another file.
  ///
  /// If the result goes to the terminal of the walk, it can't, because the walk has to leave the
  /// terminal first.
  var mayAskAgain: Bool { file != nil || !ProgramOutput.resultIsSeen }

  // MARK: Before the first question

  /// Checks everything that can be known to fail before the first question.
  ///
  /// - Throws: ``ProgramEnding``, after writing the reason to standard error.
  func check(for flow: CheckedFlow) throws(ProgramEnding) {
    if let problem = VariableNames.problem(in: flow.outputPaths, format, prefix: prefix) {
      throw ProgramOutput.fail(.inputOutput, problem.message)
    }
    do throws(SystemFiles.Failure) {
      if let file {
        try SystemFiles.checkWriting(to: file)
      } else {
        try SystemFiles.checkStandardOutput()
      }
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
  }

  // MARK: At the end

  /// Writes the result of a completed walk.
  ///
  /// If that fails after a user has answered questions, the user can name another file. A result
  /// that can't be written anywhere else is saved in a file that only its owner can read, and a
  /// message names it.
  ///
  /// - Throws: ``ProgramEnding`` if the result couldn't be written to its destination.
  func deliver(
    _ result: FlowResult, of session: FlowSession, isAttended: Bool
  ) async throws(ProgramEnding) {
    let text: String
    do throws(ResultFormatError) {
      text = try format.text(of: result.output, prefix: prefix)
    } catch {
      terminal?.close(discardingInput: true)
      let ending = ProgramOutput.fail(.inputOutput, error.message)
      if isAttended { keep(result, as: .json) }
      throw ending
    }
    do throws(SystemFiles.Failure) {
      try write(text, of: session, isAttended: isAttended)
    } catch {
      guard isAttended else { throw ProgramOutput.fail(.inputOutput, error.message) }
      if await writeElsewhere(text, of: session, because: error.message) { return }
      terminal?.close(discardingInput: true)
      let ending = ProgramOutput.fail(.inputOutput, error.message)
      keep(result, as: format)
      throw ending
    }
  }

  /// Saves the result in a file that only its owner can read, and reports its path.
  func keep(_ result: FlowResult, as format: ResultFormat) {
    do {
      let text = try format.text(of: result.output, prefix: prefix)
      let path = try SystemFiles.writePrivately(
        text, in: Self.folders, name: "result", ending: ".\(format.rawValue)")
      ProgramOutput.message("stackflow: " + catalog.text(.resultKept, ["path": .quoted(path)]))
    } catch {
      let reason = (error as? SystemFiles.Failure)?.message ?? "\(error)"
      ProgramOutput.message("stackflow: " + catalog.text(.resultLost, ["reason": .text(reason)]))
    }
  }

  private func write(
    _ text: String, of session: FlowSession, isAttended: Bool
  ) throws(SystemFiles.Failure) {
    if let file {
      return try SystemFiles.write(text, to: file, isPrivate: session.hasSecrets)
    }
    var shown = text
    if ProgramOutput.resultIsSeen {
      let masked = try? format.text(of: session.maskedOutput, prefix: prefix)
      shown = ProgramOutput.visible(masked ?? text, format)
    }
    // A closed pipe ends the program, unless the user's answers would be lost.
    let before = isAttended ? signal(SIGPIPE, SIG_IGN) : nil
    defer { if isAttended { signal(SIGPIPE, before) } }
    try SystemFiles.writeAll(shown, to: STDOUT_FILENO, name: "standard output")
  }

  /// Asks for another file until one can be written; returns false if the user leaves.
  private func writeElsewhere(
    _ text: String, of session: FlowSession, because reason: String
  ) async -> Bool {
    guard let terminal else { return false }
    var reason = reason
    while let file = await PlaceQuestion.file(because: reason, on: terminal, catalog) {
      do throws(SystemFiles.Failure) {
        try SystemFiles.write(text, to: file, isPrivate: session.hasSecrets)
        terminal.close(discardingInput: true)
        ProgramOutput.message("stackflow: " + catalog.text(.resultIn, ["path": .quoted(file)]))
        return true
      } catch {
        reason = error.message
      }
    }
    return false
  }

  /// The folders in which a result can be saved, best first.
  private static var folders: [String] {
    var folders: [String] = []
    if let state = StateFolder.path, SystemFiles.makePrivateFolder(state) {
      folders.append(state)
    }
    if let temporary = SystemHost.environment("TMPDIR"), temporary.hasPrefix("/") {
      folders.append(temporary)
    }
    return folders + ["/tmp"]
  }
}

/// Asks for another file for a result, with a flow of its own.
@MainActor
private enum PlaceQuestion {
  /// Returns the file that the user names, or nil if the user leaves.
  static func file(
    because reason: String, on terminal: DeviceTerminal, _ catalog: MessageCatalog
  ) async -> String? {
    guard let flow = flow(because: reason, catalog),
      let runner = try? FlowRunner(flow: flow, clock: { SystemHost.now })
    else { return nil }
    runner.services.paths = SystemPaths()
    let walk = Walk(runner: runner, attendance: Attendance(), terminal: terminal)
    guard let result = try? await walk.ask(on: terminal, keepsOpen: true, isAside: true),
      case .map(let answers) = result.output, case .string(let file)? = answers["file"]
    else { return nil }
    return file
  }

  private static func flow(
    because reason: String, _ catalog: MessageCatalog
  ) -> CheckedFlow? {
    let field = FieldDefinition(
      type: .path,
      texts: [
        .label: LocalizedText(words: catalog.text(.resultQuestion)),
        .help: LocalizedText(words: catalog.text(.resultHelp)),
      ],
      constraints: [ConstraintDefinition(.must, "absent")])
    let definition = FlowDefinition(
      id: "result",
      title: LocalizedText(words: catalog.text(.resultTitle, ["reason": .text(reason)])),
      language: catalog.language,
      steps: [StepDefinition(id: "file", kind: .ask(field))])
    return FlowFile.check(definition).flow
  }
}
