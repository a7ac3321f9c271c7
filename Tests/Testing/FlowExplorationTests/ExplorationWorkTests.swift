// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowScripts
import FlowTesting
import Synchronization
import Testing

@testable import FlowExploration

/// Work that many walks share is done once, and reports say which laws weren't checked on each
/// walk.
@Suite struct ExplorationWorkTests {
  /// How often the engine was called.
  private final class Calls: Sendable {
    let forecasts = Mutex(0)
    let replays = Mutex(0)
    let restores = Mutex(0)

    func engine() -> ExploredEngine {
      var engine = ExploredEngine()
      let plain = engine
      engine.forecast = { [self] session in
        forecasts.withLock { $0 += 1 }
        return plain.forecast(session)
      }
      engine.replay = { [self] session, inputs in
        replays.withLock { $0 += 1 }
        return plain.replay(session, inputs)
      }
      engine.restore = { [self] session in
        restores.withLock { $0 += 1 }
        return plain.restore(session)
      }
      return engine
    }
  }

  /// A flow with a number of yes-or-no questions, and so 2 to the power of it walks, and more.
  private func explored(questions count: Int, _ calls: Calls) throws -> Exploration {
    let steps = (0..<count).map { "  - { ask: q\($0), type: boolean }" }.joined(separator: "\n")
    let flow = try checkedFlow("flow: 1\nid: wide\nsteps:\n\(steps)\n", name: "f.flow.yaml")
    var limits = Explorer.Limits()
    limits.steps = 100_000
    var explorer = Explorer(flow, limits: limits, engine: calls.engine())
    return explorer.run()
  }

  @Test func whatWalksShareIsDoneOnce() throws {
    let calls = Calls()
    let found = try explored(questions: 8, calls)
    #expect(found.isExhaustive && found.walks > 256, "\(found.text(for: "f"))")
    // Each question of each walk would be eight for a walk.
    #expect(calls.forecasts.withLock { $0 } < 3 * found.walks)
    #expect(calls.forecasts.withLock { $0 } > 0)
    // Walks are seldom repeated from their beginning.
    #expect(calls.replays.withLock { $0 } < found.walks / 2)
    #expect(calls.restores.withLock { $0 } < found.walks / 2)
    let checked = try #require(found.walks(checking: .replayAgrees))
    expectEqual(checked, 50 + found.walks / 20 - 2)
    let report = found.text(for: "f")
    #expect(
      report.contains(
        "handling the same events again gives the same state (after the first moves of each kind at each "
          + "step, and at the end of \(checked) of \(found.walks) walks)\n"), "\(report)")
    #expect(report.contains("    what plan forecasts is what is asked\n"), "\(report)")
    guard case .map(let map) = found.value(for: "f"), case .map(let counts)? = map["checkedWalks"]
    else {
      Issue.record("no number of walks")
      return
    }
    expectEqual(counts["replay-agrees"], .int(Int64(checked)))
    expectEqual(counts["script-agrees"], .int(Int64(found.walks)))
    #expect(counts["every-path-ends"] == nil)
  }
}
