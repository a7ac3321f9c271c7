// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import StackFlowCore

/// Something that happened to a session: what a person did, or what the outside answered.
///
/// The same flow, inputs, times and events give the same state, byte for byte.
public enum FlowEvent: Hashable, Sendable {
  /// The session begins: the first step is pushed.
  case start

  /// The focused field takes an input and the focus moves on; at the last field the step is
  /// submitted. Without an input it takes an acceptable draft, else what is offered. A note is
  /// passed, a review accepted.
  case next(FieldInput?)

  /// A field of the top step takes an input; the focus moves there and stays.
  case edit(field: String, FieldInput)

  /// The focus moves to a visible field of the top step.
  case focus(field: String)

  /// The whole top step is submitted, untouched fields with what is offered.
  case submit

  /// The warnings of the focused field are accepted.
  case confirm

  /// A number of shown steps back. One step, in a form, is to the field before; at its first field
  /// it leaves the form.
  case back(Int)

  /// Back to the step with an id, to the form that holds the field with that id, or to the first
  /// step of the flow inside the flow, or of the item, with that id.
  case backTo(String)

  /// Suggestions are accepted step by step, until a step has none.
  case acceptSuggestions

  /// A new item of the list of records that is the top step is asked for.
  case addItem

  /// An item of the list, by its position from 0, is asked for again.
  case editItem(Int)

  /// An item of the list, by its position from 0, is removed.
  case removeItem(Int)

  /// An item of the list goes to another position; both count from 0.
  case moveItem(from: Int, to: Int)

  /// The answer to ``FlowNeed/approval(_:)``; it names the request, and changes nothing if that
  /// request isn't the one that waits.
  case decide(FlowDecision, on: NavigationRequest.ID)

  /// The answer to ``FlowNeed/lookUp(_:)``; the event that needed it is handled with it.
  case found(PathFacts)

  /// The answer to ``FlowNeed/effect(_:)``.
  case effectEnded(EffectResult)

  /// A `run` or a `write` that failed is tried again, where ``EffectFailure/retries`` says so.
  case retry

  /// The person leaves.
  case leave(LeaveReason)
}

/// Why a session ended before its flow did.
public enum LeaveReason: String, Hashable, Sendable, CaseIterable {
  /// The person asked to leave.
  case quit

  /// The person interrupted the program.
  case interrupt

  /// There is no more input.
  case endOfInput = "end-of-input"

  /// The time was up.
  case timeout
}

/// An event with the time at which it was handled.
public struct LoggedEvent: Hashable, Sendable {
  /// The event.
  public let event: FlowEvent

  /// The session's `now` while it was handled.
  public let now: Timestamp
}
