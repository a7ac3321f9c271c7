// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowModel
public import FlowSessions
package import Localization

/// A row of a session as a face shows it: what it says, not how it looks.
///
/// Texts are as the flow gives them; the face makes control characters visible and wraps them.
public enum ScreenRow: Hashable, Sendable {
  /// The flow's title.
  case flowTitle(String)

  /// How far the walk is.
  case progress(step: Int, remaining: Int)

  /// The title of a group or of a used flow, above its first step; in a review, above its answers.
  ///
  /// The depth is 0 for one that isn't inside another.
  case section(String, depth: Int)

  /// The title of a step.
  case stepTitle(String)

  /// A question, with a hint beside it.
  case question(String, hint: String?)

  /// A field of the step, with its answer so far, and whether the next input goes to it.
  case field(FieldState, isFocused: Bool)

  /// A text to read.
  case text(String)

  /// A hint about what to type or do now.
  case hint(String)

  /// How many of the choices may be chosen.
  case choicesHeading(least: Int?, most: Int?)

  /// The title of the section of the choices below it; nil for a line between choices.
  case choiceSection(String?)

  /// A choice with its number, from 1.
  case choice(number: Int, Choice)

  /// The row that leaves an optional choice empty, without a number.
  case noChoice(String)

  /// There is nothing to choose.
  case nothingToChoose(String)

  /// A longer explanation.
  case help(String)

  /// A problem of the last input.
  case problem(Problem)

  /// How a typed answer was understood: the label of a choice, or a time in its usual form.
  case understood(String, isChoice: Bool)

  /// Why the last move was denied; nil when no reason was given.
  case denial(String?)

  /// An item of a list of records with its number, from 1.
  case item(number: Int, ItemState)

  /// The item of a list of records that is asked for below.
  case itemPlace(ItemPlace)

  /// The names of the answers that going back has discarded.
  case discarded([String])

  /// A list of records has no items yet.
  case noItems

  /// A command or a file operation that is performed, or is about to be.
  case effect(EffectRequest)

  /// A line of a text, as it is: of a file, or of an answer. A bar is before each of its rows.
  case quote(String)

  /// A line of what the command that is performed has written last.
  case output(String)

  /// An answer of a review, with its place among them from 1.
  case answer(FlowSession.ReviewRow)
}

extension ScreenRow {
  /// The row as one line of plain text; nil for a row that's drawn as a part of another, such as a field or
  /// a choice.
  package func plainText(in catalog: MessageCatalog) -> String? {
    switch self {
    case .progress(let step, let remaining):
      catalog.text(
        remaining > 0 ? .stepOfAbout : .stepOf,
        ["step": .count(step), "remaining": .count(remaining)])
    case .itemPlace(let place): place.name(in: catalog)
    case .item(let number, let item):
      "\(number). \(item.summary)\(item.problem.map { " – \($0)" } ?? "")"
    case .noItems: catalog.text(.noItems)
    case .answer(let row): "\(row.label): \(row.text ?? catalog.text(.leftEmpty))"
    case .problem(let problem): problem.message
    case .denial(let reason): reason ?? catalog.text(.denied)
    case .hint(let text), .output(let text), .quote(let text): text
    case .effect(let request): request.words(in: catalog)
    default: words
    }
  }

  /// The words that the flow gives for the row, as every face shows them; nil for a row that is
  /// data.
  public var words: String? {
    switch self {
    case .flowTitle(let words), .section(let words, _), .stepTitle(let words),
      .question(let words, _), .text(let words), .help(let words), .nothingToChoose(let words):
      words
    default: nil
    }
  }
}

extension ItemPlace {
  /// The name of the item: its list and its number; of a row of a matrix, its heading.
  package func name(in catalog: MessageCatalog) -> String {
    if let heading { return "\(listName) – \(heading)" }
    return catalog.text(.itemOf, ["number": .count(number), "list": .text(listName)])
  }
}
