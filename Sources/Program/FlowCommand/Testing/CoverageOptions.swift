// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowScripts
import FlowSessions
import ProgramParts
import SourceDiagnostics

/// The options about what scripts cover.
struct CoverageOptions: ParsableArguments {
  @Flag(help: "List what no script covers.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Write the coverage as json, lcov, cobertura, or svg to FILE; can be repeated.",
      valueName: "format=file"))
  var coverageReport: [Report] = []

  @Option(
    help: ArgumentHelp("The covered part that's enough, in percent.", valueName: "percent"))
  var minCoverage: Int?

  @Option(
    help: ArgumentHelp(
      "A JSON report of an earlier run; only what it covered must still be covered.",
      valueName: "file"))
  var coverageBase: String?

  /// A report to write.
  struct Report: ExpressibleByArgument {
    let format: CoverageReport.Format
    let path: String

    init?(argument: String) {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let format = CoverageReport.Format(rawValue: String(parts[0])) else {
        return nil
      }
      self.format = format
      path = String(parts[1])
    }
  }

  func validate() throws {
    if let minCoverage, !(0...100).contains(minCoverage) {
      throw ValidationError("--min-coverage takes a percentage from 0 to 100")
    }
  }

  /// Whether coverage is measured.
  var measures: Bool {
    coverage || !coverageReport.isEmpty || minCoverage != nil || coverageBase != nil
  }

  /// Writes the reports.
  ///
  /// - Throws: ``ProgramEnding`` if a file can't be written.
  func write(_ found: CoverageReport) throws(ProgramEnding) {
    for report in coverageReport {
      let text = found.text(as: report.format, at: SystemHost.now.secondsSinceEpoch)
      do throws(SystemFiles.Failure) {
        try SystemFiles.write(text, to: report.path, isPrivate: false)
      } catch {
        throw ProgramOutput.fail(.inputOutput, error.message)
      }
    }
  }

  /// Returns whether enough is covered, and says why if it isn't.
  ///
  /// - Throws: ``ProgramEnding`` if the earlier report can't be read.
  func isEnough(_ found: CoverageReport) throws(ProgramEnding) -> Bool {
    var isEnough = true
    if let coverageBase {
      let lost = try lost(found, since: coverageBase)
      for gap in lost { ProgramOutput.message("stackflow: no longer covered: \(gap)") }
      isEnough = lost.isEmpty
    }
    if let minCoverage, found.percent < minCoverage {
      ProgramOutput.message(
        "stackflow: \(found.percent) % is covered, which is less than \(minCoverage) %")
      isEnough = false
    }
    guard minCoverage == nil, coverageBase == nil, coverage else { return isEnough }
    return found.isComplete
  }

  private func lost(
    _ found: CoverageReport, since path: String
  ) throws(ProgramEnding) -> [String] {
    let bytes = try FlowLoading.bytes(of: path, limit: ByteLimit.default.count)
    guard let value = try? Value(json: String(decoding: bytes, as: UTF8.self)),
      let lost = found.lost(since: value)
    else {
      throw ProgramOutput.fail(
        .usage, "'\(path)' is no coverage report; write one with --coverage-report json=FILE")
    }
    return lost
  }
}
