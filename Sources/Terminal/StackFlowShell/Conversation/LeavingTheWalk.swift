// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import TerminalIO

// Ending the walk, whatever is under way.
extension Conversation {
  /// Ends the walk for a reason, or by a signal.
  mutating func depart(
    _ departure: Departure, in context: ConversationContext
  ) -> ConversationRequest {
    switch activity {
    case .performing(let request, let earlier):
      // A signal that ends the process is not outdone by a reason to leave.
      let isKilled = if case .signal(let signal)? = earlier { signal != .interrupt } else { false }
      activity = .performing(request, then: isKilled ? earlier : departure)
      perform(.cancelEffect)
      return .waitForEffect
    case .reading:
      setAside(in: context)
      perform(.endLine)
    case .between, .awaitingDecision, .editing: break
    }
    return leave(departure, in: context)
  }

  /// Ends the walk because nothing can be typed anymore: the terminal is gone.
  ///
  /// An effect that's being performed is then cut short, as by the signal that a terminal sends.
  mutating func close(in context: ConversationContext) -> ConversationRequest {
    if case .performing = activity { return depart(.signal(.hangUp), in: context) }
    return depart(.reason(.endOfInput), in: context)
  }

  /// Ends the walk where nothing is under way.
  mutating func leave(
    _ departure: Departure, in context: ConversationContext
  ) -> ConversationRequest {
    switch departure {
    case .signal(.interrupt): send(.leave(.interrupt), then: .nothing, in: context)
    case .signal(let signal): .end(.signal(signal))
    case .reason(let reason): send(.leave(reason), then: .nothing, in: context)
    }
  }
}
