// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// One JSON object: `tests`, the numbers of each outcome, `findings`, and what isn't usual about the run.
extension TestReport {
  var json: String {
    var report = ValueMap()
    report["tests"] = .list(tests.map(\.value))
    for outcome in Outcome.allCases {
      report[.string(outcome.rawValue)] = .int(Int64(count(outcome)))
    }
    report["findings"] = .list(findings.diagnostics.map(\.value))
    if let seed { report["seed"] = .uint(seed) }
    if !stage.isDefault {
      report["depth"] = .string(stage.depth.rawValue)
      report["ui"] = .string(stage.setting.face)
      report["size"] = .string(stage.setting.sizeText)
    }
    if unperformed > 0 { report["notPerformed"] = .int(Int64(unperformed)) }
    return (JSONWriter(indentation: 2).text(of: .map(report)) ?? "{}") + "\n"
  }

  /// The tests and where they begin, as JSON: what an editor needs to run one of them.
  ///
  /// - Complexity: O(*n*) in the number of tests.
  package static func list(_ tests: [Test]) -> String {
    let list = tests.map { Value.map($0.heading) }
    return (JSONWriter(indentation: 2).text(of: .list(list)) ?? "[]") + "\n"
  }
}

extension TestReport.Test {
  /// The identity of the test.
  fileprivate var heading: ValueMap {
    let start = place.start
    return ValueMap([
      ("name", .string(name)), ("flow", .string(flow)), ("file", .string(file)),
      ("line", .int(Int64(start.line))), ("column", .int(Int64(start.column))),
    ])
  }

  fileprivate var value: Value {
    var map = heading
    map["outcome"] = .string(outcome.rawValue)
    map["seconds"] = .double(seconds)
    map["failures"] = .list(failures.map(\.value))
    if let context {
      map["question"] = .list(context.question.map { .string($0) })
      map["answered"] = .list(context.answers.map { .string($0) })
    }
    return .map(map)
  }
}

extension Diagnostic {
  fileprivate var value: Value {
    var map = ValueMap([
      ("id", .string(id.name)), ("severity", .string(severity.rawValue)),
      ("message", .string(message)),
    ])
    for entry in place.values { map[.string(entry.0)] = entry.1 }
    map["notes"] = .list(
      notes.map { note in
        .map(ValueMap([("message", .string(note.message))] + (note.place?.values ?? [])))
      })
    return .map(map)
  }
}

extension SourcePlace {
  /// The file, line, and column; the path of a flow made in code.
  fileprivate var values: [(String, Value)] {
    if let path { return [("path", .string(path))] }
    return [
      ("file", .string(file.name)), ("line", .int(Int64(start.line))),
      ("column", .int(Int64(start.column))),
    ]
  }
}
