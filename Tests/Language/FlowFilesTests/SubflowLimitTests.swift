// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

/// The maximum number of flows that a flow may use.
@Suite struct SubflowLimitTests {
  /// Flows that each use the next one a number of times.
  struct Files: FlowFileSource {
    let uses: Int
    let depth: Int
    var reachesOutside: Bool { false }

    func read(_ path: String) throws -> [UInt8] {
      guard let number = Int(path.filter(\.isNumber)) else {
        throw FlowFileSourceError("is not there")
      }
      return Array(text(number).utf8)
    }

    func text(_ number: Int) -> String {
      var text = "flow: 1\nid: f\(number)\nsteps:\n"
      guard number < depth else { return text + "  - { ask: q, type: boolean }\n" }
      for use in 0..<uses { text += "  - { flow: u\(use), use: ./f\(number + 1).flow.yaml }\n" }
      return text
    }
  }

  /// Every file is read once, but each use of it counts with everything that it uses.
  @Test(arguments: [(2, 7, false), (2, 8, true), (2, 15, true), (16, 14, true), (1, 15, false)])
  func usesInUsedFlowsCount(uses: Int, depth: Int, isRefused: Bool) {
    let files = Files(uses: uses, depth: depth)
    let loaded = FlowFile.load(files.text(0), name: "f0.flow.yaml", files: files)
    expectEqual(loaded.diagnostics.hasErrors, isRefused)
    #expect(
      loaded.diagnostics.diagnostics.filter { $0.severity == .error }
        .allSatisfy { $0.id == "too-many-flows" },
      "\(DiagnosticRenderer().render(loaded.diagnostics))")
  }
}
