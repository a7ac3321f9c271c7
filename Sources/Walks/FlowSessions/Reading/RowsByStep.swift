// SPDX-License-Identifier: Apache-2.0

import FlowModel
package import StackFlowCore

extension FlowSession {
  /// The answers of a step on the stack, and which of them have a way back.
  ///
  /// Those of a step that was submitted stay as they are until it's popped, so a face that shows all answers after each
  /// event makes only those that are new.
  package struct StepRows: Sendable {
    /// The answers, formatted for display.
    package let rows: [ReviewRow]

    /// Whether going back to each shows something.
    fileprivate let areShown: [Bool]

    /// Whether nothing above the step forbids to go back to it.
    fileprivate var isOpen: Bool

    /// The entry that came with the answers; nil if they can change while the step is there.
    package let id: StepID?

    /// Whether there's a way back to all answers.
    package var areReachable: Bool { isOpen && areShown.allSatisfy(\.self) }

    /// The answers to which there's a way back.
    package var reachable: [String] {
      isOpen ? zip(rows, areShown).compactMap { $1 ? $0.id : nil } : []
    }
  }

  /// Returns the answers so far, as ``rowsSoFar``, by the steps on the stack.
  ///
  /// - Parameter known: The same of an earlier state of this walk, whose answers are taken over where they're the same.
  /// - Returns: The answers, oldest first.
  /// - Complexity: That of ``rowsSoFar`` in the steps that aren't known, and O(*n* log *n*) in the depth of the stack.
  package func rowsByStep(knowing known: [StepRows] = []) -> [StepRows] {
    let isOver = if case .finished = phase { true } else { false }
    let floor = stack.top?.floor ?? 0
    return (0..<stack.count).map { depth in
      let isOpen = !isOver && depth >= floor && depth < stack.count - 1
      let above = stack.entryID(at: depth + 1)
      if let above, known.indices.contains(depth), known[depth].id == above {
        var same = known[depth]
        same.isOpen = isOpen
        return same
      }
      let rows = rowsSoFar(at: depth)
      guard let above, isLasting(at: depth), rows.allSatisfy({ self.depth(of: $0.id) == depth }),
        let entry = stack.entry(at: depth)?.item
      else {
        return StepRows(
          rows: rows, areShown: rows.map { canGoBack(to: $0.id) }, isOpen: true, id: nil)
      }
      let isEffect = flow.effectWord(at: entry.planIndex) != nil
      return StepRows(
        rows: rows, areShown: rows.map { !isEffect && shows($0.id, at: depth) }, isOpen: isOpen,
        id: above)
    }
  }

  /// Whether the answers of a submitted step depend on nothing above: neither a list, whose items may go on, nor a
  /// step of an item, whose id has the position of what's asked.
  private func isLasting(at depth: Int) -> Bool {
    guard let plan = stack.entry(at: depth)?.item.planIndex, let step = flow.step(at: plan) else {
      return false
    }
    return step.repeats.isEmpty && flow.repeat(at: plan) == nil
  }
}

extension StepStack {
  /// Returns the id of the entry at an index; nil outside of the stack.
  fileprivate func entryID(at index: Int) -> StepID? { entry(at: index)?.id }
}
