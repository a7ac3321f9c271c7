// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import SourceDiagnostics

// Leaves secrets out of what's saved.
extension LoggedEvent {
  /// Returns the event without secrets, as it can be written to a file.
  ///
  /// A secret answer, data for a list with secrets in it, and the result of a command that is a
  /// secret are left out, and ``isWithheld`` is true. A walk that's restored from it asks for the
  /// secret again. Other answers that were given with a secret stay. Of a file that holds secrets, what it
  /// replaced is left out, so writing it can no longer be undone.
  ///
  /// - Parameter session: The session that handled the event.
  /// - Returns: The event to save.
  package func withoutSecrets(in session: FlowSession) -> LoggedEvent {
    switch event {
    case .answer(let input?):
      guard let subject, session.flow.takesSecret(subject), input.holdsText else {
        return withoutTakenSecrets(in: session)
      }
      return withheld(.answer(.empty))
    case .edit(let field, let input):
      guard session.flow.takesSecret(field), input.holdsText else { return self }
      return withheld(.edit(field: field, .empty))
    case .give(let answers):
      let kept = answers.filter { !session.flow.takesSecret($0.key) || !$0.value.holdsText }
      return kept.count == answers.count ? self : withheld(.give(kept))
    case .decideFile(let decision):
      guard let target, session.flow.writesSecret(target) else { return self }
      return replaced(
        .decideFile(
          FileDecision(
            path: decision.path, fingerprint: nil, isReplaced: decision.isReplaced)), nil)
    case .effectBegan: return replaced(event, effect?.withoutSecrets)
    case .effectEnded(let result):
      return withoutSecrets(result, in: session)
    default: return withoutTakenSecrets(in: session)
    }
  }

  /// Leaves out taken answers that repeat a secret; a restored walk takes what's offered then.
  private func withoutTakenSecrets(in session: FlowSession) -> LoggedEvent {
    guard let taken, !taken.values.isEmpty || !taken.kept.isEmpty else { return self }
    let secrets = session.secretTexts
    guard !secrets.isEmpty else { return self }
    let holdsNone = { (entry: (key: String, value: Value)) in
      let text = entry.value.plainText
      return !secrets.contains { text.includes($0) }
    }
    let values = taken.values.filter(holdsNone)
    let kept = taken.kept.filter(holdsNone)
    guard values.count < taken.values.count || kept.count < taken.kept.count else { return self }
    return replaced(
      event, effect,
      TakenAnswers(step: taken.step, values: values, kept: kept, agreement: taken.agreement))
  }

  private func withoutSecrets(_ result: EffectResult, in session: FlowSession) -> LoggedEvent {
    let effect = effect?.withoutSecrets
    guard let target else { return replaced(event, effect) }
    switch result {
    case .ended(let ended):
      if session.flow.capturesSecret(target) { return withheld(.effectEnded(.done)) }
      guard session.repeatsSecret(ended.errors) else { return replaced(event, effect) }
      return replaced(
        .effectEnded(.ended(CommandResult(status: ended.status, output: ended.output))), effect)
    case .returned:
      return session.flow.capturesSecret(target)
        ? withheld(.effectEnded(.done)) : replaced(event, effect)
    case .written(let file):
      guard session.flow.writesSecret(target), case .replaced = file.previous else {
        return replaced(event, effect)
      }
      return replaced(
        .effectEnded(.done),
        LoggedEffect(
          request: effect?.request, isFinal: true, holdsSecret: true, isWithheld: true))
    case .done, .failed: return replaced(event, effect)
    }
  }

  private func withheld(_ event: FlowEvent) -> LoggedEvent {
    LoggedEvent(
      event: event, now: now, target: target, depth: depth, outcome: outcome, isWithheld: true,
      effect: effect?.withoutSecrets, taken: taken)
  }

  private func replaced(
    _ event: FlowEvent, _ effect: LoggedEffect?, _ taken: TakenAnswers? = nil
  ) -> LoggedEvent {
    LoggedEvent(
      event: event, now: now, target: target, depth: depth, outcome: outcome,
      isWithheld: isWithheld, effect: effect, taken: taken)
  }
}

extension FieldInput {
  /// Whether it's something that could be a secret, rather than nothing.
  package var holdsText: Bool {
    switch self {
    case .empty, .offered, .default, .text(""), .value(.null), .remembered(.null, _): false
    case .text, .value, .remembered: true
    }
  }
}

extension CheckedFlow {
  /// Returns whether what is given to a field or a list can be a secret.
  package func takesSecret(_ id: String) -> Bool {
    guard let index = stepIndices[id.withoutPositions], let step = step(at: index) else {
      return false
    }
    if let field = step.elements.first(where: { $0.id == id.withoutPositions })?.field {
      return field.isSecret
    }
    guard self.repeat(at: index) != nil else { return false }
    return plan.contains { item in
      guard case .step(let inner) = item, inner.repeats.contains(index) else { return false }
      return inner.elements.contains { $0.field?.isSecret == true }
    }
  }

  /// Returns whether the result of a step is a secret.
  func capturesSecret(_ id: String) -> Bool {
    guard let index = stepIndices[id.withoutPositions], case .run(let run)? = step(at: index)?.kind,
      run.capture != nil
    else { return false }
    return !secrets.shape(at: .element(plan: index, element: 0)).isClean
  }

  /// Returns whether a step writes a file that holds secrets.
  func writesSecret(_ id: String) -> Bool {
    guard let index = stepIndices[id.withoutPositions],
      case .write(let write)? = step(at: index)?.kind
    else { return false }
    return write.isSecret
  }
}
