// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import SourceDiagnostics

@Suite struct DiagnosticListTests {
  private let file = SourceFile(name: "a", text: String(repeating: "x", count: 5000))

  private func diagnostic(_ offset: Int, _ severity: Severity = .error) -> Diagnostic {
    Diagnostic("x", severity, "bad", at: SourcePlace(file, SourceRange(at: offset)))
  }

  @Test func theFirstDiagnosticsInTheSourceAreKept() {
    var list = DiagnosticList(limit: 10)
    for offset in 0..<5000 { list.add(diagnostic((offset * 2503) % 5000)) }
    expectEqual(list.diagnostics.map(\.place.range.lowerBound), Array(0..<10))
    expectEqual(list.omittedCount, 4990)
    expectEqual(list.errorCount, 5000)
  }

  @Test func errorsAreKeptRatherThanWarnings() {
    var list = DiagnosticList(limit: 10)
    for offset in 0..<200 { list.add(diagnostic(offset, offset % 50 == 49 ? .error : .warning)) }
    expectEqual(list.diagnostics.count { $0.severity == .error }, 4)
    expectEqual(
      list.diagnostics.map(\.place.range.lowerBound), [0, 1, 2, 3, 4, 5, 49, 99, 149, 199])
    expectEqual(list.errorCount, 4)
    expectEqual(list.omittedCount, 190)
  }

  @Test func equalDiagnosticsAreKeptOnce() {
    var list = DiagnosticList()
    list.add(diagnostic(3))
    list.add(diagnostic(3))
    list.add(diagnostic(3, .warning))
    expectEqual(list.errorCount, 1)
    expectEqual(list.warningCount, 1)
    expectEqual(list.diagnostics.map(\.severity), [.error, .warning])
  }

  @Test func addingAListCountsItsOmittedDiagnostics() {
    var inner = DiagnosticList(limit: 1)
    for offset in 0..<5 { inner.add(diagnostic(offset, offset == 4 ? .warning : .error)) }
    var list = DiagnosticList()
    list.add(contentsOf: inner)
    expectEqual(list.errorCount, 4)
    expectEqual(list.warningCount, 1)
    expectEqual(list.omittedCount, 4)
    expectEqual(list.diagnostics.count, 1)
  }

  @Test func filesKeepTheirOrderOfAppearance() {
    let other = SourceFile(name: "b", text: "y")
    var list = DiagnosticList()
    list.add(diagnostic(9))
    list.add(Diagnostic("x", "bad", at: SourcePlace(other, SourceRange(at: 0))))
    list.add(diagnostic(1))
    expectEqual(list.diagnostics.map(\.place.file.name), ["a", "a", "b"])
    expectEqual(list.fileCount, 2)
  }
}
