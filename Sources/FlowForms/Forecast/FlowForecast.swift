// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// What a session has asked, and what it would ask from here on.
///
/// A condition ahead holds, doesn't hold, or depends on what no one has answered yet. Answers given
/// in advance and defaults that are taken unasked count as answers, so a forecast of a session that
/// has only begun says which questions are left to a person.
///
/// ```swift
/// var session = try FlowSession(flow: flow, options: options)
/// session.handle(.start, now: now)
/// for step in session.forecast.steps where step.fate == .asked { print(step.question) }
/// ```
public struct FlowForecast: Hashable, Sendable {
  /// What happens to a step or a field.
  public enum Fate: String, Hashable, Sendable, CaseIterable {
    /// Someone has answered it.
    case answered

    /// An answer given in advance answers it.
    case given

    /// Its default, or nothing, is taken unasked.
    case defaulted

    /// An answer was given in advance and isn't accepted, so that someone is asked.
    case refused

    /// A `run` or a `write` has acted.
    case done

    /// Someone is asked; a note is shown, a `run` or a `write` acts, a stop ends the flow.
    case asked

    /// It depends on what isn't answered yet.
    case perhaps

    /// It isn't reached.
    case skipped
  }

  /// A step of the flow, or a field of a form.
  public struct Step: Hashable, Sendable {
    /// Its id: under it an answer can be given in advance.
    public let id: String

    /// The word of its kind in a flow file: `ask`, `note`, `repeat`, `review`, `commit`, `stop`.
    public let kind: String

    /// The question, the title or the text; the name where it depends on what isn't answered yet.
    public let question: String

    /// What happens to it.
    public internal(set) var fate: Fate

    /// The conditions on the way to it, in the words of the flow; nil: it is asked in any case.
    public let condition: String?

    /// Whether they hold; nil when that isn't known yet.
    public internal(set) var holds: Bool?

    /// Whether an answer was given in advance for it.
    public internal(set) var isGiven = false

    /// Its answer, dots for a secret; nil when there is none or it isn't known yet.
    public internal(set) var answer: Value?

    /// The answer as a person reads it.
    public internal(set) var answerText: String?

    /// Its default; nil when it has none or it isn't known yet.
    public internal(set) var defaultValue: Value?

    /// The default as a person reads it, or the words of the flow that compute it.
    public internal(set) var defaultText: String?

    /// Why the answer given in advance isn't accepted.
    public internal(set) var problem: String?
  }

  /// The steps and the fields of forms, in the order of the flow.
  public internal(set) var steps: [Step] = []

  /// The failure in which the session is.
  public internal(set) var failure: FlowFailure?

  /// How many steps have a fate.
  public func count(_ fate: Fate) -> Int { steps.count { $0.fate == fate } }
}
