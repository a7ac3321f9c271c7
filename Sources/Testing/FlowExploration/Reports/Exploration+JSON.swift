// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowScripts

extension Exploration {
  /// Returns the report as one JSON object.
  ///
  /// - Parameter path: The path of the flow.
  /// - Returns: The object.
  package func value(for path: String) -> Value {
    let broken = Set(findings.map(\.law.name))
    var measures = ValueMap()
    for measure in CoverageMeasure.allCases {
      measures[.string(measure.rawValue)] = .map(
        ValueMap([
          ("count", .int(Int64(coverage.count(of: measure)))),
          ("covered", .int(Int64(coverage.coveredCount(of: measure)))),
        ]))
    }
    let checked = laws.compactMap { law -> (String, Value)? in
      walks(checking: law).map { (law.name, Value.int(Int64($0))) }
    }
    let found = findings.map { finding -> Value in
      var map = ValueMap([
        ("law", .string(finding.law.name)), ("message", .string(finding.message)),
      ])
      if !finding.details.isEmpty {
        map["details"] = .list(finding.details.map { .string($0) })
      }
      map["script"] = .string(finding.script.text)
      return .map(map)
    }
    return .map(
      ValueMap([
        ("flow", .string(path)), ("seed", .string("\(seed)")), ("walks", .int(Int64(walks))),
        ("moves", .int(Int64(steps))), ("exhaustive", .bool(isExhaustive)),
        ("timedOut", .bool(isStopped)), ("cut", .int(Int64(cuts))),
        ("complete", .bool(isComplete)), ("missed", .list(missed.map { .string($0) })),
        ("problem", problem.map { .string($0) } ?? .null),
        ("coverage", .map(measures)),
        ("checkedWalks", .map(ValueMap(checked))),
        ("held", .list(laws.filter { !broken.contains($0.name) }.map { .string($0.name) })),
        ("findings", .list(found)),
      ]))
  }
}
