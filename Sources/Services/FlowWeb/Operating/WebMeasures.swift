// SPDX-License-Identifier: Apache-2.0

package import SavedWalks
import Synchronization

/// The counts of a service since it began, as Prometheus reads them.
///
/// What's counted is bounded: by the routes, the statuses that they have, and the flows.
package final class WebMeasures: WebObserver {
  /// The upper bounds of the times of requests, in seconds.
  private static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private struct Times {
    var counts = [Int](repeating: 0, count: WebMeasures.bounds.count)
    var count = 0
    var seconds = 0.0
  }

  private struct Answered: Hashable {
    let route: ServedPage.Route
    let status: Int
  }

  private struct State {
    var answered: [Answered: Int] = [:]
    var times: [ServedPage.Route: Times] = [:]
    var refusals: [ServedPage.Refusal: Int] = [:]
    var effects: [PerformedEffect.Outcome: Int] = [:]
    var effectSeconds = 0.0
    var performing = 0
  }

  private let state = Mutex(State())

  /// Creates counts that are zero.
  package init() {}

  package func note(_ page: ServedPage) {
    let seconds = page.duration / .seconds(1)
    state.withLock { state in
      state.answered[Answered(route: page.route, status: page.status), default: 0] += 1
      if let refusal = page.refusal { state.refusals[refusal, default: 0] += 1 }
      var times = state.times[page.route] ?? Times()
      times.count += 1
      times.seconds += seconds
      if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) { times.counts[index] += 1 }
      state.times[page.route] = times
    }
  }

  package func noteBeginning(ofEffectIn flow: String) { state.withLock { $0.performing += 1 } }

  package func note(_ effect: PerformedEffect) {
    state.withLock { state in
      state.performing -= 1
      state.effects[effect.outcome, default: 0] += 1
      state.effectSeconds += effect.duration / .seconds(1)
    }
  }

  // MARK: As text

  /// The counts in Prometheus' text format, version 0.0.4.
  ///
  /// - Parameters:
  ///   - walks: The walks of the store; nil if they aren't known.
  ///   - isReady: Whether the service takes requests.
  /// - Returns: The text, whose lines end with line feeds.
  package func text(_ walks: WalkCounts?, isReady: Bool) -> String {
    let state = state.withLock { $0 }
    var text = MetricsText()
    text.begin("requests_total", .counter, "Requests that were answered, by route and status.")
    for (answered, count) in state.answered.sorted(by: {
      ($0.key.route.rawValue, $0.key.status) < ($1.key.route.rawValue, $1.key.status)
    }) {
      text.add(
        count, [("route", answered.route.rawValue), ("status", String(answered.status))])
    }
    text.begin("request_seconds", .histogram, "How long requests took, by route.")
    for route in ServedPage.Route.allCases {
      guard let times = state.times[route] else { continue }
      var count = 0
      for (bound, more) in zip(Self.bounds, times.counts) {
        count += more
        text.add(count, [("route", route.rawValue), ("le", "\(bound)")], suffix: "_bucket")
      }
      text.add(times.count, [("route", route.rawValue), ("le", "+Inf")], suffix: "_bucket")
      text.add(times.seconds, [("route", route.rawValue)], suffix: "_sum")
      text.add(times.count, [("route", route.rawValue)], suffix: "_count")
    }
    text.begin("refusals_total", .counter, "Requests that were refused, by reason.")
    for refusal in ServedPage.Refusal.allCases {
      text.add(state.refusals[refusal] ?? 0, [("reason", refusal.rawValue)])
    }
    text.begin("effects_total", .counter, "Effects that have ended, by outcome.")
    for outcome in PerformedEffect.Outcome.allCases {
      text.add(state.effects[outcome] ?? 0, [("outcome", outcome.rawValue)])
    }
    text.begin("effect_seconds_total", .counter, "The time that effects took.")
    text.add(state.effectSeconds)
    text.begin("effects_performing", .gauge, "Effects that are performed now.")
    text.add(state.performing)
    text.begin("ready", .gauge, "Whether the process takes requests: 1, or 0.")
    text.add(isReady ? 1 : 0)
    if let walks {
      text.begin("walks", .gauge, "Walks in the store, by flow and state.")
      for (kind, count) in walks.sorted {
        text.add(count, [("flow", kind.flow), ("state", kind.state)])
      }
    }
    return text.text
  }
}

/// How many walks a store has, by flow and state.
package struct WalkCounts: Sendable {
  struct Kind: Hashable {
    let flow: String
    let state: String
  }

  /// The number of walks that are counted at most.
  private static let maximumCount = 100_000

  private var counts: [Kind: Int] = [:]

  /// The numbers, in the order of flows and states.
  var sorted: [(key: Kind, value: Int)] {
    counts.sorted { ($0.key.flow, $0.key.state) < ($1.key.flow, $1.key.state) }
  }

  /// Counts the walks of a store, at most 100,000.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - flows: The ids of the flows; the walks of others are counted as those of `other`.
  /// - Throws: `WalkStoreError` if the store can't be read.
  /// - Complexity: O(*n*) in the number of walks.
  package init(of store: any WalkStore, flows: Set<String>) async throws(WalkStoreError) {
    var (seen, last) = (0, String?.none)
    while seen < Self.maximumCount {
      let page = try await store.list(after: last, limit: 1_000)
      for entry in page {
        let flow = entry.summary.flatMap { flows.contains($0.flow) ? $0.flow : nil } ?? "other"
        let state = entry.summary?.state?.rawValue ?? "unknown"
        counts[Kind(flow: flow, state: state), default: 0] += 1
      }
      seen += page.count
      guard page.count == 1_000 else { return }
      last = page.last?.id
    }
  }
}

/// Prometheus' text format, version 0.0.4.
struct MetricsText {
  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""
  private var name = ""

  /// Begins the measures of a name.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    self.name = "stackflow_web_\(name)"
    text += "# HELP \(self.name) \(help)\n# TYPE \(self.name) \(kind.rawValue)\n"
  }

  /// Adds a value.
  mutating func add(_ value: Int, _ labels: [(String, String)] = [], suffix: String = "") {
    add("\(value)", labels, suffix)
  }

  /// Adds a value.
  mutating func add(_ value: Double, _ labels: [(String, String)] = [], suffix: String = "") {
    add("\(value)", labels, suffix)
  }

  private mutating func add(_ value: String, _ labels: [(String, String)], _ suffix: String) {
    let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    text += "\(name)\(suffix)\(pairs.isEmpty ? "" : "{\(pairs)}") \(value)\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
