// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import SourceDiagnostics

/// The coverage of several flows, to be written for people and for other programs.
package struct CoverageReport: Sendable {
  /// The format of a report.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// A line for each flow, and one for each gap.
    case text

    /// One JSON object, which ``CoverageReport/lost(since:)`` reads.
    case json

    /// The tracefile of LCOV, which `genhtml` and editors read.
    case lcov

    /// The XML of Cobertura, which most continuous integrations read.
    case cobertura

    /// An SVG image of the graph of each flow, colored by what's covered.
    case svg
  }

  /// A flow with its coverage.
  package struct Flow: Sendable {
    /// The path of the flow file.
    let path: String

    /// Whether it has a script.
    package let hasScript: Bool

    /// Its coverage.
    package let coverage: FlowCoverage

    /// Creates the coverage of a flow.
    package init(path: String, hasScript: Bool, coverage: FlowCoverage) {
      self.path = path
      self.hasScript = hasScript
      self.coverage = coverage
    }
  }

  /// The flows, in order.
  package private(set) var flows: [Flow] = []

  /// Creates an empty report.
  package init() {}

  /// Adds a flow.
  package mutating func add(_ flow: Flow) { flows.append(flow) }

  /// The number of items that must be covered.
  var count: Int { flows.reduce(0) { $0 + $1.coverage.count } }

  /// The number of items that are covered.
  var coveredCount: Int { flows.reduce(0) { $0 + $1.coverage.coveredCount } }

  /// The covered part in percent, rounded down; 100 if there's nothing to cover.
  package var percent: Int { count == 0 ? 100 : coveredCount * 100 / count }

  /// Whether everything is covered.
  package var isComplete: Bool { coveredCount == count }

  /// Returns the report in a format, ending with a line break.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - listsAll: Whether text lists all that's missing, instead of the first lines of each measure.
  ///   - seconds: The time of the report in seconds since 1970, which Cobertura has.
  /// - Returns: The report.
  /// - Complexity: O(*n* log *n*) in the number of items.
  package func text(
    as format: Format, listingAll listsAll: Bool = false, at seconds: Int64 = 0
  ) -> String {
    switch format {
    case .text: text(listingAll: listsAll)
    case .json: json
    case .lcov: lcov
    case .cobertura: cobertura(at: seconds)
    case .svg: svg
    }
  }

  /// The numbers of lines about what must be covered in a flow, and about each other measure, unless all are listed.
  private static let maximumGaps = 50
  private static let maximumOtherGaps = 5

  private func text(listingAll listsAll: Bool) -> String {
    var text = ""
    for flow in flows {
      let (path, coverage) = (flow.path, flow.coverage)
      guard flow.hasScript else {
        text += "\(path): 0 of \(coverage.count) covered, because it has no script\n"
        continue
      }
      text += "\(path): \(coverage.coveredCount) of \(coverage.count) covered\n"
      let measures = CoverageMeasure.allCases.filter { coverage.count(of: $0) > 0 }
      let words = measures.filter { $0 != .flow }.map { measure in
        "\(measure.words) \(coverage.coveredCount(of: measure)) of \(coverage.count(of: measure))"
      }
      if !words.isEmpty { text += "  \(words.joined(separator: ", "))\n" }
      for measure in measures {
        let gaps = coverage.gaps(of: measure)
        let limit = measure == .flow ? Self.maximumGaps : Self.maximumOtherGaps
        for gap in listsAll ? gaps[...] : gaps.prefix(limit) {
          text += "\(path):\(gap.place.start.line): \(gap.message)\n"
        }
        guard !listsAll, gaps.count > limit else { continue }
        text += "  and \(gaps.count - limit) more of \(measure.words); --verbose lists all\n"
      }
    }
    return text
  }

  // MARK: JSON

  private var json: String {
    let list = flows.map { Self.value(of: $0) }
    let report = ValueMap([
      ("flows", .list(list)), ("count", .int(Int64(count))),
      ("covered", .int(Int64(coveredCount))), ("percent", .int(Int64(percent))),
    ])
    return (JSONWriter(indentation: 2).text(of: .map(report)) ?? "{}") + "\n"
  }

  private static func value(of flow: Flow) -> Value {
    let coverage = flow.coverage
    var measures = ValueMap()
    for measure in CoverageMeasure.allCases where measure != .flow {
      measures[.string(measure.rawValue)] = .map(
        ValueMap([
          ("count", .int(Int64(coverage.count(of: measure)))),
          ("covered", .int(Int64(coverage.coveredCount(of: measure)))),
          ("gaps", gaps(of: measure, in: coverage)),
        ]))
    }
    return .map(
      ValueMap([
        ("flow", .string(flow.path)), ("count", .int(Int64(coverage.count))),
        ("covered", .int(Int64(coverage.coveredCount))), ("gaps", gaps(of: .flow, in: coverage)),
        ("measures", .map(measures)),
      ]))
  }

  private static func gaps(of measure: CoverageMeasure, in coverage: FlowCoverage) -> Value {
    .list(
      coverage.gaps(of: measure).map { gap -> Value in
        .map(
          ValueMap([
            ("line", .int(Int64(gap.place.start.line))), ("message", .string(gap.message)),
          ]))
      })
  }

  /// Returns the gaps that an earlier report doesn't have, as `PATH:LINE: MESSAGE`.
  ///
  /// Gaps are the same if the flow's path and the message are, wherever their lines are now. Measures
  /// that the earlier report of the flow doesn't have aren't compared.
  ///
  /// - Parameter earlier: The earlier report as JSON.
  /// - Returns: The gaps; nil if the JSON isn't a report.
  /// - Complexity: O(*n*) in the number of gaps of both.
  package func lost(since earlier: Value) -> [String]? {
    guard case .map(let report) = earlier, case .list(let known)? = report["flows"] else {
      return nil
    }
    var gaps: [String: Set<String>] = [:]
    var measures: [String: Set<CoverageMeasure>] = [:]
    for case .map(let flow) in known {
      guard case .string(let path)? = flow["flow"], case .list(let list)? = flow["gaps"] else {
        return nil
      }
      var lists = [list]
      measures[path] = [.flow]
      if case .map(let others)? = flow["measures"] {
        for measure in CoverageMeasure.allCases {
          guard case .map(let other)? = others[.string(measure.rawValue)],
            case .list(let list)? = other["gaps"]
          else { continue }
          measures[path]?.insert(measure)
          lists.append(list)
        }
      }
      for case .map(let gap) in lists.joined() {
        if case .string(let message)? = gap["message"] { gaps[path, default: []].insert(message) }
      }
    }
    return flows.flatMap { flow in
      CoverageMeasure.allCases.filter { (measures[flow.path] ?? [.flow]).contains($0) }
        .flatMap { flow.coverage.gaps(of: $0) }
        .filter { gaps[flow.path]?.contains($0.message) != true }
        .map { "\(flow.path):\($0.place.start.line): \($0.message)" }
    }
  }
}
