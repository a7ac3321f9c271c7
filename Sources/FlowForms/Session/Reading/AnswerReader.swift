// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import StackFlowCore

/// Reads many answers of a scope, best in the order of the plan.
///
/// Answers that follow each other in the plan are found in one pass over the stack instead of a
/// search for each. Where they do not, or are few beside the depth of the stack, it searches as the
/// scope does, so that the values are always those of ``SessionScope/value(at:)``.
///
/// - Complexity: O(*n*) for the answers of *n* steps in their order; O(log *n*) for any other.
struct AnswerReader {
  private let scope: SessionScope

  /// The entries above the one under the reader; nil if every answer is searched.
  private var entries: StepStack<StepEntry>.Items.Iterator?

  /// The entry under the reader.
  private var entry: StepEntry?

  /// The entry above it, which holds its answers.
  private var above: StepEntry?

  /// Creates a reader at the bottom of the stack.
  ///
  /// - Parameters:
  ///   - scope: What the answers are read from.
  ///   - count: How many answers will be read.
  init(of scope: SessionScope, expecting count: Int) {
    self.scope = scope
    // A search enters about log n objects, and so does a pass over as many entries.
    guard count >= scope.stack.count / 8 else { return }
    var entries = scope.stack.items.makeIterator()
    entry = entries.next()
    above = entries.next()
    self.entries = entries
  }

  /// The value of a name; nil if it has none.
  mutating func value(at origin: NameOrigin) -> Value? {
    guard case .element(let plan, let element) = origin, entries != nil, scope.isSubmitted(origin)
    else { return scope.value(at: origin) }
    while let next = entry, next.planIndex < plan {
      entry = above
      above = entries?.next()
    }
    guard let entry, entry.planIndex == plan else {
      // The reader is past it, or it isn't on the stack.
      return scope.value(at: origin)
    }
    return above?.submission?.values[element]
  }
}
