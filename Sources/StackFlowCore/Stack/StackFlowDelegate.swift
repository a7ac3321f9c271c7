// SPDX-License-Identifier: Apache-2.0

/// Approves a person's moves on a ``FlowStack`` and hears of every change.
///
/// Every method has a default: requests are denied without a reason, announcements are ignored.
/// All are called synchronously. A stack holds its delegate weakly.
///
/// Inside an announcement the stack may be read; whatever is asked of it there waits in a queue,
/// first in, first out, for the running call to end: behind the pair of a push, behind the last
/// pair of a pop. Inside a request a push or pop runs at once and is the answer, whatever the
/// method returns; one that changes nothing, as `pop(0)` does, is no answer. (`contract/seeds.md`
/// 1.1, 1.4, SF-4)
public protocol StackFlowDelegate<Item>: AnyObject {
  /// The type of the steps.
  associatedtype Item

  /// The next step is asked for.
  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Item>)
    -> NavigationDecision<Item>

  /// Going back is asked for, by a number of steps that is at least 1 and may exceed the stack's.
  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Item>)
    -> NavigationDecision<Item>

  /// A step is about to be pushed; count and top are still the old ones.
  func willPush(_ item: Item, in stack: FlowStack<Item>)

  /// A step was pushed and is the top.
  func didPush(_ item: Item, in stack: FlowStack<Item>)

  /// The top step is about to be popped; it is still there.
  func willPop(_ item: Item, in stack: FlowStack<Item>)

  /// A step was popped; count and top are the new ones.
  func didPop(_ item: Item, in stack: FlowStack<Item>)

  /// A request was denied, with a reason for the person or without.
  func navigationDenied(
    _ request: NavigationRequest, reason: String?, in stack: FlowStack<Item>)

  /// The showing of a change has ended, completely or cut short; sent by views, not by a stack.
  func transitionDidEnd(_ operation: StackOperation, finished: Bool, in stack: FlowStack<Item>)

  /// The top step was tapped; sent by views, not by a stack.
  func activeItemTapped(_ item: Item, in stack: FlowStack<Item>)
}

extension StackFlowDelegate {
  /// Denies without a reason.
  public func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Item>)
    -> NavigationDecision<Item>
  { .deny(reason: nil) }

  /// Denies without a reason.
  public func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Item>)
    -> NavigationDecision<Item>
  { .deny(reason: nil) }

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
}
