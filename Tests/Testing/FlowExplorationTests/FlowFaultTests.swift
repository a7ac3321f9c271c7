// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowScripts
import FlowTesting
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowExploration
@testable import FlowModel
@testable import FlowSessions

/// Faults of flows are found: at boundaries, in combinations, and at questions without an answer.
@Suite struct FlowFaultTests {
  private func explored(
    _ steps: String, inputs: String = "", scripts: String = "", steps count: Int = 3_000
  ) throws -> Exploration {
    let text = "flow: 1\nid: f\n\(inputs)steps:\n\(steps)\n"
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let loaded = FlowScriptFile.load(Array(scripts.utf8), name: "f.test.yaml", flow: flow)
    #expect(scripts.isEmpty || !loaded.scripts.isEmpty)
    var limits = Explorer.Limits()
    limits.steps = count
    var explorer = Explorer(flow, scripts: loaded.scripts, limits: limits)
    return explorer.run()
  }

  /// An expression that fails for some of the answers, and a script that shows one of them.
  struct Failure: CustomTestStringConvertible {
    let steps: String
    let message: String
    var answers: String
    var inputs = ""
    var testDescription: String { message }
  }

  @Test(
    arguments: dailyPart(
      of: [
        Failure(
          steps: """
              - { ask: n, type: integer, min: 0, max: 9 }
              - { compute: r, value: "[1,2,3][n]", when: n < 5 }
            """,
          message: "the index is outside the list of 3 elements", answers: "{ n: 3 }"),
        Failure(
          steps: """
              - { ask: n, type: integer }
              - { compute: r, value: "n >= 0 ? [1,2,3][n] : 0", when: n < 5 }
            """,
          message: "the index is outside the list of 3 elements", answers: "{ n: 3 }"),
        // A value in the middle, in one of two branches.
        Failure(
          steps: """
              - { ask: kind, type: choice, choices: [a, b] }
              - { ask: n, type: integer, min: 0, max: 1000 }
              - { compute: r, value: "10 / (n - 500)", when: "kind == 'b'" }
            """,
          message: "division by zero", answers: "{ kind: b, n: 500 }"),
        // Two answers that are equal.
        Failure(
          steps: """
              - { ask: a, type: integer, min: 10, max: 20 }
              - { ask: b, type: integer, min: 15, max: 30 }
              - { compute: r, value: "1 / (a - b)" }
            """,
          message: "division by zero", answers: "{ a: 20, b: 20 }"),
        Failure(
          steps: """
              - { ask: names, type: list, of: string, maxItems: 9 }
              - { compute: r, value: "names[2]", when: size(names) > 1 }
            """,
          message: "the index is outside the list of 2 elements", answers: "{ names: \"a1\\na2\" }"),
        Failure(
          steps: """
              - repeat: people
                steps: [ { ask: age, type: integer, min: 0, max: 99 } ]
              - { compute: r, value: "people[2].age", when: size(people) > 1 }
            """,
          message: "the index is outside the list of 2 elements",
          answers: "add: { people: {"
        ),
        Failure(
          steps: """
              - { ask: day, type: date }
              - { compute: r, value: "1 / (day == '2026-05-01' ? 0 : 1)" }
            """,
          message: "division by zero", answers: "{ day: 2026-05-01 }"),
        Failure(
          steps: """
              - { ask: word, type: string }
              - { compute: r, value: "['a', 'b', 'c', 'd'][size(word)]", when: size(word) < 5 }
            """,
          message: "the index is outside the list of 4 elements", answers: "{ word: abbc }"),
        Failure(
          steps: """
              - { ask: n, type: integer, min: 1 }
              - { compute: r, value: "n * 3" }
            """,
          message: "the result is out of range for an int", answers: "{ n: 9223372036854775807 }"),
        Failure(
          steps: """
              - { ask: name, type: string }
              - { compute: r, value: "6 / count" }
            """,
          message: "division by zero", answers: "{ name: abc }",
          inputs: "inputs: { count: { type: integer, default: 3 } }\n"),
      ], every: 3, named: "faults"))
  func anExpressionThatFailsIsFound(_ failure: Failure) throws {
    let exploration = try explored(failure.steps, inputs: failure.inputs)
    let report = exploration.text(for: "f")
    let found = exploration.findings.first { $0.law.name == "no-expression-fails" }
    let finding = try #require(found, "\(report)")
    #expect(finding.message.contains(failure.message), "\(finding.message)")
    #expect(finding.script.commands.count <= 6, "\(finding.script.text)")
    #expect(
      finding.script.text.contains(failure.answers), "\(finding.script.text)")
  }

  /// Each expression that fails is a finding.
  @Test func severalFaultsAreFound() throws {
    let exploration = try explored(
      """
        - { ask: n, type: integer, min: 0, max: 9 }
        - { compute: r, value: "12 / n", when: n < 3 }
        - { compute: s, value: "[1,2,3][n]", when: n > 5 }
      """)
    expectEqual(
      exploration.findings.map(\.message).sorted(),
      [
        "f.flow.yaml:5:27: division by zero",
        "f.flow.yaml:6:27: the index is outside the list of 3 elements",
      ])
  }

  /// A question that no answer passes.
  struct DeadEnd: CustomTestStringConvertible {
    let steps: String
    let message: String
    var testDescription: String { message }
  }

  @Test(arguments: [
    DeadEnd(
      steps: """
          - { ask: n, type: integer, min: 0, max: 9 }
          - { ask: m, type: integer, min: { value: n }, max: 5 }
        """,
      message: "'m' accepts no answer: 'min' is 9, and 'max' is 5"),
    DeadEnd(
      steps: """
          - { ask: day, type: date }
          - { ask: later, type: date, min: { value: day }, max: 2026-05-01 }
          - { note: late, text: late, when: "day > '2026-05-01'" }
        """,
      message: "'later' accepts no answer: 'min' is 2026-05-02, and 'max' is 2026-05-01"),
    DeadEnd(
      steps: """
          - { ask: ready, type: boolean }
          - { ask: sure, type: boolean, validate: [ { check: ready, message: no } ] }
        """,
      message: "'sure' accepts none of its answers"),
  ])
  func aQuestionWithoutAnAnswerIsFound(_ end: DeadEnd) throws {
    let exploration = try explored(end.steps)
    expectEqual(exploration.findings.map(\.law.name), ["every-path-ends"])
    expectEqual(exploration.findings.map(\.message), [end.message])
    #expect(exploration.findings.allSatisfy { $0.script.commands.count <= 6 })
    #expect(!exploration.text(for: "f").contains("shown:"))
  }

  /// A question of which the exploration knows no answer isn't called a fault.
  @Test(arguments: [
    (
      "n",
      """
        - ask: n
          type: string
          validate: [ { check: "n.matches('^x[0-9]{3}y$') && n.contains('42')", message: no } ]
      """
    ),
    (
      "b",
      """
        - form: both
          validate: [ { check: "a + b < 0", message: no } ]
          fields:
            - { ask: a, type: integer, min: 0, max: 9 }
            - { ask: b, type: integer, min: 0, max: 9 }
      """
    ),
    (
      "sure",
      """
        - form: both
          fields:
            - { ask: code, type: string }
            - { ask: sure, type: boolean, validate: [ { check: "code == 'x4' + '2y'", message: no } ] }
      """
    ),
    (
      "words",
      """
        - { ask: words, type: list, of: { type: string, pattern: '^(?:ab?c){2}d$', minLength: 40 }, minItems: 1 }
      """
    ),
  ])
  func aQuestionWithoutAKnownAnswerIsNotDecided(_ question: String, _ steps: String) throws {
    let exploration = try explored(steps)
    expectEqual(exploration.findings.map(\.message), [])
    let words =
      "no answer was found that '\(question)' accepts; a script of the flow with one shows the way"
    expectEqual(exploration.problem, words)
    #expect(exploration.missed.contains(words))
    #expect(exploration.text(for: "f").contains("  nothing is shown: \(words)\n"))
    #expect(!exploration.isComplete)
  }

  /// Items are made from the constraints on them, on the names of a map, and on their number.
  @Test(
    arguments: dailyPart(
      of: [
        "type: list, of: { type: string, pattern: '^[a-z]{2}-[a-z]+-[0-9]$' }, minItems: 1",
        "type: list, of: { type: string, pattern: '^[a-z]{2}-[a-z]+-[0-9]$' }, minItems: 12, unique: true",
        "type: list, of: { type: string, format: email }, minItems: 3, unique: true",
        "type: list, of: { type: string, format: uuid }, minItems: 2, unique: true",
        "type: list, of: { type: string, minLength: 5, maxLength: 6 }, minItems: 3, unique: true",
        "type: list, of: { type: string, maxLength: 1 }, minItems: 3, unique: true",
        "type: list, of: { type: integer, min: 100, max: 200, multipleOf: 7 }, minItems: 4, unique: true",
        "type: list, of: { type: integer, max: -5 }, minItems: 30, unique: true",
        "type: list, of: { type: number, min: 0.25, max: 1 }, minItems: 1",
        "type: list, of: { type: date, min: 2030-01-01 }, minItems: 3, unique: true",
        "type: list, of: { type: date, max: 2020-01-01 }, minItems: 3, unique: true",
        "type: list, of: { type: time, max: '00:30' }, minItems: 3, unique: true",
        "type: list, of: { type: datetime, min: '2030-01-01T10:00:00Z' }, minItems: 3, unique: true",
        "type: list, of: { type: duration, max: PT30M }, minItems: 3, unique: true",
        "type: list, of: { type: choice, choices: ['a, b', 'c=d', 'e f'] }, minItems: 3, unique: true",
        "type: map, of: { type: integer, min: 1024, max: 65535 }, keys: { pattern: '^[A-Z]{3,4}$' }, minItems: 5",
        "type: map, of: { type: string, format: semver }, keys: { minLength: 9 }, minItems: 2",
      ], every: 3, named: "constraints of items"))
  func itemsObeyTheirConstraints(_ field: String) throws {
    let exploration = try explored("  - { ask: a, \(field) }", steps: 400)
    #expect(exploration.walks > 0, "\(exploration.text(for: "f"))")
    expectEqual(exploration.findings.map(\.message), [])
    expectEqual(exploration.missed, [])
  }

  /// A form that some combinations pass is no dead end.
  @Test func aFormWithACheckIsNoDeadEnd() throws {
    let exploration = try explored(
      """
        - form: both
          validate: [ { check: "a < b", message: no } ]
          fields:
            - { ask: a, type: integer, min: 0, max: 9 }
            - { ask: b, type: integer, min: 0, max: 9 }
      """)
    expectEqual(exploration.findings.map(\.message), [])
    expectEqual(exploration.missed, [])
  }

  /// Returns a walk after moves that all apply.
  private func walk(_ explorer: Explorer, _ moves: [ExplorationMove]) throws -> ExploredWalk {
    var walk = try #require(explorer.begin(ExplorationStart()))
    for move in moves {
      let applies = walk.make(move)
      #expect(applies, "\(move)")
      #expect(!walk.isRefused, "\(move)")
    }
    return walk
  }

  /// A list with more records than its limit allows now is no dead end: one is removed.
  @Test func aListWithTooManyRecordsIsNoDeadEnd() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - repeat: hosts
          steps:
            - { ask: n, type: integer, min: 0, max: 1 }
            - repeat: ports
              minItems: { value: n }
              maxItems: { value: n }
              fill: true
              steps: [ { ask: port, type: boolean } ]
      """
    let explorer = Explorer(try checkedFlow(text, name: "f.flow.yaml"))
    var walk = try walk(
      explorer,
      [
        .add("hosts"), .answer("hosts[0].n", .value(1)),
        .answer("hosts[0].ports[0].port", .value(true)), .backTo("hosts"), .add("hosts"),
        .answer("hosts[0].n", .value(0)),
      ])
    expectEqual(walk.step?.items.count, 1)
    let accepted = explorer.forward(from: walk, deciding: false).moves.first { move in
      var next = walk
      return next.make(move) && !next.isRefused
    }
    expectEqual(accepted, .remove("hosts[0].ports", 0))
    let ends = walk.make(.remove("hosts[0].ports", 0)) && walk.make(.done("hosts[0].ports"))
    #expect(ends && !walk.isRefused)
  }

  /// A list that accepts no number of records is a dead end.
  @Test func aListWhoseLimitsContradictEachOtherIsADeadEnd() throws {
    let exploration = try explored(
      """
        - { ask: n, type: integer, min: 1, max: 1 }
        - repeat: ports
          minItems: { value: n + 1 }
          maxItems: { value: n }
          steps: [ { ask: port, type: boolean } ]
      """)
    expectEqual(
      exploration.findings.map(\.message), ["'ports' can be neither submitted nor changed"])
  }

  /// Answers of a matrix that change between two visits of the list after it aren't a trace of the first visit.
  @Test func aMatrixThatChangesBetweenTwoVisitsLeavesNoTrace() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - form: seats
          over: "['x', 'y']"
          fields: [ { ask: row, type: boolean } ]
        - repeat: r
          over: "['x', 'y']"
          steps: [ { ask: n, type: boolean } ]
        - { ask: last, type: boolean }
      """
    let walk = try walk(
      Explorer(try checkedFlow(text, name: "f.flow.yaml")),
      [
        .answer("seats[0].row", .value(true)), .answer("seats[1].row", .value(true)),
        .backTo("r"), .backTo("seats"),
        .answer("seats[0].row", .value(false)), .answer("seats[1].row", .value(false)),
        .backTo("r"),
      ])
    expectEqual(walk.step?.id, "r")
    expectEqual(ExplorationLaw.undoLeavesNoTrace.violation(walk), nil)
  }

  /// An answer that only a script knows leads on.
  @Test func aScriptShowsTheWay() throws {
    let steps = """
        - ask: code
          type: string
          validate: [ { check: "code.matches('^x[0-9]{3}y$') && code.contains('42')", message: no } ]
        - { ask: last, type: boolean }
      """
    try expectEqual(
      explored(steps).problem,
      "no answer was found that 'code' accepts; a script of the flow with one shows the way")
    let known = try explored(
      steps, scripts: "test: known\nsteps: [ { answer: { code: x142y, last: yes } } ]\n")
    expectEqual(known.findings.map(\.message), [])
    expectEqual(known.missed, [])
  }

  /// A step that isn't walked is said, and then nothing is shown.
  @Test func whatIsNotWalkedIsSaid() throws {
    let exploration = try explored(
      """
        - { ask: word, type: string }
        - { note: rare, text: rare, when: "word.matches('^x[0-9]{40}y$')" }
      """)
    expectEqual(exploration.findings.map(\.message), [])
    expectEqual(
      exploration.missed,
      [
        "'rare' is never passed", "the condition of 'rare' is never true",
      ])
    let report = exploration.text(for: "f")
    #expect(
      report.contains(
        "  not walked:\n    'rare' is never passed\n    the condition of 'rare' is never true\n"))
    #expect(report.contains("  held on these walks:\n"))
    #expect(!report.contains("  shown:\n"))
  }

  @Test func withoutAWalkNothingIsShown() throws {
    let steps = "  - { ask: a, type: string }\n  - { ask: b, type: string }"
    let few = try explored(steps, steps: 1)
    #expect(few.findings.isEmpty)
    expectEqual(few.problem, "no walk ended within \(few.steps) moves; --steps allows more")
    let report = few.text(for: "f")
    #expect(
      report.contains(
        "  nothing is shown: no walk ended within \(few.steps) moves; --steps allows more\n"))
    #expect(!report.contains("held") && !report.contains("  shown:\n"), "\(report)")
  }
}
