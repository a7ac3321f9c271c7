// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowForms
import FlowScreens
import FlowServer
import FlowShell
import Localization
import TerminalCells

/// What a command prints of a walk: its state, and how it went there.
struct StepReport {
  let walk: ServedWalk
  let notices: [WalkNotice]

  /// The options that name the walk in another command.
  let words: String

  /// The number of choices that are listed; `--json` and `stackflow serve` page through all.
  private static let maximumChoices = 50

  /// Writes the state to standard output, and what was refused to standard error.
  ///
  /// - Throws: ``ProgramEnding`` if the answer or the move was refused, or the walk has failed.
  func write(asJSON isJSON: Bool) throws(ProgramEnding) {
    let state = walk.state
    if isJSON {
      var map = ValueMap([("notices", .list(notices.map(\.value)))])
      if case .map(let content) = state.value {
        for entry in content { map[entry.key] = entry.value }
      }
      Output.result((JSONWriter(indentation: 2).text(of: .map(map)) ?? "") + "\n")
    } else {
      for notice in notices { if let line = line(notice) { Output.message("stackflow: \(line)") } }
      Output.result(lines(of: state).map(\.escapedForDisplay).joined(separator: "\n") + "\n")
    }
    let status: Int32 =
      switch state {
      case .failed(let failure): failure.exitStatus
      case .ended(let result): result.exitStatus
      default: 0
      }
    guard status == 0 else {
      throw ProgramEnding(ProgramEnding.Code(rawValue: status) ?? .flowFailed)
    }
    if notices.contains(where: \.isRefusal) { throw ProgramEnding(.invalidAnswers) }
  }

  private func line(_ notice: WalkNotice) -> String? {
    switch notice {
    case .refused(let problem), .givenRefused(let problem), .warned(let problem):
      problem.field.isEmpty ? problem.message : "'\(problem.field)': \(problem.message)"
    case .denied(let reason):
      reason.isEmpty ? walk.session.catalog.text(.denied) : reason
    case .passed(_, let text): text
    case .performed(let id): "'\(id)' was performed"
    case .effectFailed(let id, let message): "'\(id)' failed: \(message)"
    case .undone(let id): "'\(id)' was undone"
    case .undoFailed(let id, let message): "'\(id)' wasn't undone: \(message)"
    case .unused(let ids):
      "nothing asks for \(ids.map { "'\($0)'" }.joined(separator: ", "))"
    }
  }

  private func lines(of state: WalkState) -> [String] {
    switch state {
    case .notStarted: []
    case .asking(let question): lines(of: question)
    case .deciding(let decision): lines(of: decision)
    case .performing(let request): [request.words(in: walk.session.catalog)]
    case .lookingUp(let query): [query.path]
    case .failed(let failure):
      [failure.message]
        + (failure.retries == nil ? [] : ["", "Try again with: stackflow answer --retry \(words)"])
        + (failure.canGoBack ? ["Go back with: stackflow back \(words)"] : [])
    case .ended(let result):
      result.outcome == .completed
        ? ["The walk is complete.", "", "Get its result with: stackflow result \(words)"]
        : ["The walk has ended without a result."]
    }
  }

  private func lines(of question: WalkQuestion) -> [String] {
    var rows = StepRows.all(of: question.step, in: walk.session).filter { row in
      if case .choice(let number, _) = row { number <= Self.maximumChoices } else { true }
    }
    let hidden = (question.field()?.field.choices.count ?? 0) - Self.maximumChoices
    if hidden > 0 { rows.append(.hint("… and \(hidden) more")) }
    if let offer = question.field()?.offer, let field = question.field()?.field {
      rows.append(.hint("Without an answer: \(field.shownText(of: offer.value))"))
    }
    if case .form = question.step.kind {
      rows += question.step.visibleFields.map { .field($0, isFocused: false) }
    }
    let text = LineText(columns: 100, catalog: walk.session.catalog).lines(rows)
    return text + ["", "Answer '\(question.asked)' with: stackflow answer \(words) ANSWER"]
      + (question.canGoBack ? ["Go back with: stackflow back \(words)"] : [])
  }

  private func lines(of decision: WalkDecision) -> [String] {
    let (question, requests, answers): (String, [EffectRequest], String) =
      switch decision {
      case .effects(let requests, nil): ("The flow wants to do this:", requests, "yes|no")
      case .effects(let requests, let path?):
        ("The flow wants to do this, and '\(path)' exists:", requests, "yes|keep|no")
      case .doubt(let request):
        ("This had begun when the walk was interrupted. Has it happened?", [request], "yes|no")
      case .move: ("The walk wants to move.", [], "yes|no")
      }
    return [question] + requests.map { "  \($0.words(in: walk.session.catalog))" }
      + ["", "Decide with: stackflow answer \(words) \(answers)"]
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
