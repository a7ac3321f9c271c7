// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScreens
public import FlowSessions
import FlowWalks
public import TerminalIO

/// The reply of a ``Conversation`` to an input: actions of the face, in order, and a request.
struct ConversationTurn: Hashable {
  let actions: [ConversationAction]

  /// The reply to it is the next input.
  let request: ConversationRequest
}

/// Something that a face does at once, and that has no reply.
enum ConversationAction: Hashable {
  /// Tells the user something.
  case say(Saying)

  /// Gives up the line that is being edited.
  case endLine

  /// Has the session keep what the line of a field holds and isn't submitted.
  case setAside(field: String, FieldInput)

  /// Shows what is said next below the line, which stays open.
  case breakLine

  /// Gives up the line and clears the window.
  case clearScreen

  /// Stops the process, and the effect that is being performed with it, until both are continued.
  case stop

  /// Cancels the effect that is being performed.
  case cancelEffect
}

enum ConversationRequest: Hashable {
  /// Give the session an event; the reply is ``ConversationInput/announced(_:)``.
  case send(FlowEvent)

  /// Give the walk an action; the reply is `announced`.
  case perform(WalkAction)

  /// Answer a decision; the reply is `announced`.
  case decide(DecisionAnswer, WalkDecision)

  /// Refuse the pending effect; the reply is `announced`.
  case refuseEffect

  /// Read a line; the reply is ``ConversationInput/line(_:)``.
  case read(OpenLine, history: [String])

  /// Continue to read the line that is being edited; the reply is `line`.
  case readOn

  /// Wait for a decision: the reply is ``ConversationInput/moved(_:)``, or an event.
  case waitForDecision

  /// Perform the pending effect; the reply is ``ConversationInput/effectEnded(_:)``, or an event
  /// before.
  case performEffect(EffectRequest)

  /// Continue to wait for the end of the effect.
  case waitForEffect

  /// Let the user edit a text; the reply is ``ConversationInput/edited(_:meanwhile:)``.
  case edit(String)

  /// The walk is over.
  case end(WalkEnding)
}

/// How a walk ended.
public enum WalkEnding: Hashable, Sendable {
  /// The session is over.
  case finished(FlowResult)

  /// A signal ended it.
  case signal(TerminalSignal)
}

/// Something that a face tells the user.
enum Saying: Hashable {
  /// The title of the flow, before its first step.
  case flowTitle(String)

  /// The session's question is asked.
  case question(Showing)

  /// Shows the hints of the question again.
  case hints

  /// Something apart from the question follows: an effect, or a question about one.
  case aside

  /// Remarks, refusals, and what the user asked to see.
  case rows([ScreenRow])

  /// Effects that are asked about or performed, a way back, or a failure. A face that shows the
  /// subject of the line leaves these rows out.
  case situation([ScreenRow])

  /// Help that a key shows; the line stays as it is.
  case told(Topic, [ScreenRow])

  /// The choices that a refused text may have meant.
  case nearChoices(FieldState)

  /// Completions of the line, or the words that can be typed.
  case candidates([Completions.Candidate])

  /// The words that can be typed at a question, for help.
  case words([Completions.Candidate])

  /// How much of a question is shown.
  struct Showing: Hashable {
    /// Whether the step itself is shown: its title, its progress, and the text above its fields.
    let isNewStep: Bool

    /// Whether the user has seen the question before and asked to see it again.
    let isShownAgain: Bool

    /// Whether the user has asked to see every item of a long list.
    let showsAll: Bool

    /// The position of the item of a list of records that was changed last; nil for the last item.
    let changedItem: Int?
  }
}

/// A subject that a user can ask help about.
enum Topic: Hashable {
  /// More about the question.
  case help

  /// Why it's asked.
  case why

  /// The answers so far.
  case review
}

extension ScreenRow {
  static func texts(_ texts: String...) -> [ScreenRow] { texts.map { .text($0) } }

  /// A text of several lines, as it is.
  static func quotes(_ text: String) -> [ScreenRow] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      .quote(String($0))
    }
  }
}
