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

extension TestedFlow {
  /// Loads a flow and its scripts.
  ///
  /// - Parameters:
  ///   - tested: The paths.
  ///   - readable: Folders next to which the flow may read files.
  ///   - findings: Gets those that belong to no test: the mistakes of the flow, and the warnings of scripts.
  /// - Throws: ``ProgramEnding`` if a file can't be read.
  init(
    _ tested: ScriptSearch.Tested, readable: [String], findings: inout DiagnosticList
  ) throws(ProgramEnding) {
    let loading = try FlowLoading(tested.flow, readable: readable)
    (path, flow, scripts) = (tested.flow, loading.flow, tested.scripts)
    guard let flow else {
      findings.add(contentsOf: loading.diagnostics)
      return
    }
    for path in scripts {
      let bytes = try FlowLoading.bytes(of: path, limit: ByteLimit.default.count)
      let loaded = FlowScriptFile.load(bytes, name: path, flow: flow)
      let known = Set(loaded.mistaken.flatMap(\.diagnostics))
      findings.add(contentsOf: loaded.diagnostics.diagnostics.filter { !known.contains($0) })
      let tests =
        loaded.scripts.enumerated().map { number, script in
          Test(name: script.name, place: script.place, script: script, mistakes: [], number: number)
        }
        + loaded.mistaken.map {
          Test(name: $0.name, place: $0.place, script: nil, mistakes: $0.diagnostics)
        }
      self.tests += tests.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
    }
  }
}
