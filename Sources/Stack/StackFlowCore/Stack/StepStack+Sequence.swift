// SPDX-License-Identifier: Apache-2.0

extension StepStack: Sequence {
  /// Walks the entries from the oldest to the newest.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: SharedList<Entry>.BackwardIterator

    @inlinable
    init(base: SharedList<Entry>.BackwardIterator) { self.base = base }

    /// The next newer entry, in O(1) on average.
    @inlinable
    public mutating func next() -> Entry? { base.next() }
  }

  /// The entries from the oldest to the newest.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(base: entries.makeBackwardIterator()) }
}

extension StepStack {
  /// The steps of a stack without their ids, oldest first.
  public struct Items: Sequence {
    /// Walks the steps from the oldest to the newest.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var base: SharedList<Entry>.BackwardIterator

      @inlinable
      init(base: SharedList<Entry>.BackwardIterator) { self.base = base }

      /// The next newer step, in O(1) on average.
      @inlinable
      public mutating func next() -> Item? { base.next()?.item }
    }

    @usableFromInline let entries: SharedList<Entry>

    @inlinable
    init(entries: SharedList<Entry>) { self.entries = entries }

    /// The number of steps.
    var count: Int { entries.count }

    /// The step at an index, counted from 0 at the oldest; `nil` outside `0..<count`.
    ///
    /// - Complexity: O(log *n*) in the number of steps.
    subscript(index: Int) -> Item? {
      guard index >= 0, index < count else { return nil }
      return entries.element(at: count - 1 - index)?.item
    }

    /// The steps from the oldest to the newest.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(base: entries.makeBackwardIterator()) }
  }

  /// The steps, oldest first.
  @inlinable
  public var items: Items { Items(entries: entries) }
}

extension StepStack.Items: Sendable where Item: Sendable {}
