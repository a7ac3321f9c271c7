// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// Walks a flow: owns a ``FlowSession``, asks its delegate for approval and a clock for the time.
///
/// ```swift
/// let runner = try FlowRunner(flow: flow, clock: { SystemHost.now })
/// runner.start()
/// runner.send(.next(.text("billing")))
/// ```
///
/// Events that are sent from within a delegate's callback are handled after the running one, in the
/// order in which they were sent.
public final class FlowRunner {
  /// The session as it stands.
  public private(set) var session: FlowSession

  /// Who approves moves and is told of them; nil: moves are approved.
  public weak var delegate: (any FlowRunnerDelegate)?

  /// Called with what the last event announced, after the delegate was told.
  public var onAnnouncements: (([FlowAnnouncement]) -> Void)?

  /// Who looks at files for fields of type `path`; nil: nothing is known of them.
  public var pathHost: (any PathHost)?

  /// Who runs commands and writes files; nil: nobody, and every `run` and `write` fails.
  public var effects: (any EffectHost)?

  /// Whether effects that need no question are performed while an event is handled; otherwise the
  /// driver performs them with ``takeEffect()``.
  public var performsEffects = true

  /// The effects that a person has said yes to.
  var permitted: Set<EffectRequest> = []

  /// What the person has said about the file that the pending write meets.
  var overwriting: Bool?

  private let clock: () -> Timestamp
  private var queue: [FlowEvent] = []
  private var isHandling = false

  /// Creates a runner for a session that has not begun.
  ///
  /// - Parameters:
  ///   - flow: The flow to walk.
  ///   - inputs: The inputs' values by name.
  ///   - options: Answers given in advance, and how defaults are taken.
  ///   - effects: Who runs commands and writes files; nil: nobody.
  ///   - clock: The time of each event.
  /// - Throws: ``InputError`` when an input is missing, unknown or of the wrong type.
  public init(
    flow: CheckedFlow, inputs: [String: Value] = [:], options: SessionOptions = SessionOptions(),
    effects: (any EffectHost)? = nil, clock: @escaping () -> Timestamp
  ) throws(InputError) {
    session = try FlowSession(flow: flow, inputs: inputs, options: options)
    self.effects = effects
    self.clock = clock
  }

  /// Where the session stands.
  public var state: FlowState { session.state }

  /// Tells an observer, from now on, which conditions hold and what is submitted.
  package func report(to observer: any SessionObserver) { session.observer = observer }

  /// Begins: pushes the first step.
  @discardableResult
  public func start() -> [FlowAnnouncement] { send(.start) }

  /// Handles an event, and answers what it needs: approvals, and what stands at a path.
  ///
  /// - Returns: What was announced; nothing when the event was queued behind a running one.
  @discardableResult
  public func send(_ event: FlowEvent) -> [FlowAnnouncement] {
    queue.append(event)
    guard !isHandling else { return [] }
    isHandling = true
    defer { isHandling = false }
    var all: [FlowAnnouncement] = []
    while !queue.isEmpty {
      let event = queue.removeFirst()
      var announcements = session.handle(event, now: clock())
      tell(announcements)
      while let reply = reply() {
        let more = session.handle(reply, now: clock())
        tell(more)
        announcements += more
      }
      // A yes is for what follows at once, not for what a person comes to by another way.
      if pendingEffect == nil {
        permitted = []
        overwriting = nil
      }
      onAnnouncements?(announcements)
      all += announcements
    }
    return all
  }

  /// Decides a move that the delegate had put off with ``RunnerDecision/later``.
  ///
  /// - Returns: What was announced; nothing when no move waits.
  @discardableResult
  public func answer(_ decision: MoveDecision) -> [FlowAnnouncement] { send(.decide(decision)) }

  /// The event that answers what the session needs; nil when that comes later or nothing is needed.
  private func reply() -> FlowEvent? {
    guard case .needs(let need) = session.state else { return nil }
    return switch need {
    case .approval(let request): decision(on: request).map { .decide($0) }
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

  /// The delegate's decision; nil when it comes later.
  private func decision(on request: MoveRequest) -> MoveDecision? {
    guard let delegate else { return .approve }
    let decision =
      switch request {
      case .push(let id, let answers):
        delegate.didRequestPush(from: id, answers: answers, in: self)
      case .pop(let id, let count): delegate.didRequestPop(to: id, count: count, in: self)
      }
    switch decision {
    case .approve: return .approve
    case .deny(let reason): return .deny(reason: reason)
    case .later: return nil
    }
  }

  private func tell(_ announcements: [FlowAnnouncement]) {
    guard let delegate else { return }
    for announcement in announcements {
      switch announcement {
      case .willPush(let id): delegate.willPush(id, in: self)
      case .didPush(let id): delegate.didPush(id, in: self)
      case .willPop(let id): delegate.willPop(id, in: self)
      case .didPop(let id): delegate.didPop(id, in: self)
      case .denied(let reason): delegate.navigationDenied(reason: reason, in: self)
      case .ended:
        if case .finished(let result) = session.state { delegate.didFinish(result, in: self) }
      case .refused, .givenAnswerRefused, .failed, .didPerform, .effectFailed, .didUndo,
        .undoFailed:
        break
      }
    }
  }
}
