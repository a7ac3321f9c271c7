// SPDX-License-Identifier: Apache-2.0

import Benchmark
import LargeFlow
import StackFlow

// The cost of a step shouldn't grow with the number of steps; loading should be linear in the file.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], maxDuration: .seconds(3), maxIterations: 100_000)

  for steps in [100, 1_000, 10_000] {
    let bytes = Array(LargeFlow.text(steps: steps).utf8)
    Benchmark("Read \(steps) steps") { benchmark in
      for _ in benchmark.scaledIterations {
        blackHole(FlowFile.read(bytes, name: "large.flow.yaml"))
      }
    }
    Benchmark("Read and check \(steps) steps") { benchmark in
      for _ in benchmark.scaledIterations {
        blackHole(FlowFile.load(bytes, name: "large.flow.yaml"))
      }
    }
  }

  for steps in [100, 1_000, 10_000, 100_000] {
    Benchmark("Walk through \(steps) questions, each state kept until the next") { benchmark in
      let flow = chain(steps)
      for _ in benchmark.scaledIterations {
        var session = try FlowSession(flow: flow)
        session.send(.start, now: .epoch)
        var before = session
        benchmark.startMeasurement()
        for _ in 0..<steps {
          before = session
          session.send(.answer(.text("a")), now: .epoch)
          session.decide(.approve, now: .epoch)
        }
        benchmark.stopMeasurement()
        blackHole(before)
      }
    }
  }
}

/// Returns a flow of questions, each with a condition on the previous one.
private func chain(_ steps: Int) -> CheckedFlow {
  var text = "flow: 1\nid: chain\nsteps:\n  - { ask: q0, type: string }\n"
  for index in 1..<steps {
    text += "  - { ask: q\(index), type: string, when: q\(index - 1) != '' }\n"
  }
  let loaded = FlowFile.load(Array(text.utf8), name: "chain.flow.yaml", limit: 64 << 20)
  guard let flow = loaded.flow else { fatalError("the flow of the benchmark has mistakes") }
  return flow
}
