// SPDX-License-Identifier: GPL-3.0-or-later

import FlowModel
import FlowScripts
import ProgramParts
import SourceDiagnostics

/// A flow that's tested, with the tests of its scripts.
struct TestedFlow {
  /// The path of the flow.
  let path: String

  /// The flow; nil if it has errors.
  let flow: CheckedFlow?

  /// The paths of its scripts.
  let scripts: [String]

  /// The tests of its scripts, in the order of their files.
  var tests: [Test] = []

  /// A test, which has a mistake if it has no script.
  struct Test {
    let name: String
    let place: SourcePlace
    let script: FlowScript?
    let mistakes: [Diagnostic]

    /// The number of the script among those of its file that can run, from 0.
    var number = 0
  }
}

/// Loads flows with their scripts.
struct TestLoading {
  /// Folders next to which flows may read files.
  let readable: [String]

  /// The findings that belong to no test: the mistakes of flows, and the warnings of scripts.
  private(set) var findings = DiagnosticList()

  init(readable: [String]) { self.readable = readable }

  /// Loads a flow and its scripts.
  ///
  /// - Throws: ``ProgramEnding`` if a file can't be read.
  mutating func flow(_ tested: ScriptSearch.Tested) throws(ProgramEnding) -> TestedFlow {
    let loading = try FlowLoading(tested.flow, readable: readable)
    var result = TestedFlow(path: tested.flow, flow: loading.flow, scripts: tested.scripts)
    guard let flow = loading.flow else {
      findings.add(contentsOf: loading.diagnostics)
      return result
    }
    for path in tested.scripts {
      let bytes = try FlowLoading.bytes(of: path, limit: ByteLimit.default.count)
      let loaded = FlowScriptFile.load(bytes, name: path, flow: flow)
      let known = Set(loaded.mistaken.flatMap(\.diagnostics))
      findings.add(contentsOf: loaded.diagnostics.diagnostics.filter { !known.contains($0) })
      let tests =
        loaded.scripts.enumerated().map { number, script in
          TestedFlow.Test(
            name: script.name, place: script.place, script: script, mistakes: [], number: number)
        }
        + loaded.mistaken.map {
          TestedFlow.Test(
            name: $0.name, place: $0.place, script: nil, mistakes: $0.diagnostics)
        }
      result.tests += tests.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
    }
    return result
  }
}
