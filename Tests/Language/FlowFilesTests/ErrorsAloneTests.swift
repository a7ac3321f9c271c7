// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import Foundation
import SourceDiagnostics
import Testing

/// To run a flow, it's loaded without warnings; its errors must be the same.
@Suite struct ErrorsAloneTests {
  @Test(arguments: FixtureTests.cases)
  func errorsAreTheSameWithoutWarnings(name: String) throws {
    let file = FixtureTests.folder.appending(path: "\(name)/\(name).flow.yaml")
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    let bytes = Array(try Data(contentsOf: file))
    let whole = FlowFile.load(bytes, name: name)
    let quick = FlowFile.load(bytes, name: name, includesWarnings: false)
    expectEqual((quick.flow == nil), (whole.flow == nil))
    expectEqual(Self.errors(of: quick), Self.errors(of: whole))
  }

  @Test func warningsOfLintsAreLeftOut() {
    let flow = """
      flow: 1
      id: two
      steps:
        - ask: a
          type: boolean
        - note: never
          text: Nothing
          when: a && !a
      """
    #expect(FlowFile.load(flow, name: "two").diagnostics.warningCount > 0)
    let quick = FlowFile.load(Array(flow.utf8), name: "two", includesWarnings: false)
    #expect(quick.diagnostics.isEmpty)
    #expect(quick.flow != nil)
  }

  private static func errors(of loaded: LoadedFlow) -> [String] {
    loaded.diagnostics.diagnostics.filter { $0.severity == .error }
      .map { DiagnosticRenderer().render($0) }
  }
}
