// SPDX-License-Identifier: Apache-2.0

import StackFlow

/// A flow in Swift, walked by an actor: a server decides about each name, and the result is a type.
@main
enum ServerDecision {
  enum Plan: String, Codable, AnswerValue, CaseIterable { case free, pro }

  struct Account: Decodable {
    var name: String
    var plan: Plan
    var seats: Int?
  }

  /// The server with the names, which takes its time.
  actor Registry {
    private var names: Set<String> = ["root"]

    func reserve(_ name: String) async -> Bool {
      await Task.yield()
      return names.insert(name).inserted
    }
  }

  /// Asks the server before a walk leaves the question for the name.
  struct Decisions: AsyncFlowDelegate {
    let registry: Registry

    func decidePush(
      _ request: NavigationRequest, answers: [String: Value], in session: FlowSession
    ) async -> FlowDecision {
      guard session.depth == 1, case .string(let name)? = answers["name"] else { return .approve }
      return await registry.reserve(name) ? .approve : .deny(reason: "'\(name)' is taken")
    }
  }

  static func main() async throws {
    let plan = AnswerKey<Plan>("plan")
    let checked = FlowFile.check(
      FlowDefinition("account", title: "Create an account") {
        Ask("name", .string, "Name").pattern("^[a-z]+$")
        Ask(plan, "Plan")
        Ask("seats", .integer, "Seats").min(1).when(plan == .pro)
      })
    guard let flow = checked.flow else {
      return print(DiagnosticRenderer().render(checked.diagnostics))
    }
    let runner = try AsyncFlowRunner(
      flow: flow, delegate: Decisions(registry: Registry()), clock: { SystemHost.now })
    try await runner.start()
    for text in ["root", "ada", "pro", "3"] {
      try await runner.send(.answer(.text(text)))
      switch await runner.state {
      case .asking(let step): print("\(text): \(step.denial ?? "next is \(step.id)")")
      case .finished(let result):
        let account = try result.decode(Account.self)
        print("\(account.name) has \(account.seats ?? 1) seats of \(account.plan.rawValue)")
      case let state: print(state)
      }
    }
  }
}
