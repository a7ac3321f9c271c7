// SPDX-License-Identifier: Apache-2.0

import Benchmark
import StackFlowCore

/// A delegate that approves everything, so that each move runs completely.
private final class Approver: StackFlowDelegate {
  typealias Item = Int

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Int>)
    -> StackDecision<Int>
  { .approve(.push(stack.count)) }

  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Int>)
    -> StackDecision<Int>
  { .approve(.pop(count)) }
}

private let depths = [10, 100, 1_000, 10_000, 100_000, 1_000_000]

// The growth matters: each operation is measured at every depth, and should cost the same. Freeing a
// deep stack takes time proportional to its depth, so it happens after the measurement.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], scalingFactor: .kilo, maxDuration: .milliseconds(400))

  for depth in depths {
    Benchmark("StepStack push and pop, the state before kept, \(depth) steps deep") { benchmark in
      var steps = StepStack<Int>()
      for step in 0..<depth { steps.push(step) }
      benchmark.startMeasurement()
      for step in benchmark.scaledIterations {
        let before = steps
        steps.push(step)
        blackHole(before)
        let pushed = steps
        steps.pop()
        blackHole(pushed)
      }
      benchmark.stopMeasurement()
      blackHole(steps)
    }
  }

  for depth in depths {
    Benchmark("FlowStack push and pop on request, \(depth) steps deep") { benchmark in
      let stack = FlowStack<Int>()
      for step in 0..<depth { stack.push(step) }
      let approver = Approver()
      stack.delegate = approver
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        blackHole(try stack.request(.push))
        blackHole(try stack.request(.pop(1)))
      }
      benchmark.stopMeasurement()
      blackHole((stack, approver))
    }
  }

  for depth in depths {
    Benchmark("StepStack entry by index, \(depth) steps deep") { benchmark in
      var steps = StepStack<Int>()
      for step in 0..<depth { steps.push(step) }
      benchmark.startMeasurement()
      for step in benchmark.scaledIterations {
        blackHole(steps.entry(at: step &* 7919 % depth))
      }
      benchmark.stopMeasurement()
      blackHole(steps)
    }
  }
}
