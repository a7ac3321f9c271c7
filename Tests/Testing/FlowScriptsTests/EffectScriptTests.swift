// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowTesting
import RandomTesting
import Testing

/// A scripted test runs no commands and writes no files: the script provides the results.
@Suite struct EffectScriptTests {
  static let flow = ProjectFolder.flow("effects/project")

  /// Returns the failures of a script; empty if it passes.
  private func run(_ script: String) throws -> String {
    try checkedFlow(Self.flow).said(of: script, name: "p.test.yaml")
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
    try expectEqual(run("test: t\n" + script), said)
  }
}
