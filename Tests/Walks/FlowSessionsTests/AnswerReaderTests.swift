// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import RandomTesting
import Testing

@testable import FlowModel
@testable import FlowSessions

/// Reading many answers in one pass over the stack finds the same answers as separate searches.
@Suite struct AnswerReaderTests {
  @Test func inAnyOrderAReaderFindsWhatTheScopeDoes() throws {
    let flow = try flow(SessionPropertyTests.text)
    let origins = flow.scopes[0].answers.map(\.origin)
    let runs = RandomRuns(long: 25_000, named: "answer reader")
    var deepest = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var session = try FlowSession(flow: flow)
      session.send(.start, now: .epoch)
      for _ in 0..<20 {
        if case .needs = session.state {
          session.decide(.approve, now: .epoch)
        } else {
          session.send(SessionPropertyTests.event(&random), now: .epoch)
        }
      }
      let scope = session.scope()
      deepest = max(deepest, session.depth)
      for order in [origins, origins.reversed(), origins.shuffled(using: &random)] {
        for expected in [0, order.count] {
          var reader = AnswerReader(of: scope, expecting: expected)
          for origin in order {
            try #require(reader.value(at: origin) == scope.value(at: origin), "seed \(seed)")
          }
        }
      }
    }
    #expect(deepest > 2)
  }
}
