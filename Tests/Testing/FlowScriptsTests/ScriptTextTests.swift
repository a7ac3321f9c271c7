// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowTesting
import SourceDiagnostics
import Testing

@testable import FlowScripts

/// A script that's written is read as the same script.
@Suite struct ScriptTextTests {
  private static let flow = """
    flow: 1
    id: f
    inputs: { size: { type: integer, default: 1 } }
    steps:
      - { ask: name, type: string, required: false }
      - { ask: kinds, type: choices, choices: [a, b, c] }
      - repeat: part
        steps: [ { ask: on, type: boolean }, { ask: word, type: string } ]
      - { run: make, command: [make], undo: [unmake], onError: retry, capture: lines }
      - { write: file, path: a, content: b, exists: ask }
      - { review: check }
    """

  @Test(arguments: [
    "test: plain\nsteps:\n  - answer: { name: Ada Lovelace, kinds: [a, b] }\n",
    "test: \"it's: odd\"\ninputs: { size: 2 }\nfiles: { a: \"old\\n\" }\nsteps:\n"
      + "  - answer: { name: \" x # y\", kinds: [] }\n",
    "test: a word that isn't nothing\nsteps: [ { answer: { name: \"null\" } }, { back: 1 } ]\n",
    "test: empty\nsteps: [ { answer: { name: null } }, { reject: { kinds: [d] } } ]\noutcome: failed\n",
    "test: lists\nsteps: [ { add: { part: { on: yes } } }, { edit: { \"part[0]\": { word: 1.10 } } }, "
      + "{ move: { \"part[0]\": 1 } }, { remove: \"part[0]\" }, { done: part } ]\n",
    "test: results\nruns: { make: [ { status: 2, error: \"no: way\" }, { lines: [a b, \"\"] } ] }\n"
      + "steps: [ { retry: make }, { accept: offered }, { accept: suggestions }, { back: name }, "
      + "{ confirm: name }, { leave: end-of-input } ]\n",
    "test: an undo\ndefaults: true\npriority: high\ngiven: { name: a }\nclock: 2026-05-20T09:00:00Z\n"
      + "runs: { make: { lines: [], undo: { status: 1 } } }\nsteps: [ { back: 1 } ]\noutput: { name: a, list: [1] }\n",
  ])
  func aScriptThatIsWrittenIsReadAsTheSame(text: String) throws {
    let flow = try checkedFlow(Self.flow)
    let first = FlowScriptFile.load(Array(text.utf8), name: "f.test.yaml", flow: flow)
    expectEqual(DiagnosticRenderer().render(first.diagnostics), "")
    let script = try #require(first.scripts.first)
    let second = FlowScriptFile.load(
      Array(script.text.utf8), name: "f.test.yaml", flow: flow)
    expectEqual(DiagnosticRenderer().render(second.diagnostics), "", "\(script.text)")
    let again = try #require(second.scripts.first)
    expectEqual(again.text, script.text)
    expectEqual(again.name, script.name)
    expectEqual(again.inputs, script.inputs)
    expectEqual(again.files, script.files)
    expectEqual(again.runs.mapValues(\.outcomes), script.runs.mapValues(\.outcomes))
    expectEqual(again.runs.mapValues(\.undos), script.runs.mapValues(\.undos))
    expectEqual(again.outcome?.value, script.outcome?.value)
    expectEqual(again.output?.value, script.output?.value)
    expectEqual(again.commands.count, script.commands.count)
  }

  /// Hooks such as check-yaml read a plain date, and fail at one that doesn't exist.
  @Test(arguments: [
    ("2026-02-28", false), ("2026-02-29", true), ("2024-02-29", false), ("2026-13-01", true),
    ("0000-01-01", true), ("2026-2-30", false), ("2026-aa-30", false), ("12-34", false),
  ])
  func aDateThatDoesNotExistIsQuoted(text: String, isQuoted: Bool) throws {
    let flow = try checkedFlow(Self.flow)
    let script = FlowScriptFile.load(
      Array("test: t\nsteps: [ { answer: { name: \"\(text)\" } } ]\n".utf8), name: "f.test.yaml",
      flow: flow
    ).scripts.first
    let word = isQuoted ? "\"\(text)\"" : text
    #expect(script?.text.contains("{ name: \(word) }") == true, "\(script?.text ?? "")")
  }
}
