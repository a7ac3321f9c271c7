// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalIO

enum ConversationInput {
  /// The walk begins.
  case begin

  case line(LineReading)

  /// Something that the user did with a widget: chose in a list, clicked an older step.
  case action(UserAction)

  /// An event of the terminal while no line is read.
  case event(TerminalEvent)

  /// The terminal gives no more events.
  case closed

  /// The time for the walk is over.
  case timeUp

  /// The session handled the event that was sent to it.
  case announced([FlowAnnouncement])

  /// A delegate decided later.
  case moved([FlowAnnouncement])

  /// The effect that was to be performed has ended.
  case effectEnded(EffectResult)

  /// The user's editor has ended; the events arrived while it had the terminal.
  case edited(TextEditing, meanwhile: [TerminalEvent])
}

/// An action that needs no line: a key of a widget, a click, or a menu.
enum UserAction: Hashable, Sendable {
  /// Answers the focused field.
  case answer(FieldInput)

  /// Does what a typed word does.
  case word(FaceAction)

  /// Gives the focused field of a form a draft while its line stays open, so that fields that depend
  /// on it appear and disappear.
  case draft(FieldInput)

  /// Goes to another field of a form.
  ///
  /// The draft is what the focused field keeps; nil leaves it as it is.
  case focus(FieldTarget, draft: FieldInput?)
}

/// Another field of a form.
enum FieldTarget: Hashable, Sendable {
  /// The next visible one.
  case next

  /// The visible one before.
  case previous

  /// The one above in the same column of a matrix.
  case above

  /// The one below in the same column of a matrix.
  case below

  /// The visible one with an id.
  case field(String)
}

/// The state that a ``Conversation`` reads to choose its messages.
struct ConversationContext {
  let session: FlowSession

  /// The question without whose answer the walk doesn't go on.
  let decision: DecisionQuestion?

  /// The effect that can be performed now, as it's shown; nil if there's none.
  let effect: EffectRequest?

  /// Whether the pending effect is a write that leaves the file as it is.
  let keepsFile: Bool

  /// Returns whether going back leads to the question about a file of the pending tree.
  let canGoBackToFile: () -> Bool

  /// Returns what the face's line holds that isn't submitted.
  let unsubmitted: () -> FieldInput?

  /// Creates the context of a walk.
  ///
  /// - Parameters:
  ///   - runner: The walk.
  ///   - isPerforming: Whether its effect is being performed.
  ///   - unsubmitted: Returns what the face's line holds that isn't submitted.
  init(
    of runner: FlowRunner, isPerforming: Bool = false,
    unsubmitted: @escaping () -> FieldInput? = { nil }
  ) {
    session = runner.session
    decision = isPerforming ? nil : runner.decisionQuestion
    effect = isPerforming || decision != nil ? nil : runner.walk.shownEffect
    keepsFile = runner.walk.keepsFile
    canGoBackToFile = { runner.walk.canGoBackToFile }
    self.unsubmitted = unsubmitted
  }

  var state: SessionState { session.state }

  /// The program's own words.
  var catalog: MessageCatalog { session.catalog }

  /// Nil if the session doesn't ask.
  var question: Question? { Question(session) }

  /// The step that waits for an answer.
  var step: StepState? { question?.step }

  /// Why the session cannot continue.
  var failure: FlowFailure? {
    if case .failed(let failure) = session.state { failure } else { nil }
  }

  /// The place of the step that waits for an answer.
  var place: ConversationPlace? {
    step.map {
      ConversationPlace(step: $0.id, field: $0.focusedField?.id, depth: session.depth)
    }
  }
}

/// A question of a walk: a step, its field, and how many entries the stack has.
struct ConversationPlace: Hashable {
  let step: String
  let field: String?
  let depth: Int
}
