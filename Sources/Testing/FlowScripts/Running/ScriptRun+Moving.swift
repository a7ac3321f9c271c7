// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import FlowWalks
import SourceDiagnostics

// Commands that move without an answer. Each must change something.
extension ScriptRun {
  /// Accepts suggestions, of which there must be at least one.
  ///
  /// Notes along the way are passed, but a note isn't a suggestion.
  func acceptSuggestions(
    _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    let denials = approver.denials.count
    passNotes(runner)
    // A denial announced by the script stopped it at a note.
    if approver.denials.count < denials { return }
    let wasFinished = isFinished(runner)
    let said = driver.send(.acceptSuggestions)
    let isMoved = said.contains { $0.pushedStep != nil || $0.isDenial } || isFinished(runner)
    guard isMoved, !wasFinished else {
      throw ScriptFailure(
        "nothing-accepted", "there is no suggestion that could be accepted", at: place)
    }
  }

  /// Goes back a number of visible steps, all of which must exist.
  func goBack(
    _ count: Int, isRefusalExpected: Bool, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    let shown = runner.session.stepsBack
    if count > max(1, shown), !isFinished(runner), runner.decision == nil {
      let steps = shown == 1 ? "1 step was" : "\(shown) steps were"
      throw ScriptFailure(
        "nothing-undone", "cannot go back \(count) steps: only \(steps) shown before this one",
        at: place)
    }
    try goBack(.back(steps: count), isRefusalExpected: isRefusalExpected, runner, place)
  }

  /// Sends a request to go back, which must lead to another step or field.
  ///
  /// It may also end in a denial announced by the script, or in an undo that fails.
  func goBack(
    _ event: FlowEvent, isRefusalExpected: Bool, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    let denials = approver.denials.count
    let undos = outside.record.undoCount
    let before = (runner.session.depth, focus(runner), runner.decision?.existingFile)
    let said = driver.send(event)
    if (runner.session.depth, focus(runner), runner.decision?.existingFile) != before { return }
    if approver.denials.count < denials || outside.record.undoCount > undos { return }
    let reason = said.compactMap { announcement -> String? in
      announcement.isDenial ? announcement.denialReason ?? "" : nil
    }.last
    if let reason, isRefusalExpected {
      if step(runner) == nil { approver.denialAtFailure = reason }
      return
    }
    let here = step(runner)?.focusedField?.id ?? runner.session.topStepID
    // The author of a script names a step by its id.
    var named: String?
    if case .backTo(let id) = event { named = runner.session.refusal(toGoBackTo: id, calling: id) }
    let words =
      isFinished(runner)
      ? "the flow has ended"
      : named ?? reason ?? here.map { "'\($0)' is asked already" } ?? "nothing is asked"
    throw ScriptFailure("nothing-undone", "cannot go back: \(words)", at: place)
  }

  /// Accepts the warnings of the focused field, or of the list.
  func confirm(
    _ id: String, _ runner: FlowRunner, _ place: SourcePlace
  ) throws(ScriptFailure) {
    let step = try asking(runner, place)
    let problems =
      step.focusedField.map { $0.id == id ? $0.problems : [] }
      ?? (step.id == id ? step.problems : [])
    guard problems.contains(where: { $0.severity == .warning }) else {
      throw ScriptFailure("nothing-to-confirm", "'\(id)' has no warning to confirm", at: place)
    }
    driver.send(.confirm)
    try checkAccepted(runner, place, what: "'\(id)'")
  }

  private func step(_ runner: FlowRunner) -> StepState? {
    guard case .asking(let step) = runner.state else { return nil }
    return step
  }

  /// Returns the id of the focused field, or nil if there isn't one.
  private func focus(_ runner: FlowRunner) -> String? { focusedField(runner)?.id }

  func focusedField(_ runner: FlowRunner) -> FieldState? { step(runner)?.focusedField }
}

extension ScriptCommand {
  /// Whether it expects the last move to be refused.
  var expectsRefusal: Bool {
    guard case .expect(let expectations) = action else { return false }
    return expectations.contains { if case .refused = $0.subject { true } else { false } }
  }
}
