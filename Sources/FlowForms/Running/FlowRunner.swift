// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import StackFlowCore

/// Walks a flow: owns a ``FlowSession``, asks its delegate for approval and a clock for the time.
///
/// ```swift
/// let runner = try FlowRunner(flow: flow, clock: { SystemHost.now })
/// runner.start()
/// runner.send(.next(.text("billing")))
/// ```
///
/// Events that a delegate sends from a callback are handled after the running one, in the order in
/// which they were sent.
///
/// To show a walk in a `StackFlowView`, give the view ``steps``. The view's requests become events
/// of the session, and only what the session announces moves the view.
public final class FlowRunner {
  /// The session as it is now.
  public private(set) var session: FlowSession

  /// The object that approves moves and hears of them; held weakly.
  ///
  /// Without a delegate, moves are approved.
  public weak var delegate: (any FlowRunnerDelegate)?

  /// Called with what the last event announced, after the delegate heard of it.
  public var onAnnouncements: (([FlowAnnouncement]) -> Void)?

  /// The host that looks at files for fields of type `path`; without one, nothing is known of them.
  public var pathHost: (any PathHost)?

  /// The host that runs commands and writes files; without one, every `run` and `write` fails.
  public var effects: (any EffectHost)?

  /// Whether effects that need no question are performed while an event is handled; true unless set.
  ///
  /// Otherwise the driver performs them with ``takeEffect()``.
  public var performsEffects = true

  /// The effects that a person has allowed.
  var permitted: Set<EffectRequest> = []

  /// Whether the person lets the pending write overwrite the file that is there; nil if they haven't
  /// said.
  var overwriting: Bool?

  /// Whether an event is being handled, so that others wait.
  private(set) var isHandling = false

  private let clock: () -> Timestamp
  private var queue = CallQueue<FlowEvent>()
  private var shown: RunnerSteps?

  /// The request about which the delegate is being asked, and its answer from inside the callback.
  private var asked: (request: NavigationRequest, answer: FlowDecision?)?

  /// Creates a runner for a session that has not begun.
  ///
  /// - Parameters:
  ///   - flow: The flow to walk.
  ///   - inputs: The inputs' values by name.
  ///   - options: Answers given in advance, and how defaults are taken.
  ///   - effects: The host that runs commands and writes files; nil to refuse all of them.
  ///   - clock: Returns the time of each event.
  /// - Throws: ``InputError`` if an input is missing, unknown or of the wrong type.
  public init(
    flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions(),
    effects: (any EffectHost)? = nil, clock: @escaping () -> Timestamp
  ) throws(InputError) {
    session = try FlowSession(flow: flow, inputs: inputs, options: options)
    self.effects = effects
    self.clock = clock
  }

  /// The session's state.
  public var state: FlowState { session.state }

  /// The steps that the session has announced, as a stack that only its announcements move.
  ///
  /// It can be read, shown by a `StackFlowView`, and asked to move: a push is ``FlowEvent/next(_:)``
  /// with what is offered, a pop of one step is ``FlowEvent/back(_:)``, and one of several is
  /// ``FlowEvent/backTo(_:)``. Its own pushes and pops do nothing, and its delegate is the runner.
  ///
  /// It's created when you read it first, or before the first event with a delegate; a walk with
  /// neither has none.
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

  /// Tells an observer, from now on, which conditions hold and what is submitted.
  package func report(to observer: any SessionObserver) { session.observer = observer }

  /// Begins: pushes the first step.
  @discardableResult
  public func start() -> [FlowAnnouncement] { send(.start) }

  /// Handles an event, and answers what it needs: approvals, and facts about paths.
  ///
  /// - Returns: What was announced; nothing if the event waits for the end of a running one.
  @discardableResult
  public func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    queue.append(event)
    guard !isHandling else { return [] }
    isHandling = true
    defer { isHandling = false }
    var all: [FlowAnnouncement] = []
    while let event = queue.next() {
      // The stack is that of before the event, so that the delegate hears of every change.
      if delegate != nil { _ = shownSteps }
      var announcements = session.handle(event, now: clock())
      tell(announcements)
      while let reply = reply() {
        let more = session.handle(reply, now: clock())
        tell(more)
        announcements += more
      }
      // A yes is for what follows at once, not for what a person reaches on another path.
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

  /// Answers a request that the delegate put off with `.later`.
  ///
  /// You can also answer a request inside its own callback; that decides, whatever the callback
  /// returns. Answering with `.later` again leaves it open.
  ///
  /// - Parameters:
  ///   - request: The request of the session, or the request of ``steps`` that led to it.
  ///   - decision: The decision.
  /// - Returns: What was announced.
  /// - Throws: `FlowStackError.staleRequest` if the request was answered, or was canceled by a newer
  ///   event. Nothing changes then.
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

  /// The event that answers what the session needs; nil if that comes later or nothing is needed.
  private func reply() -> FlowEvent? {
    guard case .needs(let need) = session.state else { return nil }
    return switch need {
    case .approval(let request): reply(to: request)
    case .lookUp(let query):
      .found(pathHost?.facts(of: query) ?? PathFacts(unknown: query.path))
    case .effect: performsEffects ? performEffect().map { .effectEnded($0) } : nil
    }
  }

  /// Goes on where an effect waited for an answer.
  func resume() -> [FlowAnnouncement] {
    guard performsEffects, !isHandling, let result = performEffect() else { return [] }
    return send(.effectEnded(result))
  }

  /// The delegate's decision; nil if it comes later.
  private func reply(to request: NavigationRequest) -> FlowEvent? {
    guard let delegate else { return .decide(.approve, on: request.id) }
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
