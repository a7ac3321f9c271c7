// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import Testing

/// The way to the answers leaves no traces: a session that went back and forth is in the same state
/// as a new one with the same answers given in advance.
@Suite struct FreshWalkPropertyTests {
  private static let main = """
    flow: 1
    id: random
    steps:
      - { ask: mode, type: choice, choices: [many, few, none] }
      - { ask: name, type: choice, choices: [p, q, r], default: { value: "mode == 'few' ? 'q' : 'p'" } }
      - group: outer
        when: mode != 'none'
        steps:
          - { ask: tags, type: choices, choices: [x, y, z], required: false }
          - group: inner
            when: has(tags)
            steps:
              - form: details
                fields:
                  - { ask: deep, type: boolean }
                  - { ask: depth, type: integer, min: 0, max: 9, when: deep }
                  - { compute: twice, value: "deep ? depth * 2 : 0" }
                  - ask: width
                    type: integer
                    default: { value: "twice + 1" }
                    required: false
              - repeat: tag
                over: tags
                summary: "${item} ${why}"
                steps:
                  - { ask: why, type: choice, choices: [s, t, u] }
                  - repeat: part
                    when: why == 't'
                    maxItems: { value: "mode == 'many' ? 3 : 1" }
                    validate: [ { check: size(part) > 0, message: one is needed } ]
                    steps:
                      - ask: code
                        type: choice
                        choices: [a, b, c]
                        validate:
                          - check: "!items.exists(i, i.code == code)"
                            message: twice
                      - repeat: each
                        over: tags
                        steps: [ { ask: on, type: boolean, when: "item != 'x'" } ]
      - compute: total
        value: "size(name) + (has(tags) ? size(tags) : 0)"
      - flow: part
        use: part.flow.yaml
        when: total > 1
        with: { start: name, count: "has(tags) ? size(tags) : 0" }
      - note: told
        when: total > 2
        text: "${total}"
      - { ask: end, type: choice, choices: [yes, no] }
      - { ask: last, type: boolean }
    """

  private static let part = """
    flow: 1
    id: part
    inputs: { start: { type: string }, count: { type: integer } }
    steps:
      - { ask: word, type: choice, choices: [v, w] }
      - repeat: more
        when: word == 'w'
        maxItems: { value: "count + 1" }
        steps: [ { ask: which, type: choice, choices: [k, l] } ]
    output: { text: "start + word", more: more }
    """

  private static let ids = [
    "mode", "name", "tags", "deep", "width", "tag", "tag[0].why", "tag[1].part",
    "tag[0].part[0].each", "part.word", "part.more", "part", "tag[0]", "tag[1].part[0]", "end",
    "nope",
  ]

  /// An event that a sensible user would cause, or sometimes nonsense.
  private static func event(_ random: inout SeededGenerator, _ session: FlowSession) -> FlowEvent {
    let position = Int.random(in: -1...3, using: &random)
    switch Int.random(in: 0..<30, using: &random) {
    case 0, 1: return .back(steps: Int.random(in: 1...4, using: &random))
    case 2, 3: return .backTo(ids.randomElement(using: &random) ?? "mode")
    case 4, 5: return .acceptSuggestions
    case 6: return .removeItem(position)
    case 7: return .moveItem(from: position, to: Int.random(in: 0...3, using: &random))
    case 8, 9: return .editItem(position)
    case 10, 11, 12: return .addItem
    default:
      guard case .asking(let step) = session.state, let field = step.focusedField else {
        return .answer(nil)
      }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .answer(nil)
      case 1: return .answer(FieldInput.empty)
      default:
        switch field.type {
        case .boolean: return .answer(.value(.bool(Bool.random(using: &random))))
        case .integer: return .answer(.value(.int(Int64.random(in: 0...10, using: &random))))
        case .choices:
          let some = field.choices.map(\.value).filter { _ in Bool.random(using: &random) }
          return .answer(.value(.list(some)))
        default:
          return .answer(field.choices.randomElement(using: &random).map { .value($0.value) })
        }
      }
    }
  }

  /// An input set aside anywhere on the way is no answer, and changes none.
  @Test func unfinishedInputChangesNoAnswer() throws {
    let flow = try checkedFlow(
      Self.main, name: "random.flow.yaml",
      files: MemoryFileSource(texts: ["part.flow.yaml": Self.part]))
    let runs = RandomRuns(long: 10_000, every: 200, named: "unfinished input")
    var count = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var plain = try FlowSession(flow: flow)
      plain.send(.start, now: .epoch)
      var other = plain
      for _ in 0..<Int.random(in: 1...80, using: &random) {
        if case .finished = plain.state { break }
        if case .asking(let step) = other.state, let field = step.focusedField,
          Int.random(in: 0..<3, using: &random) == 0
        {
          let value = field.choices.randomElement(using: &random)?.value
          let before = other.eventCount
          other.send(
            .setAside(field: field.id, value.map { .value($0) } ?? .text("half")), now: .epoch)
          count += other.eventCount - before
        }
        let event = Self.event(&random, plain)
        // Accepting all stops at it.
        if event == .acceptSuggestions { continue }
        for index in 0...1 {
          var session = index == 0 ? plain : other
          session.send(event, now: .epoch)
          if case .needs = session.state { session.decide(.approve, now: .epoch) }
          if index == 0 { plain = session } else { other = session }
        }
        guard plain.answerRecord == other.answerRecord, plain.topStepID == other.topStepID else {
          Issue.record("seed \(seed), \(event): \(plain.answerRecord) \(other.answerRecord)")
          return
        }
      }
      let again = try restored(other, flow: flow, seed: seed)
      guard again.answerRecord == other.answerRecord, again.hasUnfinished == other.hasUnfinished
      else {
        Issue.record("seed \(seed): the restored walk differs")
        return
      }
    }
    #expect(count > 0)
  }

  @Test func aWalkLeavesNothingButItsAnswers() throws {
    let flow = try checkedFlow(
      Self.main, name: "random.flow.yaml",
      files: MemoryFileSource(texts: ["part.flow.yaml": Self.part]))
    let runs = RandomRuns(long: 50_000, every: 150, named: "fresh walks")
    var compared = 0
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var session = try FlowSession(flow: flow)
      session.send(.start, now: .epoch)
      for _ in 0..<Int.random(in: 1...120, using: &random) {
        if case .finished = session.state { break }
        session.send(Self.event(&random, session), now: .epoch)
        if case .needs = session.state { session.decide(.approve, now: .epoch) }
      }
      if case .failed(let failure) = session.state {
        Issue.record("seed \(seed): \(failure.message)")
        return
      }
      // Inside an item, the answers of its list aren't submitted yet.
      guard case .asking(let step) = session.state, step.item == nil else { continue }
      // A list without elements isn't asked, unless the user goes back to it.
      if step.kind == .repeat, !step.canChangeItems, step.items.isEmpty { continue }
      compared += 1
      let fresh = try Self.session(flow, given: session)
      try #require(
        fresh.answerRecord == session.answerRecord,
        "seed \(seed): \(fresh.answerRecord) for \(session.answerRecord)")
      // A new list over elements starts at its first item; one that was left starts at the list.
      if step.kind == .repeat { continue }
      try #require(fresh.topStepID == session.topStepID, "seed \(seed)")
      try #require(fresh.unusedAnswers == [], "seed \(seed)")
    }
    #expect(runs.holds(compared, of: 0.05))
  }

  /// Returns a new session with the answers of another one given in advance, including those left
  /// empty.
  private static func session(
    _ flow: CheckedFlow, given other: FlowSession
  ) throws -> FlowSession {
    var answers: [String: FieldInput] = [:]
    for answer in other.answers { answers[answer.id] = .value(answer.value) }
    for row in other.reviewRows where row.text == nil && answers[row.id] == nil {
      answers[row.id] = FieldInput.empty
    }
    var session = try FlowSession(flow: flow, options: SessionOptions(answers: answers))
    session.send(.start, now: .epoch)
    while case .asking(let step) = session.state, step.kind == .note,
      step.id != other.topStepID
    {
      session.send(.answer(nil), now: .epoch)
      session.decide(.approve, now: .epoch)
    }
    return session
  }
}
