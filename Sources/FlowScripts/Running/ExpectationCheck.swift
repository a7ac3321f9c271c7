// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// Holds a session against what a script expects.
///
/// Maps match as subsets, lists exactly, texts as
/// parts.
struct ExpectationCheck {
  let session: FlowSession

  /// What happened outside.
  let outside: ScriptedEffects.Record

  func check(_ expectation: Expectation) throws(ScriptFailure) {
    switch expectation.subject {
    case .at(let id): try same("the top step", topStepID ?? "nothing", id, expectation)
    case .field(let id):
      try same("the focused field", step?.focusedField?.id ?? "nothing", id, expectation)
    case .absent(let ids):
      for id in ids {
        guard let value = session.answer(id) else { continue }
        throw failure("'\(id)' is answered: \(ValueDifference.text(value))", expectation)
      }
    case .answers(let wanted):
      for (id, value) in wanted.sorted(by: { $0.key < $1.key }) {
        try same(id, session.answer(id), value, expectation)
      }
    case .suggests(let wanted):
      for (id, value) in wanted.sorted(by: { $0.key < $1.key }) {
        let offer = step?.field(id)?.offer
        try same(
          "the suggestion for '\(id)'", offer?.isSuggestion == true ? offer?.value : nil, value,
          expectation)
      }
    case .defaults(let wanted):
      for (id, value) in wanted.sorted(by: { $0.key < $1.key }) {
        try same(
          "the default of '\(id)'", step?.field(id)?.defaultValue, value, expectation)
      }
    case .choices(let wanted):
      for (id, values) in wanted {
        let field = id.map { step?.field($0) } ?? step?.focusedField
        let found = field?.choices.map(\.value)
        try same("the choices", found.map { .list($0) }, .list(values), expectation)
      }
    case .label(let part): try contains(part, step?.focusedField?.label, "label", expectation)
    case .text(let part):
      let texts = [step?.title, step?.text].compactMap { $0 } + notes
      try contains(part, texts.joined(separator: "\n"), "text", expectation)
    case .error(let parts): try checkProblems(parts, .error, expectation)
    case .warning(let parts): try checkProblems(parts, .warning, expectation)
    case .refused(let part): try contains(part, step?.denial, "refusal", expectation)
    case .canGoBack(let wanted):
      guard session.canGoBack != wanted else { return }
      throw failure(
        wanted ? "one cannot go back here" : "one can go back here", expectation)
    case .canGoBackTo(let ids):
      for id in ids where !session.canGoBack(to: id) {
        throw failure("one cannot go back to '\(id)'", expectation)
      }
    case .files(let wanted): try checkFiles(wanted, expectation)
    case .ran(let ids): try same("what ran", outside.ran, ids, expectation)
    case .undone(let ids): try same("what was undone", outside.undone, ids, expectation)
    case .screen: break
    }
  }

  private func checkFiles(
    _ wanted: [String: String?], _ expectation: Expectation
  ) throws(ScriptFailure) {
    for (path, part) in wanted.sorted(by: { $0.key < $1.key }) {
      let bytes = outside.files[ScriptedEffects.normalized(path)]
      let found = bytes.map { String(decoding: $0, as: UTF8.self) }
      guard let part else {
        if found != nil { throw failure("there is a file '\(path)'", expectation) }
        continue
      }
      try contains(part, found, "file '\(path)'", expectation)
    }
  }

  private var step: StepState? {
    guard case .asking(let step) = session.state else { return nil }
    return step
  }

  /// The id of the top step, of one that failed too.
  private var topStepID: String? {
    switch session.state {
    case .asking, .failed, .needs: session.topStepID
    case .notStarted, .finished: nil
    }
  }

  private var notes: [String] {
    step?.elements.compactMap { element in
      guard element.isVisible, case .note(let text) = element.content else { return nil }
      return text
    } ?? []
  }

  private func checkProblems(
    _ parts: [String?: String], _ severity: Severity, _ expectation: Expectation
  ) throws(ScriptFailure) {
    let name = severity == .error ? "error" : "warning"
    if severity == .error, case .failed(let failure) = session.state {
      for (id, part) in parts where id == nil || id == session.topStepID {
        try contains(part, failure.message, name, expectation)
      }
      return
    }
    for (id, part) in parts.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      let problems = (step?.problems ?? []) + (step?.visibleFields.flatMap(\.problems) ?? [])
      let found = problems.filter { $0.severity == severity && (id == nil || $0.field == id) }
      let what = id.map { "\(name) of '\($0)'" } ?? name
      try contains(
        part, found.isEmpty ? nil : found.map(\.message).joined(separator: "\n"), what, expectation)
    }
  }

  // MARK: Comparing

  private func same(
    _ what: String, _ found: [String], _ wanted: [String], _ expectation: Expectation
  ) throws(ScriptFailure) {
    guard found != wanted else { return }
    throw failure(
      "\(what) is [\(found.joined(separator: ", "))], "
        + "expected [\(wanted.joined(separator: ", "))]", expectation)
  }

  private func same(
    _ what: String, _ found: String, _ wanted: String, _ expectation: Expectation
  ) throws(ScriptFailure) {
    guard found != wanted else { return }
    throw failure("\(what) is '\(found)', expected '\(wanted)'", expectation)
  }

  private func same(
    _ what: String, _ found: Value?, _ wanted: Value, _ expectation: Expectation
  ) throws(ScriptFailure) {
    let lines = ValueDifference.lines(found: found, wanted: wanted, isExact: false, at: what)
    guard let first = lines.first else { return }
    throw ScriptFailure(
      "expectation-failed", String(first.dropFirst(2)), at: expectation.place,
      notes: lines.dropFirst().map { .init($0, at: nil) })
  }

  private func contains(
    _ part: String, _ found: String?, _ what: String, _ expectation: Expectation
  ) throws(ScriptFailure) {
    guard let found else { throw failure("there is no \(what)", expectation) }
    guard !found.contains(part), !part.isEmpty else { return }
    throw failure("the \(what) is '\(found)', expected '\(part)' in it", expectation)
  }

  private func failure(_ message: String, _ expectation: Expectation) -> ScriptFailure {
    ScriptFailure("expectation-failed", message, at: expectation.place)
  }
}
