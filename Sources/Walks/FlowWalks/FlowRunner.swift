// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
public import FlowModel
public import FlowSessions
public import StackFlowCore

/// An object that walks a flow: it owns a `FlowSession`, and asks its delegate for approval and a
/// clock for the time.
///
/// ```swift
/// let runner = try FlowRunner(flow: flow, clock: { SystemHost.now })
/// runner.start()
/// runner.send(.answer(.text("billing")))
/// ```
///
/// Events that a delegate sends from a callback are handled after the current one, in the order in
/// which they were sent.
///
/// To show a walk in a `StackFlowView`, give the view ``steps``. The view's requests become events
/// of the session, and only what the session announces moves the view.
public final class FlowRunner {
  package private(set) var walk: FlowWalk

  /// The object that approves moves and is notified of them.
  ///
  /// It's held weakly.
  ///
  /// Without a delegate, moves are approved.
  public weak var delegate: (any FlowRunnerDelegate)?

  /// A closure that's called with the announcements of each event, after the delegate was notified.
  package var onAnnouncements: (([FlowAnnouncement]) -> Void)?

  /// Whether an event is being handled, so others have to wait.
  private(set) var isHandling = false

  private var queue = CallQueue<FlowEvent>()
  var shown: RunnerSteps?

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
  /// - Throws: `InputError` if an input is missing, unknown, or of the wrong type.
  public convenience init(
    flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions(),
    effects: (any EffectHost)? = nil, clock: @escaping @Sendable () -> Timestamp
  ) throws(InputError) {
    self.init(
      continuing: try FlowSession(flow: flow, inputs: inputs, options: options), effects: effects,
      clock: clock)
  }

  /// Creates a runner for a session that may have started, such as a restored one.
  ///
  /// An effect that had begun in it isn't performed until the user says what happened; see
  /// ``WalkDecision/doubt(_:_:)``.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - effects: The host that runs commands and writes files, or nil to refuse all of them.
  ///   - clock: Returns the time of each event.
  public init(
    continuing session: FlowSession, effects: (any EffectHost)? = nil,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    walk = FlowWalk(session, services: WalkServices(effects: effects, clock: clock))
  }

  /// The current session.
  public var session: FlowSession { _read { yield walk.session } }

  /// The services that the walk uses: the hosts of effects and paths, the clock, what's called after each event, and the
  /// tasks that the driver does itself.
  public var services: WalkServices {
    get { walk.services }
    set { walk.services = newValue }
  }

  /// The state of the session.
  public var state: SessionState { walk.session.state }

  /// The steps that the session has announced, as a stack that only follows its announcements.
  ///
  /// You can read it, show it in a `StackFlowView`, and request moves: a push is
  /// `FlowEvent.answer(_:)` with what's offered, a pop of one step is `FlowEvent.back(_:)`, and a
  /// pop of several steps is `FlowEvent.backTo(_:)`. Its own pushes and pops do nothing, and its
  /// delegate is the runner.
  ///
  /// It's created when you first read it, or before the first event if there's a delegate. A walk
  /// with neither has none.
  ///
  /// - Complexity: O(*n*) in the number of steps the first time, then O(1).
  public var steps: FlowStack<FlowStep> { shownSteps.stack }

  private var shownSteps: RunnerSteps {
    if let shown { return shown }
    let steps = RunnerSteps(of: self)
    shown = steps
    return steps
  }

  /// Notifies an observer, from now on, of the values of conditions and of submissions.
  package func report(to observer: any SessionObserver) { walk.session.observer = observer }

  /// Starts the session, which pushes the first step.
  @discardableResult
  public func start() -> [FlowAnnouncement] { send(.start) }

  /// Returns what was noticed while the session was restored, unless it was announced.
  package func takeNotices() -> [FlowAnnouncement] { walk.session.takeNotices() }

  /// Handles an event, asks the delegate about the moves that it requests, and performs the effects that need no
  /// decision, unless the driver takes them.
  ///
  /// The delegate is told what was announced once the walk needs it, or someone else.
  ///
  /// - Returns: The announcements; none if the event waits for another one to end.
  @discardableResult
  public func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    guard !isHandling else {
      queue.append(event)
      return []
    }
    return drive(event)
  }

  /// Has the walk handle an event, and then the decisions of the delegate and what was sent meanwhile.
  ///
  /// - Parameter event: The event; nil to go on with what's needed already.
  /// - Returns: The announcements.
  private func drive(_ event: FlowEvent?) -> [FlowAnnouncement] {
    isHandling = true
    defer { isHandling = false }
    var all: [FlowAnnouncement] = []
    var turn: [FlowAnnouncement] = []
    var next = event
    repeat {
      // Create the stack before the event, so that the delegate is notified of every change.
      if delegate != nil { _ = shownSteps }
      let announcements = walk.settle(next, leaving: delegate == nil ? [] : .moves)
      tell(announcements)
      if turn.isEmpty { turn = announcements } else { turn += announcements }
      next = decision(of: delegate)
      guard next == nil else { continue }
      onAnnouncements?(turn)
      if all.isEmpty { all = turn } else { all += turn }
      turn = []
      next = queue.next()
    } while next != nil
    shown?.settle()
    return all
  }

  /// Does what an action means, as a user types it: a secret that must be entered twice is given twice.
  ///
  /// - Parameter action: The action, but not several answers.
  /// - Returns: The announcements; none if a decision comes first, or the walk can't take the action now.
  @discardableResult
  package func perform(_ action: WalkAction) -> [FlowAnnouncement] {
    do throws(WalkError) {
      return try walk.event(of: action).map { send($0) } ?? resume()
    } catch {
      return []
    }
  }

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

  /// Returns the event with the delegate's decision about the move that's requested; nil if none is, or the decision
  /// comes later.
  private func decision(of delegate: (any FlowRunnerDelegate)?) -> FlowEvent? {
    guard let delegate, let request = walk.session.pendingRequest else { return nil }
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

  // MARK: Effects

  /// The effect that's waiting to be performed; nil if there isn't one.
  package var pendingEffect: EffectRequest? { walk.pendingEffect }

  /// The decision without which the walk can't go on; nil if there's none.
  ///
  /// A move is decided with ``answer(_:_:)`` as well.
  public var decision: WalkDecision? {
    // Checking this first avoids a copy of the walk.
    guard walk.wayBack != nil || walk.session.need != nil else { return nil }
    walk.lookOnce()
    return walk.decision
  }

  /// Answers a decision.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - decision: What was decided; nil for ``decision``. It has no effect if something else is to be
  ///     decided now.
  /// - Returns: What was announced.
  @discardableResult
  public func decide(
    _ answer: DecisionAnswer, on decision: WalkDecision? = nil
  ) -> [FlowAnnouncement] {
    guard let decision = decision ?? self.decision else { return [] }
    walk.forgetLook(at: decision)
    return walk.take(answer, to: decision).map { send($0) } ?? resume()
  }

  /// Refuses the pending effect, so that its step fails.
  ///
  /// One in doubt stays in doubt: the question comes again where the walk requests it again, or ends. Without
  /// an answer about an undo, the walk fails, and can only go back, which asks again.
  ///
  /// - Parameter reason: The reason, as the end of a sentence such as "'git' …".
  /// - Returns: The announcements; none if no effect is pending.
  @discardableResult
  package func refuseEffect(_ reason: String? = nil) -> [FlowAnnouncement] {
    walk.refusal(reason).map { send($0) } ?? []
  }

  /// Returns a closure that performs the pending effect, or nil if there's something to decide first.
  ///
  /// The driver calls it on another thread, and then sends `FlowEvent.effectEnded(_:)`.
  ///
  /// This call uses up the permission for the effect.
  package func takeEffect() -> (@Sendable (EffectCancellation) -> EffectResult)? {
    walk.takeEffect()
  }

  /// Performs the next action that the walk needs, as at the end of an event: the pending effect, or the drawing of
  /// secrets that aren't asked for; nothing if something must be decided first.
  ///
  /// - Returns: The announcements.
  @discardableResult
  public func resume() -> [FlowAnnouncement] {
    guard !isHandling, session.pendingRequest == nil else { return [] }
    return drive(nil)
  }

  private func tell(_ announcements: [FlowAnnouncement]) {
    shown?.follow(announcements)
    guard let delegate, case .ended? = announcements.last,
      case .finished(let result) = walk.session.state
    else { return }
    delegate.didFinish(result, in: self)
  }
}
