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

  /// The number of steps.
  public var underestimatedCount: Int { count }
}

extension StepStack {
  /// The entries of a stack from the newest to the oldest.
  public struct NewestFirst: Sequence {
    /// Walks the entries from the newest to the oldest.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var base: SharedList<Entry>.ForwardIterator

      @inlinable
      init(base: SharedList<Entry>.ForwardIterator) { self.base = base }

      /// The next older entry, in O(1) on average.
      @inlinable
      public mutating func next() -> Entry? { base.next() }
    }

    @usableFromInline let entries: SharedList<Entry>

    @inlinable
    init(entries: SharedList<Entry>) { self.entries = entries }

    /// The entries from the newest to the oldest.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(base: entries.makeForwardIterator()) }

    /// The number of steps.
    public var underestimatedCount: Int { entries.count }
  }

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
    public var count: Int { entries.count }

    /// Whether there is no step.
    public var isEmpty: Bool { entries.count == 0 }

    /// The step at an index, counted from 0 at the oldest; `nil` outside `0..<count`.
    ///
    /// - Complexity: O(log *n*) in the number of steps.
    public subscript(index: Int) -> Item? {
      guard index >= 0, index < count else { return nil }
      return entries.element(at: count - 1 - index)?.item
    }

    /// The steps from the oldest to the newest.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(base: entries.makeBackwardIterator()) }

    /// The number of steps.
    public var underestimatedCount: Int { count }
  }

  /// The entries from the newest to the oldest, for what is looked up nearest first.
  @inlinable
  public var newestFirst: NewestFirst { NewestFirst(entries: entries) }

  /// The steps, oldest first.
  @inlinable
  public var items: Items { Items(entries: entries) }
}

extension StepStack.NewestFirst: Sendable where Item: Sendable {}
extension StepStack.Items: Sendable where Item: Sendable {}
