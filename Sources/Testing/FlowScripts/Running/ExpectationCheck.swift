// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import SourceDiagnostics

/// Compares a session with the expectations of a script.
///
/// Maps match as subsets, lists match exactly, and texts match as substrings. Texts come from the
/// rows that faces show, so a script sees what users see.
struct ExpectationCheck {
  let session: FlowSession

  /// The effects so far.
  let outside: ScriptedEffects.Record

  /// The reason why the last command was denied at a failure, at which no step shows it.
  let denialAtFailure: String?

  /// Returns the ways in which the session differs from an expectation.
  func failures(of expectation: Expectation) -> [ScriptFailure] {
    switch expectation.subject {
    case .at(let id):
      isRow(id)
        ? []
        : topStepID.map { same("the top step", $0, id, expectation) }
          ?? [failure("\(nothingAsked), expected '\(id)' at the top", expectation)]
    case .field(let id):
      step?.focusedField.map { same("the focused field", $0.id, id, expectation) }
        ?? [
          failure(
            (topStepID.map { "the top step, '\($0)', has no field" } ?? nothingAsked)
              + ", expected the field '\(id)'", expectation)
        ]
    case .absent(let ids):
      ids.compactMap { id in
        session.maskedAnswer(id).map {
          failure("'\(id)' is answered: \(ValueDifference.text($0))", expectation)
        }
      }
    case .answers(let wanted):
      each(wanted) { id, value in
        same(id, session.answer(id), shown: session.maskedAnswer(id), value, expectation)
      }
    case .origins(let wanted):
      each(wanted) { id, origin in
        session.answers.last(where: { $0.id == id }).map {
          same("the origin of '\(id)'", $0.origin.rawValue, origin.rawValue, expectation)
        } ?? [failure("'\(id)' isn't answered, expected \(origin.rawValue)", expectation)]
      }
    case .suggests(let wanted):
      each(wanted) { id, value in
        let offer = step?.field(id)?.offer
        let found = offer?.isSuggestion == true ? offer?.value : nil
        return same("the suggestion for '\(id)'", found, value, expectation)
      }
    case .defaults(let wanted):
      each(wanted) { id, value in
        same("the default of '\(id)'", step?.field(id)?.defaultValue, value, expectation)
      }
    case .choices(let wanted): choices(wanted, expectation)
    case .label(let part): contains(part, label, "label", expectation)
    case .text(let part): contains(part, text, "text", expectation)
    case .error(let parts): problems(parts, .error, expectation)
    case .warning(let parts): problems(parts, .warning, expectation)
    case .refused(let part): contains(part, step?.denial ?? denialAtFailure, "refusal", expectation)
    case .canGoBack(let wanted):
      session.canGoBack == wanted
        ? []
        : [failure(wanted ? "can't go back here" : "can go back here", expectation)]
    case .canGoBackTo(let ids):
      ids.filter { !session.canGoBack(to: $0) }
        .map { failure("can't go back to '\($0)'", expectation) }
    case .files(let wanted): files(wanted, expectation)
    case .ran(let ids): same("what ran", outside.ran, ids, expectation)
    case .undone(let ids): same("what was undone", outside.undone, ids, expectation)
    }
  }

  /// Returns the failures of all entries, in the order of their ids.
  private func each<Wanted>(
    _ wanted: [String: Wanted], _ check: (String, Wanted) -> [ScriptFailure]
  ) -> [ScriptFailure] {
    wanted.sorted { $0.key < $1.key }.flatMap { check($0.key, $0.value) }
  }

  private func choices(
    _ wanted: [String?: [Value]], _ expectation: Expectation
  ) -> [ScriptFailure] {
    wanted.sorted { ($0.key ?? "") < ($1.key ?? "") }.flatMap { id, values in
      let field = id.map { step?.field($0) } ?? step?.focusedField
      guard let field, field.type.isChoice else {
        let words =
          id.map { "'\($0)' isn't asked here with choices" }
          ?? topStepID.map { "'\($0)' offers no choices" } ?? nothingAsked
        return [failure("\(words), expected \(ValueDifference.text(.list(values)))", expectation)]
      }
      return same("choices", .list(field.choices.map(\.value)), .list(values), expectation)
    }
  }

  private func files(
    _ wanted: [String: String?], _ expectation: Expectation
  ) -> [ScriptFailure] {
    each(wanted) { path, part in
      let bytes = outside.files[ScriptedEffects.normalized(path)]
      let found = bytes.map { String(decoding: $0, as: UTF8.self) }
      guard let part else {
        return found == nil ? [] : [failure("there is a file '\(path)'", expectation)]
      }
      return contains(part, found, "file '\(path)'", expectation)
    }
  }

  private var step: StepState? {
    guard case .asking(let step) = session.state else { return nil }
    return step
  }

  /// Whether an id is that of the matrix whose row is the top step, or of that row.
  private func isRow(_ id: String) -> Bool {
    guard let matrix = session.matrix else { return false }
    return id == matrix.id || id == "\(matrix.id)[\(matrix.position)]"
  }

  /// The id of the top step, even if it failed.
  private var topStepID: String? {
    switch session.state {
    case .asking, .failed, .needs: session.topStepID
    case .notStarted, .finished: nil
    }
  }

  /// Why there's no top step.
  private var nothingAsked: String {
    if case .finished = session.state { "the flow has ended" } else { "the flow hasn't started" }
  }

  /// The rows that faces show for the top step.
  private var rows: [ScreenRow] {
    Question(session)?.page(.everything).rows ?? []
  }

  /// The question of the focused field.
  private var label: String? {
    rows.lazy.compactMap { row in
      if case .question(let label, _) = row { label } else { nil }
    }.first
  }

  /// The titles and texts of the top step.
  private var text: String {
    rows.compactMap { row in
      switch row {
      case .section, .stepTitle, .text, .nothingToChoose: row.words
      default: nil
      }
    }.joined(separator: "\n")
  }

  private func problems(
    _ parts: [String?: String], _ severity: Severity, _ expectation: Expectation
  ) -> [ScriptFailure] {
    let name = severity == .error ? "error" : "warning"
    if severity == .error, case .failed(let failure) = session.state {
      return parts.filter { $0.key == nil || $0.key == session.topStepID }
        .flatMap { contains($0.value, failure.message, name, expectation) }
    }
    let all = (step?.problems ?? []) + (step?.visibleFields.flatMap(\.problems) ?? [])
    return parts.sorted { ($0.key ?? "") < ($1.key ?? "") }.flatMap { id, part in
      let found = all.filter { $0.severity == severity && (id == nil || $0.field == id) }
      return contains(
        part, found.isEmpty ? nil : found.map(\.message).joined(separator: "\n"),
        id.map { "\(name) of '\($0)'" } ?? name, expectation)
    }
  }

  // MARK: Comparing

  private func same(
    _ what: String, _ found: [String], _ wanted: [String], _ expectation: Expectation
  ) -> [ScriptFailure] {
    guard found != wanted else { return [] }
    let message =
      "\(what) is [\(found.joined(separator: ", "))], "
      + "expected [\(wanted.joined(separator: ", "))]"
    return [failure(message, expectation)]
  }

  private func same(
    _ what: String, _ found: String, _ wanted: String, _ expectation: Expectation
  ) -> [ScriptFailure] {
    found == wanted ? [] : [failure("\(what) is '\(found)', expected '\(wanted)'", expectation)]
  }

  private func same(
    _ what: String, _ found: Value?, shown: Value? = nil, _ wanted: Value,
    _ expectation: Expectation
  ) -> [ScriptFailure] {
    let lines = ValueDifference.lines(
      found: found, shown: shown ?? found, wanted: wanted, isExact: false, at: what)
    guard let first = lines.first else { return [] }
    return [
      ScriptFailure(
        "expectation-failed", String(first.dropFirst(2)), at: expectation.place,
        notes: lines.dropFirst().map { .init($0, at: nil) })
    ]
  }

  private func contains(
    _ part: String, _ found: String?, _ what: String, _ expectation: Expectation
  ) -> [ScriptFailure] {
    guard let found else { return [failure("there is no \(what)", expectation)] }
    guard !found.includes(part), !part.isEmpty else { return [] }
    return [failure("the \(what) is '\(found)', expected '\(part)' in it", expectation)]
  }

  private func failure(_ message: String, _ expectation: Expectation) -> ScriptFailure {
    ScriptFailure("expectation-failed", message, at: expectation.place)
  }
}
