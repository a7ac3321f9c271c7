// SPDX-License-Identifier: Apache-2.0

// Random texts for secrets, which only a walk draws: a session's states follow from its events.
extension FlowWalk {
  /// The event that takes random texts for secrets that aren't asked, as with `--defaults`; nil if none is
  /// needed.
  var drawing: FlowEvent? {
    guard case .asking(let step) = session.state, step.awaitsDrawing else { return nil }
    return .submit
  }

  /// Returns the events that an event stands for: where it takes what's offered for a secret, it gives a
  /// random text, which is given twice where a user types it twice.
  func generating(_ event: FlowEvent) -> [FlowEvent] {
    guard case .asking(let step) = session.state else { return [event] }
    switch event {
    case .next(let input):
      guard let field = step.focusedField, let text = text(for: field, taking: input) else {
        return [event]
      }
      let given = FlowEvent.next(.text(text))
      return field.asksTwice ? [given, given] : [given]
    case .edit(let id, let input):
      guard input == .offered, let field = step.field(id),
        let text = text(for: field, taking: input)
      else { return [event] }
      return [.edit(field: id, .text(text))]
    case .submit:
      return step.visibleFields.compactMap { field in
        text(for: field, taking: nil).map { .edit(field: field.id, .text($0)) }
      } + [event]
    default: return [event]
    }
  }

  /// Returns a random text for a field, or nil if an input doesn't take one.
  private func text(for field: FieldState, taking input: FieldInput?) -> String? {
    guard let generate = field.generate, !field.awaitsRepeat else { return nil }
    switch input {
    // A field that was left empty on purpose stays empty.
    case nil where field.value == nil && field.draft != .empty, .offered?, .text("")?: break
    default: return nil
    }
    var numbers = WalkNumbers(source: services.random)
    return generate.text(using: &numbers)
  }
}

/// The random numbers of a walk.
private struct WalkNumbers: RandomNumberGenerator {
  let source: @Sendable () -> UInt64

  mutating func next() -> UInt64 { source() }
}
