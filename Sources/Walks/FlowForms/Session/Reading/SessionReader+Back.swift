// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics
import StackFlowCore

// Where the user can go back to.
extension SessionReader {
  func refusal(toGoBackTo id: String, calling name: String? = nil) -> String? {
    guard flow.hasStep(id) || flow.isSubflow(id) else { return unknownStep(id) }
    func text(_ message: MessageID, kind: String = "") -> String {
      catalog.text(message, ["id": .quoted(name ?? self.name(of: id)), "kind": .quoted(kind)])
    }
    guard let depth = depth(of: id), let entry = session.stack.entry(at: depth) else {
      return text(.notAsked)
    }
    if let kind = flow.effectWord(at: entry.item.planIndex) {
      return text(.effectIsNotAsked, kind: kind)
    }
    return depth == session.stack.count - 1 || shows(id, at: depth) ? nil : text(.notShown)
  }

  func unknownStep(_ id: String) -> String {
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
    guard let entry = session.stack.entry(at: depth)?.item,
      let step = flow.step(at: entry.planIndex),
      case .form = step.kind, let submission = session.stack.entry(at: depth + 1)?.item.submission
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
    scope.live = session.stack.entry(at: depth).map { ($0.item.planIndex, submission.values) }
    scope.computed = session.stack.entry(at: depth + 1)?.item.computed ?? []
    return scope
  }

  /// Returns the scope of the step at a depth when it was pushed.
  ///
  /// - Complexity: O(log *n*) in the depth of the stack.
  func scopeWhenPushed(at depth: Int) -> SessionScope {
    var below = session.stack
    _ = try? below.pop(below.count - depth - 1)
    return SessionScope(
      setup: session.setup, stack: below, now: below.top?.pushedAt ?? session.now,
      language: language)
  }

  var canGoBack: Bool {
    switch session.phase {
    case .finished: return false
    case .undoing where session.isInDoubt: return false
    default: break
    }
    guard let top = session.stack.top else { return false }
    if session.phase.step?.fieldBeforeFocus != nil || rowBefore != nil { return true }
    guard let below = top.shownBelow else { return false }
    return below >= top.floor
  }

  func canGoBack(to id: String) -> Bool {
    if case .finished = session.phase { return false }
    guard let depth = depth(of: id), let top = session.stack.top,
      let plan = session.stack.entry(at: depth)?.item.planIndex
    else { return false }
    return depth < session.stack.count - 1 && depth >= top.floor && flow.effectWord(at: plan) == nil
      && shows(id, at: depth)
  }

  var shownSteps: [String] {
    var ids: [String] = []
    var depth = session.stack.top?.shownBelow
    while let current = depth, let entry = session.stack.entry(at: current)?.item {
      if let id = self.id(at: current) { ids.append(id) }
      depth = entry.shownBelow
    }
    return ids.reversed()
  }

  func discarded(byGoingBackTo id: String) -> [String] {
    guard let depth = depth(of: id) else { return [] }
    var ids: [String] = []
    for row in (depth..<max(depth, session.stack.count - 1)).flatMap({ reviewRows(at: $0) })
    where ids.last != row.id {
      ids.append(row.id)
    }
    return ids
  }
}
