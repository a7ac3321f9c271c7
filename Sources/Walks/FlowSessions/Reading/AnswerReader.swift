// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import StackFlowCore

/// Reads many answers of a scope, efficiently if they're in the order of the plan.
///
/// Consecutive answers in the plan are read in one pass over the stack, instead of a search for
/// each. Other answers, or few answers in a deep stack, are searched as the scope does. So the
/// values are always those of ``SessionScope/value(at:)``.
///
/// - Complexity: O(*n*) for the answers of *n* steps in order; O(log *n*) for each other answer.
struct AnswerReader {
  private let scope: SessionScope

  /// The entries above the current one, or nil if every answer is searched.
  private var entries: StepStack<StepEntry>.Items.Iterator?

  /// The current entry.
  private var entry: StepEntry?

  /// The entry above it, which contains its answers.
  private var above: StepEntry?

  /// Creates a reader at the bottom of the stack.
  ///
  /// - Parameters:
  ///   - scope: The scope to read from.
  ///   - count: The expected number of answers to read.
  init(of scope: SessionScope, expecting count: Int) {
    self.scope = scope
    // A search visits about log n objects, so a pass is only worth it for enough answers.
    guard count >= scope.stack.count / 8 else { return }
    var entries = scope.stack.items.makeIterator()
    entry = entries.next()
    above = entries.next()
    self.entries = entries
  }

  /// Returns the value of a name, or nil if it has none.
  mutating func value(at origin: NameOrigin) -> Value? {
    guard case .element(let plan, let element) = origin, entries != nil, scope.isSubmitted(origin)
    else { return scope.value(at: origin) }
    while let next = entry, next.planIndex < plan {
      entry = above
      above = entries?.next()
    }
    guard let entry, entry.planIndex == plan else {
      // The reader has passed it, or it isn't on the stack.
      return scope.value(at: origin)
    }
    if let value = above?.submission?.values[element] { return value }
    return scope.flow.hasOtherwise(plan: plan, element: element) ? scope.value(at: origin) : nil
  }
}
