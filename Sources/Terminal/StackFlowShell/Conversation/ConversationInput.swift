// SPDX-License-Identifier: Apache-2.0

package import FlowForms
package import FlowScreens
import Localization
package import TerminalIO

/// What a ``Conversation`` is told.
package enum ConversationInput {
  /// The walk begins.
  case begin

  /// What reading the line has come to.
  case line(LineReading)

  /// Something that the user did with a widget: chose in a list, clicked an older step.
  case action(UserAction)

  /// An event of the terminal while no line is read.
  case event(TerminalEvent)

  /// The terminal gives no more events.
  case closed

  /// The time for the walk is over.
  case timeUp

  /// What the session announced when it handled the event that was sent to it.
  case announced([FlowAnnouncement])

  /// What the session announced after a delegate decided later.
  case moved([FlowAnnouncement])

  /// The effect that was to be performed has ended.
  case effectEnded(EffectResult)

  /// The user's editor has ended; the events arrived while it had the terminal.
  case edited(TextEditing, meanwhile: [TerminalEvent])
}

/// What a user does without a line: by a key of a widget, a click or a menu.
package enum UserAction: Hashable, Sendable {
  /// Answers the focused field.
  case answer(FieldInput)

  /// Does what a typed word does.
  case word(WalkAction)

  /// Gives the focused field of a form a draft while its line stays open, so that fields that depend
  /// on it appear and disappear.
  case draft(FieldInput)

  /// Goes to another field of a form.
  ///
  /// The draft is what the focused field keeps; nil leaves it as it is.
  case focus(FieldTarget, draft: FieldInput?)
}

/// Another field of a form.
package enum FieldTarget: Hashable, Sendable {
  /// The next visible one.
  case next

  /// The visible one before.
  case previous

  /// The visible one with an id.
  case field(String)
}

/// What a ``Conversation`` reads when it decides what to say: the session as it is now, and what its
/// host must ask about an effect.
package struct ConversationContext {
  /// The session.
  package let session: FlowSession

  /// What the user must decide before the pending effect is performed; nil if nothing.
  package let decision: WalkDecision?

  /// Whether the pending effect is a write that leaves the file as it is.
  package let keepsFile: Bool

  /// Creates a context.
  package init(
    _ session: FlowSession, decision: WalkDecision? = nil, keepsFile: Bool = false
  ) {
    self.session = session
    self.decision = decision
    self.keepsFile = keepsFile
  }

  var state: FlowState { session.state }

  /// The program's own words.
  var catalog: MessageCatalog { session.catalog }

  /// What the session asks; nil if it waits for something else.
  package var question: Question? { Question(session) }

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
