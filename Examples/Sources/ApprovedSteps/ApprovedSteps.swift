// SPDX-License-Identifier: Apache-2.0

import StackFlowCore

/// A shop's till: the next step depends on the answers, and a payment can't be undone.
final class Till: StackFlowDelegate {
  typealias Item = String

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<String>)
    -> StackDecision<String>
  {
    switch stack.top {
    case nil: .approve(.push("ticket for two"))
    case "ticket for two": .approve(.push("paid 18.00"))
    default: .deny(reason: "the sale is closed")
    }
  }

  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<String>)
    -> StackDecision<String>
  {
    stack.top == "paid 18.00" ? .deny(reason: "it is paid") : .approve(.pop(count))
  }

  func didPush(_ item: String, in stack: FlowStack<String>) { print("+ \(item)") }
  func didPop(_ item: String, in stack: FlowStack<String>) { print("- \(item)") }
}

@main
enum ApprovedSteps {
  static func main() throws {
    let flow = FlowStack<String>()
    let till = Till()
    flow.delegate = till
    for move: NavigationRequest.Move in [.push, .pop(1), .push, .push, .pop(1), .push] {
      if case .denied(let reason?) = try flow.request(move) { print("no, \(reason)") }
    }
  }
}
