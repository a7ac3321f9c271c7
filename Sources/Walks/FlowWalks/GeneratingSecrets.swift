// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions

// Random texts for secrets, which only a walk draws: a session's states follow from its events.
extension FlowWalk {
  /// The event that takes random texts for secrets that aren't asked, as with `--defaults`; nil if none is
  /// needed.
  var drawing: FlowEvent? {
    guard case .asking(let step) = session.state, step.awaitsDrawing else { return nil }
    return .submit
  }

  /// Returns the events that an event stands for: where it takes what's offered for a secret, it gives a
  /// random text.
  ///
  /// - Returns: The events; nil if it stands for itself.
  func generated(by event: FlowEvent) -> [FlowEvent]? {
    switch event {
    case .answer(.value(let records)?):
      guard case .asking(let step) = session.state, step.kind == .repeat else { return nil }
      return completed(.value(records), of: step.id).map { [.answer($0)] }
    case .give(let answers):
      guard let list = session.listTakingRecords,
        let records = answers[list].flatMap({ completed($0, of: list) })
      else { return nil }
      return [.give(answers.merging([list: records]) { $1 })]
    case .answer(let input):
      guard Self.takesOffer(input), case .asking(let step) = session.state,
        let field = step.focusedField, let text = text(for: field, taking: input)
      else { return nil }
      return [.answer(.remembered(.string(text), .drawn))]
    case .edit(let id, let input):
      guard input == .offered, case .asking(let step) = session.state, let field = step.field(id),
        let text = text(for: field, taking: input)
      else { return nil }
      return [.edit(field: id, .remembered(.string(text), .drawn))]
    case .submit:
      guard case .asking(let step) = session.state else { return nil }
      return step.visibleFields.compactMap { field in
        text(for: field, taking: nil).map {
          .edit(field: field.id, .remembered(.string($0), .drawn))
        }
      } + [event]
    default: return nil
    }
  }

  /// Whether an input may take what's offered.
  private static func takesOffer(_ input: FieldInput?) -> Bool {
    switch input {
    case nil, .offered?, .default?, .text("")?: true
    default: false
    }
  }

  /// Returns the records for a list, with random texts for the secrets that they leave out; nil if there's none.
  private func completed(_ records: FieldInput, of list: String) -> FieldInput? {
    let random = services.random
    return session.drawing(
      in: records, of: list,
      by: { generate in
        var numbers = WalkNumbers(source: random)
        return generate.text(using: &numbers)
      },
      lookingUp: { path in
        guard !services.client.contains(.files) else { return nil }
        return services.paths?.facts(of: path) ?? PathFacts(unknown: path)
      })
  }

  /// Returns a random text for a field, or nil if an input doesn't take one.
  private func text(for field: FieldState, taking input: FieldInput?) -> String? {
    guard let generate = field.generate, !field.awaitsRepeat else { return nil }
    // A field that was left empty on purpose stays empty.
    guard Self.takesOffer(input), input != nil || field.value == nil && field.draft != .empty else {
      return nil
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
