// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowSessions
import FlowWalks
import SavedWalks
import Synchronization
import Testing

@testable import FlowWeb

/// The measures that the operator is told.
@Suite struct WebMeasuresTests {
  private static let flow = """
    flow: 1
    id: f
    inputs: { place: { type: string } }
    steps:
      - { ask: name, type: string, minLength: 2 }
      - { run: make, command: [make, "${name}"] }
      - { ask: port, type: integer }
    """

  /// Notes what it's told.
  private final class Observer: WebObserver {
    let measures = WebMeasures()
    let told = Mutex<[String]>([])

    func note(_ page: ServedPage) {
      measures.note(page)
      told.withLock { $0.append("\(page)") }
    }

    func noteBeginning(ofEffectIn flow: String) { measures.noteBeginning(ofEffectIn: flow) }

    func note(_ effect: PerformedEffect) {
      measures.note(effect)
      told.withLock { $0.append("\(effect)") }
    }
  }

  /// Grants everything, and fails.
  private struct FailingHost: EffectHost {
    func permission(for request: EffectRequest) -> EffectPermission { .granted }

    func outlook(of part: WriteRequest) -> WriteOutlook { .new }

    func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
      .ended(CommandResult(status: 1, output: [], errors: ""))
    }
  }

  private func walked() async throws -> (VisitorForTests, Observer, MemoryWalkStore) {
    let (store, observer) = (MemoryWalkStore(), Observer())
    var options = WebOptions()
    options.inputs = ["place": "xyzzy"]
    var service = try VisitorForTests.service(Self.flow, options, store: store)
    service.observer = observer
    service.effects = { _ in FailingHost() }
    var visitor = VisitorForTests(service)
    await visitor.get("/")
    await visitor.press("next", ["name": "P"])
    let (stale, place) = (visitor.form.sent(pressing: "next"), visitor.action)
    await visitor.press("next", ["name": "Plugh"])
    await visitor.post(stale, to: place)
    await visitor.press("yes")
    return (visitor, observer, store)
  }

  @Test func requestsRefusalsAndEffectsAreCounted() async throws {
    let (_, observer, store) = try await walked()
    let counts = try await WalkCounts(of: store, flows: ["f"])
    let text = observer.measures.text(counts, isReady: true)
    for line in [
      "stackflow_web_requests_total{route=\"form\",status=\"303\"} 4",
      "stackflow_web_refusals_total{reason=\"answer\"} 1",
      "stackflow_web_refusals_total{reason=\"stale\"} 1",
      "stackflow_web_refusals_total{reason=\"gone\"} 0",
      "stackflow_web_request_seconds_count{route=\"form\"} 4",
      "stackflow_web_request_seconds_bucket{route=\"form\",le=\"+Inf\"} 4",
      "stackflow_web_effects_total{outcome=\"failed\"} 1", "stackflow_web_effects_performing 0",
      "stackflow_web_ready 1", "stackflow_web_walks{flow=\"f\",state=\"failed\"} 1",
    ] {
      #expect(text.contains("\(line)\n"), "\(line) isn't in\n\(text)")
    }
  }

  @Test func theOperatorLearnsNoAnswerAndNoInput() async throws {
    let (visitor, observer, _) = try await walked()
    let told = observer.told.withLock { $0.joined(separator: "\n") }
    #expect(!told.isEmpty && !told.contains("Plugh") && !told.contains("xyzzy"))
    #expect(!told.contains(visitor.form.sent(pressing: "").first?.value ?? "token"))
  }

  @Test func theTimesOfAHistogramAddUp() {
    let measures = WebMeasures()
    for milliseconds in [0, 1, 3, 700, 60_000] {
      measures.note(
        ServedPage(
          route: .page, flow: nil, walk: nil, status: 200, refusal: nil,
          duration: .milliseconds(milliseconds)))
    }
    let text = measures.text(nil, isReady: false)
    let counts = text.split(separator: "\n").filter { $0.contains("_bucket") }.compactMap {
      $0.split(separator: " ").last.flatMap { Int($0) }
    }
    expectEqual(counts, [2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5])
    #expect(text.contains("stackflow_web_request_seconds_sum{route=\"page\"} 60.704\n"))
    #expect(text.contains("stackflow_web_ready 0\n") && !text.contains("web_walks"))
  }

  @Test func labelsAreEscaped() {
    var text = MetricsText(prefix: "stackflow_web")
    text.begin("x", .gauge, "A test.")
    text.add(1, [("flow", "a\"b\\c\nd")])
    expectEqual(
      text.text,
      "# HELP stackflow_web_x A test.\n# TYPE stackflow_web_x gauge\n"
        + "stackflow_web_x{flow=\"a\\\"b\\\\c\\nd\"} 1\n")
  }

  @Test func workIsWaitedForAndCanBeCanceled() async {
    let work = WebWork()
    let ended = Mutex(0)
    work.run { ended.withLock { $0 += 1 } }
    await work.wait()
    expectEqual(ended.withLock { $0 }, 1)
    work.run {
      // It ends because it's canceled.
      while !Task.isCancelled { await Task.yield() }
      ended.withLock { $0 += 1 }
    }
    work.cancel()
    await work.wait()
    expectEqual(ended.withLock { $0 }, 2)
    work.run { ended.withLock { $0 += Task.isCancelled ? 1 : 0 } }
    await work.wait()
    expectEqual(ended.withLock { $0 }, 3)
  }
}
