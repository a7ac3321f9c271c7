// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The cells of one type that no row uses at the moment.
final class CellPool {
  private var idle: [any RowCell] = []

  func take(_ type: any RowCell.Type) -> any RowCell { idle.popLast() ?? type.init() }

  /// Keeps a cell, unless more are idle than a screen has rows.
  func give(_ cell: any RowCell) {
    if idle.count < 64 { idle.append(cell) }
  }
}

/// The controller of a row whose cell exists only while it is needed.
final class ReusedCellRow: RowController, VisibilityObservingRow, FocusableRow {
  var model: any RowModel
  let type: any ReusableCell.Type
  private let pool: CellPool
  private var current: (any ReusableCell)?
  private var savedState: Any?
  private weak var row: ScrollStackRow?
  private var isVisible = false
  private var isFocused = false

  /// What the cell's own tap does, kept while the cell is away.
  var tapCallback: ((any RowCell) -> Void)?

  init(model: any RowModel, type: any ReusableCell.Type, pool: CellPool) {
    self.model = model
    self.type = type
    self.pool = pool
  }

  /// The cell, made or fetched if need be; it stays until the row goes out of view.
  var cell: any ReusableCell {
    if let current { return current }
    let cell = (pool.take(type) as? any ReusableCell) ?? type.init()
    show(model, in: cell)
    if let savedState { restore(savedState, in: cell) }
    cell.tapCallback = tapCallback
    if let row { cell.didEnter(row) }
    current = cell
    return cell
  }

  func update(_ model: any RowModel) {
    self.model = model
    if let current { show(model, in: current) }
  }

  /// Saves the state and gives the cell to others, unless it is in use.
  private func release() {
    guard let cell = current, !isVisible, !isFocused else { return }
    savedState = state(of: cell)
    tapCallback = cell.tapCallback
    if let row { cell.willLeave(row) }
    cell.tapCallback = nil
    cell.prepareForReuse()
    current = nil
    pool.give(cell)
  }

  private func state<Cell: ReusableCell>(of cell: Cell) -> Any { cell.state }

  private func restore<Cell: ReusableCell>(_ state: Any, in cell: Cell) {
    if let state = state as? Cell.State { cell.state = state }
  }

  private func show<Cell: RowCell>(_ model: any RowModel, in cell: Cell) {
    if let model = model as? Cell.Model { cell.setup(model: model) }
  }

  // MARK: Passed on to the cell

  func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    // The question comes for every row that joins, and must not make a cell for each.
    current?.extent(along: axis, in: size) ?? .natural
  }

  /// Runs a body that measures the row, with its cell.
  func withCell<Result>(_ body: () -> Result) -> Result {
    _ = cell
    defer { release() }
    return body()
  }

  func measure(_ measurement: RowMeasurement) -> Int { cell.measure(measurement) }

  func render(into canvas: inout CellCanvas) { cell.render(into: &canvas) }

  func handle(_ event: RowEvent) -> Bool {
    if event == .focus { isFocused = true }
    defer {
      if event == .blur {
        isFocused = false
        release()
      }
    }
    return cell.handle(event)
  }

  func reload(animated: Bool) { cell.reload(animated: animated) }

  func didEnter(_ row: ScrollStackRow) {
    self.row = row
    current?.didEnter(row)
  }

  func willLeave(_ row: ScrollStackRow) {
    current?.willLeave(row)
    self.row = nil
  }

  func didSelect() { cell.didSelect() }

  func visibilityDidChange(to visibility: RowVisibility) {
    isVisible = visibility.isVisible
    release()
  }

  var isFocusable: Bool { (cell as? any FocusableRow)?.isFocusable ?? false }

  var focusRange: Range<Int>? { (current as? any FocusableRow)?.focusRange }
}
