// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowModel
import FlowScreens
import FlowServer
import FlowSessions
package import FlowWalks
import Localization
import StackFlowShell
import TerminalCells

/// A walk as a command prints it: its state, and how it went there.
package struct StepReport {
  let walk: FlowWalk
  let notices: [WalkNotice]

  /// The options that name the walk in another command.
  let words: String

  /// The names of the answers that going back from a review has discarded.
  private let discarded: [String]

  /// The token that the walk is in; nil if it's elsewhere.
  private let token: String?

  /// The id and the revision of the walk in a store; nil if it's elsewhere.
  var storedWalk: String?

  /// Creates a report.
  package init(
    walk: FlowWalk, notices: [WalkNotice], words: String, discarded: [String] = [],
    token: String? = nil, storedWalk: String? = nil
  ) {
    self.walk = walk
    self.notices = notices
    self.words = words
    self.discarded = discarded
    self.token = token
    self.storedWalk = storedWalk
  }

  /// The number of choices that are listed; `--json` and `stackflow serve` page through all.
  private static let maximumChoices = 50

  /// The number of fields of a form whose options are listed.
  private static let maximumOptions = 8

  /// The state and the notices as JSON.
  package var json: String {
    var map = ValueMap([("notices", .list(notices.map(\.value)))])
    map.merge(walk.value)
    map["token"] = token.map { .string($0) }
    map["walk"] = storedWalk.map { .string($0) }
    return (JSONWriter(indentation: 2).text(of: .map(map)) ?? "") + "\n"
  }

  private var catalog: MessageCatalog { walk.session.catalog }

  /// Returns what the user knows a step or a field as.
  private func name(_ id: String) -> MessageValue { .quoted(walk.session.name(of: id)) }

  /// The exit code: that of the walk if it has failed or ended, else whether something was refused.
  var exitCode: ExitStatus {
    let status: ExitStatus =
      switch walk.state {
      case .failed(let failure): failure.exitStatus
      case .ended(let result): result.exitStatus
      default: .completed
      }
    guard status == .completed else { return status }
    return notices.contains(where: \.isRefusal) ? .invalidAnswers : .completed
  }

  /// Writes the state to standard output, and what was refused to standard error.
  ///
  /// - Parameters:
  ///   - isJSON: Whether the state is written as JSON.
  ///   - tellsProblems: Whether what earlier commands were refused for is told if there are no notices.
  /// - Throws: ``ProgramEnding`` if the answer or the move was refused, or the walk has failed.
  func write(asJSON isJSON: Bool, tellingProblems tellsProblems: Bool = false) throws(ProgramEnding)
  {
    if isJSON {
      ProgramOutput.result(json, as: .json)
    } else {
      for notice in notices { ProgramOutput.message("stackflow: \(line(notice))") }
      if !discarded.isEmpty {
        let names = catalog.list(discarded.map(catalog.quoted))
        let text = catalog.text(.discarded, ["names": .text(names)])
        ProgramOutput.message("stackflow: \(text)")
      }
      if tellsProblems, notices.isEmpty {
        for problem in problems {
          ProgramOutput.message("stackflow: \(line(problem, .answerRefused))")
        }
      }
      ProgramOutput.text(lines.map { "\($0.escapedForDisplay)\n" }.joined())
    }
    guard case .completed = exitCode else { throw ProgramEnding(exitCode) }
  }

  /// Why earlier commands were refused.
  private var problems: [Problem] {
    guard case .asking(let step) = walk.state else { return [] }
    return step.problems + step.visibleFields.flatMap(\.problems)
  }

  private func line(_ notice: WalkNotice) -> String {
    switch notice {
    case .refused(let problem), .givenRefused(let problem): line(problem, .answerRefused)
    case .warned(let problem): line(problem, .answerWarned)
    case .denied(let reason): reason.isEmpty ? catalog.text(.denied) : reason
    case .passed(_, let text): text
    case .understood(_, let message): message
    case .followed(_, let name, let text): catalog.followed(name, text)
    case .stayed(_, let name, let text): catalog.stayed(name, text)
    case .restored(let notice): walk.session.words(of: notice)
    case .performed(let id): catalog.text(.stepPerformed, ["id": name(id)])
    case .effectFailed(let id, let message):
      catalog.text(.effectDidFail, ["id": name(id), "problem": .text(message)])
    case .undone(let id): catalog.text(.stepUndone, ["id": name(id)])
    case .undoFailed(let id, let message):
      catalog.text(.notUndone, ["step": name(id), "problem": .text(message)])
    case .unused(let ids):
      catalog.text(
        .answersUnused,
        [
          "count": .count(ids.count),
          "names": .text(catalog.list(ids.map { catalog.quoted($0) })),
        ])
    }
  }

  private func line(_ problem: Problem, _ message: MessageID) -> String {
    guard !problem.field.isEmpty else { return problem.message }
    return catalog.text(
      message, ["id": name(problem.field), "problem": .text(problem.message)])
  }

  private func command(_ message: MessageID, _ words: String) -> String {
    catalog.text(message, ["command": .text("stackflow \(words)")])
  }

  private var backLine: String { command(.stepBackWith, "back \(words)") }

  /// Whether a notice says why the walk has failed.
  private func isTold(_ failure: FlowFailure) -> Bool {
    notices.contains {
      if case .effectFailed(_, let message) = $0 { message == failure.message } else { false }
    }
  }

  /// The state as text.
  var lines: [String] {
    switch walk.state {
    case .notStarted: []
    case .asking: walk.question.map { lines(of: $0) } ?? []
    case .deciding: walk.decisionQuestion.map { lines(of: $0) } ?? []
    case .performing(let request): [request.words(in: catalog)]
    case .lookingUp(let path): [path]
    case .failed(let failure):
      [
        isTold(failure) ? nil : failure.message,
        failure.effect?.retries.map { _ in command(.stepRetryWith, "answer --retry \(words)") },
        walk.session.canGoBack ? backLine : nil,
      ].compactMap { $0 }
    case .ended(let result):
      result.outcome == .completed
        ? [catalog.text(.stepComplete), "", command(.stepResultWith, "result \(words)")]
        : [catalog.text(.stepNoResult)]
    }
  }

  private func lines(of question: Question) -> [String] {
    // A form has a row for each field.
    let parts: Set<StepPage.Part> = .opening.union(
      question.kind == .form
        ? [.notes, .fields, .choices] : [.notes, .question, .description, .choices])
    var rows = question.page(parts).rows.filter { row in
      if case .choice(let number, _) = row { number <= Self.maximumChoices } else { true }
    }
    // A command shows all of a question that a line of the terminal does.
    for (index, row) in rows.enumerated() {
      guard case .question(let words, _) = row else { continue }
      rows[index] = .question(words, hint: question.focused?.limits())
    }
    let hidden = (question.focused?.state.choices.count ?? 0) - Self.maximumChoices
    if hidden > 0 {
      rows.append(.hint("… \(catalog.text(.moreCount, ["count": .count(hidden)]))"))
    }
    if let field = question.focused, let offer = field.offer {
      let answer = field.state.shownText(of: offer.value)
      rows.append(.hint(catalog.text(.stepOffered, ["answer": .text(answer)])))
    }
    let text = LineText(columns: 100, catalog: catalog).lines(rows)
    return text + [""] + ways(question) + (question.canGoBack ? [backLine] : [])
  }

  /// The commands that answer a question.
  private func ways(_ question: Question) -> [String] {
    let step = question.step
    // Other users can see a command line, and the shell's history keeps it.
    if let field = step.focusedField, field.isSecret {
      return [answering(field.id, "-", .stepSecretWith)]
    }
    switch step.kind {
    case .ask: return [answering(question.asked, "ANSWER")]
    case .note, .review, .stop: return [command(.continueWith, "answer \(words)")]
    case .commit: return [answering(question.asked, "yes")]
    case .repeat:
      let isFull = step.itemLimits.most.map { step.items.count >= $0 } ?? false
      let adding =
        step.canChangeItems && !isFull
        ? [command(.stepAddWith, "answer \(words) --add")] : []
      let editing = step.items.firstIndex { $0.problem != nil }.map {
        command(.stepEditWith, "answer \(words) --edit \($0 + 1)")
      }
      return [editing].compactMap(\.self) + adding + [answering(step.id, "")]
    case .form:
      let options = step.visibleFields.filter { !$0.isSecret }.prefix(Self.maximumOptions).map {
        "--set \((walk.session.flow.nameInItem($0.id, of: step) ?? $0.dataName).asShellWord)=…"
      }
      return [
        answering(question.asked, "ANSWER"),
        answering(
          step.id, options.joined(separator: " "), shown: step.item?.heading ?? step.title),
      ]
    }
  }

  /// The command that gives an answer.
  private func answering(
    _ id: String, _ answer: String, _ message: MessageID = .stepAnswerWith, shown: String? = nil
  ) -> String {
    let command = ["stackflow answer \(words)", answer].filter { !$0.isEmpty }
    return catalog.text(
      message,
      [
        "id": shown.map { .quoted($0) } ?? name(id),
        "command": .text(command.joined(separator: " ")),
      ])
  }

  /// The maximum number of files of a tree that are listed.
  private static let listedCount = 100

  private func lines(of question: DecisionQuestion) -> [String] {
    let words = question.answers.map { answer in
      answer.key == "perform" ? answer.label : answer.key
    }
    var meanings: [String] = []
    if case .doubt = question.decision {
      meanings = zip(words, question.answers).filter { $0 != $1.label }
        .map { "\($0): \($1.label)" }
    }
    let answers = words.map(\.asShellWord).joined(separator: "|")
    return question.lines(mostFiles: Self.listedCount, margin: "  ")
      + LineText(columns: 100, catalog: catalog).lines(question.difference)
      + [""] + meanings + [command(.stepDecideWith, "answer \(self.words) \(answers)")]
  }
}

extension WalkNotice {
  /// Whether it says that the command didn't do what it was for.
  fileprivate var isRefusal: Bool {
    switch self {
    case .refused, .denied, .unused, .undoFailed: true
    default: false
    }
  }
}
