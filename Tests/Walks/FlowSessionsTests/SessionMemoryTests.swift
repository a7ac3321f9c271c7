// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import CMalloc
import FlowExpressions
import Testing
import FlowModel
import FlowSessions

@Suite struct SessionMemoryTests {
  /// Ten questions as people write them, with their answers.
  static let questions = [
    (
      "{ ask: name, type: string, label: Name of the service, pattern: '^[a-z][a-z0-9-]*$' }",
      "billing-service"
    ),
    ("{ ask: kind, type: choice, choices: [http, worker, cron], label: What is it? }", "http"),
    (
      "{ ask: port, type: integer, min: 1024, max: 65535, default: 8080, when: kind == 'http' }",
      "8443"
    ),
    (
      "{ ask: public, type: boolean, label: Can everyone reach it?, when: kind == 'http' }",
      "yes"
    ),
    ("{ ask: replicas, type: integer, min: 1, max: 20, label: How many? }", "3"),
    (
      "{ ask: team, type: string, minLength: 2, label: 'Who looks after ${name}?' }",
      "payments and invoices"
    ),
    (
      "{ ask: email, type: string, format: email, label: 'Address of ${team}' }",
      "payments@example.com"
    ),
    ("{ ask: regions, type: choices, choices: [eu, us, asia], minItems: 1 }", "eu us"),
    ("{ ask: since, type: date, label: Since when? }", "2026-03-01"),
    ("{ ask: sure, type: boolean, label: 'Is ${name} right?' }", "yes"),
  ]

  static func walk(_ flow: CheckedFlow, answering count: Int) throws -> FlowSession {
    var session = try FlowSession(flow: flow)
    session.send(.start, now: .epoch)
    for question in questions.prefix(count) {
      session.send(.answer(.text(question.1)), now: .epoch)
      session.decide(.approve, now: .epoch)
    }
    return session
  }

  /// Runs in a separate process, where nothing else allocates memory.
  @Test(arguments: [9, 10])
  func aSessionWithTenQuestionsTakesSixKilobytes(_ answers: Int) async {
    await #expect(processExitsWith: .success) { [answers] in
      let flow = try flow(
        "flow: 1\nid: service\nsteps:\n" + Self.questions.map { "  - \($0.0)\n" }.joined())
      var sessions: [FlowSession] = []
      sessions.reserveCapacity(200)
      sessions.append(try Self.walk(flow, answering: answers))
      let before = mallinfo2().uordblks
      for _ in 0..<100 { sessions.append(try Self.walk(flow, answering: answers)) }
      let after = mallinfo2().uordblks
      // The array already has room for the values themselves.
      let each = Int(after - before) / 100 + MemoryLayout<FlowSession>.stride
      try #require(each < 6_000, "\(each) bytes")
      withExtendedLifetime(sessions) {}
    }
  }
}
#endif
