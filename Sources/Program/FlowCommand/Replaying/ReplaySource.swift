// SPDX-License-Identifier: GPL-3.0-or-later

import FlowModel
import FlowScripts
import FlowSessions
import ProgramParts
import SavedWalks
import SourceDiagnostics

/// The source of `stackflow replay`: a test of a script file, or a saved walk.
struct ReplaySource {
  let flow: CheckedFlow
  let script: FlowScript

  /// The texts that stand for secrets that a saved walk doesn't have, by the names of their placeholders.
  let standIns: [String: String]

  /// Finds what a word of the command line names.
  ///
  /// - Parameters:
  ///   - word: The path of a script file, or the id of a saved walk.
  ///   - name: The name of the test, or a part of it; nil for the only one.
  ///   - readable: Folders next to which flows may read files.
  ///   - sealing: The key of sealed walks.
  /// - Throws: ``ProgramEnding`` if there's no such walk or test, or it can't be read.
  init(
    _ word: String, test name: String?, readable: [String], sealing: KeyFileOption
  ) throws(ProgramEnding) {
    if word.hasSuffix(ScriptSearch.scriptSuffix) {
      try self.init(script: word, test: name, readable: readable)
    } else if word.hasSuffix(".yaml") || word.contains("/") {
      throw ProgramOutput.fail(
        .usage, "'\(word)' is no script; use NAME.test.yaml, or the id of a saved walk")
    } else {
      guard name == nil else {
        throw ProgramOutput.fail(.usage, "--test names a test of a script, and '\(word)' is none")
      }
      try self.init(walk: word, sealing: sealing)
    }
  }

  private init(walk id: String, sealing: KeyFileOption) throws(ProgramEnding) {
    let (_, walk, flowPath) = try WalksCommand.read(id, key: sealing.keys())
    let saved = try SavedScript(walk, id: id, flowPath: flowPath)
    guard saved.restored.notices.isEmpty else {
      throw ProgramOutput.fail(
        .badFile,
        "'\(flowPath)' has changed since walk '\(id)' was saved, so it can't be shown as it was")
    }
    guard saved.isWhole || saved.doubt == nil else {
      throw ProgramOutput.fail(.missingAnswers, saved.doubt ?? "")
    }
    (flow, script, standIns) = (saved.flow, saved.script, saved.standIns)
  }

  private init(script path: String, test name: String?, readable: [String]) throws(ProgramEnding) {
    var findings = DiagnosticList()
    let tested = ScriptSearch.Tested(flow: ScriptSearch.flow(of: path), scripts: [path])
    let loaded = try TestedFlow(tested, readable: readable, findings: &findings)
    guard let flow = loaded.flow else {
      ProgramOutput.diagnostics(findings)
      throw ProgramEnding(.badFile)
    }
    let test = try Self.test(of: loaded.tests, in: path, named: name)
    guard let script = test.script else {
      var list = DiagnosticList()
      list.add(contentsOf: test.mistakes)
      ProgramOutput.diagnostics(list)
      throw ProgramEnding(.badFile)
    }
    (self.flow, self.script, standIns) = (flow, script, [:])
  }

  private static func test(
    of tests: [TestedFlow.Test], in path: String, named name: String?
  ) throws(ProgramEnding) -> TestedFlow.Test {
    let names = tests.map { "'\($0.name)'" }.joined(separator: ", ")
    guard let name else {
      if let only = tests.first, tests.count == 1 { return only }
      throw ProgramOutput.fail(
        .usage,
        tests.isEmpty
          ? "'\(path)' has no test" : "'\(path)' has several tests; use --test with one of \(names)"
      )
    }
    let found =
      tests.filter { $0.name == name }.first.map { [$0] }
      ?? tests.filter { $0.name.lowercased().includes(name.lowercased()) }
    if let only = found.first, found.count == 1 { return only }
    throw ProgramOutput.fail(
      .usage,
      found.isEmpty
        ? "'\(path)' has no test like '\(name)'; it has \(names)"
        : "'\(path)' has several tests like '\(name)': \(found.map { "'\($0.name)'" }.joined(separator: ", "))"
    )
  }
}
