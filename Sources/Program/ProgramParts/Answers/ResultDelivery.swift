// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowExpressions
package import FlowHosts
package import FlowModel
package import FlowSessions
package import Localization

/// The user of a walk whose result can't be written where it was wanted.
@MainActor
package protocol ResultUser {
  /// Asks for another file.
  ///
  /// - Parameters:
  ///   - reason: Why the result isn't where it was wanted.
  ///   - catalog: The language of the question.
  /// - Returns: The path; nil if the user leaves.
  func file(because reason: String, _ catalog: MessageCatalog) async -> String?

  /// Leaves the terminal.
  func leave()
}

/// Writes the result of a walk, and saves it elsewhere if that fails.
@MainActor
package struct ResultDelivery {
  private let format: ResultFormat

  /// The prefix of variable names.
  private let prefix: String

  /// The file to write to, or nil for standard output.
  private let file: String?

  /// The user, who can be asked for another file while the terminal is open; nil if there's none.
  package var user: (any ResultUser)?

  /// The language of messages.
  package var catalog = MessageCatalog.english

  /// Creates a delivery.
  ///
  /// - Parameters:
  ///   - format: The format of the result.
  ///   - prefix: The prefix of variable names.
  ///   - file: The file to write to, or nil for standard output.
  package init(format: ResultFormat, prefix: String, file: String?) {
    self.format = format
    self.prefix = prefix
    self.file = file
  }

  /// Whether the user can be asked for another file.
  ///
  /// If the result goes to the terminal of the walk, it can't, because the walk has to leave the
  /// terminal first.
  package var mayAskAgain: Bool { file != nil || !ProgramOutput.resultIsSeen }

  // MARK: Before the first question

  /// Checks everything that can be known to fail before the first question.
  ///
  /// - Throws: ``ProgramEnding``, after writing the reason to standard error.
  package func check(for flow: CheckedFlow) throws(ProgramEnding) {
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
  package func deliver(
    _ result: FlowResult, of session: FlowSession, isAttended: Bool
  ) async throws(ProgramEnding) {
    let text: String
    do throws(ResultFormatError) {
      text = try format.text(of: result.output, prefix: prefix)
    } catch {
      user?.leave()
      let ending = ProgramOutput.fail(.inputOutput, error.message)
      if isAttended { keep(result, as: .json) }
      throw ending
    }
    do throws(SystemFiles.Failure) {
      try write(text, of: session, isAttended: isAttended)
    } catch {
      guard isAttended else { throw ProgramOutput.fail(.inputOutput, error.message) }
      if await writeElsewhere(text, of: session, because: error.message) { return }
      user?.leave()
      let ending = ProgramOutput.fail(.inputOutput, error.message)
      keep(result, as: format)
      throw ending
    }
  }

  /// Saves the result in a file that only its owner can read, and reports its path.
  package func keep(_ result: FlowResult, as format: ResultFormat) {
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
    guard let user else { return false }
    var reason = reason
    while let file = await user.file(because: reason, catalog) {
      do throws(SystemFiles.Failure) {
        try SystemFiles.write(text, to: file, isPrivate: session.hasSecrets)
        user.leave()
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
    if let state = SystemHost.stateFolder, SystemFiles.makePrivateFolder(state) {
      folders.append(state)
    }
    if let temporary = SystemHost.environment("TMPDIR"), temporary.hasPrefix("/") {
      folders.append(temporary)
    }
    return folders + ["/tmp"]
  }
}
