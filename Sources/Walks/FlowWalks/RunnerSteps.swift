// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import StackFlowCore

/// The delegate of a runner's stack, between a view and a session.
///
/// Requests of the stack go up as events of the session. The session's announcements go down, and
/// nothing else moves the stack.
final class RunnerSteps: StackFlowDelegate {
  /// The stack, which is set right after its delegate was created.
  private(set) var stack = FlowStack<FlowStep>()

  private weak var runner: FlowRunner?

  /// Creates the stack of a runner with the steps announced so far.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  init(of runner: FlowRunner) {
    self.runner = runner
    var steps = StepStack<FlowStep>()
    for id in runner.session.announcedSteps { steps.push(FlowStep(id: id, depth: steps.count)) }
    stack = FlowStack(steps, drivenBy: self)
  }

  // MARK: Down

  /// Moves the stack as the session has announced.
  ///
  /// Consecutive pops are combined, so that a view shows a single transition.
  func follow(_ announcements: [FlowAnnouncement]) {
    var pops = 0
    for case .move(let move) in announcements {
      switch move {
      case .willPush, .willPop: break
      case .didPop: pops += 1
      case .didPush(let id):
        pop(&pops)
        stack.drive(.push(FlowStep(id: id, depth: stack.count)))
      case .denied(let request, let reason):
        pop(&pops)
        runner?.delegate?.navigationDenied(request, reason: reason, in: stack)
      }
    }
    pop(&pops)
  }

  private func pop(_ count: inout Int) {
    guard count > 0 else { return }
    stack.drive(.pop(count))
    count = 0
  }

  /// Closes the stack's request once the session isn't waiting for a decision.
  func settle() {
    if runner?.session.pendingRequest == nil { stack.pendingRequest = nil }
  }

  // MARK: Up

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<FlowStep>)
    -> StackDecision<FlowStep>
  { decision(after: .answer(nil)) }

  /// Sends `back` for one step, which can lead to the previous field, and `backTo` for several
  /// steps, which leads to a certain step.
  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<FlowStep>)
    -> StackDecision<FlowStep>
  {
    guard count > 1, let target = stack.steps.entry(at: stack.count - 1 - count) else {
      return decision(after: .back(steps: count))
    }
    return decision(after: .backTo(target.item.id))
  }

  /// Sends an event, and returns the resulting decision.
  ///
  /// If the stack has already moved, the returned decision has no effect.
  private func decision(after event: FlowEvent) -> StackDecision<FlowStep> {
    guard let runner else { return .deny(reason: nil) }
    guard !runner.isHandling else {
      // The event waits for the current one to end.
      runner.send(event)
      return .later
    }
    let announcements = runner.send(event)
    if runner.session.pendingRequest != nil { return .later }
    for announcement in announcements {
      switch announcement {
      case .move(.denied(_, let reason)): return .deny(reason: reason)
      case .refused(let problems): return .deny(reason: problems.first?.message)
      default: break
      }
    }
    // The session handled the event without moving: another field has the focus.
    return .approve(.pop(0))
  }

  // MARK: Announcements

  func willPush(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    runner?.delegate?.willPush(item, in: stack)
  }

  func didPush(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    runner?.delegate?.didPush(item, in: stack)
  }

  func willPop(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    runner?.delegate?.willPop(item, in: stack)
  }

  func didPop(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    runner?.delegate?.didPop(item, in: stack)
  }

  func transitionDidEnd(
    _ operation: StackOperation, finished: Bool, in stack: FlowStack<FlowStep>
  ) {
    runner?.delegate?.transitionDidEnd(operation, finished: finished, in: stack)
  }

  func activeItemTapped(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    runner?.delegate?.activeItemTapped(item, in: stack)
  }
}
