// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowModel
import ProjectUpdates

/// The questions of an update as a flow in code: one for each file that the user decides about, and then one yes.
struct UpdateQuestions {
  let plan: UpdatePlan
  let title: String

  /// The decisions that an option has made; nil if the user is asked.
  let fixed: [String: UpdateChoice]?

  private var listing: UpdateListing { UpdateListing(plan: plan) }

  /// The number of files that the last question lists; more are listed before it.
  static let listedCount = 14

  /// The number of lines of a difference that a question shows; its help has more.
  private static let shownLines = 10

  /// The number of lines of a difference in the help of a question.
  private static let helpLines = 200

  /// The flow; nil if it can't be asked.
  var flow: CheckedFlow? {
    var steps = (fixed == nil ? plan.questions : []).enumerated().map { index, entry in
      StepDefinition(id: Identifier("file\(index)"), kind: .ask(field(entry)))
    }
    var lines = listing.lines(choosing: fixed ?? [:])
    if lines.count > Self.listedCount {
      let count = lines.count - Self.listedCount + 1
      lines = lines.prefix(Self.listedCount - 1) + ["… and \(count) more, which are listed above"]
    }
    steps.append(
      StepDefinition(
        id: "write", kind: .commit(LocalizedText(words: question)),
        description: LocalizedText(words: lines.joined(separator: "\n"))))
    let definition = FlowDefinition(
      id: "update", title: LocalizedText(words: title), steps: steps)
    return FlowFile.check(definition).flow
  }

  private var question: String {
    let count = plan.entries.count {
      $0.verdict.isChange && plan.changes($0, choosing: fixed ?? [:])
    }
    switch (count, fixed == nil ? plan.questions.count : 0) {
    case (0, 0) where !plan.newFolders.isEmpty: return "Make the new folders?"
    case (0, 0): return "Write the new record?"
    case (0, _): return "Carry out what you've decided?"
    default:
      return "Change \(count) \(count == 1 ? "file" : "files")"
        + (plan.questions.isEmpty ? "?" : ", and carry out what you've decided?")
    }
  }

  private func field(_ entry: UpdatePlan.Entry) -> FieldDefinition {
    let choices = entry.choices.map { choice in
      ChoiceDefinition(
        value: .init(.string(choice.rawValue)),
        label: LocalizedText(words: UpdateListing.word(for: choice, of: entry.verdict)))
    }
    let lines = listing.differenceLines(of: entry, limit: Self.shownLines)
    return FieldDefinition(
      type: .choice,
      texts: [
        .label: LocalizedText(words: "\(entry.path): \(words(for: entry))"),
        .short: LocalizedText(words: entry.path),
        .description: LocalizedText(words: lines.joined(separator: "\n")),
        .help: LocalizedText(
          words: listing.differenceLines(of: entry, limit: Self.helpLines).joined(separator: "\n")),
      ], choices: .listed(choices))
  }

  private func words(for entry: UpdatePlan.Entry) -> String {
    let others = plan.entries.filter { $0.obstacles.contains(entry.path) }
    let place =
      others.isEmpty
      ? ""
      : "; without it, there's \(others[0].path)"
        + (others.count > 1 ? " and \(others.count - 1) more" : "")
    return words(of: entry) + place
  }

  private func words(of entry: UpdatePlan.Entry) -> String {
    switch entry.verdict {
    case .conflict where entry.base == nil:
      "you and the new version have changed it, and what it was isn't known"
    case .conflict: "you and the new version have changed it"
    case .addedByBoth: "it's new, and you have another one"
    case .inTheWay: "it's in the place of a folder or a file of the new version"
    case .dropped: "the new version has no such file, and you've changed yours"
    default: "it depends on a secret, so that no one knows what you've changed"
    }
  }

  /// Returns the flow that asks which of several records is meant; nil if it can't be asked.
  static func flow(choosing ids: [String], in folder: String) -> CheckedFlow? {
    let choices = ids.map { id in
      ChoiceDefinition(value: .init(.string(id)), label: LocalizedText(words: id))
    }
    let field = FieldDefinition(
      type: .choice,
      texts: [
        .label: LocalizedText(words: "The flow whose files are updated"),
        .short: LocalizedText(words: "flow"),
      ], choices: .listed(choices))
    let definition = FlowDefinition(
      id: "update", title: LocalizedText(words: "Update \(folder)"),
      steps: [StepDefinition(id: recordQuestion, kind: .ask(field))])
    return FlowFile.check(definition).flow
  }

  private static let recordQuestion: Identifier = "record"

  /// Returns the record that was chosen, from the answers.
  static func record(in output: Value) -> String? {
    guard case .map(let answers) = output,
      case .string(let id)? = answers[.string(recordQuestion.name)]
    else { return nil }
    return id
  }

  /// Returns what was decided, from the answers.
  func choices(in output: Value) -> [String: UpdateChoice] {
    guard case .map(let answers) = output else { return [:] }
    var choices: [String: UpdateChoice] = [:]
    for (index, entry) in plan.questions.enumerated() {
      guard case .string(let word)? = answers["file\(index)"] else { continue }
      choices[entry.path] = UpdateChoice(rawValue: word)
    }
    return choices
  }
}
