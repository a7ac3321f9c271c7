// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// The program's version is written once; everything that names it must say the same.
///
/// `Scripts/outside/check-packages` compares the packages with it.
@Suite struct VersionTests {
  @Test func theProgramTheManualAndTheReleaseNotesAgree() throws {
    let written = try #require(
      try ProgramFixtures.text(of: "Sources/Program/ProgramParts/ProgramVersion.swift")
        .firstMatch(of: /(?m)^  package static let text = "([0-9]+\.[0-9]+\.[0-9]+)"$/))
    let version = String(written.1)

    let shown = try ProgramCall(["--version"])
    expectEqual(shown.output, "\(version)\n")

    let manual = try ProgramFixtures.text(of: "Manual/stackflow.1")
    let title = try #require(manual.split(separator: "\n").first { $0.hasPrefix(".TH ") })
    expectEqual(title, ".TH STACKFLOW 1 \"\" \"stackflow \(version)\" \"User Commands\"")

    let notes = try ProgramFixtures.text(of: "CHANGELOG.md")
    let newest = try #require(notes.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(newest == "## \(version) (unreleased)" || newest.hasPrefix("## \(version) - "))
  }

  @Test func theProtocolsNameTheVersion() throws {
    let version = try ProgramCall(["--version"]).output.dropLast()
    let hello = try ProgramCall(
      ["serve", "walk.flow.yaml"], input: #"{"jsonrpc":"2.0","id":1,"method":"hello"}"# + "\n")
    #expect(hello.output.contains("\"version\":\"\(version)\""), "\(hello.output)")
    let report = try ProgramCall(["check", "walk.flow.yaml", "--format", "sarif"])
    #expect(report.output.contains("\"version\":\"\(version)\",\"rules\""), "\(report.output)")
  }
}
