// SPDX-License-Identifier: Apache-2.0

import FlowSessions

/// The properties that two sessions in the same state have in common.
struct WalkDigest: Equatable {
  private let state: String
  private let top: String?
  private let field: String?
  private let depth: Int
  private let shown: [String]
  private let answers: [FlowSession.Answer]
  private let undoable: [String]
  private let result: FlowResult?

  init(_ session: FlowSession) {
    top = session.topStepID
    depth = session.depth
    shown = session.shownSteps
    answers = session.answers
    undoable = session.undoableSteps
    switch session.state {
    case .notStarted: (state, field, result) = ("not started", nil, nil)
    case .asking(let step): (state, field, result) = ("asking", step.focusedField?.id, nil)
    case .needs: (state, field, result) = ("needs", nil, nil)
    case .failed(let failure): (state, field, result) = ("failed: \(failure.message)", nil, nil)
    case .finished(let found): (state, field, result) = ("finished", nil, found)
    }
  }

  /// Returns the first difference from another summary; nil if there's none.
  func difference(from other: WalkDigest) -> String? {
    if state != other.state { return "is \(other.state), not \(state)" }
    if top != other.top || field != other.field {
      return "is at '\(other.field ?? other.top ?? "(end)")', not at '\(field ?? top ?? "(end)")'"
    }
    if let difference = Self.difference(answers, other.answers) { return difference }
    if shown != other.shown || depth != other.depth { return "has other steps below" }
    if undoable != other.undoable { return "would undo other effects" }
    if result != other.result { return "has another result" }
    return nil
  }

  /// Returns the first difference of two lists of answers; nil if there's none.
  static func difference(
    _ answers: [FlowSession.Answer], _ others: [FlowSession.Answer]
  ) -> String? {
    // At a face, an answer that equals what's offered may be accepted, not typed.
    guard !answers.elementsEqual(others, by: { $0.id == $1.id && $0.value == $1.value }) else {
      return nil
    }
    let known = Dictionary(answers.map { ($0.id, $0.value) }) { first, _ in first }
    for other in others where known[other.id] != other.value {
      return known[other.id] == nil
        ? "has an answer of '\(other.id)'" : "has another answer of '\(other.id)'"
    }
    let found = Set(others.map(\.id))
    if let missing = answers.first(where: { !found.contains($0.id) }) {
      return "has no answer of '\(missing.id)'"
    }
    return "has its answers in another order"
  }
}
