// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import StackFlowCore

/// A walk through a flow without a face: values go in, and a ``WalkState`` comes out.
///
/// It's a session with what performs its effects. It keeps nothing else, so you can save the
/// ``session`` after any request, and go on with a walk of the restored session:
///
/// ```swift
/// var walk = ServedWalk(session, services: services)
/// let notices = try walk.submit(.one(.value("billing")))
/// let next = walk.state
/// let saved = SavedWalk(walk.session, keepingSecrets: true)
/// ```
///
/// A request that can't be taken throws a ``WalkError``, and changes nothing. An answer that's refused
/// is a notice: the question stays, with its problems.
public struct ServedWalk: Sendable {
  /// The session.
  public private(set) var session: FlowSession

  /// What the walk can use.
  public var services: WalkServices

  /// Creates a walk of a session in any state, such as a restored one.
  ///
  /// If the session hasn't started, send ``start()``. An effect that had begun isn't performed until the
  /// client says whether it happened.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - services: What the walk can use.
  public init(_ session: FlowSession, services: WalkServices) {
    self.session = session
    self.services = services
  }

  /// The number of events so far, which changes with every request that has an effect.
  ///
  /// A client that names it is refused if something has happened meanwhile.
  public var revision: Int { session.eventCount }

  /// Throws if the walk has another revision.
  ///
  /// - Throws: ``WalkError`` of the kind `stale`.
  public func check(revision: Int) throws(WalkError) {
    guard revision != self.revision else { return }
    throw WalkError(.stale, "the walk is at revision \(self.revision), not \(revision)")
  }

  /// Starts the session, which asks the first question.
  ///
  /// - Returns: What it led to; nothing if it has started already.
  @discardableResult
  public mutating func start() -> [WalkNotice] {
    drive { runner in _ = runner.start() }
  }

  // MARK: Driving

  /// The top step; nil if nothing is asked.
  var asking: StepState? {
    guard case .asking(let step) = session.state else { return nil }
    return step
  }

  /// Has a runner handle events, performs the effects that need no question, and keeps the session.
  mutating func drive(_ body: (FlowRunner) -> Void) -> [WalkNotice] {
    let runner = runner()
    var notices: [WalkNotice] = []
    runner.onAnnouncements = { announcements in
      notices += announcements.flatMap(WalkNotice.notices)
    }
    body(runner)
    perform(with: runner)
    session = runner.session
    return notices
  }

  /// Returns a runner that continues the session.
  func runner() -> FlowRunner {
    let runner = FlowRunner(
      continuing: session, effects: services.effects, clock: services.clock)
    runner.pathHost = services.paths
    runner.onEvent = services.onEvent
    runner.performsEffects = false
    runner.looksUpPaths = !services.client.contains(.files)
    runner.approvesMoves = !services.client.contains(.moves)
    return runner
  }

  private func perform(with runner: FlowRunner) {
    guard !services.client.contains(.effects) else { return }
    while let effect = runner.takeEffect() {
      runner.send(.effectEnded(effect(services.cancellation)))
    }
  }
}
