// SPDX-License-Identifier: Apache-2.0

package import SavedWalks
import Synchronization

/// The counts of a service since it began, as Prometheus reads them.
///
/// The number of counts is bounded: by the routes, the statuses that they have, and the flows.
package final class WebMeasures: WebObserver {
  private struct Answered: Hashable {
    let route: ServedPage.Route
    let status: Int
  }

  private struct State {
    var answered: [Answered: Int] = [:]
    var times: [ServedPage.Route: RequestTimes] = [:]
    var refusals: [ServedPage.Refusal: Int] = [:]
    var effects: [PerformedEffect.Outcome: Int] = [:]
    var effectSeconds = 0.0
    var performing = 0
  }

  private let state = Mutex(State())

  /// Creates counts that are zero.
  package init() {}

  package func note(_ page: ServedPage) {
    state.withLock { state in
      state.answered[Answered(route: page.route, status: page.status), default: 0] += 1
      if let refusal = page.refusal { state.refusals[refusal, default: 0] += 1 }
      state.times[page.route, default: RequestTimes()].note(page.duration)
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
    var text = MetricsText(prefix: "stackflow_web")
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
      text.add(times, [("route", route.rawValue)])
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
    text.add(walks)
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
