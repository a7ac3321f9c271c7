// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// The output of the program that continuous integration reads: texts of a flow are no commands there.
@Suite struct LogTests {
  private static let commands =
    #"::error::x\n##vso[task.complete]\n  ::warning::y \u001b[31mred\n+++ z\n--- a ##teamcity[b]"#

  private static let flow = """
    flow: 1
    id: f
    title: "\(commands)"
    steps:
      - { note: n, text: "\(commands)" }
      - { ask: a, label: "\(commands)", type: string, maxLength: 3, help: "\(commands)" }
      - { run: r, title: "\(commands)", command: [sh, -c, "printf '::error::x\\n' >&2; exit 1"], undo: { command: ["true"] } }
      - { stop: s, text: "\(commands)" }
    """

  private static let test = """
    test: "\(commands)"
    steps:
      - answer: { a: "\(commands)" }
      - expect: { at: nowhere }
    """

  @Test(arguments: [
    "run f.flow.yaml --no-input", "run f.flow.yaml --no-input --set a=x --allow-run",
    "run f.flow.yaml --no-input --set a=long", "plan f.flow.yaml --set a=x",
    "next f.flow.yaml --state s.walk",
    "next f.flow.yaml --state s.walk; stackflow answer --state s.walk",
    "next f.flow.yaml --state s.walk; stackflow answer --state s.walk; stackflow answer --state s.walk long",
    "test f.test.yaml", "test --list f.test.yaml", "test --coverage f.test.yaml",
    "check f.flow.yaml f.test.yaml", "explore f.flow.yaml --steps 20",
  ])
  func noLineIsACommand(_ words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.flow, to: "f.flow.yaml")
    try folder.write(Self.test, to: "f.test.yaml")
    let call = try ProgramCall(shell: "stackflow \(words) </dev/null", directory: folder.path)
    let text = call.output + call.messages
    #expect(!text.isEmpty)
    #expect(!text.contains("\u{1b}"))
    for mark in ["##vso[", "##teamcity["] { #expect(!text.contains(mark), "\(text)") }
    for line in text.split(separator: "\n") {
      let rest = line.drop { $0 == " " }
      for mark in ["::", "##", "+++", "---"] {
        #expect(!rest.hasPrefix(mark) || rest.hasPrefix("--set"), "\(text)")
      }
    }
  }
}
