// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

#if !DEBUG && !CHECKS_INVARIANTS
#error("without CHECKS_INVARIANTS, the tests check no invariants of stacks and screens")
#endif

/// A row with a name and a length, which counts calls.
class Box: BasicRowController, CustomStringConvertible {
  let name: String
  var wish: RowExtent
  var length: Int
  var measures = 0
  var renders = 0
  var log: [String] = []
  var usesSelect = false
  var acceptsFocus = false
  var onReload: (() -> Void)?

  init(_ name: String, length: Int = 1, wish: RowExtent = .natural) {
    self.name = name
    self.length = length
    self.wish = wish
  }

  var description: String { name }

  override var isHighlightable: Bool { true }

  override var isFocusable: Bool { acceptsFocus }

  override func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { wish }

  override func measure(_ measurement: RowMeasurement) -> Int {
    measures += 1
    return length
  }

  override func render(into canvas: inout CellCanvas) {
    renders += 1
    for line in canvas.visible.rows { canvas.write("\(name)\(line)", row: line) }
  }

  override func handle(_ event: RowEvent) -> Bool {
    if event != .select { log.append("\(event)") }
    return event == .select && usesSelect
  }

  override func reload(animated: Bool) {
    log.append("reload")
    onReload?()
  }

  override func didEnter(_ row: ScrollStackRow) {
    super.didEnter(row)
    log.append("enter \(row.index.map(String.init) ?? "nil")")
  }

  override func willLeave(_ row: ScrollStackRow) {
    log.append("leave \(row.index.map(String.init) ?? "nil")")
    super.willLeave(row)
  }

  override func didSelect() { log.append("select") }

  override func setHighlighted(_ isHighlighted: Bool) {
    log.append(isHighlighted ? "lit" : "unlit")
  }
}

/// Records all announcements as lines.
final class Recorder: ScrollStackDelegate {
  var events: [String] = []
  var onEvent: ((String) -> Void)?

  /// Records announcements in the notation of SC-15.
  private func add(_ event: String) {
    events.append(event)
    onEvent?(event)
  }

  func take() -> [String] {
    defer { events = [] }
    return events
  }

  private func name(_ row: ScrollStackRow) -> String {
    (row.controller as? Box)?.name ?? "?"
  }

  func rowInserted(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {
    add("inserted \(name(row)) \(index)")
  }
  func rowRemoved(_ row: ScrollStackRow, at index: Int, in stack: ScrollStack) {
    add("removed \(name(row)) \(index)")
  }
  func rowMoved(_ row: ScrollStackRow, from: Int, to: Int, in stack: ScrollStack) {
    add("moved \(name(row)) \(from) \(to)")
  }
  func didScroll(to offset: Int, in stack: ScrollStack) { add("scroll \(offset)") }
  func visibilityChanged(
    _ row: ScrollStackRow, at index: Int, from: RowVisibility?, to: RowVisibility,
    in stack: ScrollStack
  ) {
    add("class \(name(row)) \(index) \(from.map(\.word) ?? "new") \(to.word)")
  }
  func rowDidBecomeVisible(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack
  ) {
    add("visible \(name(row)) \(visibility.word)")
  }
  func rowDidBecomeHidden(
    _ row: ScrollStackRow, at index: Int, visibility: RowVisibility, in stack: ScrollStack
  ) {
    add("hidden \(name(row)) \(visibility.word)")
  }
  func percentageChanged(
    _ row: ScrollStackRow, at index: Int, from: Int, to: Int, in stack: ScrollStack
  ) {
    add("percentage \(name(row)) \(from) \(to)")
  }
  func layoutChanged(in stack: ScrollStack) { add("layout") }
  func contentSizeChanged(from: Int, to: Int, in stack: ScrollStack) { add("size \(from) \(to)") }
  func scrollSettled(at offset: Int, in stack: ScrollStack) { add("settled \(offset)") }
}

extension RowVisibility {
  var word: String {
    switch self {
    case .hidden: "hidden"
    case .offscreen: "offscreen"
    case .partial(let percentage): "partial\(percentage)"
    case .entire: "entire"
    case .removed: "removed"
    }
  }
}

/// Counts the calls of completions.
final class Tally {
  private(set) var calls: [Bool] = []
  func completion() -> Completion { { self.calls.append($0) } }
}

extension ScrollStack {
  /// The names of the rows, in order.
  var names: String { rows.map { ($0.controller as? Box)?.name ?? "?" }.joined() }

  /// Returns a stack without insets and separators, so that lengths are those of the controllers.
  static func bare(
    _ names: String = "", length: Int = 1, viewport: CellSize = CellSize(columns: 10, rows: 10),
    motion: Motion = Motion()
  ) throws -> ScrollStack {
    let stack = ScrollStack(motion: motion)
    try stack.setStyle {
      $0.rowInsets = .zero
      $0.hidesSeparators = true
    }
    stack.setViewport(viewport)
    try stack.addRows(names.map { Box(String($0), length: length) })
    return stack
  }

  func id(_ name: String) -> RowAddress {
    rows.first { ($0.controller as? Box)?.name == name }.map { .id($0.id) } ?? .index(-1)
  }

  func box(_ index: Int) -> Box? { row(at: index)?.controller as? Box }
}

extension CellGrid {
  /// The styles of all cells, row by row.
  var styles: [CellStyle] {
    (0..<size.rows).flatMap { row in
      (0..<size.columns).compactMap { self[CellPosition(column: $0, row: row)]?.style }
    }
  }
}
