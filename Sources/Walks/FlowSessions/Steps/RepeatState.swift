// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Synchronization

/// The state of a list of records, as shown to the user, which isn't submitted yet.
struct RepeatState: Sendable, Hashable {
  /// The items, in order.
  var items: ItemList

  /// The elements of the items, or nil if the user adds items.
  var elements: [Value]?

  /// The limits on the number of items.
  var constraints: [ConstraintCheck]

  /// The removals since the list became the top or changed otherwise, oldest first.
  var removals: [ItemRemoval] = []

  /// Whether the warnings about the current list were confirmed.
  var isConfirmed = false

  /// The list, as expressions read it.
  ///
  /// - Complexity: O(*n*).
  var value: Value { .list(items.map(\.record)) }

  /// Returns the limit of a kind on the number of items.
  func limit(_ kind: ConstraintKind) -> Int? {
    for constraint in constraints where constraint.kind == kind {
      if case .int(let value) = constraint.limit { return Int(clamping: value) }
    }
    return nil
  }
}

/// A removal of an item, which can be undone.
struct ItemRemoval: Sendable, Hashable {
  /// The items before it.
  let items: ItemList

  /// The 0-based position of the removed item.
  let position: Int
}

/// An item of a list of records.
///
/// It keeps the identity of its record through edits, moves, and replays: ``record`` and ``typed`` carry it.
struct RepeatItem: Sendable, Hashable {
  /// The record, as expressions read it.
  private(set) var record: Value

  /// The answers for asking it again: a map from ids, with lists of such maps for lists, and maps
  /// for used flows.
  ///
  /// An item of a list over elements has its element under ``RepeatItem/elementKey``.
  var answers: ValueMap

  /// The answers with the values of questions that weren't asked, if any has one.
  var complete: ValueMap?

  /// The last input of the record, also for questions that aren't asked now.
  ///
  /// It has the form of ``answers``. A field that was left empty on purpose has null.
  var typed: ValueMap {
    didSet { typed.identity = identity }
  }

  /// The input of the record when the user left it before its end; nil for none, and if it's ``typed``.
  var left: ValueMap?

  /// The answers in the form in which they can be given.
  var given: ValueMap { complete ?? answers }

  /// The summary line; that of a record that must be answered again says what's known of it.
  let summary: String

  /// The problem that must be solved before the list can be submitted, or nil if the item is
  /// finished.
  var problem: Problem?

  /// The secrets that the record leaves out, which was given as data, and which are drawn; nil if there's none.
  var drawing: RecordDrawing?

  /// Whether the item is finished, and none of its answers was asked.
  var isUnasked = false

  /// The warnings of checks about an item that was given in advance.
  var warnings: [Problem] = []

  /// How answers of an item that was given in advance were understood, where they don't say so.
  var understood: [FlowAnnouncement] = []

  /// The input of a row of a matrix that isn't finished, by the ids of its fields without positions.
  var drafts: [String: FieldState.Draft] = [:]

  /// The key of the element among the answers.
  ///
  /// `item` can't be the id of an answer.
  static let elementKey = Value.string("item")

  /// The key of ``left`` beside what was entered.
  static let leftKey = Value.string(Unfinished.key("item"))

  /// The text after the name of a list, or its id, where items of it wait.
  ///
  /// The id of an answer doesn't end so.
  static let waitingSuffix = "[]"

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - identity: Who the record is; nil for a new one.
  ///   - record: The record, as expressions read it.
  ///   - answers: The answers for asking it again.
  ///   - typed: What was entered in it.
  ///   - summary: The summary line.
  init(
    _ identity: RecordIdentity?, record: ValueMap, answers: ValueMap, typed: ValueMap,
    summary: String
  ) {
    self.record = .map(record)
    self.answers = answers
    self.typed = typed
    self.summary = summary
    identify(as: identity ?? RecordIdentity())
  }

  /// Who the record is.
  var identity: RecordIdentity? { record.asMap.identity }

  /// Makes its record the same as another one.
  private mutating func identify(as identity: RecordIdentity) {
    var map = record.asMap
    map.identity = identity
    record = .map(map)
    typed.identity = identity
  }

  /// Makes its record, and the records in it, the same as an equal one's.
  mutating func identify(as other: RepeatItem) {
    record = other.record
    typed = typed.identified(as: other.typed)
  }

  /// Whether it has a problem, and hasn't been started.
  var isNotBegun: Bool { problem != nil && answers.isEmpty }

  /// Whether it hasn't been started.
  var isOpen: Bool { problem?.rule == .required && answers.isEmpty }

  /// Returns an item that hasn't been started.
  ///
  /// It's who the answers are about, if they tell.
  static func open(_ answers: ValueMap, summary: String = "", problem: Problem) -> RepeatItem {
    var item = RepeatItem(
      answers.identity, record: ValueMap(), answers: answers, typed: answers, summary: summary)
    item.problem = problem
    return item
  }
}

extension ValueMap {
  /// Returns the map with the identities of the records in another one of the same form.
  fileprivate func identified(as other: ValueMap) -> ValueMap {
    var map = self
    map.identity = other.identity
    for entry in other {
      switch (self[entry.key], entry.value) {
      case (.map(let own)?, .map(let others)):
        map[entry.key] = .map(own.identified(as: others))
      case (.list(let own)?, .list(let others)) where own.count == others.count:
        map[entry.key] = .list(
          zip(own, others).map { own, other in
            guard case .map(let own) = own, case .map(let other) = other else { return own }
            return .map(own.identified(as: other))
          })
      default: break
      }
    }
    return map
  }
}

/// The element of an item of a list over elements: a record, whatever is in it, or a value.
enum ItemElement: Hashable {
  case record(ObjectIdentifier)
  case value(Value)

  /// Creates it for an element.
  init(_ element: Value) {
    self = element.asMap.identity.map { .record(ObjectIdentifier($0)) } ?? .value(element)
  }
}

/// A list of records while one of its items is being asked.
///
/// It's a class, so that scopes and entries, most of which have none, hold only a reference. It never changes.
final class RepeatFrame: Sendable {
  /// The index of the list in the plan.
  let planIndex: Int

  /// The items when the item was started.
  let items: ItemList

  /// The elements of the items, or nil if the user adds items.
  let elements: [Value]?

  /// The 0-based position of the item, or the number of items for a new one.
  let position: Int

  /// Whether the list has opened it by itself.
  let isFilling: Bool

  /// The finished items, filled when they're first read.
  final class Cache: Sendable {
    let others = Mutex<Value?>(nil)
    let earlier = Mutex<Value?>(nil)
  }

  let cache: Cache

  /// The element of the item, if it's read without its list.
  private let known: Value?

  init(
    planIndex: Int, items: ItemList, elements: [Value]?, position: Int, isFilling: Bool = false
  ) {
    self.planIndex = planIndex
    self.items = items
    self.elements = elements
    self.position = position
    self.isFilling = isFilling
    cache = Cache()
    known = nil
  }

  private init(_ frame: RepeatFrame, known: Value?) {
    planIndex = frame.planIndex
    items = frame.items
    elements = frame.elements
    position = frame.position
    isFilling = frame.isFilling
    cache = frame.cache
    self.known = known
  }

  /// The finished items, except this one.
  ///
  /// - Complexity: O(*n*) when it's first read. Lists whose expressions never read it don't pay for
  ///   it.
  var others: Value {
    records(in: cache.others) { $0 != position }
  }

  /// The finished items before this one.
  ///
  /// - Complexity: O(*n*) when it's first read.
  var earlier: Value {
    records(in: cache.earlier) { $0 < position }
  }

  private func records(
    in cache: borrowing Mutex<Value?>, _ isIncluded: (Int) -> Bool
  ) -> Value {
    cache.withLock { known in
      if let known { return known }
      var records: [Value] = []
      records.reserveCapacity(items.count)
      for (index, item) in items.enumerated() where isIncluded(index) && item.problem == nil {
        records.append(item.record)
      }
      let value = Value.list(records)
      known = value
      return value
    }
  }

  /// Returns the frame of an item that's only read: with its own element.
  func about(_ item: RepeatItem) -> RepeatFrame {
    RepeatFrame(self, known: item.answers[RepeatItem.elementKey])
  }

  /// The element of the item, or nil if the user adds items.
  var element: Value? {
    if let known { return known }
    guard let elements, elements.indices.contains(position) else { return nil }
    return elements[position]
  }
}

/// A finished item that hasn't been put into its list.
struct FinishedItem: Sendable {
  let item: RepeatItem

  /// The list when the item was started.
  let frame: RepeatFrame

  /// The items of the list, including the finished one.
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

/// The item that a step belongs to.
public struct ItemPlace: Hashable, Sendable {
  /// The id of the list.
  public let list: String

  /// The title of the list, or nil if it has none.
  public let title: String?

  /// The description of a list over elements, which isn't asked itself; nil for none, and for other lists.
  package var description: String?

  /// The 1-based number of the item.
  public let number: Int

  /// The heading of the row, if the list is a matrix; nil for other lists.
  package var heading: String?

  /// The title of the list, or its id as words.
  package var listName: String { title ?? list.withoutPositions.idAsWords }
}

/// The state of an item of a list of records, as shown to the user.
public struct ItemState: Hashable, Sendable {
  /// The summary line: the flow's summary, or else the answers, with dots for secrets.
  public let summary: String

  /// The reason why it must be answered before the list can be submitted, or nil if it's finished.
  public let problem: String?
}

/// The states of the items of a list of records, in order.
///
/// - Complexity: O(1) to create, O(log *n*) for an item, and O(*n*) for all of them.
public struct ItemStates: RandomAccessCollection, Hashable, Sendable {
  let items: ItemList

  /// The position of the first item.
  public var startIndex: Int { 0 }

  /// The position after the last item.
  public var endIndex: Int { items.count }

  /// The item at a position.
  public subscript(position: Int) -> ItemState { ItemState(items[position]) }

  /// An iterator over the items.
  public struct Iterator: IteratorProtocol {
    var items: ItemList.Iterator

    /// Returns the next item, or nil after the last.
    public mutating func next() -> ItemState? { items.next().map { ItemState($0) } }
  }

  /// Returns an iterator over the items.
  public func makeIterator() -> Iterator { Iterator(items: items.makeIterator()) }
}

extension ItemState {
  init(_ item: RepeatItem) { self.init(summary: item.summary, problem: item.problem?.message) }
}

extension StepState {
  /// The items of a list of records, in order; empty for other steps.
  public var items: ItemStates { ItemStates(items: `repeat`?.items ?? ItemList()) }

  /// The limits on the number of items; nil for no limit.
  package var itemLimits: (least: Int?, most: Int?) {
    (`repeat`?.limit(.minItems), `repeat`?.limit(.maxItems))
  }

  /// Whether items can be added, removed, and moved.
  ///
  /// Otherwise, the items follow from the flow.
  public var canChangeItems: Bool { `repeat`.map { $0.elements == nil } ?? false }

  /// The 0-based position at which the item that was removed last can be put back; nil if none can.
  ///
  /// It can until the list changes otherwise or is left.
  package var restorablePosition: Int? { `repeat`?.removals.last?.position }
}
