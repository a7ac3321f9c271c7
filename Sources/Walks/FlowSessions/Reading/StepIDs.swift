// SPDX-License-Identifier: Apache-2.0

import FlowModel
import StackFlowCore

// Ids as they're used outside a session: `license.holder`, `env[2].key`.
extension FlowSession {
  /// The id of the top step, or nil before the start and at the end.
  package var topStepID: String? { topStep.map { id(of: $0.step) } }

  /// Returns the positions of the items that contain a step, including the item that's about to be
  /// asked.
  private func positions(of step: CheckedStep, opening: RepeatFrame? = nil) -> [Int] {
    guard !step.repeats.isEmpty else { return [] }
    var scope = scope()
    scope.opening = opening
    return step.repeats.map { scope.frame(of: $0)?.position ?? 0 }
  }

  /// Returns the id of a step that's on the stack or about to be pushed.
  func id(of step: CheckedStep, opening: RepeatFrame? = nil) -> String {
    step.id.with(positions: positions(of: step, opening: opening))
  }

  /// Returns the id of an element of a step, or of anything else in the step's scope.
  func instance(_ id: String, of step: CheckedStep, opening: RepeatFrame? = nil) -> String {
    id.with(positions: positions(of: step, opening: opening))
  }

  /// The ids of the steps on the stack, oldest first, as they were announced.
  ///
  /// - Complexity: O(*n* log *n*) in the depth of the stack.
  package var announcedSteps: [String] { (0..<stack.count).compactMap { id(at: $0) } }

  /// Returns the id of the step at a depth, or nil for the end of the flow.
  func id(at depth: Int) -> String? {
    guard let entry = stack.entry(at: depth)?.item else { return nil }
    return flow.step(at: entry.planIndex).map { id(of: $0) }
  }

  /// Returns the depth of the step with an id, or of the form that contains the field, or nil if
  /// neither is on the stack.
  ///
  /// For a step of an item that isn't being asked, it's the depth of the list. For a used flow or
  /// an item, it's the depth of the first step inside.
  func depth(of id: String) -> Int? {
    guard let plan = flow.stepIndices[id.withoutPositions], let step = flow.step(at: plan) else {
      return depthOfFirstStep(inside: id)
    }
    guard !step.repeats.isEmpty else { return stack.depth(ofPlanIndex: plan) }
    let scope = scope()
    for (repeatIndex, position) in zip(step.repeats, id.positions) {
      guard let depth = stack.depth(ofPlanIndex: repeatIndex) else { return nil }
      guard let frame = scope.frame(of: repeatIndex), frame.position == position else {
        return depth
      }
    }
    return stack.depth(ofPlanIndex: plan)
  }

  /// Returns the depth of the first visible step whose id begins with that of a used flow or an
  /// item.
  ///
  /// For an item that isn't being asked, it's the depth of its list.
  ///
  /// - Complexity: O(*n* log *n*) in the depth of the stack.
  private func depthOfFirstStep(inside id: String) -> Int? {
    let first = (0..<stack.count).first { depth in
      guard let entry = stack.entry(at: depth)?.item,
        flow.effectWord(at: entry.planIndex) == nil
      else { return false }
      return self.id(at: depth)?.hasPrefix(id + ".") == true
        && (depth == stack.count - 1 || shows(id, at: depth))
    }
    guard first == nil, let bracket = id.lastIndex(of: "["), id.hasSuffix("]") else { return first }
    return depth(of: String(id[..<bracket]))
  }
}
