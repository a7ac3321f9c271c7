// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
package import FlowSessions

/// Which steps are passed without asking the user, and how.
package struct StepPassing: Hashable, Sendable {
  /// Whether reviews and commits are passed, as by the option `--yes`.
  var passesReviews: Bool

  /// Whether there is no user: notes and stops are passed too, and forms of which nothing is visible.
  package var isAlone: Bool

  /// The steps whose answer in advance was refused; they aren't passed by an option.
  private var refused: Set<String> = []

  /// Creates rules.
  package init(passesReviews: Bool = false, isAlone: Bool = false) {
    self.passesReviews = passesReviews
    self.isAlone = isAlone
  }

  /// Notes which answers given in advance were refused.
  package mutating func note(_ announcements: [FlowAnnouncement]) {
    for case .givenAnswerRefused(let problem) in announcements { refused.insert(problem.field) }
  }

  /// The event that passes a step; nil when the user must be asked.
  package func event(passing step: StepState) -> FlowEvent? {
    switch step.kind {
    case .review: passesReviews ? .answer(nil) : nil
    case .commit: passesReviews && !refused.contains(step.id) ? .answer(.value(true)) : nil
    case .note, .stop: isAlone ? .answer(nil) : nil
    case .form: isAlone && step.visibleFields.isEmpty ? .answer(nil) : nil
    case .ask, .repeat: nil
    }
  }
}
