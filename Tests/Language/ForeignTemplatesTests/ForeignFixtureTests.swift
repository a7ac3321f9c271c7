// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowHosts
import ForeignTemplates
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Each folder in `Tests/Fixtures/foreign` is a template of copier or cookiecutter with one fault, and what's found in
/// it.
///
/// With `RECORD_GOLDENS=1`, or if `expected.txt` is missing, the test writes the result and fails.
@Suite struct ForeignFixtureTests {
  static let folder = ProjectFolder.url.appending(path: "Tests/Fixtures/foreign")

  static let cases: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasSuffix(".txt") }.sorted()

  @Test(arguments: cases) func theFaultIsFoundAtItsPlace(name: String) throws {
    let template = Self.folder.appending(path: "\(name)/template").path
    let inside = try FileManager.default.contentsOfDirectory(atPath: template)
    let report = ForeignTemplate.check(
      ForeignTemplate.fileNames.filter { inside.contains($0) },
      in: FolderFiles(beside: template + "/template"), shownAs: "")
    let found = DiagnosticRenderer().render(report.diagnostics) + report.summary + "\n"
    let expected = Self.folder.appending(path: "\(name)/expected.txt")
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
    guard !isRecording, let known = try? String(contentsOf: expected, encoding: .utf8) else {
      try found.write(to: expected, atomically: true, encoding: .utf8)
      Issue.record("wrote expected.txt of \(name)")
      return
    }
    expectEqual(found, known)
  }

  @Test func thereAreFiveTemplatesOfEachKind() {
    expectEqual(Self.cases.count { $0.hasPrefix("copier-") }, 5)
    expectEqual(Self.cases.count { $0.hasPrefix("cookiecutter-") }, 5)
  }
}
