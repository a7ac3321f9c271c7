// SPDX-License-Identifier: Apache-2.0

import FlowModel
import HashTreeCollections

// Takes answers for questions that may come later.
extension FlowSession {
  /// The ids of the answers given in advance that no step has used.
  package var unusedAnswers: [String] {
    given.keys.filter { !consumed.contains($0) }.sorted()
  }

  /// Keeps answers for their questions, and uses those for the step that's asked.
  ///
  /// - Complexity: O(*n*) in the number of answers, and that of submitting the step.
  mutating func give(_ answers: [String: FieldInput]) {
    if case .finished = phase { return }
    for (id, input) in answers {
      given[id] = input
      consumed.remove(id)
    }
    giveCount += 1
    if giveRows(answers) { return }
    guard handling.filling == nil, case .asking(var live) = phase, live.takes(answers),
      let (planIndex, step) = topStep
    else { return }
    isAcceptingSuggestions = false
    phase = .idle
    do {
      let taken = try valuesWithoutAsking(step, &live, planIndex: planIndex)
      // The rows of a matrix whose secrets were drawn are asked if they're refused all the same.
      if taken == nil, arriveAtRow(of: live, planIndex: planIndex, field: nil) { return }
      wait(at: live, for: taken.map { .push($0.values) })
    } catch {
      fail(error, at: live)
    }
  }
}

extension StepState {
  /// Whether one of some answers is for the step or for one of its visible fields.
  fileprivate func takes(_ answers: [String: FieldInput]) -> Bool {
    answers[id] != nil || visibleFields.contains { answers[$0.id] != nil }
  }
}
