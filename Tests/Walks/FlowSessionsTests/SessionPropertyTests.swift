// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import RandomTesting
import StackFlowCore
import Testing

@testable import FlowSessions

/// Random walks: the rules of sessions hold, whatever a driver sends.
@Suite struct SessionPropertyTests {
  static let text = """
    flow: 1
    id: random
    steps:
      - { ask: a, type: choice, choices: [x, y, z], default: x }
      - { ask: b, type: integer, min: 0, max: 9, when: "a == 'x'" }
      - group: inner
        when: a != 'z'
        steps:
          - { ask: c, type: boolean }
          - form: f
            when: c
            fields:
              - { ask: d, type: choice, choices: [p, q] }
              - { ask: e, type: string, when: d == 'p', required: false }
              - { ask: g, type: integer, default: { value: "d == 'p' ? 1 : 2" } }
          - note: told
            text: "a is ${a}"
      - compute: h
        value: "a + string(has(b))"
      - { ask: i, type: secret, required: false }
      - commit: k
        text: "Go with ${h}?"
        when: a == 'y'
      - { ask: l, type: choices, choices: [m, n, o], minItems: 1 }
      - review: r
      - stop: s
        when: a == 'z'
        outcome: completed
    """

  static let inputs: [FieldInput?] = [
    nil, FieldInput.empty, .text(""), .text("x"), .text("y"), .text("z"), .text("5"), .text("99"),
    .text("yes"),
    .text("no"), .text("p"), .text("q"), .text("m, o"), .text("all"), .value(.bool(true)),
    .value(.int(3)), .value(.list(["m"])), .value(.null), .text("\u{1B}[2J"),
  ]

  static func event(_ random: inout SeededGenerator) -> FlowEvent {
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "l", "r", "s", "nope"]
    let id = ids.randomElement(using: &random) ?? "a"
    let input = (inputs.randomElement(using: &random) ?? nil)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .back(steps: Int.random(in: -1...4, using: &random))
    case 1: return .backTo(id)
    case 2: return .acceptSuggestions
    case 3: return .edit(field: id, input ?? .empty)
    case 4: return .focus(field: id)
    case 5: return .submit
    case 6: return .confirm
    case 7: return Int.random(in: 0..<10, using: &random) == 0 ? .leave(.quit) : .start
    case 8: return .give([id: input ?? .empty])
    default: return .answer(input)
    }
  }

  @Test func anyWalkKeepsTheRulesAndReplaysToTheSame() throws {
    let flow = try flow(Self.text)
    let runs = RandomRuns(long: 100_000, every: 500, named: "sessions")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var session = try FlowSession(flow: flow)
      session.send(.start, now: .epoch)
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        let before = session
        let said: [FlowAnnouncement]
        if case .needs = session.state {
          let isDenied = Int.random(in: 0..<6, using: &random) == 0
          said = session.decide(isDenied ? .deny(reason: "no") : .approve, now: .epoch)
        } else {
          said = session.send(Self.event(&random), now: .epoch)
        }
        try #require(Self.violation(before, said, session) == nil, "seed \(seed)")
        // Accepting does something exactly where the session says so.
        guard case .asking = session.state else { continue }
        var accepting = session
        let answered = accepting.send(.acceptSuggestions, now: .epoch)
        // A move that waits for approval isn't announced.
        let isHeard = if case .asking = accepting.state { !answered.isEmpty } else { true }
        try #require(session.canAcceptSuggestions == isHeard, "seed \(seed)")
      }
      let replayed = try restored(session, flow: flow, seed: seed)
      try #require(replayed.answers == session.answers, "seed \(seed)")
      try #require("\(replayed.state)" == "\(session.state)", "seed \(seed)")
    }
  }

  /// The remembered facts about the steps ahead are those that a look at all of them finds, however the walk goes.
  @Test func whatIsRememberedOfTheStepsAheadIsTrue() throws {
    let flow = try flow(Self.text)
    let runs = RandomRuns(long: 40_000, every: 500, named: "progress")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var options = SessionOptions()
      for id in ["b", "d", "k"] where Int.random(in: 0..<4, using: &random) == 0 {
        options.answers[id] = Self.inputs.randomElement(using: &random) ?? nil
      }
      let passesReviews = Bool.random(using: &random)
      var session = try FlowSession(flow: flow, options: options)
      var forecast = ProgressForecast()
      session.send(.start, now: .epoch)
      for _ in 0..<30 {
        if case .needs = session.state {
          session.decide(.approve, now: .epoch)
        } else {
          session.send(Self.event(&random), now: .epoch)
        }
        let found = forecast.progress(of: session, passingReviews: passesReviews)
        try #require(
          found == session.progress(passingReviews: passesReviews), "seed \(seed): \(session.state)"
        )
      }
    }
  }

  /// Answers taken over from an earlier state are those that the session has now, however the walk goes.
  @Test(arguments: ["random", "lists"])
  func whatIsTakenOverOfTheAnswersSoFarIsTrue(kind: String) throws {
    let flow = try flow(kind == "random" ? Self.text : Self.lists)
    let runs = RandomRuns(long: 20_000, every: 500, named: "step rows of \(kind)")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var session = try FlowSession(flow: flow)
      var known: [FlowSession.StepRows] = []
      session.send(.start, now: .epoch)
      for _ in 0..<30 {
        if case .needs = session.state {
          session.decide(.approve, now: .epoch)
        } else {
          session.send(
            kind == "random" ? Self.event(&random) : Self.listEvent(&random), now: .epoch)
        }
        known = session.rowsByStep(knowing: known)
        let rows = session.rowsSoFar
        try #require(known.flatMap(\.rows) == rows, "seed \(seed): \(session.state)")
        let reachable = Set(rows.map(\.id).filter { session.canGoBack(to: $0) })
        try #require(
          Set(known.flatMap(\.reachable)) == reachable, "seed \(seed): \(session.state)")
      }
    }
  }

  private static let lists = """
    flow: 1
    id: lists
    steps:
      - { ask: a, type: string }
      - repeat: pets
        steps:
          - { ask: pet, type: string }
          - { ask: age, type: integer, when: pet != 'y', required: false }
      - form: f
        title: Both
        fields:
          - { ask: b, type: string, required: false }
          - { ask: c, type: string, when: "b.orValue('') == 'x'" }
      - { commit: k, text: 'Go with ${a}?' }
      - { ask: d, type: string }
      - { review: r }
    """

  private static func listEvent(_ random: inout SeededGenerator) -> FlowEvent {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: .back(steps: 1)
    case 1: .addItem
    case 2: .editItem(Int.random(in: 0..<2, using: &random))
    case 3: .removeItem(0)
    case 4: .submit
    case 5: .answer(.value(true))
    case 6: .backTo(["a", "pets", "f", "b", "d"].randomElement(using: &random) ?? "a")
    case 7, 8: .answer(nil)
    default: .answer(.text(["x", "y", "3"].randomElement(using: &random) ?? "x"))
    }
  }

  @Test func answersThatNoConditionAheadReadsLeaveTheStepsAheadAlone() throws {
    let steps = (0..<50).map { "  - { ask: q\($0), type: integer }" }
    let text = "flow: 1\nid: many\nsteps:\n" + steps.joined(separator: "\n") + "\n"
    let condition = "  - { ask: last, type: integer, when: q20 > 3 }\n"
    var session = try FlowSession(flow: try flow(text + condition))
    var forecast = ProgressForecast()
    var looks: [Int] = []
    session.send(.start, now: .epoch)
    for number in 0..<48 {
      let before = forecast.lookCount
      let progress = forecast.progress(of: session, passingReviews: false)
      looks.append(forecast.lookCount - before)
      // The last question may come until it's known that it doesn't.
      let remaining = 49 - number + (number <= 20 ? 1 : 0)
      expectEqual(progress, FlowSession.Progress(step: number + 1, remaining: remaining))
      session.send(.answer(.text("1")), now: .epoch)
      session.decide(.approve, now: .epoch)
    }
    expectEqual(looks.enumerated().filter { $0.element > 0 }.map(\.offset), [0, 21])
    session.send(.back(steps: 3), now: .epoch)
    session.decide(.approve, now: .epoch)
    let before = forecast.lookCount
    expectEqual(forecast.progress(of: session, passingReviews: false).remaining, 4)
    expectEqual(forecast.lookCount, before, "going back changes nothing ahead")
  }

  /// Returns the rule that a transition violates, or nil if there isn't one.
  private static func violation(
    _ before: FlowSession, _ said: [FlowAnnouncement], _ after: FlowSession
  ) -> String? {
    // The stack changes only by announced pushes and pops.
    let pushes = said.filter { $0.pushedStep != nil }.count
    let pops = said.filter { if case .move(.didPop) = $0 { true } else { false } }.count
    let isEnd =
      if case .finished(let result) = after.state { result.outcome == .completed } else { false }
    let hasFailed = if case .failed = after.state { true } else { false }
    let unnamed = isEnd && after.depth > before.depth - pops + pushes ? 1 : 0
    if !hasFailed, after.depth != before.depth + pushes - pops + unnamed {
      return "depth \(before.depth) to \(after.depth) with \(pushes) pushes and \(pops) pops"
    }
    if hasFailed { return "the flow cannot fail" }
    // Answers belong to the current path, each once, and satisfy its conditions.
    let answers = after.answers
    let ids = answers.map(\.id)
    if Set(ids).count != ids.count { return "an answer stands twice: \(ids)" }
    let a = after.answer("a")
    if after.answer("b") != nil, a != "x" { return "b without its condition" }
    if after.answer("c") != nil, a == "z" { return "c without its condition" }
    if after.answer("d") != nil, after.answer("c") != true { return "d without its condition" }
    if after.answer("e") != nil, after.answer("d") != "p" { return "e without its condition" }
    // Only the top takes input: a refusal changes no answer.
    if pushes == 0, pops == 0, unnamed == 0, answers != before.answers {
      return "answers changed without a push or a pop"
    }
    return nil
  }
}
