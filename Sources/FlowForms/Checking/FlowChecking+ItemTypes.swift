// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// The type of the elements of a list, and what else is known of them.
struct ItemType: Hashable {
  var type: ValueType
  var known: KnownValues?
}

// The type of `items` is that of the record which the steps of the item make, and they may read it.
// So a flow that mentions `items` is gone through beforehand, all of its lists at once, until each
// type is; what that finds is forgotten.
extension FlowChecking {
  /// How often a flow is gone through: types that are made of each other need a second time.
  private static let mostRounds = 3

  /// The greatest size of an element's type; one that is made of itself grows with each round.
  private static let mostParts = 2_000

  /// Finds the types of the elements of all lists.
  ///
  /// - Complexity: O(*n*) in the size of the flow.
  mutating func typeItems() {
    guard !isTyping, definition.file.text.utf8.mentions("items") else { return }
    for _ in 0..<Self.mostRounds {
      var copy = self
      copy.follower = nil
      copy.isTyping = true
      _ = copy.checkInputs { .input($0) }
      copy.checkSteps(definition.steps)
      guard copy.itemTypes != itemTypes else { break }
      itemTypes = copy.itemTypes
      guard itemTypes.values.contains(where: { $0.type.isUnknown }) else { break }
    }
    for place in itemTypes.keys { itemTypes[place]?.type.forgetUnknown() }
  }

  /// The type of the elements of the list of a step.
  func itemType(of step: StepDefinition) -> ItemType {
    itemTypes[step.id.place] ?? ItemType(type: isTyping ? .unknown : .dyn)
  }

  /// Remembers the type of the elements of the list of a step, which was checked.
  mutating func noteItemType(of step: StepDefinition, _ type: ItemType) {
    guard isTyping else { return }
    itemTypes[step.id.place] =
      type.type.partCount(upTo: Self.mostParts) < Self.mostParts
      ? type : ItemType(type: .dyn)
  }
}

extension ValueType {
  /// The number of types that it is made of, as far as a limit.
  fileprivate func partCount(upTo limit: Int) -> Int {
    var count = 0
    var open = [self]
    while let next = open.popLast(), count < limit {
      count += 1
      open += next.components
    }
    return count
  }

  /// Makes what has no type of its own a `dyn`, which may not be where a type is needed.
  fileprivate mutating func forgetUnknown() {
    self =
      self == .unknown
      ? .dyn
      : replacingComponents { type in
        var type = type
        type.forgetUnknown()
        return type
      }
  }
}
