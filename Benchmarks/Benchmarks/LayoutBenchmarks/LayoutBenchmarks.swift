// SPDX-License-Identifier: Apache-2.0

import Benchmark
import ScrollStackLayout
import StackFlowCore
import TerminalCells

/// A row of one line that costs almost nothing by itself.
private final class Line: RowController {
  func measure(_ measurement: RowMeasurement) -> Int { 1 }
  func render(into canvas: inout CellCanvas) { canvas.write("row", row: 0) }
}

private func lines(_ count: Int) -> [any RowController] { (0..<count).map { _ in Line() } }

private func stack(of count: Int) throws -> ScrollStack {
  let stack = ScrollStack()
  stack.setViewport(CellSize(columns: 120, rows: 40))
  try stack.addRows(lines(count))
  return stack
}

/// Lets the allocator finish the work that building left, a fraction of a second for a million rows.
private func warmUp(_ change: () throws -> Void) rethrows { for _ in 0..<200 { try change() } }

private let sizes = [1_000, 10_000, 100_000, 1_000_000]

// The growth matters: an operation should cost the same at every size, apart from a logarithm.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock], maxDuration: .milliseconds(600))

  for count in sizes {
    Benchmark(
      "ScrollStack build of \(count) rows",
      configuration: .init(metrics: [.wallClock, .peakMemoryResident], maxIterations: 5)
    ) { benchmark in
      let controllers = lines(count)
      benchmark.startMeasurement()
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: 120, rows: 40))
      try stack.addRows(controllers)
      benchmark.stopMeasurement()
      blackHole(stack)
    }
  }

  for count in sizes {
    let few = Benchmark.Configuration(
      metrics: [.wallClock], scalingFactor: .kilo, maxDuration: .milliseconds(600))
    Benchmark("ScrollStack insert and remove in the middle, \(count) rows", configuration: few) {
      benchmark in
      let stack = try stack(of: count)
      func change() throws {
        let row = try stack.addRow(Line(), at: .index(count / 2))
        try stack.removeRow(.row(row))
      }
      try warmUp(change)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { try change() }
      benchmark.stopMeasurement()
      blackHole(stack)
    }
    Benchmark("ScrollStack move and hide and show, \(count) rows", configuration: few) {
      benchmark in
      let stack = try stack(of: count)
      func change() throws {
        try stack.moveRow(.index(count / 3), to: count / 2)
        try stack.setRowHidden(true, for: .index(count / 2))
        try stack.setRowHidden(false, for: .index(count / 2))
      }
      try warmUp(change)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { try change() }
      benchmark.stopMeasurement()
      blackHole(stack)
    }
    Benchmark(
      "ScrollStack row at a place, its range and visibility, \(count) rows", configuration: few
    ) { benchmark in
      let stack = try stack(of: count)
      benchmark.startMeasurement()
      for step in benchmark.scaledIterations {
        if let row = stack.row(atContentOffset: step &* 7919 % count) {
          blackHole(stack.range(of: .row(row)))
          blackHole(stack.visibility(of: .row(row)))
        }
      }
      benchmark.stopMeasurement()
      blackHole(stack)
    }
    Benchmark("ScrollStack scroll tick, \(count) rows", configuration: few) { benchmark in
      let stack = try stack(of: count)
      stack.scroll(toOffset: count / 2)
      benchmark.startMeasurement()
      for tick in benchmark.scaledIterations { stack.scroll(by: tick % 2 == 0 ? 1 : -1) }
      benchmark.stopMeasurement()
      blackHole(stack)
    }
    Benchmark("StackFlowView push and pop, \(count) steps deep", configuration: few) { benchmark in
      let view = StackFlowView<Int> { _ in StepPresentation(content: Line()) }
      view.setViewport(CellSize(columns: 120, rows: 40))
      for step in 0..<count { view.push(step) }
      func change() throws {
        view.push(count)
        try view.pop()
      }
      try warmUp(change)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { try change() }
      benchmark.stopMeasurement()
      blackHole(view)
    }
  }

  Benchmark("ScrollStack 10,000 appends, one by one") { benchmark in
    let controllers = lines(10_000)
    benchmark.startMeasurement()
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: 120, rows: 40))
    for controller in controllers { try stack.addRow(controller) }
    benchmark.stopMeasurement()
    blackHole(stack)
  }

  Benchmark("Frame of 120 x 40 cells, drawn and compared") { benchmark in
    let stack = try stack(of: 10_000)
    var shown = stack.snapshot()
    benchmark.startMeasurement()
    stack.scroll(by: 1)
    let next = stack.snapshot()
    let update = TerminalUpdate(from: shown, to: next)
    benchmark.stopMeasurement()
    shown = next
    blackHole(update)
  }
}
