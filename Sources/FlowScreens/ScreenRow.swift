// SPDX-License-Identifier: Apache-2.0

public import FlowForms

/// A row of a session as a face shows it: what it says, not how it looks.
///
/// Texts are as the flow gives them; the face makes control characters visible and wraps them.
public enum ScreenRow: Hashable, Sendable {
  /// The flow's title.
  case flowTitle(String)

  /// How far the session is.
  case progress(step: Int, remaining: Int)

  /// The title of a group or of a used flow, above its first step; in a review above its answers.
  ///
  /// The depth is 0 for an outermost one.
  case section(String, depth: Int)

  /// The title of a step.
  case stepTitle(String)

  /// A question, with what is next to it.
  case question(String, hint: String?)

  /// A text to read.
  case text(String)

  /// What can be typed or done now.
  case hint(String)

  /// What to do with the choices: how many may be chosen.
  case choicesHeading(least: Int?, most: Int?)

  /// A choice with its number, from 1.
  case choice(number: Int, Choice)

  /// There is nothing to choose.
  case nothingToChoose(String)

  /// A longer explanation.
  case help(String)

  /// What is wrong with the last input.
  case problem(Problem)

  /// What a typed answer was taken for: the label of a choice, a time in its usual form.
  case understood(String)

  /// Why the last move wasn't made; nil when no one said.
  case denial(String?)

  /// An item of a list of records with its number, from 1.
  case item(number: Int, ItemState)

  /// What follows is asked for an item of a list of records.
  case itemPlace(ItemPlace)

  /// A list of records has no items yet.
  case noItems

  /// Something that is done outside, or is about to be.
  case effect(EffectRequest)

  /// An answer of a review, with its place among them from 1.
  case answer(FlowSession.ReviewRow)
}

extension ScreenRow {
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
