// SPDX-License-Identifier: Apache-2.0

/// Hears of every change of a ``FlowStack``.
///
/// Every method has a default that does nothing. All are called synchronously. Inside an
/// announcement you may read the stack. What you ask of it there waits in a queue, first in, first
/// out, until the running call has ended: after the pair of a push, after the last pair of a pop
/// (contract 1.4).
public protocol StackFlowObserver<Item>: AnyObject {
  /// The type of the steps.
  associatedtype Item

  /// A step is about to be pushed; count and top are still the old ones.
  func willPush(_ item: Item, in stack: FlowStack<Item>)

  /// A step was pushed and is the top.
  func didPush(_ item: Item, in stack: FlowStack<Item>)

  /// The top step is about to be popped; it's still there.
  func willPop(_ item: Item, in stack: FlowStack<Item>)

  /// A step was popped; count and top are the new ones.
  func didPop(_ item: Item, in stack: FlowStack<Item>)

  /// A request was denied, with a reason for the person or without one.
  func navigationDenied(
    _ request: NavigationRequest, reason: String?, in stack: FlowStack<Item>)

  /// A transition has ended, completely or cut short; sent by views, not by a stack.
  func transitionDidEnd(_ operation: StackOperation, finished: Bool, in stack: FlowStack<Item>)

  /// The top step was tapped; sent by views, not by a stack.
  func activeItemTapped(_ item: Item, in stack: FlowStack<Item>)
}

/// Approves the moves that a person asks for on a ``FlowStack``, and hears of every change.
///
/// A request is denied without a reason unless you implement its method (SF-4). A push or pop that
/// you make inside a request runs at once and is the answer, whatever the method returns; one that
/// changes nothing, as `pop(0)` does, is no answer (contract 1.1, 1.4). A stack holds its delegate
/// weakly.
public protocol StackFlowDelegate<Item>: StackFlowObserver {
  /// The type of the steps.
  associatedtype Item

  /// The next step is asked for.
  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Item>)
    -> StackDecision<Item>

  /// Going back is asked for, by a number of steps that is at least 1 and may exceed the stack's.
  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Item>)
    -> StackDecision<Item>
}

extension StackFlowDelegate {
  /// Denies without a reason.
  public func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Item>)
    -> StackDecision<Item>
  { .deny(reason: nil) }

  /// Denies without a reason.
  public func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Item>)
    -> StackDecision<Item>
  { .deny(reason: nil) }
}

extension StackFlowObserver {
  /// Does nothing.
  public func willPush(_ item: Item, in stack: FlowStack<Item>) {}

  /// Does nothing.
  public func didPush(_ item: Item, in stack: FlowStack<Item>) {}

  /// Does nothing.
  public func willPop(_ item: Item, in stack: FlowStack<Item>) {}

  /// Does nothing.
  public func didPop(_ item: Item, in stack: FlowStack<Item>) {}

  /// Does nothing.
  public func navigationDenied(
    _ request: NavigationRequest, reason: String?, in stack: FlowStack<Item>
  ) {}

  /// Does nothing.
  public func transitionDidEnd(
    _ operation: StackOperation, finished: Bool, in stack: FlowStack<Item>
  ) {}

  /// Does nothing.
  public func activeItemTapped(_ item: Item, in stack: FlowStack<Item>) {}

  /// Calls the method of an announcement.
  func hear(_ announcement: NavigationAnnouncement<Item>, in stack: FlowStack<Item>) {
    switch announcement {
    case .willPush(let item): willPush(item, in: stack)
    case .didPush(let item): didPush(item, in: stack)
    case .willPop(let item): willPop(item, in: stack)
    case .didPop(let item): didPop(item, in: stack)
    case .denied(let request, let reason): navigationDenied(request, reason: reason, in: stack)
    }
  }
}
