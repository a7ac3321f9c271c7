// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowScripts
import FlowSessions
import ProgramParts
import SourceDiagnostics

/// The options about how results are written.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the results as text, tap, junit, json, or github, to standard output or =FILE; can be "
        + "repeated.", valueName: "format[=file]"))
  var report: [Report] = []

  /// A report to write.
  struct Report: ExpressibleByArgument {
    let format: ReportFormat

    /// The file; nil for standard output.
    let path: String?

    init?(argument: String) {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let format = ReportFormat(rawValue: String(parts[0])) else { return nil }
      self.format = format
      path = parts.count > 1 ? String(parts[1]) : nil
      if path == "" { return nil }
    }
  }

  func validate() throws {
    if report.count(where: { $0.path == nil }) > 1 {
      throw ValidationError("only one report can go to standard output; give the others a file")
    }
  }

  /// Whether standard output gets text for people.
  var isText: Bool { format == .text }

  /// The format on standard output; text if every report goes to a file.
  private var format: ReportFormat { report.first { $0.path == nil }?.format ?? .text }

  /// Writes the results, and for people the reasons of failures to standard error.
  ///
  /// - Throws: ``ProgramEnding`` if a file can't be written.
  func write(_ results: TestReport, listingAll listsAll: Bool) throws(ProgramEnding) {
    for report in report {
      guard let path = report.path else { continue }
      do throws(SystemFiles.Failure) {
        try SystemFiles.write(
          results.text(as: report.format, listingAll: listsAll), to: path, isPrivate: false)
      } catch {
        throw ProgramOutput.fail(.inputOutput, error.message)
      }
    }
    if isText { ProgramOutput.diagnostics(results.diagnostics) }
    let text = results.text(as: format, listingAll: listsAll)
    if isText {
      ProgramOutput.text(text)
    } else {
      ProgramOutput.result(text, as: format == .json ? .json : .env)
    }
  }

  /// Writes the tests instead of running them.
  func write(listOf tests: [TestSelection.Choice]) throws(ProgramEnding) {
    guard format == .json || isText else {
      throw ProgramOutput.fail(.usage, "--list writes text, or JSON with --report json")
    }
    if isText {
      for (_, test) in tests {
        ProgramOutput.text("\(test.place.file.name):\(test.place.start.line): \(test.name)\n")
      }
      return
    }
    let list = tests.map { flow, test in
      TestReport.Test(
        flow: flow.path, name: test.name, place: test.place,
        outcome: test.script == nil ? .mistaken : .skipped)
    }
    ProgramOutput.result(TestReport.list(list), as: .json)
  }
}
