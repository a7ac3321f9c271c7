// SPDX-License-Identifier: Apache-2.0

/// The steps of a flow as a value: a stack that only grows by push and shrinks by pop.
///
/// Nothing else changes it: there is no insert, replace, move or editing in place
/// (`Documentation/Contract.md` SF-1). Each entry has an id that is never given out again, not even after
/// its step was popped, so a step that was built again differs from the one it replaces.
///
/// ```swift
/// var steps = StepStack<String>()
/// steps.push("name")
/// let before = steps      // costs nothing and stays as it is
/// steps.push("port")
/// steps.pop()
/// ```
///
/// Copies share their entries: a copy costs O(1), and a push or pop beside a kept copy makes at
/// most two objects, whatever the depth. A stack of a million steps is freed without deep
/// recursion. Two stacks are equal when their entries, with their ids, and the ids that they will
/// give out are equal.
///
/// It announces nothing and asks no one; ``FlowStack`` does.
public struct StepStack<Item> {
  /// A step on the stack and its id.
  public struct Entry: Identifiable {
    /// The name of the entry, never given out again by its stack.
    public let id: StepID

    /// The step.
    public let item: Item

    @inlinable
    init(id: StepID, item: Item) {
      self.id = id
      self.item = item
    }
  }

  /// The entries, the newest at the head.
  @usableFromInline var entries = SharedList<Entry>()

  /// The number of the next id; always above those of all entries.
  @usableFromInline var nextSerial: Int64 = 1

  /// Creates an empty stack.
  @inlinable
  public init() {}

  /// Restores a stack from entries with ids; for decoding, which checks them.
  init(restoring entries: SharedList<Entry>, nextSerial: Int64) {
    self.entries = entries
    self.nextSerial = nextSerial
  }
}

extension StepStack: Sendable where Item: Sendable {}
extension StepStack.Entry: Sendable where Item: Sendable {}
extension StepStack: Equatable where Item: Equatable {}
extension StepStack.Entry: Equatable where Item: Equatable {}

// MARK: - Reading

extension StepStack {
  /// The number of steps.
  @inlinable
  public var count: Int { entries.count }

  /// Whether there is no step; an empty flow is legal and means "not started".
  @inlinable
  public var isEmpty: Bool { entries.count == 0 }

  /// The newest step, the only one that may be touched; `nil` if there is none.
  @inlinable
  public var top: Item? { entries.first?.item }

  /// The newest entry; `nil` if there is none.
  @inlinable
  package var topEntry: Entry? { entries.first }

  /// The entry at an index, counted from 0 at the oldest; `nil` outside `0..<count`.
  ///
  /// - Complexity: O(log *n*) in the number of steps.
  @inlinable
  public func entry(at index: Int) -> Entry? {
    guard index >= 0, index < count else { return nil }
    return entries.element(at: count - 1 - index)
  }

  /// The entry with an id; `nil` if it was popped or never on this stack.
  ///
  /// - Complexity: O(log² *n*) in the number of steps.
  public func entry(_ id: StepID) -> Entry? {
    index(of: id).flatMap { entry(at: $0) }
  }

  /// The index of an entry, counted from 0 at the oldest; `nil` if it isn't on this stack.
  ///
  /// - Complexity: O(log² *n*) in the number of steps.
  public func index(of id: StepID) -> Int? {
    // Ids grow from the bottom to the top, so this is a binary search.
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      guard let found = entry(at: middle) else { return nil }
      if found.id == id { return middle }
      if found.id < id {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    return nil
  }

  /// The least index from which on all steps satisfy a predicate; the count when the newest does not.
  ///
  /// - Parameter predicate: Once true for a step, it's true for every newer one.
  /// - Returns: The index, counted from 0 at the oldest.
  /// - Complexity: O(log *n*) in the number of steps, and less near the top.
  @inlinable
  package func partitioningIndex(where predicate: (Item) -> Bool) -> Int {
    count - entries.prefixCount { predicate($0.item) }
  }
}

// MARK: - Changing

extension StepStack {
  /// Puts a finished step on top and returns the id of its entry.
  ///
  /// - Complexity: O(1).
  @inlinable
  @discardableResult
  public mutating func push(_ item: Item) -> StepID {
    let id = StepID(serial: nextSerial)
    nextSerial += 1
    entries.prepend(Entry(id: id, item: item))
    return id
  }

  /// Takes the newest step away and returns its entry; `nil` if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  @discardableResult
  public mutating func pop() -> Entry? { entries.removeFirst() }

  /// Takes the newest steps away, all of them when there are fewer than asked for.
  ///
  /// - Parameter count: How many steps to pop, at least 0.
  /// - Returns: How many steps were popped.
  /// - Throws: ``FlowStackError/negativeCount(_:)``; nothing has changed then.
  /// - Complexity: O(log *n*) in the number of steps, and the freeing of those popped.
  @inlinable
  @discardableResult
  public mutating func pop(_ count: Int) throws(FlowStackError) -> Int {
    guard count >= 0 else { throw .negativeCount(count) }
    let popped = Swift.min(count, self.count)
    entries.removeFirst(popped)
    return popped
  }

  /// Takes all steps away; ids go on from where they were.
  public mutating func clean() { entries = SharedList() }
}
