// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowExpressions
import FlowServer
import FlowWeb
import Synchronization

/// The counts of a service for other programs since it began, as Prometheus reads them.
///
/// The number of counts is bounded: by the methods, the codes of errors, and the flows.
final class ServiceMeasures: Sendable {
  private struct Answered: Hashable {
    let method: String
    let code: String
  }

  private struct State {
    var answered: [Answered: Int] = [:]
    var times: [String: RequestTimes] = [:]
  }

  private let state = Mutex(State())

  /// Counts a request.
  func note(_ request: ServedRequest) {
    let method = FlowService.methods.contains(request.method) ? request.method : "other"
    let code = request.error.map { String($0) } ?? "ok"
    state.withLock { state in
      state.answered[Answered(method: method, code: code), default: 0] += 1
      state.times[method, default: RequestTimes()].note(request.duration)
    }
  }

  /// The counts in Prometheus' text format.
  ///
  /// - Parameters:
  ///   - status: What the service says of itself.
  ///   - walks: The walks of the store; nil if they aren't known.
  ///   - isReady: Whether it takes requests.
  /// - Returns: The text.
  func text(_ status: Value, _ walks: WalkCounts?, isReady: Bool) -> String {
    let state = state.withLock { $0 }
    var text = MetricsText(prefix: "stackflow_service")
    text.begin("requests_total", .counter, "Requests that were answered, by method and error.")
    for (answered, count) in state.answered.sorted(by: {
      ($0.key.method, $0.key.code) < ($1.key.method, $1.key.code)
    }) {
      text.add(count, [("method", answered.method), ("code", answered.code)])
    }
    text.begin("request_seconds", .histogram, "How long requests took, by method.")
    for (method, times) in state.times.sorted(by: { $0.key < $1.key }) {
      text.add(times, [("method", method)])
    }
    func add(_ name: String, _ kind: MetricsText.Kind, _ help: String, _ key: String) {
      guard case .map(let map) = status, case .int(let count)? = map[.string(key)] else { return }
      text.begin(name, kind, help)
      text.add(Int(count))
    }
    add("walks_opened_total", .counter, "Walks that were opened.", "opened")
    add("walks_closed_total", .counter, "Walks that were closed.", "ended")
    add("walks_in_memory", .gauge, "Walks in memory.", "inMemory")
    add("requests_handled", .gauge, "Requests that are handled now.", "handled")
    add("effects_total", .counter, "Effects that were begun.", "effects")
    add("effects_performing", .gauge, "Effects that are performed now.", "performing")
    text.begin("ready", .gauge, "Whether the process takes requests: 1, or 0.")
    text.add(isReady ? 1 : 0)
    text.add(walks)
    return text.text
  }
}

#endif
