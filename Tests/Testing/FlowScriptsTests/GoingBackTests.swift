// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import FlowScripts
import SourceDiagnostics
import Testing

/// Going back in scripts: what a pop undoes, where it stops, and what remains.
@Suite struct GoingBackTests {
  /// Runs a script, which must pass.
  private func walk(
    _ text: String, _ script: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let loaded = FlowFile.load(
      text, name: "f.flow.yaml", files: MemoryFileSource(texts: ["license.flow.yaml": Self.license])
    )
    let renderer = DiagnosticRenderer()
    let flow = try #require(
      loaded.flow, Comment(rawValue: renderer.render(loaded.diagnostics)),
      sourceLocation: sourceLocation)
    let scripts = FlowScriptFile.load(Array(script.utf8), name: "f.test.yaml", flow: flow)
    var said = renderer.render(scripts.diagnostics)
    for script in scripts.scripts {
      said += ScriptRun.run(script, on: flow).failures.map { renderer.render($0) }.joined()
    }
    #expect(scripts.scripts.count == 1 && said == "", sourceLocation: sourceLocation)
  }

  private static let license = """
    flow: 1
    id: license
    inputs: { who: { type: string } }
    steps:
      - { ask: holder, type: string, default: { value: who } }
      - write: file
        path: "${holder}.txt"
        content: "x"
      - run: registration
        command: [register, "${holder}"]
        undo: { command: [remove, "${holder}"] }
        capture: json
        type: { n: integer }
      - group: g
        when: registration.n > 1
        steps:
          - { ask: more, type: string }
      - repeat: part
        maxItems: 2
        steps:
          - { ask: name, type: string }
    output: { holder: holder, more: more, parts: part, n: registration.n }
    """

  private static let main = """
    flow: 1
    id: main
    steps:
      - { ask: a, type: choice, choices: [yes, no] }
      - flow: mine
        when: a == 'yes'
        use: ./license.flow.yaml
        with: { who: "'me'" }
      - flow: theirs
        use: ./license.flow.yaml
        with: { who: "has(mine) ? mine.holder + '2' : 'z'" }
      - { ask: z, type: string }
    output: { a: a, mine: mine, theirs: theirs, z: z }
    """

  private static let effects = """
    flow: 1
    id: s
    steps:
      - { ask: a, type: string }
      - write: w1
        path: "${a}.txt"
        content: "one"
      - run: r1
        command: ["true", "${a}"]
        undo: { command: ["false"] }
      - { ask: b, type: string }
      - write: w2
        path: "b/${b}.txt"
        content: "two"
      - { ask: c, type: string }
    """

  private static let floors = """
    flow: 1
    id: fl
    steps:
      - { ask: a, type: string }
      - commit: c1
        text: "Go ${a}?"
      - { ask: b, type: string }
      - run: pay
        command: [pay]
      - { ask: c, type: string }
      - run: look
        command: [look]
        reads: true
        capture: lines
      - note: seen
        text: "${size(look)} lines"
      - review: r
      - commit: c2
        text: "really"
      - stop: end
        text: "bye"
        outcome: completed
    """

  /// Popping a used flow undoes its effects, and its answers are offered again.
  @Test func aUsedFlowIsPoppedAsAWhole() throws {
    try walk(
      Self.main,
      """
      test: popped whole
      runs: { mine.registration: { json: { n: 2 } }, theirs.registration: { json: { n: 1 } } }
      steps:
        - answer: { a: yes, mine.holder: bob, mine.more: m, mine.part: [ { name: "1" } ] }
        - expect: { at: theirs.holder, default: { theirs.holder: bob2 } }
        - answer: { theirs: { holder: q, part: [] } }
        - expect: { at: z, files: { bob.txt: x, q.txt: x } }
        - back: mine.part
        - expect: { at: mine.part, undone: [theirs.registration, theirs.file] }
        - add: { mine.part: { name: "2" } }
        - done: mine.part
        - expect: { at: theirs.holder, suggests: { theirs.holder: q } }
        - accept: suggestions
        - expect: { at: theirs.part }
        - back: "mine.part[0].name"
        - expect: { at: mine.part }
        - edit: { "mine.part[1]": { name: "5" } }
        - back: a
        - expect:
            at: a
            files: { bob.txt: null, q.txt: null }
            undone: [theirs.registration, theirs.file, theirs.registration, theirs.file,
              mine.registration, mine.file]
        - answer: { a: no }
        - expect: { at: theirs.holder, absent: [mine.holder, mine.more, mine.part] }
        - back: a
        - answer: { a: yes }
        - accept: suggestions
        - expect: { at: mine.more, suggests: { mine.more: m } }
        - accept: suggestions
        - expect: { at: theirs.part }
        - answer: { theirs: { part: [] }, z: z }
      output:
        a: yes
        mine: { holder: bob, more: m, parts: [ { name: "1" }, { name: "5" } ], n: 2 }
        theirs: { holder: q, parts: [], n: 1 }
        z: z
      """)
  }

  /// A pop that stops inside a used flow has undone the effects above.
  @Test func aFailedUndoInsideAUsedFlowStopsThere() throws {
    try walk(
      Self.main,
      """
      test: back to a repeat in a used flow
      runs:
        mine.registration: { json: { n: 2 }, undo: { status: 9, error: "sorry" } }
        theirs.registration: { json: { n: 1 } }
      steps:
        - answer: { a: yes, mine.holder: bob, mine.more: m, mine.part: [ { name: "1" } ] }
        - answer: { theirs: { holder: q, part: [] } }
        - back: a
        - expect:
            at: mine.more
            refused: "'registration' wasn't undone"
            undone: [theirs.registration, theirs.file]
            files: { q.txt: null, bob.txt: x }
            can-go-back: true
        - leave: quit
      outcome: cancelled
      """)
  }

  /// Whatever was undone before the failure stays undone, and continuing performs it again.
  @Test func aFailedUndoStopsThePopInTheMiddle() throws {
    try walk(
      Self.effects,
      """
      test: undo fails in the middle
      runs: { r1: { status: 0, undo: { status: 1, error: cannot } } }
      steps:
        - answer: { a: x, b: y }
        - expect: { at: c, files: { x.txt: one, b/y.txt: two }, ran: [r1] }
        - back: a
        - expect:
            at: b
            refused: "'r1' wasn't undone"
            undone: [w2]
            files: { b/y.txt: null, x.txt: one }
            suggests: { b: y }
        - back: 1
        - expect: { at: b, refused: "'r1' wasn't undone", can-go-back-to: a }
        - answer: { b: q }
        - expect: { at: c, files: { b/q.txt: two } }
        - back: 2
        - expect: { at: b, refused: "'r1' wasn't undone", undone: [w2, w2] }
        - answer: { b: q , c: z }
      output: { a: x, b: q, c: z }
      """)
  }

  /// A file that already had the same content wasn't written, so it stays.
  @Test func anUnchangedFileIsNotRestored() throws {
    try walk(
      Self.effects,
      """
      test: changed file
      runs: { r1: { status: 0 } }
      files: { b/y.txt: two }
      steps:
        - answer: { a: x, b: y }
        - expect: { at: c }
        - back: a
        - expect: { at: a, undone: [r1, w1], files: { b/y.txt: two, x.txt: null } }
        - accept: suggestions
        - expect: { at: b, suggests: { b: y } }
        - accept: suggestions
        - expect: { at: c }
        - answer: { c: z }
      """)
  }

  /// Commits, and commands without an undo, are floors.
  ///
  /// Commands that only read aren't.
  @Test func floorsRemainUntilTheEnd() throws {
    try walk(
      Self.floors,
      """
      test: floors
      runs: { pay: { status: 0 }, look: [ { lines: [x, y] }, { lines: [z] } ] }
      steps:
        - answer: { a: x }
        - back: 1
        - expect: { at: a , suggests: { a: x } }
        - accept: suggestions
        - expect: { at: c1, text: "Go x?" }
        - reject: { c1: no }
        - reject: { c1: "" }
        - answer: { c1: yes }
        - back: 1
        - expect: { at: b, refused: "can't go back past 'Go x'", can-go-back: false }
        - back: a
        - expect: { at: b, refused: "can't go back past 'Go x'" }
        - answer: { b: x }
        - expect: { at: c, ran: [pay] }
        - back: b
        - expect: { at: c, refused: "can't go back past 'pay'" }
        - answer: { c: x }
        - expect: { at: seen, text: "2 lines" }
        - back: c
        - accept: suggestions
        - expect: { at: seen, text: "1 lines", ran: [pay, look, look] }
        - answer: { r: yes, c2: yes }
        - expect: { at: end }
        - back: 1
        - expect: { at: end, refused: "past 'really'" }
        - back: r
        - expect: { at: end, refused: "past 'really'" }
        - answer: { end: yes }
      output: { a: x, b: x, c: x }
      """)
  }

  /// A failed command isn't a floor, and the last question is asked again.
  @Test func aFailedCommandIsNotAFloor() throws {
    try walk(
      Self.floors,
      """
      test: back from commit at review etc
      runs: { pay: { status: 3, error: "no\\nmoney" } }
      steps:
        - answer: { a: x, c1: yes, b: b }
        - expect: { at: pay, error: "money" }
        - back: 1
        - expect: { at: b, suggests: { b: b } }
        - leave: interrupt
      outcome: interrupted
      """)
  }
}
