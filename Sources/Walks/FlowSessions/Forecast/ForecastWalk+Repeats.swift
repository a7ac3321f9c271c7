// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import StackFlowCore

// Forecasts of lists of records.
extension ForecastWalk {
  /// Adds a list that wasn't reached: with its records if it was given in advance, and empty if
  /// it's over a list without elements, or if it may be empty and defaults are taken.
  mutating func tell(
    _ told: inout FlowForecast.Step, _ list: CheckedRepeat, at index: Int, isCertain: Bool
  ) {
    let origin = NameOrigin.element(plan: index, element: 0)
    guard told.isGiven, !session.consumed.contains(told.id),
      let given = session.given[told.id]
    else {
      if let over = list.over {
        guard case .list(let elements)? = (try? over.value(in: scope))?.unwrapped else { return }
        guard elements.isEmpty || takesDefaults(of: told.id) else { return }
        told.isPassed = true
        told.fate = isCertain ? .defaulted : .perhaps
        guard elements.isEmpty else { return }
      } else {
        guard takesDefaults(of: told.id) else { return }
        told.isPassed = true
        if let earlier = session.options.suggestions[told.id] {
          // Whether the records of an earlier walk are taken may depend on what isn't known.
          told.fate = .perhaps
          guard !isBrief, let ahead = scope.ahead,
            case .success(let value)? = try? records(given: earlier, at: index, knowing: ahead)
          else { return }
          if isCertain { told.fate = .defaulted }
          scope.ahead?.learn(origin, value)
          (told.answer, told.answerText) = (
            session.masked(value, at: origin), Self.count(of: value)
          )
          return
        }
        // Checks of the list decide when it's reached.
        let isChecked = flow.step(at: index)?.validations.isEmpty == false
        told.fate = isCertain && !isChecked ? .defaulted : .perhaps
        if isChecked { return }
      }
      scope.ahead?.learn(origin, .list([]))
      (told.answer, told.answerText) = (.list([]), Self.count(of: .list([])))
      return
    }
    told.isPassed = true
    told.fate = isCertain ? .given : .perhaps
    guard !isBrief, let ahead = scope.ahead else { return }
    do {
      switch try records(given: given, at: index, knowing: ahead) {
      case .success(let value):
        scope.ahead?.learn(origin, value)
        (told.answer, told.answerText) = (session.masked(value, at: origin), Self.count(of: value))
      case .failure(let problem):
        if isCertain { told.fate = .refused }
        told.problem = problem.message
      }
    } catch {
      // Whatever depends on later answers, or on a file, is checked when the list is reached.
    }
  }
}

extension ForecastWalk {
  /// Returns whether a list takes its defaults without asking.
  private func takesDefaults(of id: String) -> Bool {
    session.mayTakeDefaultItems(of: id) && flow.hasDefaultRepeat(id)
  }
}

extension ForecastWalk {
  /// Returns the value of a list ahead from records given in advance, or why they're refused.
  ///
  /// It walks a copy of the session, starting at the list, so that the result is exactly what the
  /// session would do there.
  ///
  /// - Parameters:
  ///   - input: The given records.
  ///   - plan: The index of the list in the plan.
  ///   - ahead: What's known about the names before the list.
  /// - Returns: The list as expressions read it, or why it's refused.
  /// - Throws: ``FlowFailure`` if the records depend on something that isn't known.
  private func records(
    given input: FieldInput, at plan: Int, knowing ahead: KnownAhead
  ) throws(FlowFailure) -> Result<Value, RecordsProblem> {
    guard let step = flow.step(at: plan), case .repeat(let list) = step.kind else {
      return .success(.list([]))
    }
    guard case .value(.list(let records)) = input else {
      return .failure(RecordsProblem(message: session.catalog.text(.recordListNeeded)))
    }
    var copy = session.unhandled
    copy.handling.outlook = ahead.until(plan)
    copy.handling.draw = { $0.example }
    copy.observer = nil
    copy.phase = .idle
    copy.stack.push(
      StepEntry(
        planIndex: plan, submission: nil, computed: [], frame: nil, pushedAt: session.timeOfNames,
        shownBelow: nil, shownCount: 0, floor: 0, language: session.stack.top?.language))
    var state = StepState(
      StepState.Contents(id: step.id, kind: .repeat, elements: [], problems: []))
    state.repeat = try copy.makeRepeat(
      list, of: step, planIndex: plan, items: ItemList(), elements: nil, in: copy.scope())
    let taken = try copy.takeRecords(records, list, step, &state, at: plan, isGiven: true)
    if let value = taken?.values.first ?? nil { return .success(value) }
    return .failure(RecordsProblem(message: state.problems.first?.message ?? ""))
  }

  /// The reason why records given in advance are refused.
  private struct RecordsProblem: Error {
    /// The message for users.
    let message: String
  }
}
