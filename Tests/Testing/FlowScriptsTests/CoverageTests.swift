// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowScripts
import FlowSessions
import SourceDiagnostics
import Testing

/// Coverage reports what no script covers, with its line, and never asks for the impossible.
@Suite struct CoverageTests {
  /// Returns what no script covers, with a line such as "5: 'port' is never passed" for each gap.
  private func gaps(
    _ text: String, _ script: String, files: MemoryFileSource = MemoryFileSource([:]),
    refusals: Bool = false
  ) throws -> [String] {
    let coverage = try coverage(text, script, files: files)
    return (refusals ? coverage.gaps(of: .validations) : coverage.gaps).map {
      "\($0.place.start.line): \($0.message)"
    }
  }

  private func coverage(
    _ text: String, _ script: String, files: MemoryFileSource = MemoryFileSource([:])
  ) throws -> FlowCoverage {
    let loaded = FlowFile.load("flow: 1\nid: f\nsteps:\n" + text, name: "f.flow.yaml", files: files)
    let renderer = DiagnosticRenderer()
    let flow = try #require(loaded.flow, "\(renderer.render(loaded.diagnostics))")
    let read = FlowScriptFile.load(Array(script.utf8), name: "f.test.yaml", flow: flow)
    #expect(!read.diagnostics.hasErrors, "\(renderer.render(read.diagnostics))")
    var coverage = FlowCoverage(of: flow)
    for script in read.scripts {
      let result = ScriptRun.run(script, on: flow)
      #expect(result.isPassed, "\(result.failures.map { renderer.render($0) }.joined())")
      coverage.add(result.trace)
    }
    return coverage
  }

  @Test func aTraceIncludesAnotherWhereTheirUnionIsTheSame() throws {
    let loaded = FlowFile.load(
      """
      flow: 1
      id: f
      steps:
        - { ask: size, type: integer, max: 5 }
        - { ask: more, type: string, when: size > 1, required: false }
        - { ask: tags, type: choices, choices: [a, b], when: size > 2, required: false }
      """, name: "f.flow.yaml")
    let flow = try #require(loaded.flow)
    let answers = [
      "size: 1", "size: 2, more: x", "size: 2, more: y", "size: 3, more: x, tags: [a]",
      "size: 4, more: x, tags: [a, b]",
    ]
    let text = answers.map { "test: t\nsteps:\n  - answer: { \($0) }\n" }.joined(separator: "---\n")
    let scripts = FlowScriptFile.load(Array(text.utf8), name: "f.test.yaml", flow: flow).scripts
    let traces = scripts.map { ScriptRun.run($0, on: flow).trace } + [ScriptTrace()]
    var unions = traces
    for trace in traces {
      for var union in unions {
        union.formUnion(trace)
        unions.append(union)
      }
      if unions.count > 100 { break }
    }
    expectEqual(traces.count, 6)
    for trace in unions.prefix(60) {
      for other in unions.prefix(60) {
        var union = trace
        union.formUnion(other)
        expectEqual(trace.includes(other), union == trace)
      }
    }
  }

  @Test("A script that isn't traced has the same result, and covers nothing")
  func untraced() throws {
    let loaded = FlowFile.load(
      "flow: 1\nid: f\nsteps:\n  - { ask: size, type: integer, max: 5 }\n", name: "f.flow.yaml")
    let flow = try #require(loaded.flow)
    let text = "test: too much\nsteps:\n  - reject: { size: 6 }\n  - answer: { size: 5 }\n"
    let script = try #require(
      FlowScriptFile.load(Array(text.utf8), name: "f.test.yaml", flow: flow).scripts.first)
    func run(tracing isTraced: Bool) -> ScriptResult {
      ScriptRun.run(script, on: flow, tracing: isTraced, drivenBy: SessionDriver.init)
    }
    let (traced, untraced) = (run(tracing: true), run(tracing: false))
    for result in [traced, untraced] {
      #expect(result.isPassed)
      expectEqual(result.session?.answers.map(\.value), [5])
    }
    #expect(traced.trace != ScriptTrace())
    expectEqual(untraced.trace, ScriptTrace())
  }

  private static let branching = """
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, type: integer, when: kind == 'http' }
      - group: jobs
        when: kind == 'worker'
        steps:
          - { compute: queue, value: kind + '-jobs' }
      - { note: told, text: All is said. }
      - { stop: full, when: port.orValue(0) > 9000, text: No room. }
      - { review: check }
      - { commit: go, text: Go? }
    """

  @Test func uncoveredPartsAreReportedWithTheirLine() throws {
    let found = try gaps(
      Self.branching,
      """
      test: one way
      steps: [ { answer: { kind: http, port: 80, check: yes, go: yes } } ]
      """)
    expectEqual(
      found,
      [
        "4: 'worker' is never chosen for 'kind'",
        "5: the condition of 'port' is never false",
        "7: the condition of 'jobs' is never true",
        "9: 'queue' is never computed",
        "11: 'full' is never reached",
        "11: the condition of 'full' is never true",
      ])
  }

  @Test func anyScriptCanCoverAPart() throws {
    let found = try coverage(
      Self.branching,
      """
      test: one way
      steps: [ { answer: { kind: http, port: 80, check: yes, go: yes } } ]
      ---
      test: the other
      steps: [ { answer: { kind: worker, check: yes, go: yes } } ]
      ---
      test: the end
      steps: [ { answer: { kind: http, port: 9001, full: yes } } ]
      outcome: failed
      """)
    expectEqual(found.gaps, [])
    expectEqual(found.count, 15)
  }

  @Test func aStepThatIsOnlyAskedIsNotPassed() throws {
    let found = try gaps(
      "  - { ask: one, type: string }\n  - { ask: two, type: string }\n  - { review: check }",
      """
      test: half way
      steps: [ { answer: { one: a } }, { expect: { at: two } }, { leave: quit } ]
      outcome: cancelled
      """)
    expectEqual(found, ["5: 'two' is never passed", "6: 'check' is never passed"])
  }

  @Test func conditionsOfFieldsAndChoicesCountBothWays() throws {
    let found = try gaps(
      """
        - form: trip
          fields:
            - { ask: abroad, type: boolean }
            - { ask: passport, type: string, when: abroad }
            - { note: visa, text: Take your passport., when: abroad }
        - ask: means
          type: choice
          choices:
            - train
            - { value: ship, when: abroad }
            - { value: bus, disabledWhen: abroad, disabled: too far }
      """,
      """
      test: at home
      steps: [ { answer: { abroad: no, means: bus } } ]
      """)
    expectEqual(
      found,
      [
        "7: 'passport' is never answered",
        "7: the condition of 'passport' is never true",
        "8: the condition of 'visa' is never true",
        "12: 'train' is never chosen for 'means'",
        "13: 'ship' is never chosen for 'means'",
        "13: the condition of 'ship' of 'means' is never true",
        "14: the condition of 'bus' of 'means' is never true",
      ])
  }

  private static let lists = """
      - repeat: service
        steps:
          - { ask: name, type: string }
          - repeat: port
            steps:
              - { ask: number, type: integer }
              - { ask: protocol, type: choice, choices: [tcp, udp], when: number < 1024 }
    """

  @Test(arguments: [
    "{ answer: { service: [ { name: a, port: [ { number: 80, protocol: udp } ] } ] } }",
    """
    { add: { service: { name: a } } }
      - add: { "service[0].port": { number: 80, protocol: udp } }
      - done: "service[0].port"
      - done: service
    """,
  ])
  func itemsAreCoveredHoweverTheyAreFilled(step: String) throws {
    let found = try gaps(Self.lists, "test: a list\nsteps:\n  - \(step)\n")
    expectEqual(
      found,
      [
        "10: 'tcp' is never chosen for 'service[].port[].protocol'",
        "10: the condition of 'service[].port[].protocol' is never false",
      ])
  }

  private static let effects = """
      - { ask: name, type: string }
      - { run: folder, command: [mkdir, { when: size(name) > 3, args: [-p] }], undo: [rmdir, x] }
      - write: file
        path: a
        content: [one, { text: two, when: name == 'two' }]
      - { note: told, text: Made. }
      - { commit: sure, text: Sure? }
      - { write: late, path: b, content: c }
      - { run: last, command: [tool], onError: skip }
    """

  @Test func effectsMustBePerformedAndUndoneIfPossible() throws {
    let found = try gaps(
      Self.effects,
      """
      test: on and on
      runs: { folder: {}, last: { status: 1 } }
      steps: [ { answer: { name: ada, sure: yes } } ]
      """)
    expectEqual(
      found,
      [
        "5: 'folder' is never undone",
        "5: the condition of an argument of 'folder' is never true",
        "6: 'file' is never undone",
        "8: the condition of a part of 'file' is never true",
        "12: 'last' is never done",
      ])
  }

  private static let blocks = """
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: tags, type: list, required: false }
      - write: file
        path: a
        content:
          - text: |
              ${if kind == 'http'}
              ${if tags.orValue([]) == ['x']}one${end}
              ${else if kind == 'worker'}
              ${for tag in tags.orValue([])}
              ${tag}
              ${end}
              ${else}
              ${if size(kind) > 9}never${end}
              ${end}
          - from: a.tmpl
      - { commit: sure, text: Sure? }
    """

  /// Conditions in what's written count both ways, and loops with and without elements; what no answers
  /// lead to doesn't.
  @Test func blocksOfWrittenTextsAreCovered() throws {
    let files = MemoryFileSource(texts: ["a.tmpl": "é\n${if kind == 'http'}\nx\n${end}\n"])
    let http = "test: http\nsteps: [ { answer: { kind: http, tags: null, sure: yes } } ]\n"
    try expectEqual(
      gaps(Self.blocks, http, files: files),
      [
        "4: 'worker' is never chosen for 'kind'",
        "6: 'file' is never undone",
        "6: the condition of a block of 'file' in line 2 of 'a.tmpl' is never false",
        "10: the condition of a block of 'file' is never false",
        "11: the condition of a block of 'file' is never true",
        "12: the condition of a block of 'file' is never true",
        "13: the list in a block of 'file' never has elements",
        "13: the list in a block of 'file' is never empty",
      ])
    let all = """
      \(http)---
      test: with one
      steps:
        - answer: { kind: http, tags: x }
        - back: kind
        - answer: { kind: worker, tags: "x, y", sure: yes }
      ---
      test: without
      steps: [ { answer: { kind: worker, tags: null, sure: yes } } ]
      """
    try expectEqual(gaps(Self.blocks, all, files: files), [])
  }

  @Test func anUndoneEffectIsCovered() throws {
    let found = try gaps(
      Self.effects,
      """
      test: there and back
      runs: { folder: {}, last: {} }
      steps:
        - answer: { name: four }
        - back: name
        - expect: { undone: [file, folder] }
        - answer: { name: two, sure: yes }
      """)
    expectEqual(found, [])
  }

  @Test func effectsWithoutAnUndoNeedNotBeUndone() throws {
    let found = try gaps(
      """
        - { write: first, path: a, content: a }
        - { ask: name, type: string, required: false }
        - { write: maybe, path: b, content: b, when: has(name) }
        - { ask: more, type: string, when: has(name) }
        - { run: send, command: [send] }
        - { write: behind, path: c, content: c }
        - { note: end, text: Done. }
      """,
      """
      test: nothing below, a floor between
      runs: { send: {} }
      steps: [ { answer: { name: null } } ]
      ---
      test: with a name
      runs: { send: {} }
      steps: [ { answer: { name: ada, more: x } } ]
      """)
    expectEqual(found, ["6: 'maybe' is never undone"])
  }

  @Test func aConstantConditionOnlyHasToBeSeenWithItsValue() throws {
    let text = """
        - { ask: port, type: integer, min: 1024 }
        - { note: open, text: For all., when: port > 1000, allow: [constant-condition] }
        - ask: kind
          type: choice
          choices: [a, { value: b, when: port < 1000 }]
          allow: [unpickable-choice]
        - group: low
          when: port < 1000
          allow: [unreachable-step]
          steps: [ { ask: root, type: boolean }, { write: file, path: a, content: b } ]
      """
    let all = "test: all that can be\nsteps: [ { answer: { port: 2000, kind: a } } ]\n"
    try expectEqual(gaps(text, all), [])
    let none = "test: none of it\nsteps: [ { leave: quit } ]\noutcome: cancelled\n"
    try expectEqual(
      gaps(text, none).filter { $0.contains("condition") },
      [
        "5: the condition of 'open' is never true", "11: the condition of 'low' is never false",
      ])
  }

  private static let inner = MemoryFileSource(texts: [
    "inner.flow.yaml": """
    flow: 1
    id: inner
    steps: [ { ask: a, type: choice, choices: [x, y] }, { note: n, text: N, when: a == 'x' } ]
    """
  ])

  @Test func aFlowInsideIsMeasuredByItsOwnScripts() throws {
    let text = """
        - { ask: more, type: boolean }
        - { flow: part, use: ./inner.flow.yaml, when: more }
      """
    let short = "test: short\nsteps: [ { answer: { more: no } } ]\n"
    try expectEqual(
      gaps(text, short, files: Self.inner),
      [
        "5: 'part' is never entered", "5: the condition of 'part' is never true",
      ])
    let long = "---\ntest: long\nsteps: [ { answer: { more: yes, part.a: y } } ]\n"
    try expectEqual(gaps(text, short + long, files: Self.inner), [])
  }

  private static let measured = """
      - { ask: size, type: integer, min: 1, max: 9 }
      - { ask: kind, type: choice, choices: [a, b] }
      - { note: told, text: Told., when: kind == 'a' }
      - repeat: part
        maxItems: 2
        steps: [ { ask: name, type: string }, { ask: large, type: boolean } ]
      - { ask: last, type: boolean }
    """

  /// Returns what's missed of a measure.
  private func missed(_ measure: CoverageMeasure, _ script: String) throws -> [String] {
    try coverage(Self.measured, script).gaps(of: measure).map {
      "\($0.place.start.line): \($0.message)"
    }
  }

  @Test func edgesLimitsAndWaysBackAreCountedApart() throws {
    let short = """
      test: straight on
      steps: [ { answer: { size: 1, kind: b, part: [], last: yes } } ]
      """
    try expectEqual(
      missed(.edges, short),
      [
        "5: 'kind' is never followed by 'told'", "6: 'told' is never followed by 'part'",
        "7: 'part' is never followed by 'part[].name'",
        "9: 'part[].name' is never followed by 'part[].large'",
        "9: 'part[].large' is never followed by 'part'",
      ])
    try expectEqual(
      missed(.boundaries, short),
      [
        "4: no answer to 'size' is at its 'max', 9",
        "8: no answer to 'part' is at its 'maxItems', 2",
      ])
    try expectEqual(
      missed(.backs, short),
      [
        "5: nothing goes back from 'kind'", "6: nothing goes back from 'told'",
        "7: nothing goes back from 'part'", "10: nothing goes back from 'last'",
      ])
    let long = """
      ---
      test: everywhere
      steps:
        - reject: { size: 10 }
        - answer: { size: 9 }
        - back: 1
        - reject: { size: 0 }
        - answer: { size: 9, kind: a }
        - back: 1
        - answer: { kind: a }
        - accept: offered
        - back: 1
        - add: { part: { name: x, large: yes } }
        - add: { part: { name: y, large: no } }
        - reject: { part: [ { name: a, large: false }, { name: b, large: false }, { name: c, large: false } ] }
        - answer: { part: [ { name: a, large: false }, { name: b, large: false } ] }
        - back: 1
        - done: part
        - answer: { last: no }
      """
    for measure in CoverageMeasure.allCases {
      try expectEqual(missed(measure, short + "\n" + long), [])
    }
  }

  @Test func limitsThatNeverRefuseAreReportedSeparately() throws {
    let text = """
        - ask: size
          type: integer
          min: 1
          max: 9
          validate:
            - { check: size != 5, message: not five }
            - { check: size != 6, message: not six }
        - repeat: part
          minItems: 1
          maxItems: 2
          steps: [ { ask: name, type: string, pattern: '^[a-z]$' } ]
      """
    let script = """
      test: some limits
      steps:
        - reject: { size: 10 }
        - reject: { size: 5 }
        - answer: { size: 1 }
        - reject: { part: [] }
        - answer: { part: [ { name: a } ] }
      """
    try expectEqual(gaps(text, script), [])
    try expectEqual(
      gaps(text, script, refusals: true),
      [
        "6: 'min' of 'size' never refuses",
        "10: this check of 'size' never fails",
        "13: 'maxItems' of 'part' never refuses",
        "14: 'pattern' of 'part[].name' never refuses",
      ])
  }
}
