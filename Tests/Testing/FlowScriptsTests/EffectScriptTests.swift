// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowScripts
import SourceDiagnostics
import Testing

/// A scripted test runs no commands and writes no files: the script provides the results.
@Suite struct EffectScriptTests {
  static let flow = """
    flow: 1
    id: project
    steps:
      - { ask: name, type: string }
      - run: version
        command: [tool, --version]
        reads: true
        capture: text
        onError: skip
      - { run: folder, command: [mkdir, "${name}"], undo: [rmdir, "${name}"], onError: retry }
      - write: readme
        path: "${name}/README"
        content: "# ${name}, ${version.orValue('unknown')}\\n"
      - { ask: colour, type: string }
      - { commit: sure, text: "Sure?" }
      - { run: paint, command: [paint, "${colour}"] }
    """

  /// Returns the failures of a script; empty if it passes.
  private func run(_ script: String, on text: String = flow) throws -> String {
    let loaded = FlowFile.load(text, name: "p.flow.yaml")
    let renderer = DiagnosticRenderer()
    let flow = try #require(loaded.flow, "\(renderer.render(loaded.diagnostics))")
    let read = FlowScriptFile.load(Array(script.utf8), name: "p.test.yaml", flow: flow)
    if read.diagnostics.hasErrors { return renderer.render(read.diagnostics) }
    return read.scripts.flatMap { ScriptRun.run($0, on: flow).failures }
      .map { renderer.render($0) }.joined()
  }

  @Test func aWalkWithCommandsAndFilesPasses() throws {
    let said = try run(
      """
      test: there, back and there again
      runs:
        version: { text: "1.2\\n" }
        folder: [ { status: 1, error: it is there }, { status: 0 } ]
        paint: {}
      files: { other.txt: mine }
      steps:
        - answer: { name: app }
        - expect: { at: folder, error: "'mkdir' exited with status 1: it is there", ran: [version, folder] }
        - retry: folder
        - expect:
            at: colour
            answers: { version: "1.2" }
            files: { app/README: "# app, 1.2\\n", ./other.txt: mine }
            can-go-back-to: name
        - back: name
        - expect: { at: name, undone: [readme, folder], files: { app/README: null } }
        - answer: { name: other, colour: red, sure: yes }
        - expect: { ran: [version, folder, folder, version, folder, paint], files: { other/README: other } }
      output: { name: other, colour: red }
      """)
    expectEqual(said, "")
  }

  @Test func aFailedUndoIsScripted() throws {
    let said = try run(
      """
      test: what cannot be taken back
      runs: { version: { status: 1 }, folder: { status: 0, undo: { status: 2, error: not empty } } }
      steps:
        - answer: { name: app }
        - expect: { files: { app/README: "app, unknown" }, absent: [version] }
        - back: 1
        - expect: { at: readme, error: "'folder' wasn't undone: 'rmdir' exited with status 2: not empty", undone: [readme] }
        - retry: readme
        - expect: { at: colour, files: { app/README: app } }
        - leave: quit
      outcome: cancelled
      """)
    expectEqual(said, "")
  }

  /// A list under `undo:` has a result for each attempt, and belongs to its run.
  @Test func eachAttemptToUndoIsScripted() throws {
    let said = try run(
      """
      test: an undo that fails once
      runs:
        version: {}
        paint: {}
        folder:
          - { status: 0, undo: [{ status: 2, error: not empty }, {}] }
          - { status: 1, error: it is there }
          - { status: 0, undo: { status: 3 } }
      steps:
        - answer: { name: app }
        - back: 1
        - expect: { at: readme, error: "'folder' wasn't undone", undone: [readme] }
        - back: 1
        - expect: { at: name, undone: [readme, folder] }
        - answer: { name: other }
        - retry: folder
        - expect: { at: colour }
        - back: 1
        - expect: { at: readme, error: exited with status 3 }
        - back: 1
        - expect: { at: readme, error: exited with status 3 }
        - retry: readme
        - answer: { colour: red, sure: yes }
      """)
    expectEqual(said, "")
  }

  @Test(arguments: [
    (
      "folder: { undo: [{ status: 2 }, {}] }",
      "is undone once, but has 2 results for that under 'runs:'"
    ),
    (
      "folder: [{ undo: { status: 2 } }, { undo: {} }]",
      "is run once, but has 2 results under 'runs:'"
    ),
    ("folder: { undo: [] }", ""),
  ])
  func unusedResultsOfUndosAreReported(run line: String, words: String) throws {
    let said = try run(
      """
      test: going back once
      runs: { version: {}, \(line) }
      steps:
        - answer: { name: app }
        - back: 1
        - leave: quit
      outcome: cancelled
      """)
    #expect(words.isEmpty ? said == "" : said.contains(words), "\(said)")
  }

  @Test func aFailureEndsAScriptThatExpectsIt() throws {
    let said = try run(
      """
      test: nobody retries
      runs: { version: {}, folder: { status: 1 } }
      steps:
        - answer: { name: app }
      outcome: failed
      """)
    expectEqual(said, "")
  }

  @Test func overwritingIsAnsweredUnderTheStepsOwnName() throws {
    for (answer, content) in [("yes", "# app, 1"), ("no", "mine")] {
      let said = try run(
        """
        test: the file is there
        runs: { version: { text: "1" }, folder: {}, paint: {} }
        files: { app/README: mine }
        steps:
          - answer: { name: app, readme: \(answer), colour: red }
          - expect: { files: { app/README: "\(content)" } }
          - answer: { sure: yes }
        """)
      expectEqual(said, "")
    }
  }

  @Test(arguments: [
    (
      "runs: { version: {} }\nsteps:\n  - answer: { name: app }\n",
      """
      p.test.yaml:4:5: error: 'folder' is run, but has no result in 'runs:' [unscripted-run]
      4 |   - answer: { name: app }
        |     ^~~~~~

      """
    ),
    (
      "runs: { version: {}, folder: {} }\nfiles: { app/README: mine }\nsteps:\n"
        + "  - answer: { name: app, colour: red }\n",
      """
      p.test.yaml:5:26: error: 'readme' asks whether to overwrite 'app/README', which this does not answer [unscripted-question]
      5 |   - answer: { name: app, colour: red }
        |                          ^~~~~~

      """
    ),
    (
      "runs: { version: {}, folder: {} }\nsteps:\n  - answer: { name: app }\n"
        + "  - expect: { ran: [version], undone: [] }\n",
      """
      p.test.yaml:5:15: error: what ran is [version, folder], expected [version] [expectation-failed]
      5 |   - expect: { ran: [version], undone: [] }
        |               ^~~

      """
    ),
    (
      "runs: { version: {}, folder: {} }\nsteps:\n  - answer: { name: app }\n"
        + "  - expect: { files: { app/README: null } }\n",
      """
      p.test.yaml:5:15: error: there is a file 'app/README' [expectation-failed]
      5 |   - expect: { files: { app/README: null } }
        |               ^~~~~

      """
    ),
    (
      "runs: { version: {}, folder: {} }\nsteps:\n  - answer: { name: app }\n  - retry: folder\n",
      """
      p.test.yaml:5:5: error: 'folder' has not failed, or is not tried again [nothing-to-retry]
      5 |   - retry: folder
        |     ^~~~~

      """
    ),
    (
      "runs: { readme: {}, name: {}, folder: { state: 1 }, version: { text: a, lines: [] } }\nsteps: []\n",
      """
      p.test.yaml:2:9: error: 'readme' runs no command [unknown-answer]
      2 | runs: { readme: {}, name: {}, folder: { state: 1 }, version: { text: a, lines: [] } }
        |         ^~~~~~
      p.test.yaml:2:21: error: 'name' runs no command [unknown-answer]
      2 | runs: { readme: {}, name: {}, folder: { state: 1 }, version: { text: a, lines: [] } }
        |                     ^~~~
      p.test.yaml:2:41: error: unknown key 'state'; did you mean 'status'? [unknown-key]
      2 | runs: { readme: {}, name: {}, folder: { state: 1 }, version: { text: a, lines: [] } }
        |                                         ^~~~~
      p.test.yaml:2:73: error: the result is given by 'text' already [too-many-keys]
      2 | runs: { readme: {}, name: {}, folder: { state: 1 }, version: { text: a, lines: [] } }
        |                                                                         ^~~~~

      """
    ),
  ])
  func mismatchesAreShownInTheScript(script: String, said: String) throws {
    #expect(try run("test: t\n" + script) == said)
  }
}
