// SPDX-License-Identifier: Apache-2.0

import TerminalIO

/// The keys that a user typed, and the events that arrived, while no line was read.
struct TypedAhead {
  /// The maximum number of events: holding a key down for minutes must have an end.
  static let limit = 1_000

  private var events: [TerminalEvent] = []

  /// Keeps an event; those beyond the limit are dropped.
  mutating func keep(_ event: TerminalEvent) {
    if events.count < Self.limit { events.append(event) }
  }

  /// Removes what was typed, pasted, or clicked.
  mutating func drop() { events.removeAll(where: \.isTyped) }

  /// Removes the first event and returns it.
  ///
  /// - Returns: The event; nil when there is none.
  mutating func next() -> TerminalEvent? { events.isEmpty ? nil : events.removeFirst() }

  /// Removes the first event that wasn't typed or pasted, such as a signal, and returns it.
  ///
  /// - Returns: The event; nil when there is none.
  mutating func nextUntyped() -> TerminalEvent? {
    let index = events.firstIndex { event in
      switch event {
      case .key, .paste: false
      default: true
      }
    }
    return index.map { events.remove(at: $0) }
  }
}
