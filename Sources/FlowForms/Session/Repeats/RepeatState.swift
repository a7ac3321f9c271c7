// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Synchronization

/// A list of records as a person sees it: the answer that isn't submitted yet.
struct RepeatState: Sendable, Hashable {
  /// The items, in order.
  var items: ItemList

  /// The elements that the items are about; nil where the person adds items.
  var elements: [Value]?

  /// Limits of the number of items.
  var constraints: [ConstraintCheck]

  /// Whether the warnings about the list as it is were accepted.
  var isConfirmed = false

  /// The list as expressions see it.
  ///
  /// - Complexity: O(*n*).
  var value: Value { .list(items.map(\.record)) }

  /// The limit of a kind on the number of items.
  func limit(_ kind: ConstraintKind) -> Int? {
    for constraint in constraints where constraint.kind == kind {
      if case .int(let value) = constraint.limit { return Int(clamping: value) }
    }
    return nil
  }
}

/// An item of a list of records.
struct RepeatItem: Sendable, Hashable {
  /// The record as expressions see it.
  var record: Value

  /// The answers by which it can be asked again: a map from ids, with lists of such maps for lists
  /// and maps for flows inside it.
  ///
  /// The item of an element has that element under ``RepeatItem/elementKey``.
  var answers: ValueMap

  /// Its line.
  var summary: String

  /// What must be answered before the list is submitted; nil if the item is finished.
  var problem: Problem?

  /// Whether the item is finished and no one was asked for any of its answers.
  var isUnasked = false

  /// What checks warn about in an item that was given in advance.
  var warnings: [Problem] = []

  /// The key of the element among the answers; `item` is no id of an answer.
  static let elementKey = Value.string("item")

  /// Whether it has a problem, and nothing was asked for it yet.
  var isNotBegun: Bool { problem != nil && answers.isEmpty }

  /// Whether nothing was asked for it yet.
  var isOpen: Bool { problem?.rule == .required && answers.isEmpty }

  /// An item for which nothing was asked yet.
  static func open(_ answers: ValueMap, problem: Problem) -> RepeatItem {
    RepeatItem(record: .map(ValueMap()), answers: answers, summary: "", problem: problem)
  }
}

/// A list of records while one of its items is asked for.
struct RepeatFrame: Sendable {
  /// The index of the list in the plan.
  let planIndex: Int

  /// The items as they stood.
  let items: ItemList

  /// The elements that the items are about; nil where the person adds items.
  let elements: [Value]?

  /// The position of the item, from 0; the number of items for a new one.
  let position: Int

  private let cache = OthersCache()

  init(planIndex: Int, items: ItemList, elements: [Value]?, position: Int) {
    self.planIndex = planIndex
    self.items = items
    self.elements = elements
    self.position = position
  }

  /// The finished items without this one.
  ///
  /// - Complexity: O(*n*) when it's read for the first time; a list that no expression asks for the
  ///   others never pays for them.
  var others: Value {
    cache.value.withLock { known in
      if let known { return known }
      var others: [Value] = []
      others.reserveCapacity(items.count)
      for (index, item) in items.enumerated() where index != position && item.problem == nil {
        others.append(item.record)
      }
      let value = Value.list(others)
      known = value
      return value
    }
  }

  /// Whether an expression asked for the others.
  var isOthersRead: Bool { cache.value.withLock { $0 != nil } }

  /// The element that the item is about.
  var element: Value? {
    guard let elements, elements.indices.contains(position) else { return nil }
    return elements[position]
  }
}

/// The finished items beside one, once they were asked for.
private final class OthersCache: Sendable {
  let value = Mutex<Value?>(nil)
}

/// An item whose steps have all been answered, before it's put into its list.
struct FinishedItem: Sendable {
  /// The item.
  let item: RepeatItem

  /// The list as it stood when the item was begun.
  let frame: RepeatFrame

  /// The list with the item in its place.
  var items: ItemList {
    var items = frame.items
    if items.indices.contains(frame.position) {
      items[frame.position] = item
    } else {
      items.append(item)
    }
    return items
  }
}

/// The item of a list of records that a step asks about.
public struct ItemPlace: Hashable, Sendable {
  /// The id of the list.
  public let list: String

  /// The title of the list; nil if the flow gives none.
  public let title: String?

  /// The number of the item, from 1.
  public let number: Int
}

/// An item of a list of records as a person sees it.
public struct ItemState: Hashable, Sendable {
  /// Its line: the flow's summary, else its answers; dots for secrets.
  public let summary: String

  /// Why it must be answered before the list can be submitted; nil if it's finished.
  public let problem: String?
}

/// The items of a list of records as a person sees them, in order.
///
/// - Complexity: O(1) to make, O(log *n*) for an item, O(*n*) for all of them.
public struct ItemStates: RandomAccessCollection, Hashable, Sendable {
  let items: ItemList

  /// The position of the first item.
  public var startIndex: Int { 0 }

  /// The position after the last item.
  public var endIndex: Int { items.count }

  /// The item at a position.
  public subscript(position: Int) -> ItemState { ItemState(items[position]) }

  /// Gives the items one after the other.
  public struct Iterator: IteratorProtocol {
    var items: ItemList.Iterator

    /// The next item; nil after the last.
    public mutating func next() -> ItemState? { items.next().map { ItemState($0) } }
  }

  /// Makes an iterator over the items.
  public func makeIterator() -> Iterator { Iterator(items: items.makeIterator()) }
}

extension ItemState {
  init(_ item: RepeatItem) { self.init(summary: item.summary, problem: item.problem?.message) }
}

extension StepState {
  /// The items of a list of records, in order; empty for other steps.
  public var items: ItemStates { ItemStates(items: `repeat`?.items ?? ItemList()) }

  /// The limits on the number of items; nil where there is none.
  public var itemLimits: (least: Int?, most: Int?) {
    (`repeat`?.limit(.minItems), `repeat`?.limit(.maxItems))
  }

  /// Whether items can be added, removed and moved; otherwise the flow says which there are.
  public var canChangeItems: Bool { `repeat`.map { $0.elements == nil } ?? false }
}
