// SPDX-License-Identifier: Apache-2.0

public import FlowSessions

/// The announcements of an event, and the state after it.
public struct FlowUpdate: Sendable {
  /// The announcements of the event, in order; none in the first update of a sequence.
  public let announcements: [FlowAnnouncement]

  /// The state after it.
  public let state: SessionState

  /// The number of updates just before this one that were dropped, because the consumer was slow.
  public let missed: Int
}

/// The updates of a walk, as they happen.
///
/// The first one has the current state; the sequence ends with the walk. At most a number of updates
/// wait for a slow consumer. After that, the oldest is dropped for each new one, and the next update
/// that's delivered says how many were ``FlowUpdate/missed``. A walk never waits for its observers.
public struct FlowUpdates: AsyncSequence, Sendable {
  /// An update with its number among those of the walk.
  struct Numbered: Sendable {
    let number: Int
    let announcements: [FlowAnnouncement]
    let state: SessionState
  }

  let stream: AsyncStream<Numbered>

  /// Creates an iterator.
  ///
  /// Only one iterator gets the updates.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

  /// An iterator of updates.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Numbered>.Iterator
    private var last: Int?

    init(base: AsyncStream<Numbered>.Iterator) { self.base = base }

    /// Returns the next update, or nil after the end of the walk, or when the task is canceled.
    public mutating func next() async -> FlowUpdate? {
      await next(isolation: nil)
    }

    /// Returns the next update, or nil after the end of the walk, or when the task is canceled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> FlowUpdate? {
      guard let update = await base.next(isolation: actor) else { return nil }
      let missed = last.map { update.number - $0 - 1 } ?? 0
      last = update.number
      return FlowUpdate(
        announcements: update.announcements, state: update.state, missed: missed)
    }
  }
}
