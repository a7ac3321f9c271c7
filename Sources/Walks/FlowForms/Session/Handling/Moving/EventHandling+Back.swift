// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

// Requests to go back.
extension FlowSession {
  /// Requests to go back a number of visible steps.
  mutating func requestPop(steps: Int, _ announcements: inout [FlowAnnouncement]) {
    guard steps > 0 else { return }
    if steps == 1, case .asking(var live) = phase, let before = live.fieldBeforeFocus {
      live.focus = before
      live.denial = nil
      phase = .asking(live)
      return
    }
    var depth = stack.count - 1
    for _ in 0..<steps {
      guard let below = stack.entry(at: depth)?.item.shownBelow else { break }
      depth = below
    }
    guard depth < stack.count - 1 else {
      return deny(makeRequest(.pop(steps)), catalog.text(.firstStep), &announcements)
    }
    requestPop(toDepth: depth, &announcements)
  }

  /// Requests to go back to the step with an id, to the form that contains the field, or to the
  /// start of a used flow.
  mutating func requestPop(to id: String, _ announcements: inout [FlowAnnouncement]) {
    let depth = depth(of: id)
    if let reason = refusal(toGoBackTo: id) {
      let count = depth.map { stack.count - 1 - $0 } ?? 0
      return deny(makeRequest(.pop(count)), reason, &announcements)
    }
    guard let depth else { return }
    guard depth < stack.count - 1 else {
      guard case .asking(var live) = phase else { return }
      live.focusField(id)
      phase = .asking(live)
      return
    }
    requestPop(toDepth: depth, &announcements)
    backField = id
  }

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
  public func unknownStep(_ id: String) -> String {
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
    guard let entry = stack.entry(at: depth)?.item, let step = flow.step(at: entry.planIndex),
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
    return scope
  }

  /// Returns the scope of the step at a depth when it was pushed.
  ///
  /// - Complexity: O(log *n*) in the depth of the stack.
  func scopeWhenPushed(at depth: Int) -> SessionScope {
    var below = stack
    _ = try? below.pop(below.count - depth - 1)
    return SessionScope(
      setup: setup, stack: below, now: below.top?.pushedAt ?? now, language: language)
  }

  mutating func requestPop(
    toDepth depth: Int, _ announcements: inout [FlowAnnouncement]
  ) {
    if let floor = stack.top?.floor, depth < floor {
      let commit = id(at: floor - 1).map { name(of: $0) }
      return deny(
        makeRequest(.pop(stack.count - 1 - depth)),
        catalog.text(.pastCommit, ["id": .quoted(commit ?? "")]),
        &announcements)
    }
    if case .asking(var live) = phase {
      live.denial = nil
      phase = .asking(live)
    }
    backField = nil
    request(.pop(to: depth), from: phase)
  }
}
