// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// Frames of animations, with a clock that the picture sets.
  static let motionPictures: [Picture] = [growing, shrinking, hiding, scrolling, overtaken]

  /// Returns a panel for each of several moments, in milliseconds from now.
  private static func frames(
    _ stack: ScrollStack, _ clock: ManualClock, at moments: [Int], notes: () -> [String] = { [] }
  ) -> [Panel] {
    var last = 0
    return moments.map { moment in
      clock.advance(by: .milliseconds(moment - last))
      last = moment
      stack.advance()
      return Panel("\(moment) ms", stack, notes: notes())
    }
  }

  private static func prepared(_ space: Space) throws -> (ScrollStack, ManualClock) {
    let clock = ManualClock()
    let stack = try textStack(
      ["before", "after"], columns: min(14, space.small), rows: 8, motion: Motion(clock: clock))
    return (stack, clock)
  }

  private static let four = "one\ntwo\nthree\nfour"

  private static let growing = Picture(
    "growing", "Inserting a row",
    "The row grows to its length in whole cells, at 30 frames a second. It's in the stack "
      + "immediately. The completion is called once, at the end."
  ) { space in
    let (stack, clock) = try prepared(space)
    var ends: [String] = []
    try stack.addRow(text: four, at: .index(1), animated: true) { ends.append("finished \($0)") }
    return frames(stack, clock, at: [0, 100, 200, 300]) { ends.isEmpty ? ["running"] : ends }
  }

  private static let shrinking = Picture(
    "shrinking", "Removing a row",
    "The row leaves the stack immediately; what shrinks is only its image."
  ) { space in
    let (stack, clock) = try prepared(space)
    try stack.addRow(text: four, at: .index(1))
    try stack.removeRow(.index(1), animated: true)
    return frames(stack, clock, at: [0, 100, 200, 300]) { ["\(stack.count) rows"] }
  }

  private static let hiding = Picture(
    "hiding", "A row with its own animation",
    "Hiding takes 0.25 s unless the row specifies otherwise: this one waits 0.1 s and slows "
      + "down gradually."
  ) { space in
    let (stack, clock) = try prepared(space)
    try stack.addRow(SpringRow(), at: .index(1))
    try stack.setRowHidden(true, for: .index(1), animated: true)
    return frames(stack, clock, at: [0, 100, 200, 300, 500])
  }

  private static let scrolling = Picture(
    "scrolling", "Animated scrolling",
    "The offset changes evenly and ends exactly at its target, even if the rows there change "
      + "in the meantime."
  ) { space in
    let clock = ManualClock()
    let stack = try textStack(
      (0..<30).map { "row \($0)" }, columns: min(14, space.small), rows: 5,
      motion: Motion(clock: clock), style: bare)
    try stack.scrollToRow(.index(20), at: .start)
    return frames(stack, clock, at: [0, 100, 200, 267]) { ["offset \(stack.offset)"] }
  }

  private static let overtaken = Picture(
    "overtaken", "Replacing an animation",
    "An operation that's superseded ends immediately with `finished: false`. The new one "
      + "continues from the row's current position."
  ) { space in
    let (stack, clock) = try prepared(space)
    try stack.addRow(text: four, at: .index(1))
    var ends: [String] = []
    try stack.setRowHidden(true, for: .index(1), animated: true) { ends.append("hide \($0)") }
    var panels = frames(stack, clock, at: [0, 130]) { ends }
    try stack.setRowHidden(false, for: .index(1), animated: true) { ends.append("show \($0)") }
    panels += frames(stack, clock, at: [0, 130, 267]) { ends }
    return panels
  }
}

/// A row with its own animation for hiding.
private final class SpringRow: BasicRowController {
  override var animation: RowAnimation? {
    RowAnimation(duration: .milliseconds(400), delay: .milliseconds(100), damping: 1)
  }

  override func measure(_ measurement: RowMeasurement) -> Int { 4 }

  override func render(into canvas: inout CellCanvas) {
    for row in 0..<4 { canvas.write("spring \(row + 1)", row: row) }
  }
}
