// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel

/// A forecast of what a session has asked, and what it would ask from here on.
///
/// Conditions ahead are true, false, or depend on missing answers. Answers given in advance and
/// defaults that are taken without asking count as answers, so the forecast of a session that has
/// just started lists the questions that remain for the user.
///
/// ```swift
/// var session = try FlowSession(flow: flow, options: options)
/// session.send(.start, now: now)
/// for step in session.forecast.steps where step.fate == .asked { print(step.question) }
/// ```
public struct FlowForecast: Hashable, Sendable {
  /// The expected course of a step or a field.
  public enum Fate: String, Hashable, Sendable, CaseIterable {
    /// It was answered.
    case answered

    /// An answer given in advance is used.
    case given

    /// Its default, a random text, or no answer is taken without asking.
    case defaulted

    /// It has an invalid answer given in advance, so it's asked.
    case refused

    /// It's a `run` or a `write` that was performed.
    case done

    /// It's asked, a note is shown, a `run` or a `write` is performed, or a stop ends the flow.
    case asked

    /// It depends on missing answers.
    case perhaps

    /// It's skipped.
    case skipped
  }

  /// A step of the flow, or a field of a form.
  public struct Step: Hashable, Sendable {
    /// The id.
    public let id: String

    /// The name in data, under which an answer can be given in advance.
    package internal(set) var dataName = ""

    /// The key of its kind: `ask`, `note`, `repeat`, `review`, `commit`, `stop`, or that of an effect.
    public let kind: StepKeyword

    /// The question, the title, or the text; the name, if that depends on missing answers.
    public let question: String

    /// The expected course of the step.
    public internal(set) var fate: Fate

    /// The conditions for reaching it, as written in the flow; nil if it's always reached.
    public let condition: String?

    /// Whether the conditions are true, or nil if that isn't known yet.
    public internal(set) var holds: Bool?

    /// Whether an answer was given in advance.
    public internal(set) var isGiven = false

    /// Whether a random text is drawn for it without asking.
    package internal(set) var isDrawn = false

    /// The answer, with dots for a secret; nil if there isn't one, or it isn't known yet.
    public internal(set) var answer: Value?

    /// The answer, formatted for display.
    package internal(set) var answerText: String?

    /// The default, or nil if there isn't one, or it isn't known yet.
    public internal(set) var defaultValue: Value?

    /// The default, formatted for display, or the expression that computes it.
    package internal(set) var defaultText: String?

    /// The reason why the answer given in advance isn't accepted.
    public internal(set) var problem: String?

    /// The paths of the files of a tree, with what isn't known of them as it's written in the flow; empty for other
    /// steps, and unless they were asked for.
    public internal(set) var files: [String] = []

    /// The index of the step in the plan.
    let plan: Int

    /// The conditions that aren't known yet, except those for passing a stop; nil if there are none.
    var openCondition: String?

    /// The kind of input that it needs if it's asked; nil for notes, stops, and effects.
    var need: FlowSession.MissingAnswer.Need?

    /// Its default, if that's known to be refused.
    var refusedDefault: RefusedDefault?

    /// Whether an answer given in advance or a default is known to pass it if it's reached.
    var isPassed = false

    /// Whether a user probably sees it.
    var isShown: Bool {
      switch fate {
      case .asked, .refused: true
      case .perhaps: !isPassed
      case .answered, .given, .defaulted, .done, .skipped: false
      }
    }
  }

  /// The steps and the fields of forms, in the order of the flow.
  public internal(set) var steps: [Step] = []

  /// The failure that stopped the session, or nil if there isn't one.
  public internal(set) var failure: FlowFailure?
}
