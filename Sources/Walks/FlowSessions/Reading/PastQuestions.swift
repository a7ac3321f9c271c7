// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel
import StackFlowCore

// Questions that won't be asked again unless the user goes back.
extension FlowSession {
  /// Whether the question of an id is behind: it was asked or passed, also that of a record.
  ///
  /// - Complexity: O(log *n*) in the depth of the stack.
  package func isBehind(_ id: String) -> Bool {
    guard let plan = flow.stepIndices[id.withoutPositions], let step = flow.step(at: plan) else {
      return false
    }
    let scope = scope()
    for (index, position) in zip(step.repeats, id.positions) {
      guard let depth = stack.depth(ofPlanIndex: index) else { return false }
      guard let frame = scope.frame(of: index) else { return depth < stack.count - 1 }
      guard let position, position != frame.position else { continue }
      // Of the others, those before the open one are done, unless it's a row that was left.
      return position < frame.position && frame.items.indices.contains(position)
        && frame.items[position].problem == nil
    }
    return stack.depth(ofPlanIndex: plan).map { $0 < stack.count - 1 } ?? false
  }

  /// Whether an input is the answer that was submitted to a question or a list.
  package func isAnswered(_ id: String, by input: FieldInput) -> Bool {
    guard let value = answer(id) else { return input == .empty }
    if let field = flow.step(withID: id)?.elements.first(where: { $0.id == id.withoutPositions })?
      .field
    {
      return field.isEqual(input, to: value, in: options.zone)
    }
    guard case .value(let data) = input else { return value == true && input == .text("yes") }
    return flow.answer(from: data, for: id).value.comparedAsData == value.comparedAsData
  }
}
