// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowModel
import FlowSessions
import Localization
import ProgramParts
import SourceDiagnostics
import TemplateSources
import TerminalCells

/// The question whether a flow from an address is walked, which is asked once for each commit.
@MainActor
struct TemplateConfirmation {
  /// Where the flow is from.
  let fetched: TemplatePlace.Fetched

  /// The address, as the user named it.
  let name: String

  /// The flow.
  let flow: CheckedFlow

  /// Whether the command line confirms it.
  var isTrusted = false

  var attendance = Attendance()

  /// The language tag of the texts; nil: that of the environment.
  var language: String?

  /// Shows what the flow may do, asks, and remembers the yes; does nothing if it was confirmed before.
  ///
  /// - Throws: ``ProgramEnding`` unless it's confirmed.
  func ask() async throws {
    let path = fetched.folder.address.subfolder ?? "."
    guard !fetched.store.isTrusted(path, in: fetched.folder) else { return }
    if !isTrusted {
      let catalog = SingleQuestion.catalog(for: language)
      var question = SingleQuestion(field: FieldDefinition(type: .boolean))
      question.field.texts[.label] = LocalizedText(words: catalog.text(.templateQuestion))
      question.field.texts[.description] = LocalizedText(words: summary(in: catalog))
      question.field.settings[.default] = try QuestionOptions.setting(
        "no", of: .boolean, for: "--default")
      question.wayToAnswer = "--trust"
      question.attendance.timeout = attendance.timeout
      question.attendance.looks = attendance.looks
      question.language = language
      guard !attendance.isAlone else {
        throw ProgramOutput.fail(
          .missingAnswers,
          catalog.text(.templateUnconfirmed, ["address": .text(name), "option": .text("--trust")]))
      }
      guard try await question.ask().value == .bool(true) else { throw ProgramEnding(.left) }
    }
    do throws(TemplateFailure) {
      try fetched.store.trust(path, in: fetched.folder)
    } catch {
      ProgramOutput.message("stackflow: \(error.message)")
    }
  }

  /// The address and commit, and what the flow may read, run, and write.
  private func summary(in catalog: MessageCatalog) -> String {
    var effects = FlowEffects()
    effects.add(flow.definition)
    var lines = [
      catalog.text(
        .templateNew, ["address": .text(name), "version": .text(fetched.version.text)])
    ]
    func add(_ message: MessageID, _ items: [String]) {
      guard !items.isEmpty else { return }
      let more = items.count - Self.listedCount
      let shown = items.prefix(Self.listedCount).joined(separator: "; ")
      let list =
        more > 0
        ? catalog.text(.andMore, ["list": .text(shown), "count": .count(more)]) : shown
      lines.append(catalog.text(message, ["list": .text(list)]))
    }
    add(.templateReads, flow.environmentVariables)
    add(.templateRuns, effects.commands)
    add(.templateWrites, effects.writes)
    if effects.commands.isEmpty, effects.writes.isEmpty {
      lines.append(catalog.text(.templateDoesNothing))
    }
    return lines.map(\.escapedForDisplay).joined(separator: "\n")
  }

  /// The maximum number of commands or files that are listed.
  private static let listedCount = 8
}

/// The commands that a flow may run, and what it may write, as its file has them.
private struct FlowEffects {
  private(set) var commands: [String] = []
  private(set) var writes: [String] = []

  /// The maximum length of a command in characters; of a longer one, the beginning is shown.
  private static let maximumLength = 60

  mutating func add(_ flow: FlowDefinition) { add(flow.steps) }

  private mutating func add(_ steps: [StepDefinition]) {
    for step in steps {
      switch step.kind {
      case .group(let inner): add(inner)
      case .form(let elements, _): add(elements)
      case .repeat(let list): add(list.steps)
      case .flow(let other): add(other.flow)
      case .run(let run):
        add(run.call)
        if let undo = run.undo { add(undo) }
      case .write(let write):
        let path = Self.shortened(write.path.words)
        if case .tree(let tree) = write.content {
          let files = tree.entries.reduce(0) { $0 + Self.count($1) }
          note("\(path)/ (\(files) files)", in: &writes)
        } else {
          note(path, in: &writes)
        }
      case .ask, .note, .compute, .review, .commit, .stop: break
      }
    }
  }

  private mutating func add(_ call: CallDefinition) {
    switch call.target {
    case .command(let arguments):
      let words = arguments.flatMap { argument in
        argument.texts?.map(\.words) ?? ["…"]
      }
      note(Self.shortened(words.joined(separator: " ")), in: &commands)
    case .action(let name): note(name.name, in: &commands)
    }
  }

  private func note(_ text: String, in list: inout [String]) {
    if !list.contains(text) { list.append(text) }
  }

  private static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > maximumLength ? line.prefix(maximumLength) + "…" : line
  }

  /// The number of files and links in an entry.
  private static func count(_ entry: TreeEntryDefinition) -> Int {
    guard case .folder(let inner) = entry.content else { return 1 }
    return inner.reduce(0) { $0 + count($1) }
  }
}
