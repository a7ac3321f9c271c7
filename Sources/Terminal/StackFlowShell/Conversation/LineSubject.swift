// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions

/// A face shows the subject with the line.
enum LineSubject: Hashable {
  /// Nothing: only words are read.
  case nothing

  /// The top step.
  case step(StepState)

  /// A decision.
  case decision(DecisionQuestion)

  /// Whether an item of a list is removed, by its position.
  case removal(StepState, Int)

  /// How to leave a failure.
  case failure(FlowFailure)

  /// Whether a yes, or Enter, has consequences that another answer can't undo.
  var hasConsequences: Bool {
    switch self {
    case .decision, .removal, .failure: true
    case .step(let step): step.kind == .commit
    case .nothing: false
    }
  }

  init(_ purpose: Conversation.LinePurpose, in context: ConversationContext) {
    switch purpose {
    case .step:
      self =
        context.step.map { .step($0) } ?? context.failure.map { .failure($0) } ?? .nothing
    case .decision(let decision, _): self = .decision(decision)
    case .removal(let item, _): self = context.step.map { .removal($0, item) } ?? .nothing
    }
  }
}
