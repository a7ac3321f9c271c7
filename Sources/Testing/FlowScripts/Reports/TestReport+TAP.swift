// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// The Test Anything Protocol, version 14: https://testanything.org/tap-version-14-specification.html
extension TestReport {
  var tap: String {
    var text = "TAP version 14\n1..\(tests.count)\n"
    for remark in remarks { text += "# \(remark)\n" }
    for (index, test) in tests.enumerated() {
      let description = "\(test.file): \(test.name)".escapedForTAP
      let isOK = test.outcome == .passed || test.outcome == .skipped
      text += "\(isOK ? "ok" : "not ok") \(index + 1) - \(description)"
      text += test.outcome == .skipped ? " # SKIP an earlier test failed\n" : "\n"
      text += test.failures.tapBlock
    }
    for finding in findings.diagnostics {
      let place = finding.place
      text += "# \(place.file.name):\(place.start.line): \(finding.message)\n".singleLine
    }
    return text
  }
}

extension [Diagnostic] {
  /// The YAML block below a failed test, of which there's one: what's said first, and what else is wrong.
  ///
  /// Its values are JSON, which is YAML.
  fileprivate var tapBlock: String {
    guard let first else { return "" }
    var lines = ["---"] + first.tapLines
    if count > 1 {
      lines.append("others:")
      for other in dropFirst() {
        for (index, line) in other.tapLines.enumerated() {
          lines.append((index == 0 ? "  - " : "    ") + line)
        }
      }
    }
    return (lines + ["..."]).map { "  \($0)\n" }.joined()
  }
}

extension Diagnostic {
  fileprivate var tapLines: [String] {
    var lines = ["message: \(message.asJSON)", "severity: \(severity.rawValue.asJSON)"]
    lines.append("id: \(id.name.asJSON)")
    lines.append("file: \(place.file.name.asJSON)")
    lines.append("line: \(place.start.line)")
    lines.append("column: \(place.start.column)")
    if !notes.isEmpty {
      lines.append("notes:")
      lines += notes.map { "  - \($0.message.asJSON)" }
    }
    return lines
  }
}

extension String {
  fileprivate var asJSON: String { JSONWriter().text(of: .string(self)) ?? "\"\"" }

  /// A description of a test: a `#` would begin a directive, and a line break another line.
  fileprivate var escapedForTAP: String {
    var text = ""
    for character in unicodeScalars {
      if character == "#" || character == "\\" { text += "\\" }
      text.unicodeScalars.append(character)
    }
    return text.dropLineBreaks
  }

  /// The text with its last line break alone.
  fileprivate var singleLine: String { dropLast().description.dropLineBreaks + "\n" }

  private var dropLineBreaks: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
