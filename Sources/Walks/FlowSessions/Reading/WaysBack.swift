// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics
import StackFlowCore

// Where the user can go back to.
extension FlowSession {
  /// Returns why an id isn't that of a step to go back to; nil if it is.
  ///
  /// - Parameters:
  ///   - id: The id of a step, a field, or a used flow.
  ///   - name: What the reason calls it; nil for what users know it as.
  /// - Returns: The reason.
  package func refusal(toGoBackTo id: String, calling name: String? = nil) -> String? {
    guard flow.hasStep(id) || flow.isSubflow(id) else { return unknownStep(id) }
    func text(_ message: MessageID, kind: String = "") -> String {
      catalog.text(message, ["id": .quoted(name ?? self.name(of: id)), "kind": .quoted(kind)])
    }
    guard let depth = depth(of: id), let entry = stack.entry(at: depth) else {
      return text(.notAsked)
    }
    if let kind = flow.effectWord(at: entry.item.planIndex) {
      return text(.effectIsNotAsked, kind: kind)
    }
    return depth == stack.count - 1 || shows(id, at: depth) ? nil : text(.notShown)
  }

  /// Returns why a word isn't the id of a step to go back to, with the id that was probably meant.
  ///
  /// - Complexity: O(*n*) in the number of steps of the flow.
  package func unknownStep(_ id: String) -> String {
    let asked = flow.stepIDs.filter { flow.step(withID: $0)?.isEffect != true }
    let near =
      NearMiss.nearest(to: id, in: shownSteps)
      ?? NearMiss.nearest(to: id, in: asked.filter { depth(of: $0) != nil })
      ?? NearMiss.nearest(to: id, in: asked)
    return catalog.text(.noStep, ["id": .echo(id)], meant: near.map { name(of: $0) })
  }

  /// Returns whether going back to an id would show something.
  ///
  /// For a form, that's a visible field.
  ///
  /// - Parameters:
  ///   - id: The id of a step, a field, or a used flow.
  ///   - depth: The depth of its step, which is submitted.
  /// - Returns: Whether something is shown there.
  func shows(_ id: String, at depth: Int) -> Bool {
    guard let entry = stack.entry(at: depth)?.item,
      let step = flow.step(at: entry.planIndex),
      case .form = step.kind, let submission = stack.entry(at: depth + 1)?.item.submission
    else { return true }
    let scope = scopeOfSubmitted(submission, at: depth)
    let name = id.withoutPositions
    let wanted = step.elements.filter { $0.id == name }
    return (wanted.isEmpty ? step.elements : wanted).contains { element in
      if case .compute = element.kind { return false }
      return element.when.map { (try? $0.isTrue(in: scope)) == true } ?? true
    }
  }

  /// Returns the scope of a submitted step's expressions.
  func scopeOfSubmitted(_ submission: Submission, at depth: Int) -> SessionScope {
    var scope = scopeWhenPushed(at: depth)
    scope.live = stack.entry(at: depth).map { ($0.item.planIndex, submission.values) }
    scope.computed = stack.entry(at: depth + 1)?.item.computed ?? []
    return scope
  }

  /// Returns the scope of the step at a depth when it was pushed.
  ///
  /// - Complexity: O(log *n*) in the depth of the stack.
  func scopeWhenPushed(at depth: Int) -> SessionScope {
    var below = stack
    _ = try? below.pop(below.count - depth - 1)
    return SessionScope(
      setup: setup, stack: below, now: below.top?.pushedAt ?? timeOfNames,
      language: language)
  }

  /// Whether there's a visible step to go back to.
  ///
  /// There's none while an undo is in doubt, because going back would only ask about it again.
  public var canGoBack: Bool {
    switch phase {
    case .finished: return false
    case .undoing where isInDoubt: return false
    default: break
    }
    guard let top = stack.top else { return false }
    if phase.step?.fieldBeforeFocus != nil || rowBefore != nil || recordBefore != nil {
      return true
    }
    guard let below = top.shownBelow else { return false }
    return below >= top.floor
  }

  /// Returns whether a request to go back to a step would reach the delegate.
  public func canGoBack(to id: String) -> Bool {
    if case .finished = phase { return false }
    guard let depth = depth(of: id), let top = stack.top,
      let plan = stack.entry(at: depth)?.item.planIndex
    else { return false }
    return depth < stack.count - 1 && depth >= top.floor && flow.effectWord(at: plan) == nil
      && shows(id, at: depth)
  }

  /// The ids of the visible steps below the top, oldest first.
  package var shownSteps: [String] {
    var ids: [String] = []
    var depth = stack.top?.shownBelow
    while let current = depth, let entry = stack.entry(at: current)?.item {
      if let id = self.id(at: current) { ids.append(id) }
      depth = entry.shownBelow
    }
    return ids.reversed()
  }

  /// Whether the user can go back to a visible step below the top.
  ///
  /// - Complexity: O(*n* log *n*) in the number of steps above the nearest one.
  package var hasStepToGoBackTo: Bool {
    var depth = stack.top?.shownBelow
    while let current = depth, let entry = stack.entry(at: current)?.item {
      if let id = id(at: current), canGoBack(to: id) { return true }
      depth = entry.shownBelow
    }
    return false
  }

  /// Returns the ids of the answers that going back to a step discards, the step's own first.
  package func discarded(byGoingBackTo id: String) -> [String] {
    guard let depth = depth(of: id) else { return [] }
    var ids: [String] = []
    for row in (depth..<max(depth, stack.count - 1)).flatMap({ reviewRows(at: $0) })
    where ids.last != row.id {
      ids.append(row.id)
    }
    return ids
  }
}
