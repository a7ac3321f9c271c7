// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// The progress of a session.
extension SessionReader {
  var progress: FlowSession.Progress { progress(passingReviews: false) }

  func progress(passingReviews passesReviews: Bool) -> FlowSession.Progress {
    guard let top = session.stack.top else { return FlowSession.Progress(step: 0, remaining: 0) }
    let step = session.topStep?.step
    if case .stop? = step?.kind {
      return FlowSession.Progress(step: top.shownCount + 1, remaining: 0)
    }
    // In an item, the list is the current step.
    let base =
      step?.repeats.first.flatMap { session.stack.depth(ofPlanIndex: $0) }
      .flatMap { session.stack.entry(at: $0)?.item } ?? top
    let scope = scope()
    var remaining = 0
    var index = flow.index(after: base.planIndex)
    while index < flow.plan.count {
      switch flow.plan[index] {
      case .compute, .call, .result, .itemEnd: index += 1
      case .step(let step):
        switch step.kind {
        case .review where passesReviews, .commit where passesReviews: break
        default: if isExpectedToBeShown(step, in: scope) { remaining += 1 }
        }
        index = flow.index(after: index)
      case .branch(let branch):
        index = knownValue(of: branch.condition, in: scope) == false ? branch.otherwise : index + 1
      }
    }
    let passed = passesReviews ? passedCount(below: base) : 0
    return FlowSession.Progress(step: base.shownCount + 1 - passed, remaining: remaining)
  }

  /// Returns the number of reviews and commits that were passed below an entry.
  private func passedCount(below top: StepEntry) -> Int {
    var count = 0
    var depth = top.shownBelow
    while let current = depth, let entry = session.stack.entry(at: current)?.item {
      switch flow.step(at: entry.planIndex)?.kind {
      case .review?, .commit?: count += 1
      default: break
      }
      depth = entry.shownBelow
    }
    return count
  }

  /// Returns whether a step ahead will probably be shown.
  private func isExpectedToBeShown(_ step: CheckedStep, in scope: SessionScope) -> Bool {
    switch step.kind {
    case .stop, .run, .write: return false
    case .note, .review: return true
    case .commit, .repeat:
      return options.answers[step.id] == nil || session.consumed.contains(step.id)
    case .ask, .form:
      let shown = step.elements.filter { element in
        element.when.map { knownValue(of: $0, in: scope) != false } ?? true
      }
      let fields = shown.compactMap { element in element.field.map { (element.id, $0) } }
      return fields.isEmpty || !fields.allSatisfy { isPassed($0.1, id: $0.0) }
    }
  }

  /// Returns whether a field ahead will probably not be asked.
  private func isPassed(_ field: CheckedField, id: String) -> Bool {
    if session.consumed.contains(id) { return false }
    if options.answers[id] != nil { return true }
    // Earlier answers are offered, not taken.
    guard session.suggestions[id] ?? .null == .null,
      options.takesDefaults || field.priority < options.priorityThreshold
    else { return false }
    if field.defaultValue != nil { return true }
    if case .known(.bool(false))? = field.required { return true }
    return false
  }
}
