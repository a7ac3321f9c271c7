// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

#if canImport(Glibc)
import CMalloc
#endif

/// A process with a long list and nothing else, which prints the peak size of its heap, in bytes.
///
/// It's the same in every run.
///
///     RowMemoryProbe [--reusable | --plain] COUNT
///
/// It adds the rows, draws a frame, and scrolls through all of them. With `--reusable` or `--plain`
/// they're rows of a `DynamicStack` with cells that are reused or aren't, otherwise rows of a
/// `ScrollStack`. With a count of 0
/// it prints what the process takes by itself. Nothing is printed where the system doesn't tell.
@main
struct RowMemoryProbe {
  struct Choice: RowModel {
    let id: Int
    var cellType: any RowCell.Type { ChoiceCell.self }
  }

  final class ChoiceCell: BasicRowController, ReusableCell {
    var state = false
    var tapCallback: ((any RowCell) -> Void)?
    override required init() { super.init() }
    func setup(model: Choice) {}
    func prepareForReuse() { state = false }
    override func measure(_ measurement: RowMeasurement) -> Int { 1 }
  }

  struct Entry: RowModel {
    let id: Int
    var cellType: any RowCell.Type { EntryCell.self }
  }

  final class EntryCell: BasicRowController, RowCell {
    var tapCallback: ((any RowCell) -> Void)?
    override required init() { super.init() }
    func setup(model: Entry) {}
    override func measure(_ measurement: RowMeasurement) -> Int { 1 }
  }

  /// A controller without data.
  final class Line: RowController {
    func measure(_ measurement: RowMeasurement) -> Int { 1 }
    func render(into canvas: inout CellCanvas) {}
  }

  static func main() throws {
    #if canImport(Glibc)
    // All blocks come from the heap, which never shrinks, so its size is its peak. The memory that the kernel
    // counts also depends on what other processes have read, and on how the pages are aligned.
    mallopt(M_MMAP_MAX, 0)
    mallopt(M_TRIM_THRESHOLD, .max)
    #endif
    let arguments = CommandLine.arguments.dropFirst()
    let count = arguments.last.flatMap { Int($0) } ?? 0
    let size = CellSize(columns: 120, rows: 40)
    let isReusable = arguments.contains("--reusable")
    if isReusable || arguments.contains("--plain") {
      let dynamic = DynamicStack()
      dynamic.setViewport(size)
      if isReusable {
        try dynamic.set((0..<count).map { Choice(id: $0) })
      } else {
        try dynamic.set((0..<count).map { Entry(id: $0) })
      }
      for _ in 0..<count / 1000 {
        _ = dynamic.snapshot()
        dynamic.scroll(by: 1000)
      }
    } else {
      let stack = ScrollStack()
      stack.setViewport(size)
      try stack.addRows((0..<count).map { _ in Line() })
      for _ in 0..<count / 1000 {
        _ = stack.snapshot()
        stack.scroll(by: 1000)
      }
    }
    #if canImport(Glibc)
    print(mallinfo2().arena)
    #endif
  }
}
