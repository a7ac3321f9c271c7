// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowTesting
import Testing

/// Scripts answer questions about single files of a tree under the id of its step, and go back to them.
@Suite struct TreeDecisionScriptTests {
  private static func run(
    _ script: String, files: String = "{ out/a: '1', out/b/in: '2', out/c: '3' }"
  ) throws -> String {
    let flow = try treeFlow(
      writing: ["a", "b", "c"], more: ["{ ask: last, type: string }"])
    return flow.said(of: "test: t\nfiles: \(files)\nsteps:\n" + script)
  }

  @Test func aScriptGoesBackToAFile() throws {
    try expectEqual(
      Self.run(
        """
          - answer: { name: x }
          - answer: { p: "yes" }
          - answer: { p: "no" }
          - back: 2
          - answer: { p: "no" }
          - answer: { p: "no" }
          - back: 1
          - answer: { p: "no" }
          - answer: { p: "yes" }
          - expect: { at: last, files: { out/a: "1", out/b/in: "2", out/c: c x } }
          - answer: { last: z }
        """), "")
  }

  /// An empty folder is in the way as well as one with files.
  @Test func anEmptyFolderIsInTheWay() throws {
    try expectEqual(
      Self.run(
        """
          - answer: { name: x }
          - answer: { p: "no" }
          - expect: { at: last, files: { out/a: a x, out/b: b x, out/c: null } }
          - answer: { last: z }
        """, files: "{ out/c/: '' }"), "")
  }

  @Test func beforeTheFirstFileThereIsNone() throws {
    let said = try Self.run("  - answer: { name: x }\n  - back: 1\n")
    #expect(said.contains("cannot go back: "), "\(said)")
  }

  @Test func whatIsInTheWayTakesNoYes() throws {
    let said = try Self.run(
      "  - answer: { name: x }\n  - answer: { p: \"yes\" }\n  - answer: { p: \"yes\" }\n")
    #expect(said.contains("'p' takes no, which keeps what's there: 'out/b' is a folder"), "\(said)")
  }
}
