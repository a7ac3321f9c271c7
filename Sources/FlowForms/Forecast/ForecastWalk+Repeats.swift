// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import StackFlowCore

// What happens to a list of records that wasn't reached.
extension ForecastWalk {
  /// Tells of a list: of one that was given in advance what its records make, of one over the
  /// elements of nothing that it is empty.
  mutating func tell(
    _ told: inout FlowForecast.Step, _ list: CheckedRepeat, at index: Int, isCertain: Bool
  ) {
    let origin = NameOrigin.element(plan: index, element: 0)
    guard told.isGiven, !session.consumed.contains(told.id),
      let given = session.options.answers[told.id]
    else {
      guard let over = list.over,
        case .list(let elements)? = (try? over.value(in: scope))?.unwrapped, elements.isEmpty
      else { return }
      told.fate = isCertain ? .defaulted : .perhaps
      scope.ahead?.learn(origin, .list([]))
      (told.answer, told.answerText) = (.list([]), Self.count(of: .list([])))
      return
    }
    told.fate = isCertain ? .given : .perhaps
    guard let ahead = scope.ahead else { return }
    do {
      switch try session.records(given: given, at: index, knowing: ahead) {
      case .success(let value):
        scope.ahead?.learn(origin, value)
        (told.answer, told.answerText) = (session.masked(value, at: origin), Self.count(of: value))
      case .failure(let problem):
        if isCertain { told.fate = .refused }
        told.problem = problem.message
      }
    } catch {
      // What depends on later answers, or on a file, is checked when the list is reached.
    }
  }
}

extension FlowSession {
  /// What records given in advance make of a list ahead, or why they are refused.
  ///
  /// It is a walk of a copy of the session from the list on, so that what a session would do when
  /// it reaches the list decides.
  ///
  /// - Parameters:
  ///   - input: What is given.
  ///   - plan: The index in the plan of the list.
  ///   - ahead: What is known of the names before it.
  /// - Returns: The list as expressions see it, or why it is refused.
  /// - Throws: a failure where the records depend on what isn't known.
  func records(
    given input: FieldInput, at plan: Int, knowing ahead: KnownAhead
  ) throws(FlowFailure) -> Result<Value, RecordsProblem> {
    guard let step = flow.step(at: plan), case .repeat(let list) = step.kind else {
      return .success(.list([]))
    }
    guard case .value(.list(let records)) = input else {
      return .failure(RecordsProblem(message: catalog.text(.recordListNeeded)))
    }
    var copy = self
    copy.observer = nil
    copy.outlook = ahead.until(plan)
    copy.filling = nil
    copy.phase = .idle
    copy.stack.push(
      StepEntry(
        planIndex: plan, submission: nil, computed: [], frame: nil, pushedAt: now,
        shownBelow: nil, shownCount: 0, floor: 0, language: stack.top?.language, failure: nil))
    var state = StepState(
      id: step.id, kind: .repeat, title: nil, text: nil, elements: [], focus: nil, denial: nil,
      problems: [])
    state.repeat = try copy.makeRepeat(
      list, of: step, planIndex: plan, items: ItemList(), elements: nil, in: copy.scope())
    let taken = try copy.takeRecords(records, list, step, &state, at: plan, isGiven: true)
    if let value = taken?.values.first ?? nil { return .success(value) }
    return .failure(RecordsProblem(message: state.problems.first?.message ?? ""))
  }

  /// Why records given in advance are refused.
  struct RecordsProblem: Error {
    /// The words for a person.
    let message: String
  }
}
