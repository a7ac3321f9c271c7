// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import FlowWalks
import TerminalIO

extension Conversation {
  mutating func take(
    _ action: UserAction, in context: ConversationContext
  ) -> ConversationRequest {
    guard case .reading(let question, let purpose) = activity else { return next(in: context) }
    switch action {
    case .word(let word):
      perform(.endLine)
      return take(.word(word), question, purpose, context)
    case .answer(let input):
      guard case .step = purpose, let step = context.step else {
        guard case .text(let text) = input else { return .readOn }
        perform(.endLine)
        return take(.text(text), question, purpose, context)
      }
      guard step.focusedField != nil || step.kind != .repeat else { return .readOn }
      if case .text(let text) = input, let field = step.focusedField { remember(text, to: field) }
      perform(.endLine)
      return perform(.answer(.one(input)), then: .outcome, in: context)
    case .draft(let input):
      guard case .step = purpose, let field = context.step?.focusedField else { return .readOn }
      sent = Sent(
        depth: context.session.depth, sequel: .draft(question, field: field.id))
      return .send(.edit(field: field.id, input))
    case .focus(let target, let draft):
      guard case .step = purpose, let field = context.step?.focusedField else { return .readOn }
      perform(.endLine)
      guard let draft else { return focus(on: target, in: context) }
      if case .text(let text) = draft { remember(text, to: field) }
      return send(.edit(field: field.id, draft), then: .focus(target), in: context)
    }
  }

  /// Goes to another field of the form; stays where there is none.
  mutating func focus(
    on target: FieldTarget, in context: ConversationContext
  ) -> ConversationRequest {
    guard let field = context.session.field(at: target) else {
      return next(in: context)
    }
    return perform(.focus(field), then: .nothing, in: context)
  }
}

extension StepState {
  /// The id of a visible field that isn't the focused one; nil if there is none.
  func visibleField(at target: FieldTarget) -> String? {
    let ids = visibleFields.map(\.id)
    guard let here = focusedField.flatMap({ ids.firstIndex(of: $0.id) }) else { return nil }
    switch target {
    case .next: return here + 1 < ids.count ? ids[here + 1] : nil
    case .previous: return here > 0 ? ids[here - 1] : nil
    case .above, .below: return nil
    case .field(let id): return id != ids[here] && ids.contains(id) ? id : nil
    }
  }
}
