// SPDX-License-Identifier: Apache-2.0

import FlowEffects
public import FlowExpressions
public import FlowModel
import HashTreeCollections
public import Localization
import StackFlowCore

/// A walk through a flow: a state machine without I/O, clock, or threads.
///
/// Events go in; announcements come out, in order, and the session has a new ``state``. It's a
/// value: a copy made before an event is the session before that event, and the two share almost
/// everything.
///
/// ```swift
/// var session = try FlowSession(flow: flow)
/// session.send(.start, now: now)
/// session.send(.answer(.text("billing")), now: now)
/// session.decide(.approve, now: now)
/// ```
///
/// If the session needs something that it can't know, its state is ``SessionState/needs(_:)``. The
/// driver replies with an event, so that decisions are in the log and a replay asks no one.
public struct FlowSession: Sendable {
  /// The stored properties, shared with the session's copies until one of them changes.
  var contents: CopyOnWrite<Contents>

  enum Phase: Sendable {
    /// It hasn't started, or is handling an event.
    case idle

    /// The top step waits for the user.
    case asking(StepState)

    /// A request to move waits for a decision. A denial leads back to the previous phase.
    indirect case awaiting(PendingMove, before: Phase)

    /// The effect of the top step is being performed.
    indirect case performing(EffectRequest)

    /// An effect is being undone before a pop continues.
    indirect case undoing(EffectRequest, PopGoal)

    /// An effect of the walk's past is being undone or asked about, before what's next.
    indirect case settling(EffectRequest, before: Settlement)

    /// An expression or an effect failed, with the top step as the user left it, if there is one.
    indirect case failed(FlowFailure, StepState?)

    /// The session has ended.
    indirect case finished(FlowResult)

    /// The top step as the user sees or left it, or nil if no one is asked.
    var step: StepState? {
      switch self {
      case .asking(let step): step
      case .awaiting(_, let before): before.step
      case .failed(_, let step): step
      case .idle, .performing, .undoing, .settling, .finished: nil
      }
    }
  }

  /// Creates a session that hasn't started.
  ///
  /// - Parameters:
  ///   - flow: The flow to walk.
  ///   - inputs: The values of the inputs, by name. Missing inputs take their defaults.
  ///   - options: Answers given in advance, and how defaults are taken.
  /// - Throws: ``InputError`` if an input is missing, unknown, or of the wrong type.
  public init(
    flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions()
  ) throws(InputError) {
    let setup = SessionSetup(
      flow: flow, inputs: try flow.inputValues(from: inputs, zone: options.zone), options: options)
    contents = CopyOnWrite(Contents(setup: setup, given: options.answers))
  }

  /// The flow.
  public var flow: CheckedFlow {
    @inline(__always) _read { yield setup.flow }
  }

  /// The options of the session.
  public var options: SessionOptions {
    @inline(__always) _read { yield setup.options }
  }

  /// The values of the inputs, in the flow's order.
  var inputs: [Value?] { setup.inputs }

  /// The state: what the session is waiting for, or how it ended.
  public var state: SessionState {
    if let need { return .needs(need) }
    switch phase {
    case .asking(let step): return .asking(step)
    case .failed(let failure, _): return .failed(failure)
    case .finished(let result): return .finished(result)
    case .idle, .awaiting, .performing, .undoing, .settling: return .notStarted
    }
  }

  /// The need; nil if it needs nothing.
  ///
  /// Unlike ``state``, it copies no step.
  package var need: SessionNeed? {
    if let lookup { return .lookUp(lookup.path) }
    switch phase {
    case .awaiting(let move, _): return .approval(move.request)
    case .performing(let request), .undoing(let request, _), .settling(let request, _):
      return .effect(request)
    case .idle, .asking, .failed, .finished: return nil
    }
  }

  /// Whether it needs an effect to be performed.
  package var needsEffect: Bool { if case .effect? = need { true } else { false } }

  /// The events that had an effect, oldest first.
  ///
  /// Of the answers that were refused in a row at one field, only the last few are kept, because
  /// the others no longer matter.
  ///
  /// - Complexity: O(*n*) in the number of events.
  public var events: [LoggedEvent] { log.events }

  /// The number of events that had an effect.
  public var eventCount: Int { log.addedCount }

  /// The time of the first event; nil if nothing has happened.
  package var timeOfFirstEvent: Timestamp? { log.count == 0 ? nil : log.entries[0].logged.now }

  /// The time that expressions know as `now`: that of the event being handled, and in a flow with `updatable`, that of
  /// the first event, so that the files of several writes can be made again at one time.
  var timeOfNames: Timestamp { flow.definition.isUpdatable ? timeOfFirstEvent ?? now : now }

  /// Whether an effect was begun or has ended, even if going back has undone it.
  package var hasEffects: Bool { log.hasEffects }

  /// About how many bytes the events take.
  package var storedSize: Int { log.storedSize }

  /// The number of steps on the stack, including those answered in advance.
  public var depth: Int { stack.count }

  /// Handles an event.
  ///
  /// An event that doesn't apply to the current state has no effect, and isn't in the log. The first event of a
  /// restored session also announces what was noticed while it was restored.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time of the event, which is the flow's `now`.
  /// - Returns: The announcements, in order.
  @discardableResult
  public mutating func send(_ event: FlowEvent, now: Timestamp) -> [FlowAnnouncement] {
    let noticed = takeNotices()
    if tail == nil { handleLogged(event, now: now) } else { handleBeforeTail(event, now: now) }
    let announcements = endHandling()
    return noticed.isEmpty ? announcements : noticed + announcements
  }

  /// The step of the top entry, with its index in the plan.
  var topStep: (planIndex: Int, step: CheckedStep)? {
    guard let entry = stack.top, let step = flow.step(at: entry.planIndex) else { return nil }
    return (entry.planIndex, step)
  }

  /// The flow's title in the session's language, or nil if it has none.
  public var title: String? {
    try? flow.title?.text(in: scope(), language: language)
  }

  /// The day of the last event, in the session's time zone.
  package var today: CalendarDate {
    let parts = now.components(in: options.zone)
    let date = try? CalendarDate(year: parts.year, month: parts.month, day: parts.day)
    return date ?? .earliest
  }

  /// The language of the texts.
  package var language: String {
    stack.top?.language ?? options.language ?? flow.definition.language
  }

  /// The program's own words in the language of the top step.
  ///
  /// They are those of ``SessionOptions/catalog`` until an answer sets another language for which a
  /// catalog is built in.
  public var catalog: MessageCatalog {
    setup.catalog(in: stack.top?.language)
  }
}
