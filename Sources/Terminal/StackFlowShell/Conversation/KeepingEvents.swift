// SPDX-License-Identifier: Apache-2.0

import TerminalIO

// The events that arrive while nothing is read.
extension Conversation {
  /// The maximum number of events that are kept for later.
  static let longestTypedAhead = TypedAhead.limit

  /// Keeps a key, a paste or an event for when it can be used.
  mutating func keepForLater(_ event: TerminalEvent) { typedAhead.keep(event) }

  /// Takes the next event that was kept: for a line anything, elsewhere only what isn't typed.
  mutating func takeTypedAhead() -> TerminalEvent? {
    if case .reading = activity { typedAhead.next() } else { typedAhead.nextUntyped() }
  }
}
