// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import Foundation
import SourceDiagnostics
import Testing

/// Every fix that is offered for a fixture, applied alone.
@Suite struct FixtureFixTests {
  /// The fixtures whose fixes are about types, values and keys.
  static let cases = [
    "candidates", "dynamic-values", "items-deep", "formats", "dates", "literal-expressions",
    "refused-values", "ambiguous-choices", "meant-keys", "keys-on-one-line",
    "empty-optionals",
  ]

  @Test(arguments: cases) func aFixLeavesFewerFindings(name: String) throws {
    let file = BrokenFlowTests.folder.appending(path: "\(name)/\(name).flow.yaml")
    let bytes = Array(try Data(contentsOf: file))
    let loaded = FlowFile.load(bytes, name: name)
    let before = loaded.diagnostics.errorCount + loaded.diagnostics.warningCount
    for diagnostic in loaded.diagnostics.diagnostics where diagnostic.place.file == loaded.file {
      for fix in diagnostic.fixIts {
        let fixed = FlowFile.load(fix.applied(to: Array(loaded.file.text.utf8)), name: name)
        let after = fixed.diagnostics.errorCount + fixed.diagnostics.warningCount
        #expect(
          after < before,
          "\(diagnostic.message): \(fix.title)\n\(DiagnosticRenderer().render(fixed.diagnostics))")
      }
    }
  }
}

extension FixIt {
  /// A text with the edits of the fix.
  fileprivate func applied(to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for edit in edits.reversed().sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        edit.range.lowerBound..<edit.range.upperBound, with: Array(edit.replacement.utf8))
    }
    return bytes
  }
}
