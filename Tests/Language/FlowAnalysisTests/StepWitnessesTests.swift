// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowFiles
import FlowModel
import Testing

@Suite struct StepWitnessesTests {
  @Test func eachStepHasAnswersThatLeadToIt() throws {
    let flow = """
      flow: 1
      id: f
      allow: [unreachable-step]
      steps:
        - { ask: kind, type: choice, choices: [http, worker] }
        - group: web
          when: kind == 'http'
          steps:
            - { ask: port, type: integer, min: 1, max: 9 }
            - { note: high, text: a, when: port > 8 }
        - { note: never, text: a, when: "kind == 'http' && kind == 'worker'" }
        - { stop: end, when: kind == 'worker' }
        - { note: last, text: a }
        - repeat: users
          steps:
            - { ask: user, type: choice, choices: [a, b] }
            - { note: first, text: a, when: user == 'a' }
      """
    let definition = try #require(FlowFile.load(flow, name: "f.flow.yaml").definition)
    let witnesses = StepWitnesses(of: definition)
    var ways: [String: StepWitnesses.Way] = [:]
    for node in FlowGraph(definition).nodes {
      ways[node.id] = node.place.flatMap { witnesses.way(to: $0) }
    }
    expectEqual(
      ways,
      [
        "kind": .always, "port": .when("`kind == 'http'`"),
        "high": .when("`kind == 'http'` and `port == 9`"), "never": .never,
        "end": .when("`kind == 'worker'`"), "last": .when("`kind == 'http'`"),
        "users": .when("`kind == 'http'`"), "user": .when("`kind == 'http'`"),
        "first": .when("`kind == 'http'` and `user == 'a'`"),
      ])
  }
}
