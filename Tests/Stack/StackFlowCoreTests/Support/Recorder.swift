// SPDX-License-Identifier: Apache-2.0

import StackFlowCore

/// A delegate that records its calls, each with the state of the stack at that moment.
final class Recorder<Item>: StackFlowDelegate {
  var lines: [String] = []
  var requests: [NavigationRequest] = []
  var onPush: (NavigationRequest, FlowStack<Item>) -> StackDecision<Item> = { _, _ in
    .deny(reason: nil)
  }
  var onPop: (Int, NavigationRequest, FlowStack<Item>) -> StackDecision<Item> = { _, _, _ in
    .deny(reason: nil)
  }
  var onAnnouncement: (String, FlowStack<Item>) -> Void = { _, _ in }

  private func hear(_ line: String, _ stack: FlowStack<Item>) {
    lines.append("\(line) \(Array(stack.items))")
    onAnnouncement(line, stack)
  }

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Item>)
    -> StackDecision<Item>
  {
    lines.append("push? \(Array(stack.items))")
    requests.append(request)
    return onPush(request, stack)
  }

  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Item>)
    -> StackDecision<Item>
  {
    lines.append("pop \(count)? \(Array(stack.items))")
    requests.append(request)
    return onPop(count, request, stack)
  }

  func willPush(_ item: Item, in stack: FlowStack<Item>) { hear("will push \(item)", stack) }
  func didPush(_ item: Item, in stack: FlowStack<Item>) { hear("did push \(item)", stack) }
  func willPop(_ item: Item, in stack: FlowStack<Item>) { hear("will pop \(item)", stack) }
  func didPop(_ item: Item, in stack: FlowStack<Item>) { hear("did pop \(item)", stack) }

  func navigationDenied(
    _ request: NavigationRequest, reason: String?, in stack: FlowStack<Item>
  ) {
    hear("denied \(reason ?? "-")", stack)
  }
}

extension FlowStack {
  /// Returns a stack with some steps, and a recorder of everything that follows.
  static func recorded(_ items: [Item]) -> (FlowStack<Item>, Recorder<Item>) {
    let stack = FlowStack()
    for item in items { stack.push(item) }
    let recorder = Recorder<Item>()
    stack.delegate = recorder
    return (stack, recorder)
  }
}
