// SPDX-License-Identifier: Apache-2.0

/// Prometheus' text format, version 0.0.4.
package struct MetricsText {
  /// The type of a measure.
  package enum Kind: String { case counter, gauge, histogram }

  /// The text so far, whose lines end with line feeds.
  package private(set) var text = ""

  private let prefix: String
  private var name = ""

  /// Begins a text.
  ///
  /// - Parameter prefix: The beginning of all names.
  package init(prefix: String) { self.prefix = prefix }

  /// Begins the measures of a name.
  package mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    self.name = "\(prefix)_\(name)"
    text += "# HELP \(self.name) \(help)\n# TYPE \(self.name) \(kind.rawValue)\n"
  }

  /// Adds a value.
  package mutating func add(_ value: Int, _ labels: [(String, String)] = [], suffix: String = "") {
    add("\(value)", labels, suffix)
  }

  /// Adds a value.
  package mutating func add(_ value: Double, _ labels: [(String, String)] = [], suffix: String = "")
  {
    add("\(value)", labels, suffix)
  }

  /// Adds the numbers of walks in a store; nil if they aren't known.
  package mutating func add(_ walks: WalkCounts?) {
    guard let walks else { return }
    begin("walks", .gauge, "Walks in the store, by flow and state.")
    for (kind, count) in walks.sorted { add(count, [("flow", kind.flow), ("state", kind.state)]) }
  }

  /// Adds a histogram.
  package mutating func add(_ times: RequestTimes, _ labels: [(String, String)]) {
    var count = 0
    for (bound, more) in zip(RequestTimes.bounds, times.counts) {
      count += more
      add(count, labels + [("le", "\(bound)")], suffix: "_bucket")
    }
    add(times.count, labels + [("le", "+Inf")], suffix: "_bucket")
    add(times.seconds, labels, suffix: "_sum")
    add(times.count, labels, suffix: "_count")
  }

  private mutating func add(_ value: String, _ labels: [(String, String)], _ suffix: String) {
    let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    text += "\(name)\(suffix)\(pairs.isEmpty ? "" : "{\(pairs)}") \(value)\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// How long requests took, as a histogram.
package struct RequestTimes: Sendable {
  /// The upper bounds of the times, in seconds.
  static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private(set) var counts = [Int](repeating: 0, count: bounds.count)
  private(set) var count = 0
  private(set) var seconds = 0.0

  /// Creates times of no requests.
  package init() {}

  /// Counts a request.
  package mutating func note(_ duration: Duration) {
    let seconds = duration / .seconds(1)
    count += 1
    self.seconds += seconds
    if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) { counts[index] += 1 }
  }
}
