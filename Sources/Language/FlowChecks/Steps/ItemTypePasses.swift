// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The type of the elements of a list, and what else is known about them.
struct ItemType: Hashable {
  var type: ValueType
  var known: KnownValues?
}

// The type of `items` is the type of the record of an item's answers, whose steps can read `items`.
// So a flow that mentions `items` is first checked just for these types, for all of its lists at
// once, until they no longer change. The findings of these passes are discarded.
extension FlowChecking {
  /// The maximum number of passes.
  ///
  /// Types that depend on each other need a second one.
  private static let mostRounds = 3

  /// The maximum size of an element's type.
  ///
  /// A type that contains itself grows with each pass.
  private static let mostParts = 2_000

  /// Infers the types of the elements of all lists.
  ///
  /// - Complexity: O(*n*) in the size of the flow.
  mutating func typeItems() {
    guard !isTyping, definition.file.text.utf8.mentions("items") else { return }
    for _ in 0..<Self.mostRounds {
      var copy = self
      copy.follower = nil
      copy.isTyping = true
      copy.scope = FlowNames()
      _ = copy.checkInputs { .input($0) }
      copy.checkSteps(definition.steps)
      guard copy.itemTypes != itemTypes else { break }
      itemTypes = copy.itemTypes
      guard itemTypes.values.contains(where: { $0.type.isUnknown }) else { break }
    }
    for place in itemTypes.keys { itemTypes[place]?.type.forgetUnknown() }
  }

  /// Returns the type of the elements of a step's list.
  func itemType(of step: StepDefinition) -> ItemType {
    itemTypes[step.id.place] ?? ItemType(type: isTyping ? .unknown : .dyn)
  }

  /// Records the type of the elements of a step's list, which was checked.
  mutating func noteItemType(of step: StepDefinition, _ type: ItemType) {
    guard isTyping else { return }
    itemTypes[step.id.place] =
      type.type.partCount(upTo: Self.mostParts) < Self.mostParts
      ? type : ItemType(type: .dyn)
  }
}

extension ValueType {
  /// Returns the number of types that it consists of, up to a limit.
  fileprivate func partCount(upTo limit: Int) -> Int {
    var count = 0
    var open = [self]
    while let next = open.popLast(), count < limit {
      count += 1
      open += next.components
    }
    return count
  }

  /// Replaces unknown types by `dyn`, which isn't accepted where a type is required.
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
