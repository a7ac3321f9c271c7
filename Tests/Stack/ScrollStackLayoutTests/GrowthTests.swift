// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import ScrollStackLayout
import StackFlowTesting
import TerminalCells
import Testing

#if canImport(Glibc)
import CMalloc
#endif

/// G-2, G-3 and G-4 of `Documentation/Contract.md`: the cost of large stacks in counted work and in
/// bytes.
@Suite struct GrowthTests {
  /// A controller without data.
  private final class Line: RowController {
    func measure(_ measurement: RowMeasurement) -> Int { 1 }
    func render(into canvas: inout CellCanvas) {}
  }

  private static let kinds = [
    "insert", "remove", "move", "hide and show", "a row's place", "the row at a place",
    "visibility", "scroll", "reload",
  ]

  /// Returns the index steps and measurements of 200 operations of each kind.
  private func work(count: Int) throws -> [Int] {
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: 120, rows: 40))
    try stack.addRows((0..<count).map { _ in Line() })
    var random = SeededGenerator(seed: 7)
    return try Self.kinds.map { kind in
      let before = stack.indexSteps + stack.measureCount
      for _ in 0..<200 {
        let index = Int.random(in: 0..<stack.count, using: &random)
        switch kind {
        case "insert": try stack.addRow(Line(), at: .index(index))
        case "remove": try stack.removeRow(.index(index))
        case "move":
          try stack.moveRow(.index(index), to: Int.random(in: 0..<stack.count, using: &random))
        case "hide and show":
          try stack.setRowHidden(true, for: .index(index))
          try stack.setRowHidden(false, for: .index(index))
        case "a row's place": #expect(stack.range(of: .index(index)) != nil)
        case "the row at a place": #expect(stack.row(atContentOffset: index) != nil)
        case "visibility": #expect(stack.visibility(of: .index(index)) != .removed)
        case "scroll": stack.scroll(toOffset: index)
        default: try stack.reloadRow(.index(index))
        }
      }
      return stack.indexSteps + stack.measureCount - before
    }
  }

  @Test func eachOperationGrowsWithTheLogarithm() throws {
    var before = try work(count: 1000)
    for count in isLongRun ? [2000, 4000, 8000, 16000, 32000, 64000] : [2000, 4000, 8000] {
      let now = try work(count: count)
      for (kind, (old, new)) in zip(Self.kinds, zip(before, now)) {
        #expect(Double(new) <= 1.3 * Double(old), "\(kind), \(count) rows: \(old) to \(new)")
      }
      before = now
    }
  }

  @Test func theCostOfAFrameDependsOnVisibleRows() throws {
    for count in [100, 10_000, isLongRun ? 100_000 : 20_000] {
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: 120, rows: 40))
      try stack.addRows((0..<count).map { _ in Line() })
      stack.scroll(toOffset: count / 2)
      let before = stack.indexSteps
      _ = stack.snapshot()
      // Forty rows, each a step in a tree of logarithmic height.
      #expect(stack.indexSteps - before < 40 * 40, "\(count) rows")
    }
  }

  #if canImport(Glibc)
  @Test func aRowTakesAtMost256Bytes() async {
    await #expect(processExitsWith: .success) {
      let count = isLongRun ? 100_000 : 30_000
      let controllers = (0..<count).map { _ in Line() }
      let before = mallinfo2()
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: 120, rows: 40))
      try stack.addRows(controllers)
      _ = stack.snapshot()
      let after = mallinfo2()
      let bytes = Int(after.uordblks + after.hblkhd) - Int(before.uordblks + before.hblkhd)
      print("\(bytes / count) bytes a row")
      precondition(bytes <= 256 * count)
      withExtendedLifetime(controllers) {}
    }
  }

  private struct Choice: RowModel {
    let id: Int
    var cellType: any RowCell.Type { ChoiceCell.self }
  }

  private final class ChoiceCell: BasicRowController, ReusableCell {
    var state = false
    var tapCallback: ((any RowCell) -> Void)?
    override required init() { super.init() }
    func setup(model: Choice) {}
    func prepareForReuse() { state = false }
    override func didSelect() { state.toggle() }
    override func measure(_ measurement: RowMeasurement) -> Int { 1 }
  }

  private static func heap() -> Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  /// Excluding the models, which are created before; a value that fits is stored inline.
  @Test func aRowOfAReusedCellTakesAtMost256Bytes() async {
    await #expect(processExitsWith: .success) {
      for count in isLongRun ? [100_000, 70_000, 110_000] : [9_000] {
        let models: [any RowModel] = (0..<count).map { Choice(id: $0) }
        let before = GrowthTests.heap()
        let dynamic = DynamicStack()
        dynamic.setViewport(CellSize(columns: 120, rows: 40))
        try dynamic.set(models)
        _ = dynamic.snapshot()
        let made = GrowthTests.heap() - before
        print("\(made / count) bytes a row")
        precondition(made <= 256 * count)
        // Rows that were visible use no more memory than before, unless their cells have state to
        // keep.
        while dynamic.layout.offset < dynamic.layout.maximumOffset {
          dynamic.scroll(by: 390)
          _ = dynamic.snapshot()
        }
        dynamic.select(.index(count - 1))
        let walked = GrowthTests.heap() - before
        print("\(walked / count) bytes a row after all were in view or near")
        precondition(walked <= 256 * count)
        precondition((dynamic.cell(at: count - 1) as? ChoiceCell)?.state == true)
        withExtendedLifetime(models) {}
      }
    }
  }

  @Test func rowsAddedOneByOneTakeNoMoreMemory() async {
    await #expect(processExitsWith: .success) {
      let count = isLongRun ? 100_000 : 8_000
      let before = GrowthTests.heap()
      let dynamic = DynamicStack()
      dynamic.setViewport(CellSize(columns: 120, rows: 40))
      for index in 0..<count { try dynamic.append(Choice(id: index)) }
      let made = GrowthTests.heap() - before
      print("\(made / count) bytes a row")
      precondition(made <= 256 * count)
      withExtendedLifetime(dynamic) {}
    }
  }

  /// The peak memory of a process with only the rows, all of which were visible.
  ///
  /// The peak of a dynamic stack includes the models, the array that they're given in, and what setting
  /// them takes for a moment; that of plain cells also the cells.
  @Test(
    arguments: dailyPart(
      of: [("", 256), ("--reusable", 340), ("--plain", 400)], every: 3, named: "processes of rows"))
  func aProcessOf100_000RowsTakesAtMost64MiB(option: String, bytes: Int) throws {
    let count = 100_000
    let empty = try peak([option, "0"])
    let full = try peak([option, "\(count)"])
    print("\(full) bytes with \(count) rows, \(empty) without, \(option)")
    #expect(full <= 64 << 20)
    #expect(full > empty)
    #expect(full - empty <= bytes * count)
  }

  @Test func theMemoryOfAProcessIsTheSameInEveryRun() throws {
    try expectEqual(peak(["--plain", "1000"]), peak(["--plain", "1000"]))
  }

  private func peak(_ arguments: [String]) throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: try #require(BuiltProgram.path("RowMemoryProbe")))
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return try #require(Int(text.trimmingCharacters(in: .newlines)))
  }

  @Test func rowsOutOfViewHoldNoBuffers() async {
    await #expect(processExitsWith: .success) {
      let text = String(repeating: "some words ", count: 400)
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: 40, rows: 30))
      try stack.addRows((0..<(isLongRun ? 500 : 150)).map { _ in TextRow(text) })
      stack.scrollToEnd(animated: false)
      _ = stack.snapshot()
      let before = mallinfo2().uordblks
      stack.scrollToStart(animated: false)
      while stack.offset < stack.maximumOffset {
        stack.scroll(by: 29)
        _ = stack.snapshot()
      }
      let after = mallinfo2().uordblks
      // The lines of a single text take more than 5,000 bytes.
      precondition(after < before + 64 << 10)
    }
  }
  #endif
}
