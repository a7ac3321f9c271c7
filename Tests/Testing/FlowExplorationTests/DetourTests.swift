// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScripts
import FlowTesting
import RandomTesting
import Testing

@testable import FlowExploration
@testable import FlowModel
@testable import FlowSessions

/// The way doesn't matter: a walk with detours ends as the straight walk with what was entered last.
@Suite struct DetourTests {
  /// Defaults of answers, conditions, choices that come and go, records in records, and elements that leave and return.
  private static let flow = """
    flow: 1
    id: t
    steps:
      - { ask: name, type: string, default: ada }
      - { ask: kind, type: choice, choices: [x, y, z], default: y }
      - { ask: n, type: integer, min: 0, max: 3, default: 2 }
      - { ask: opt, type: string, required: false, default: { value: "'o' + kind" } }
      - ask: jobs
        type: choices
        choices: [docs, { value: tests, label: Tests, when: "kind != 'x'" }, lint]
        default: [docs, tests]
      - form: f
        fields:
          - { ask: p, type: integer, default: { value: "n + 1" }, max: 9 }
          - { ask: q, type: string, when: p > 2, required: false, default: { value: "name + string(p)" } }
          - { ask: r, type: boolean, default: { value: "kind == 'x'" } }
      - repeat: team
        maxItems: 3
        steps:
          - { ask: who, type: string, default: { value: "name + string(index)" } }
          - { ask: lead, type: boolean, when: index == 0, default: true }
          - { ask: size, type: integer, default: { value: "size(items) + 1" } }
          - repeat: roles
            maxItems: 2
            steps:
              - { ask: role, type: string, default: { value: "who + string(index)" } }
              - { ask: lvl, type: choice, when: kind != 'z', choices: [a, b] }
      - repeat: age
        over: team
        steps:
          - { ask: years, type: integer, default: { value: "item.who.size()" } }
          - { ask: note, type: string, required: false }
      - form: rate
        over: lists.range(n)
        fields:
          - { ask: g, type: integer, default: { value: "item + n" } }
          - { ask: h, type: string, required: false }
      - review: check
    """

  private func explored(
    _ text: String, seed: UInt64, _ engine: ExploredEngine = ExploredEngine()
  ) throws -> Exploration {
    var limits = Explorer.Limits()
    limits.steps = 2_000
    limits.seed = seed
    var explorer = Explorer(
      try checkedFlow(text, name: "f.flow.yaml"), laws: [.theWayDoesNotMatter], limits: limits,
      engine: engine)
    return explorer.run()
  }

  /// A secret of a record that was left empty is gone, though secrets stay with their records.
  @Test func aSecretThatWasLeftEmptyIsGone() throws {
    let exploration = try explored(
      """
      flow: 1
      id: t
      steps:
        - repeat: people
          minItems: 1
          maxItems: 1
          fill: true
          steps:
            - { ask: lock, type: secret, required: false }
            - { ask: ok, type: boolean }
      """, seed: 1)
    expectEqual(exploration.findings.map { "\($0.message)\n\($0.script.text)" }, [])
    #expect(exploration.walks > 0)
  }

  @Test func aWalkWithDetoursEndsAsTheStraightWalk() throws {
    let runs = RandomRuns(long: 250, every: 250, named: "walks with detours")
    var walks = 0
    for seed in runs.seeds {
      let exploration = try explored(Self.flow, seed: seed)
      walks += exploration.walks
      expectEqual(
        exploration.findings.map { "\($0.message)\n\($0.script.text)" }, [], "seed \(seed)")
    }
    #expect(walks >= 10 * runs.count)
  }

  /// An engine that takes what was accepted before in place of what's offered now breaks the law.
  @Test func anAcceptedAnswerThatStaysIsFound() throws {
    var engine = ExploredEngine()
    engine.handle = { session, event, now in
      guard case .answer(.offered?) = event, case .asking(let step) = session.state,
        let id = step.focusedField?.id,
        let before = session.events.compactMap({ $0.taken?.values[id] }).last
      else { return session.send(event, now: now) }
      session.send(.edit(field: id, .remembered(before, .accepted)), now: now)
      return session.send(.answer(nil), now: now)
    }
    var found: ExplorationFinding?
    for seed in 1...10 where found == nil {
      found = try explored(Self.flow, seed: UInt64(seed), engine).findings.first
    }
    expectEqual(found?.message.hasPrefix("the straight walk"), true)
  }
}
