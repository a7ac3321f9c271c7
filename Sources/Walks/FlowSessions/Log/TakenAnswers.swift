// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel
import HashTreeCollections
import StackFlowCore

/// The answers that a submission accepted beside those of its event: the answers that it took as they were
/// offered, and what the user agreed to.
///
/// Of an event that went back, it's what was entered in the steps that the event left.
///
/// A restored walk gives the same answers, whatever is offered then. A yes to a commit or a review counts only
/// for the same text and the same answers.
package struct TakenAnswers: Hashable, Sendable {
  /// The id of the step.
  package let step: String

  /// The answers that were taken as they were offered, by the ids of their fields; of a list, its records.
  ///
  /// Answers of secrets aren't among them.
  package let values: [String: Value]

  /// The user's earlier input where it was offered, by the ids of the fields: null for a field that
  /// was left empty on purpose; of a list, what was entered in its records.
  ///
  /// The other ``values`` were only accepted.
  package let kept: [String: Value]

  /// A fingerprint of the texts and the answers that a user of a commit or a review agreed to; nil for other
  /// steps.
  package let agreement: UInt64?

  /// Creates what a step was submitted with.
  package init(
    step: String, values: [String: Value] = [:], kept: [String: Value] = [:],
    agreement: UInt64? = nil
  ) {
    self.step = step
    self.values = values
    self.kept = kept
    self.agreement = agreement
  }

  /// The event that submits the step once its fields have the values.
  var submission: FlowEvent {
    if let records = kept[step] { return .answer(.remembered(records, .typed)) }
    if let records = values[step], case .list = records, values.count == 1 {
      return .answer(.value(records))
    }
    return values.keys.allSatisfy { $0 == step } ? .answer(nil) : .submit
  }

  /// Whether it has what was entered in the records of a list.
  var keepsRecords: Bool {
    if case .list(let records)? = kept[step], case .map? = records.first { true } else { false }
  }

  /// Returns the events that give the step's fields the values again.
  ///
  /// - Parameter keepsAccepted: Whether answers that were only accepted stay as they were; otherwise, they
  ///   follow what's offered now.
  /// - Returns: The events.
  func edits(keepingAccepted keepsAccepted: Bool) -> [FlowEvent] {
    Set(values.keys).union(kept.keys).sorted().compactMap { id in
      if let value = kept[id] { return .edit(field: id, .remembered(value, .typed)) }
      guard keepsAccepted, let value = values[id] else { return nil }
      return .edit(field: id, .remembered(value, .accepted))
    }
  }

  /// Whether the same was taken, whatever its origin.
  static func isSame(_ one: TakenAnswers?, as other: TakenAnswers?) -> Bool {
    if one == nil, other == nil { return true }
    return (one?.values ?? [:]) == (other?.values ?? [:]) && one?.agreement == other?.agreement
  }
}

extension FlowSession {
  /// The input of the steps that an event left by going back; nil if there is none.
  var answersLeft: TakenAnswers? {
    let kept = handling.left.filter { !flow.takesSecret($0.key) }
    guard !kept.isEmpty, let step = topStep?.step else { return nil }
    return TakenAnswers(step: id(of: step), kept: kept)
  }
}

extension FlowSession {
  /// Returns what the top step is submitted with, beyond the event that submits it; nil if that's nothing.
  ///
  /// - Parameters:
  ///   - live: The top step as it's submitted.
  ///   - isAccepted: Whether its suggestions are accepted without an event of its own.
  /// - Returns: What it's submitted with.
  func answersTaken(by live: StepState, isAccepted: Bool) -> TakenAnswers? {
    var values = Dictionary<String, Value>()
    var kept = Dictionary<String, Value>()
    for element in live.elements where element.isVisible {
      guard let field = element.field, field.draft == .untouched, !field.isSecret else { continue }
      if let value = field.value { values[field.id] = value }
      if field.origin == .typed { kept[field.id] = typed[field.id] }
    }
    if let list = live.repeat, !flow.takesSecret(live.id) {
      let isTyped = typed[live.id] != nil
      if isTyped || options.suggestions[live.id] != nil { values[live.id] = list.value }
      if isTyped, case .repeat(let checked)? = topStep?.step.kind {
        kept[live.id] = suggestion(of: list.items, in: checked, for: .answersOnly)
      }
    }
    let agreement = agreement(to: live)
    guard isAccepted || !values.isEmpty || !kept.isEmpty || agreement != nil else { return nil }
    return TakenAnswers(step: live.id, values: values, kept: kept, agreement: agreement)
  }

  /// Returns a fingerprint of what a user agrees to at a commit or a review; nil for other steps.
  ///
  /// - Complexity: O(*n*) in the number of answers.
  func agreement(to live: StepState) -> UInt64? {
    switch live.kind {
    case .commit, .review: break
    case .ask, .form, .note, .repeat, .stop: return nil
    }
    var fingerprint = Fingerprint()
    for text in [live.title, live.text, live.description] { fingerprint.add(text ?? "") }
    for depth in 0..<max(0, stack.count - 1) {
      for row in reviewRows(at: depth, withWords: false) {
        fingerprint.add(row.id)
        fingerprint.add(row.text ?? "")
      }
    }
    return fingerprint.value
  }
}
