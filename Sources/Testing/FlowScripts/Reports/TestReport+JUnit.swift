// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics
import TerminalCells

// The XML of JUnit under the schema of Jenkins (junit-10.xsd), with which others agree: a suite for each script file.
extension TestReport {
  var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"stackflow\"\(Self.totals(of: tests, otherErrors: errors.count))>\n"
    for file in files {
      text += "  <testsuite name=\(quoted(file.name))\(Self.totals(of: file.tests))"
      text += " skipped=\"\(file.tests.count { $0.outcome == .skipped })\""
      text += " file=\(quoted(file.name))>\n"
      text += properties
      for test in file.tests { text += element(of: test) }
      text += "  </testsuite>\n"
    }
    return text + findingsSuite + "</testsuites>\n"
  }

  /// The findings that belong to no test and are errors.
  private var errors: [Diagnostic] { findings.diagnostics.filter { $0.severity == .error } }

  /// The unusual settings of the run; empty if there are none.
  private var properties: String {
    var properties: [(String, String)] = []
    if let seed { properties.append(("seed", "\(seed)")) }
    if !stage.isDefault {
      properties.append(("depth", stage.depth.rawValue))
      properties.append(("ui", stage.setting.face))
      properties.append(("size", stage.setting.sizeText))
    }
    if unperformed > 0 { properties.append(("not-performed", "\(unperformed)")) }
    guard !properties.isEmpty else { return "" }
    let elements = properties.map { "<property name=\"\($0)\" value=\(quoted($1))/>" }
    return "    <properties>\(elements.joined())</properties>\n"
  }

  /// The suite of the findings that belong to no test; empty if there are none that are errors.
  private var findingsSuite: String {
    guard !errors.isEmpty else { return "" }
    var text = "  <testsuite name=\"files\" tests=\"\(errors.count)\" failures=\"0\""
    text += " errors=\"\(errors.count)\" skipped=\"0\" time=\"0.000\">\n"
    for error in errors {
      let place = error.place
      text += "    <testcase name=\(quoted("\(place.file.name):\(place.start.line)"))"
      text += " classname=\"files\" time=\"0.000\">"
      text += "<error type=\(quoted(error.id.name)) message=\(quoted(error.message))>"
      text += DiagnosticRenderer().render(error).asXMLText + "</error></testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  private func element(of test: Test) -> String {
    var text = "    <testcase name=\(quoted(test.name)) classname=\(quoted(test.flow))"
    text += " time=\"\(test.seconds.inMilliseconds)\""
    let element: String
    switch test.outcome {
    case .passed: return text + "/>\n"
    case .skipped: return text + "><skipped message=\"an earlier test failed\"/></testcase>\n"
    case .failed: element = "failure"
    case .mistaken: element = "error"
    }
    let first = test.failures.first
    text += "><\(element) type=\(quoted(first?.id.name ?? "failure"))"
    text += " message=\(quoted(first?.message ?? ""))>"
    return text + test.drawnFailures.asXMLText + "</\(element)></testcase>\n"
  }

  private static func totals(of tests: [Test], otherErrors: Int = 0) -> String {
    func count(_ outcome: Outcome) -> Int { tests.count { $0.outcome == outcome } }
    let seconds = tests.reduce(0) { $0 + $1.seconds }
    return " tests=\"\(tests.count + otherErrors)\" failures=\"\(count(.failed))\""
      + " errors=\"\(count(.mistaken) + otherErrors)\" time=\"\(seconds.inMilliseconds)\""
  }

  private func quoted(_ text: String) -> String { "\"\(text.escapedForXML)\"" }
}

extension String {
  /// The text of an element, whose lines stay lines.
  fileprivate var asXMLText: String {
    split(separator: "\n", omittingEmptySubsequences: false).map(\.escapedForXML)
      .joined(separator: "\n")
  }
}

extension Double {
  /// A number of seconds with three decimals.
  var inMilliseconds: String {
    guard isFinite, self >= 0, self < 1e15 else { return "0.000" }
    let thousandths = UInt64((self * 1000).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
