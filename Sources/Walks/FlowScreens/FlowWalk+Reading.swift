// SPDX-License-Identifier: Apache-2.0

public import FlowSessions
public import FlowWalks
import Localization

extension FlowWalk {
  /// The question that the walk asks; nil if it waits for something else.
  public var question: Question? {
    guard case .asking = state else { return nil }
    return Question(session)
  }

  /// The answers so far, with dots for secrets.
  ///
  /// - Complexity: O(*n*) in the number of answers.
  public var review: [FlowSession.ReviewRow] { session.rowsSoFar }

  /// The steps that were asked, and those that would be asked from here on.
  ///
  /// - Complexity: O(*n*) in the number of steps of the flow.
  public var plan: FlowForecast { session.forecast }

  /// Returns why a step or field is asked, was skipped, or isn't known yet.
  ///
  /// - Parameter id: The id; nil for what's asked.
  /// - Returns: The reasons, and the same in words.
  /// - Complexity: O(*n*) in the number of steps.
  public func why(_ id: String? = nil) -> (explanation: FlowSession.Explanation, lines: [String]) {
    let explanation = session.why(id)
    if case .unknown = explanation, let id {
      let words = session.unknownStep(id)
      return (explanation, [session.catalog.sentence(words.capitalizedFirst)])
    }
    return (explanation, WhyText(catalog: session.catalog).lines(explanation))
  }

  /// The questions that can be asked at once, in one form: they'll certainly be asked, and depend on no
  /// open answer.
  ///
  /// Submit their answers with `WalkAnswers.several`; those that are left over come up later.
  ///
  /// - Complexity: That of ``plan``, plus the cost of their texts and choices.
  public var independentQuestions: [Question.Field] {
    session.independentFields.map { Question.Field($0) }
  }
}
