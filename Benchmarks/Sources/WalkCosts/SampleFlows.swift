// SPDX-License-Identifier: Apache-2.0

import StackFlow

/// The flows of the measurements, and answers to them.
enum SampleFlows {
  /// A flow of ten questions as people write them, with their answers.
  static let questions: [(step: String, answer: FieldInput)] = [
    (
      "{ ask: name, type: string, label: Name of the service, pattern: '^[a-z][a-z0-9-]*$' }",
      .text("billing-service")
    ),
    (
      "{ ask: kind, type: choice, choices: [http, worker, cron], label: What is it? }",
      .text("http")
    ),
    (
      "{ ask: port, type: integer, min: 1024, max: 65535, default: 8080, when: kind == 'http' }",
      .text("8443")
    ),
    (
      "{ ask: public, type: boolean, label: Can everyone reach it?, when: kind == 'http' }",
      .text("yes")
    ),
    ("{ ask: replicas, type: integer, min: 1, max: 20, label: How many? }", .text("3")),
    (
      "{ ask: team, type: string, minLength: 2, label: 'Who looks after ${name}?' }",
      .text("payments and invoices")
    ),
    (
      "{ ask: email, type: string, format: email, label: 'Address of ${team}' }",
      .text("payments@example.com")
    ),
    ("{ ask: regions, type: choices, choices: [eu, us, asia], minItems: 1 }", .text("eu us")),
    ("{ ask: since, type: date, label: Since when? }", .text("2026-03-01")),
    ("{ ask: sure, type: boolean, label: 'Is ${name} right?' }", .text("yes")),
  ]

  /// The flow of the ten questions.
  static let tenSteps = flow(
    "flow: 1\nid: service\nversion: 2\nsteps:\n"
      + questions.map { "  - \($0.step)\n" }.joined())

  /// Returns a flow of questions, each with a condition on the previous one.
  static func chain(_ steps: Int) -> CheckedFlow {
    var text = "flow: 1\nid: chain\nsteps:\n  - { ask: q0, type: string }\n"
    for index in 1..<max(steps, 2) {
      text += "  - { ask: q\(index), type: string, when: q\(index - 1) != '' }\n"
    }
    return flow(text)
  }

  private static func flow(_ text: String) -> CheckedFlow {
    let loaded = FlowFile.load(Array(text.utf8), name: "sample.flow.yaml", limit: 64 << 20)
    guard let flow = loaded.flow else {
      fatalError("the flow of the benchmark has mistakes: \(loaded.diagnostics)")
    }
    return flow
  }
}

/// A user who answers every few seconds, as a clock with nanoseconds tells it.
struct SampleUser {
  private var seconds: Int64 = 1_780_000_000
  private var nanoseconds: Int64 = 123_456_789

  /// The time of the next event.
  mutating func next() -> Timestamp {
    seconds += 3 + nanoseconds % 11
    nanoseconds = (nanoseconds &* 48_271) % 999_999_937
    return (try? Timestamp(secondsSinceEpoch: seconds, nanoseconds: nanoseconds)) ?? .epoch
  }

  /// Answers the question of a session, and approves the move.
  mutating func answer(_ session: inout FlowSession, _ input: FieldInput) {
    let now = next()
    session.send(.answer(input), now: now)
    session.decide(.approve, now: now)
  }
}
