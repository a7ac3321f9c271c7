// SPDX-License-Identifier: Apache-2.0

package import FlowForms

/// What a line is read about, which a face shows with the line.
package enum LineSubject: Hashable {
  /// Nothing: only words are read.
  case nothing

  /// The top step.
  case step(StepState)

  /// Whether these effects may happen.
  case permission([EffectRequest])

  /// Whether the file of a write, which holds something else, is overwritten.
  case overwriting(EffectRequest)

  /// Whether an effect happened before the walk was interrupted, or counts.
  case doubting(EffectRequest, EffectDoubt)

  /// Whether to go back to a step, which discards other answers too; their names.
  case wayBack(to: String, discarding: [String])

  /// How to leave a failure.
  case failure(FlowFailure)

  init(_ purpose: Conversation.LinePurpose, in context: ConversationContext) {
    switch purpose {
    case .step:
      self =
        context.step.map { .step($0) } ?? context.failure.map { .failure($0) } ?? .nothing
    case .effects(let requests, _, .permission): self = .permission(requests)
    case .effects(let requests, _, .overwriting):
      self = requests.first.map { .overwriting($0) } ?? .nothing
    case .effects(let requests, _, .doubt(let doubt)):
      self = requests.first.map { .doubting($0, doubt) } ?? .nothing
    case .wayBack(let way): self = .wayBack(to: way.id, discarding: way.discarded)
    }
  }
}
