// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import HashTreeCollections
public import Localization
import StackFlowCore

/// A walk through a flow: a pure state machine without I/O, clock or threads.
///
/// An event goes in; announcements come out, in order, and the session has a new ``state``. It's a
/// value: a copy from before an event is the session before that event, and the two share almost
/// everything.
///
/// ```swift
/// var session = try FlowSession(flow: flow)
/// session.handle(.start, now: now)
/// session.handle(.next(.text("billing")), now: now)
/// session.decide(.approve, now: now)
/// ```
///
/// What the session can't know is ``FlowState/needs(_:)``: the driver answers it with an event, so
/// that decisions are in the log and a replay asks no one.
public struct FlowSession: Sendable {
  /// What holds from the start to the end.
  let setup: SessionSetup

  /// The steps; only pushes and pops change it.
  var stack = StepStack<StepEntry>()

  /// What the session is doing.
  var phase = Phase.idle

  /// Earlier answers by field, offered when their step is asked again.
  var suggestions = TreeDictionary<String, Value>()

  /// The fields whose answer given in advance was consumed.
  var consumed = TreeSet<String>()

  /// Whether suggestions are accepted until a step has none.
  var isAcceptingSuggestions = false

  /// The answers with which an item is filled without asking; nil where a person is asked.
  var filling: ItemFilling?

  /// The number of requests to move so far.
  var requestCount = 0

  /// Everything that happened, the oldest first.
  var log = StepStack<LoggedEvent>()

  /// The time of the event being handled.
  var now = Timestamp.epoch

  /// An event that waits for a fact about a file.
  var lookup: PendingLookup?

  /// What is known of files while an event is handled.
  var facts: [String: PathFacts] = [:]

  /// The fact without which the event being handled can't go on.
  var missingFact: PathQuery?

  /// The field of the step that the pop being decided goes to.
  var backField: String?

  /// What is known of steps between the top and a list, while a copy of the session looks at what
  /// would become of that list; nil: every name is known.
  var outlook: KnownAhead?

  /// The object that hears which conditions held and what was submitted; nil if there is none.
  var observer: (any SessionObserver)?

  /// What a session is doing.
  enum Phase: Sendable {
    /// It has not begun, or is working on an event.
    case idle

    /// The top step waits for the person.
    case asking(StepState)

    /// A request to move waits for a decision; a denial leads back to the phase before.
    indirect case awaiting(PendingMove, before: Phase)

    /// The effect of the top step is being performed.
    indirect case performing(EffectRequest)

    /// An effect is being undone, before a pop goes on.
    indirect case undoing(EffectRequest, PopGoal)

    /// An expression or an effect failed; with the top step as the person left it, when there is one.
    indirect case failed(FlowFailure, StepState?)

    /// It is over.
    indirect case finished(FlowResult)

    /// The top step as the person sees or left it; nil where no one is asked.
    var step: StepState? {
      switch self {
      case .asking(let step): step
      case .awaiting(_, let before): before.step
      case .failed(_, let step): step
      case .idle, .performing, .undoing, .finished: nil
      }
    }
  }

  /// Creates a session that has not begun.
  ///
  /// - Parameters:
  ///   - flow: The flow to walk.
  ///   - inputs: The inputs' values by name; what is missing takes its default.
  ///   - options: Answers given in advance, and how defaults are taken.
  /// - Throws: ``InputError`` when an input is missing, unknown or of the wrong type.
  public init(
    flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions()
  ) throws(InputError) {
    setup = SessionSetup(
      flow: flow, inputs: try flow.inputValues(from: inputs, zone: options.zone), options: options)
  }

  /// The flow.
  public var flow: CheckedFlow { setup.flow }

  /// What the session was told at its start.
  public var options: SessionOptions { setup.options }

  /// The inputs' values, in the flow's order.
  var inputs: [Value?] { setup.inputs }

  /// The state: what the session waits for, or how it ended.
  public var state: FlowState {
    if let lookup { return .needs(.lookUp(lookup.query)) }
    switch phase {
    case .idle: return .notStarted
    case .asking(let step): return .asking(step)
    case .awaiting(let move, _): return .needs(.approval(move.request))
    case .performing(let request), .undoing(let request, _): return .needs(.effect(request))
    case .failed(let failure, _): return .failed(failure)
    case .finished(let result): return .finished(result)
    }
  }

  /// Everything that happened, the oldest first.
  ///
  /// - Complexity: O(*n*) in the number of events.
  public var events: [LoggedEvent] { log.map(\.item) }

  /// The number of events so far.
  public var eventCount: Int { log.count }

  /// The number of steps on the stack, those answered in advance too.
  public var depth: Int { stack.count }

  /// Handles an event and says what came of it.
  ///
  /// An event that makes no sense in the present state changes and announces nothing, but is in the
  /// log.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: When; the flow's `now`.
  /// - Returns: The announcements, in order.
  @discardableResult
  public mutating func handle(_ event: FlowEvent, now: Timestamp) -> [FlowAnnouncement] {
    log.push(LoggedEvent(event: event, now: now))
    return handleLookingUp(event, now: now)
  }

  /// Handles an event that is in the log.
  mutating func process(_ event: FlowEvent, now: Timestamp) -> [FlowAnnouncement] {
    self.now = now
    var announcements: [FlowAnnouncement] = []
    if case .leave(let reason) = event { leave(reason, &announcements) }
    processEvent(event, &announcements)
    return announcements
  }

  /// Handles an event as the phase says.
  mutating func processEvent(_ event: FlowEvent, _ announcements: inout [FlowAnnouncement]) {
    switch phase {
    case .finished: break
    case .idle:
      if case .start = event { advance(with: nil, &announcements) }
    case .asking: processAsking(event, &announcements)
    case .awaiting(let move, let before): processAwaiting(event, move, before, &announcements)
    case .performing(let request):
      guard case .effectEnded(let result) = event else { break }
      effectEnded(result, of: request, &announcements)
    case .undoing(let request, let goal):
      guard case .effectEnded(let result) = event else { break }
      undoEnded(result, of: request, goal, &announcements)
    case .failed(let failure, _):
      switch event {
      case .retry: retry(failure, &announcements)
      case .back(let count): requestPop(steps: count, &announcements)
      case .backTo(let id): requestPop(to: id, &announcements)
      default: break
      }
    }
  }

  private mutating func processAsking(
    _ event: FlowEvent, _ announcements: inout [FlowAnnouncement]
  ) {
    switch event {
    case .back(let count): requestPop(steps: count, &announcements)
    case .backTo(let id): requestPop(to: id, &announcements)
    case .acceptSuggestions: acceptSuggestions(&announcements)
    case .addItem, .editItem, .removeItem, .moveItem: change(event, &announcements)
    case .next, .edit, .focus, .submit, .confirm: fill(event, &announcements)
    case .start, .decide, .found, .effectEnded, .retry, .leave: break
    }
  }

  /// The session that the same events lead to.
  ///
  /// - Complexity: that of handling each event.
  public static func replaying(
    _ events: some Sequence<LoggedEvent>, flow: CheckedFlow, inputs: [String: Value] = [:],
    options: SessionOptions = SessionOptions()
  ) throws(InputError) -> FlowSession {
    var session = try FlowSession(flow: flow, inputs: inputs, options: options)
    for event in events { session.handle(event.event, now: event.now) }
    return session
  }

  /// The step of the top entry.
  var topStep: (planIndex: Int, step: CheckedStep)? {
    guard let entry = stack.top, let step = flow.step(at: entry.planIndex) else { return nil }
    return (entry.planIndex, step)
  }

  /// The language of the texts.
  var language: String { stack.top?.language ?? options.language ?? flow.definition.language }

  /// The program's own words in the language of the top step.
  ///
  /// They are those of ``SessionOptions/catalog`` until an answer sets another language for which a
  /// catalog is built in.
  public var catalog: MessageCatalog {
    guard let tag = stack.top?.language,
      !LanguageTag.fallbacks(of: tag).contains(setup.catalog.language)
    else { return setup.catalog }
    return MessageCatalog.builtIn(for: tag) ?? setup.catalog
  }

  /// The names that the session's expressions see now.
  func scope(at time: Timestamp? = nil) -> SessionScope {
    var scope = SessionScope(
      setup: setup, stack: stack, now: time ?? now, language: language, observer: observer)
    scope.ahead = outlook
    return scope
  }
}
