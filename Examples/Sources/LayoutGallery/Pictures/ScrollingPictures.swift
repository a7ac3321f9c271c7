// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// What's visible, and how that changes.
  static let scrollingPictures: [Picture] = [
    visibility, events, positions, reveal, shortContent, indicator,
  ]

  private static let visibility = Picture(
    "visibility", "How much of a row is visible",
    "Visibility counts cells along the axis, including insets and the separator. Reserved "
      + "cells at the ends of the viewport count as out of view."
  ) { space in
    let long = TextRow("B\n· two\n· three\n· four\n· five")
    let stack = try textStack(["A"], columns: min(18, space.small), rows: 4, style: bare)
    try stack.addRows([long, TextRow("C"), TextRow("D")])
    try stack.setRowHidden(true, for: .index(2))
    func panel(_ caption: String) -> Panel {
      Panel(
        caption, stack,
        notes: zip("ABCD", stack.rows).map { "\($0) \($1.visibility.words)" })
    }
    var panels = [panel("at the start")]
    stack.scroll(by: 2)
    panels.append(panel("2 further"))
    stack.scrollToEnd()
    panels.append(panel("at the end"))
    stack.setViewport(stack.viewportSize, insets: CellInsets(bottom: 2))
    panels.append(panel("2 rows reserved"))
    return panels
  }

  private static let events = Picture(
    "events", "What listeners receive",
    "Each batch announces changes of rows, the offset, visibility in row order, and the end "
      + "of scrolling. The announcements alone determine the visibility of every row."
  ) { space in
    let names = (1...9).map { "row \($0)" }
    let stack = try textStack(names, columns: min(18, space.small), rows: 3) {
      bare(&$0)
      $0.rowInsets.bottom = 1
    }
    let log = EventLog()
    stack.delegate = log
    stack.reportsPercentage = true
    var panels: [Panel] = []
    func step(_ caption: String, _ change: () throws -> Void) rethrows {
      try change()
      panels.append(Panel(caption, stack, notes: log.take()))
    }
    stack.scroll(by: 1)
    _ = log.take()
    step("scroll(by: 1)") { stack.scroll(by: 1) }
    try step("removeRow(1)") { try stack.removeRow(.index(1)) }
    step("scrollToEnd") { stack.scrollToEnd() }
    step("scrollToStart") { stack.scrollToStart() }
    return panels
  }

  private static let positions = Picture(
    "positions", "Scrolling to a row",
    "To the start, the middle, or the end of the viewport, or only as far as necessary. "
      + "Offsets stay within their bounds."
  ) { space in
    func panel(_ caption: String, _ index: Int, _ position: ScrollPosition) throws -> Panel {
      let stack = try textStack(
        (0..<20).map { "row \($0)" }, columns: min(14, space.small), rows: 7, style: bare)
      try stack.setHighlightColor(Look.accent, for: [.index(index)])
      try stack.replaceRow(
        .index(index), with: TextRow("row \(index) ◂", style: Look.accent))
      stack.scroll(toOffset: 2)
      try stack.scrollToRow(.index(index), at: position)
      return Panel(caption, stack, notes: ["offset \(stack.offset)"])
    }
    return [
      try panel("10 .start", 10, .start), try panel("10 .middle", 10, .middle),
      try panel("10 .end", 10, .end), try panel("10 .automatic", 10, .automatic),
      try panel("4 .automatic", 4, .automatic), try panel("0 .middle", 0, .middle),
      try panel("19 .start", 19, .start),
    ]
  }

  private static let reveal = Picture(
    "reveal", "A margin around a revealed row",
    "The minimum scrolling that shows a row's content with a margin around it. A margin that "
      + "doesn't fit is ignored."
  ) { space in
    func panel(_ margin: Int) throws -> Panel {
      let stack = try textStack(
        (0..<20).map { "row \($0)" }, columns: min(14, space.small), rows: 7, style: bare)
      try stack.replaceRow(.index(9), with: TextRow("row 9 ◂", style: Look.accent))
      try stack.scrollRowToVisible(.index(9), margin: margin)
      return Panel("row 9, margin \(margin)", stack, notes: ["offset \(stack.offset)"])
    }
    return [try panel(0), try panel(1), try panel(3), try panel(4)]
  }

  private static let shortContent = Picture(
    "short", "Nothing to scroll",
    "Short content doesn't move, and scroll events aren't handled, so that an outer view can "
      + "handle them, unless the stack always scrolls."
  ) { space in
    func panel(_ caption: String, always: Bool) throws -> Panel {
      let stack = try textStack(["A", "B"], columns: min(18, space.small), rows: 4, style: bare)
      stack.alwaysScrolls = always
      let isUsed = stack.scroll(by: 2)
      return Panel(caption, stack, notes: ["scroll(by: 2): \(isUsed ? "handled" : "not handled")"])
    }
    return [
      try panel("by default", always: false), try panel("alwaysScrolls", always: true),
      Panel("no cells at all", try textStack(["A"], columns: 0, rows: 0)),
    ]
  }

  private static let indicator = Picture(
    "indicator", "The scroll position",
    "A mark on the last row shows the position for a second after the first frame, or on request."
  ) { space in
    let clock = ManualClock()
    let stack = try textStack(
      (0..<40).map { "row \($0)" }, columns: min(20, space.small), rows: 5,
      motion: Motion(clock: clock), style: bare)
    stack.automaticallyFlashScrollIndicators = true
    stack.scroll(toOffset: 12)
    var panels = [Panel("the first frame", stack)]
    clock.advance(by: .seconds(1))
    stack.advance()
    panels.append(Panel("a second later", stack))
    stack.scrollToEnd(animated: false)
    stack.flashScrollIndicators()
    panels.append(Panel("shown at the end", stack))
    return panels
  }
}
