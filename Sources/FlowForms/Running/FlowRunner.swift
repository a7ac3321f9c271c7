// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import StackFlowCore

/// An object that walks a flow: it owns a ``FlowSession``, and asks its delegate for approval and a
/// clock for the time.
///
/// ```swift
/// let runner = try FlowRunner(flow: flow, clock: { SystemHost.now })
/// runner.start()
/// runner.send(.next(.text("billing")))
/// ```
///
/// Events that a delegate sends from a callback are handled after the current one, in the order in
/// which they were sent.
///
/// To show a walk in a `StackFlowView`, give the view ``steps``. The view's requests become events
/// of the session, and only what the session announces moves the view.
public final class FlowRunner {
  /// The current session.
  public private(set) var session: FlowSession

  /// The object that approves moves and is notified of them.
  ///
  /// It's held weakly.
  ///
  /// Without a delegate, moves are approved.
  public weak var delegate: (any FlowRunnerDelegate)?

  /// A closure that's called with the announcements of each event, after the delegate was notified.
  public var onAnnouncements: (([FlowAnnouncement]) -> Void)?

  /// The host that looks up files for fields of type `path`.
  ///
  /// Without one, nothing is known about them.
  public var pathHost: (any PathHost)?

  /// The host that runs commands and writes files.
  ///
  /// Without one, every `run` and `write` fails.
  public var effects: (any EffectHost)?

  /// Whether effects that need no question are performed while an event is handled.
  ///
  /// The default is true.
  ///
  /// Otherwise, the driver performs them with ``takeEffect()``.
  public var performsEffects = true

  /// Whether moves are approved if there's no ``delegate``.
  ///
  /// The default is true.
  ///
  /// Otherwise, each request waits for ``answer(_:_:)``.
  public var approvesMoves = true

  /// Whether facts about paths are looked up while an event is handled.
  ///
  /// The default is true.
  ///
  /// Otherwise, the session stays in ``FlowNeed/lookUp(_:)`` until you send ``FlowEvent/found(_:)``.
  public var looksUpPaths = true

  /// The effects that the user permitted.
  var permitted: Set<EffectRequest> = []

  /// Whether the pending write may overwrite the existing file, or nil if the user hasn't decided.
  var overwriting: Bool?

  /// A closure that's called with the session after each event, before what the event requests is
  /// decided or performed.
  ///
  /// A journal writes the new events; see ``FlowSession/appendableEvents(after:keepingSecrets:)``.
  public var onEvent: ((FlowSession) -> Void)?

  /// A closure that replaces the session after each event, so that tests can save and restore it.
  package var replacement: ((FlowSession) -> FlowSession)?

  /// Whether an event is being handled, so others have to wait.
  private(set) var isHandling = false

  private let clock: () -> Timestamp
  private var queue = CallQueue<FlowEvent>()
  private var shown: RunnerSteps?

  /// The request that the delegate is being asked about, and its answer from inside the callback.
  private var asked: (request: NavigationRequest, answer: FlowDecision?)?

  /// Creates a runner for a session that hasn't started.
  ///
  /// - Parameters:
  ///   - flow: The flow to walk.
  ///   - inputs: The values of the inputs, by name.
  ///   - options: Answers given in advance, and how defaults are taken.
  ///   - effects: The host that runs commands and writes files, or nil to refuse all of them.
  ///   - clock: Returns the time of each event.
  /// - Throws: ``InputError`` if an input is missing, unknown, or of the wrong type.
  public init(
    flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions(),
    effects: (any EffectHost)? = nil, clock: @escaping () -> Timestamp
  ) throws(InputError) {
    session = try FlowSession(flow: flow, inputs: inputs, options: options)
    self.effects = effects
    self.clock = clock
  }

  /// Creates a runner for a session that may have started, such as a restored one.
  ///
  /// An effect that had begun in it isn't performed until the user says what happened; see
  /// ``EffectQuestion/inDoubt(_:)``.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - effects: The host that runs commands and writes files, or nil to refuse all of them.
  ///   - clock: Returns the time of each event.
  public init(
    continuing session: FlowSession, effects: (any EffectHost)? = nil,
    clock: @escaping () -> Timestamp
  ) {
    self.session = session
    self.effects = effects
    self.clock = clock
    self.session.doubtEffect()
  }

  /// The state of the session.
  public var state: FlowState { session.state }

  /// The steps that the session has announced, as a stack that only follows its announcements.
  ///
  /// You can read it, show it in a `StackFlowView`, and request moves: a push is
  /// ``FlowEvent/next(_:)`` with what's offered, a pop of one step is ``FlowEvent/back(_:)``, and a
  /// pop of several steps is ``FlowEvent/backTo(_:)``. Its own pushes and pops do nothing, and its
  /// delegate is the runner.
  ///
  /// It's created when you first read it, or before the first event if there's a delegate. A walk
  /// with neither has none.
  ///
  /// - Complexity: O(*n*) in the number of steps the first time, then O(1).
  public var steps: FlowStack<FlowStep> { shownSteps.stack }

  /// Whether ``steps`` has been created.
  package var hasStack: Bool { shown != nil }

  private var shownSteps: RunnerSteps {
    if let shown { return shown }
    let steps = RunnerSteps(of: self)
    shown = steps
    return steps
  }

  /// Notifies an observer, from now on, of the values of conditions and of submissions.
  package func report(to observer: any SessionObserver) { session.observer = observer }

  /// Starts the session, which pushes the first step.
  @discardableResult
  public func start() -> [FlowAnnouncement] { send(.start) }

  /// Handles an event, and provides the approvals and the facts about paths that it needs.
  ///
  /// - Returns: The announcements; none if the event waits for another one to end.
  @discardableResult
  public func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    queue.append(event)
    guard !isHandling else { return [] }
    isHandling = true
    defer { isHandling = false }
    var all: [FlowAnnouncement] = []
    while let event = queue.next() {
      // Create the stack before the event, so that the delegate is notified of every change.
      if delegate != nil { _ = shownSteps }
      var announcements = handle(event)
      tell(announcements)
      while let reply = reply() {
        let more = handle(reply)
        tell(more)
        announcements += more
      }
      // A permission only covers what follows immediately, not what the user reaches on another
      // path.
      if pendingEffect == nil {
        permitted = []
        overwriting = nil
      }
      onAnnouncements?(announcements)
      all += announcements
    }
    shown?.settle()
    return all
  }

  private func handle(_ event: FlowEvent) -> [FlowAnnouncement] {
    let announcements = session.handle(event, now: clock())
    if let replacement {
      let observer = session.observer
      session = replacement(session)
      session.observer = observer
      if case .effectBegan = event { session.isInDoubt = false }
    }
    onEvent?(session)
    return announcements
  }

  /// Notes that the effect in doubt didn't happen.
  func clearDoubt() { session.clearDoubt() }

  /// Notes in the log that the pending effect is about to be performed.
  func beginEffect() { _ = handle(.effectBegan) }

  /// Answers a request for which the delegate returned `.later`.
  ///
  /// You can also answer a request inside its own callback. That decides, whatever the callback
  /// returns. If you answer with `.later` again, the request stays open.
  ///
  /// - Parameters:
  ///   - request: The request of the session, or the request of ``steps`` that caused it.
  ///   - decision: The decision.
  /// - Returns: The announcements.
  /// - Throws: `FlowStackError.staleRequest` if the request was already answered, or was canceled
  ///   by a newer event. Nothing changes then.
  @discardableResult
  public func answer(_ request: NavigationRequest, _ decision: FlowDecision) throws(FlowStackError)
    -> [FlowAnnouncement]
  {
    if let asked, asked.request == request, asked.answer == nil {
      if decision != .later { self.asked?.answer = decision }
      return []
    }
    guard asked == nil, let pending = session.pendingRequest,
      request == pending || request == shown?.stack.pendingRequest
    else { throw .staleRequest(request) }
    return decision == .later ? [] : send(.decide(decision, on: pending.id))
  }

  /// Returns the event that answers what the session needs, or nil if that comes later or nothing
  /// is needed.
  private func reply() -> FlowEvent? {
    guard case .needs(let need) = session.state else { return nil }
    return switch need {
    case .approval(let request): reply(to: request)
    case .lookUp where !looksUpPaths: nil
    case .lookUp(let query):
      .found(pathHost?.facts(of: query) ?? PathFacts(unknown: query.path))
    case .effect: performsEffects ? performEffect().map { .effectEnded($0) } : nil
    }
  }

  /// Continues at an effect that was waiting for an answer.
  func resume() -> [FlowAnnouncement] {
    guard performsEffects, !isHandling, let result = performEffect() else { return [] }
    return send(.effectEnded(result))
  }

  /// Returns the event with the delegate's decision, or nil if that comes later.
  private func reply(to request: NavigationRequest) -> FlowEvent? {
    guard let delegate else { return approvesMoves ? .decide(.approve, on: request.id) : nil }
    asked = (request, nil)
    let returned =
      switch request.move {
      case .push: delegate.didRequestPush(request, answers: session.pendingAnswers, in: self)
      case .pop(let count):
        delegate.didRequestPop(count, to: session.pendingTarget ?? "", request, in: self)
      }
    let decision = asked?.answer ?? returned
    asked = nil
    return decision == .later ? nil : .decide(decision, on: request.id)
  }

  private func tell(_ announcements: [FlowAnnouncement]) {
    shown?.follow(announcements)
    guard case .ended? = announcements.last, case .finished(let result) = session.state else {
      return
    }
    delegate?.didFinish(result, in: self)
  }
}
