// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

/// C-2, C-3, and SC-16 when every callback may change the stack.
///
/// The results aren't compared with a model. Instead, nothing may trap, the parts of the stack must
/// be consistent, each completion must be called once, and replaying the announcements must give
/// the order of the rows.
@Suite struct ReentrancyTests {
  @Test func everyCallbackMayChangeTheStack() throws {
    var changes = 0
    let runs = RandomRuns(long: 100_000, every: 300, named: "changes from inside calls")
    for seed in runs.seeds {
      let storm = try Storm(seed: seed)
      storm.run(operations: 12)
      changes += storm.changesFromInside
      expectEqual(storm.problem, nil, "seed \(seed)")
      if storm.problem != nil { break }
    }
    #expect(runs.holds(changes, of: 0.5))
  }
}

private final class Storm: ScrollStackDelegate {
  private var random: SeededGenerator
  private let clock = ManualClock()
  let stack: ScrollStack
  private var controllers: [Nervous] = []
  private var order: [RowID] = []
  private var expected = 0
  private var calls: [Int: Int] = [:]
  private var depth = 0
  /// The number of changes that callbacks may still make during this operation, so that it ends.
  private var budget = 0
  private(set) var changesFromInside = 0
  private(set) var problem: String?

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    stack = ScrollStack(motion: Motion(clock: clock))
    try stack.setStyle {
      $0.rowInsets = .zero
      $0.autoHidesLastSeparator = true
    }
    stack.setViewport(CellSize(columns: 6, rows: 8))
    stack.reportsPercentage = true
    stack.delegate = self
  }

  private func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  func run(operations: Int) {
    for _ in 0..<operations where problem == nil {
      budget = 6
      operate()
      clock.advance(by: .milliseconds(pick(0...200)))
      stack.advance()
      _ = stack.snapshot()
      check()
    }
    budget = 0
    clock.advance(by: .seconds(5))
    stack.advance()
    check()
    if stack.isAnimating { problem = "still animating" }
    if calls.count != expected || calls.values.contains(where: { $0 != 1 }) {
      problem = "completions \(calls.filter { $0.value != 1 }), \(calls.count) of \(expected)"
    }
    for row in stack.rows { (row.controller as? Nervous)?.storm = nil }
  }

  private func check() {
    stack._checkInvariants()
    if stack.rows.map(\.id) != order {
      problem = "events say \(order.count) of \(stack.count) rows"
    }
    let controllers = stack.rows.map { ObjectIdentifier($0.controller) }
    if Set(controllers).count != controllers.count { problem = "a controller in two rows" }
  }

  /// Called from every callback.
  func shake() {
    guard budget > 0, depth < 4, pick(0...2) == 0 else { return }
    budget -= 1
    changesFromInside += 1
    operate()
  }

  private func completion() -> Completion {
    let number = expected
    expected += 1
    return { _ in
      self.calls[number, default: 0] += 1
      self.shake()
    }
  }

  private func operate() {
    depth += 1
    defer { depth -= 1 }
    let animated = pick(0...2) > 0
    let address = RowAddress.index(pick(-1...max(0, stack.count)))
    let other = RowAddress.index(pick(0...max(0, stack.count)))
    do {
      switch pick(0...13) {
      case 0...2:
        let new = (0..<pick(1...3)).map { _ in Nervous(self, length: pick(0...3)) }
        controllers += new
        let places: [InsertLocation] = [.top, .bottom, .before(other), .after(other)]
        try stack.addRows(
          new, at: places[pick(0...3)], animated: animated, completion: completion())
      case 3:
        let old = controllers.shuffled(using: &random).prefix(3)
        try stack.addRows(Array(old), animated: animated, completion: completion())
      case 4...5:
        stack.removeRows([address, other], animated: animated, completion: completion())
      case 6:
        try stack.moveRow(
          address, to: pick(0...max(0, stack.count - 1)), animated: animated,
          completion: completion())
      case 7:
        let new = pick(0...1) == 0 ? controllers.randomElement(using: &random) : nil
        try stack.replaceRow(
          address, with: new ?? Nervous(self, length: 2), animated: animated,
          completion: completion())
      case 8:
        stack.setRowsHidden(
          pick(0...1) == 0, for: [address, other], animated: animated, completion: completion())
      case 9: stack.reloadRows([address, other], animated: animated, completion: completion())
      case 10:
        let wanted = controllers.shuffled(using: &random).prefix(pick(0...5))
        try stack.setRows(Array(wanted), animated: animated, completion: completion())
      case 11:
        stack.focus(address)
        stack.handle(.pressed(CellPosition(column: 1, row: pick(0...7))))
        stack.highlight(other)
      case 12:
        stack.handle(.released(CellPosition(column: 1, row: pick(0...7))))
        stack.select(other)
        try stack.scrollToRow(address, animated: animated, completion: completion())
      default:
        stack.toggleAxis(animated: animated, completion: completion())
        stack.setViewport(CellSize(columns: pick(0...8), rows: pick(0...8)))
      }
    } catch {
      // The compiler knows that it's a `ScrollStackError`; an invalid location changes nothing.
    }
  }

  func rowInserted(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {
    if index > order.count {
      problem = "inserted at \(index)"
    } else {
      order.insert(row.id, at: index)
    }
    shake()
  }
  func rowRemoved(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {
    guard order.indices.contains(index), order.remove(at: index) == row.id else {
      return problem = "removed at \(index)"
    }
    shake()
  }
  func rowMoved(_ row: ScrollStackRow, from: Int, to: Int, in stack: ScrollStack) {
    guard order.indices.contains(from), order.remove(at: from) == row.id else {
      return problem = "moved from \(from)"
    }
    order.insert(row.id, at: to)
    shake()
  }
  func didScroll(to offset: Int, in stack: ScrollStack) { shake() }
  func visibilityChanged(
    _ row: ScrollStackRow, at index: Int, from: RowVisibility?, to: RowVisibility,
    in stack: ScrollStack
  ) { shake() }
  func percentageChanged(
    _ row: ScrollStackRow, at index: Int, from: Int, to: Int, in stack: ScrollStack
  ) { shake() }
  func layoutChanged(in stack: ScrollStack) { shake() }
  func contentSizeChanged(from: Int, to: Int, in stack: ScrollStack) { shake() }
  func scrollSettled(at offset: Int, in stack: ScrollStack) { shake() }
}

/// A controller that changes its stack in every callback.
private final class Nervous: RowController {
  weak var storm: Storm?
  private let length: Int

  init(_ storm: Storm, length: Int) {
    self.storm = storm
    self.length = length
  }

  var isHighlightable: Bool { true }
  var isFocusable: Bool { true }
  var animation: RowAnimation? { RowAnimation() }
  func measure(_ measurement: RowMeasurement) -> Int { length }
  func render(into canvas: inout CellCanvas) {}
  func handle(_ event: RowEvent) -> Bool {
    storm?.shake()
    return false
  }
  func reload(animated: Bool) { storm?.shake() }
  func didEnter(_ row: ScrollStackRow) { storm?.shake() }
  func willLeave(_ row: ScrollStackRow) { storm?.shake() }
  func didSelect() { storm?.shake() }
  func setHighlighted(_ isHighlighted: Bool) { storm?.shake() }
  func willBegin(hiding: Bool) { storm?.shake() }
  func didEnd(hiding: Bool, finished: Bool) { storm?.shake() }
  func animate(hiding: Bool, progress: Double) { storm?.shake() }
  func visibilityDidChange(to visibility: RowVisibility) { storm?.shake() }
}
