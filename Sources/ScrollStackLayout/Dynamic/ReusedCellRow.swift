// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// What the rows of reused cells of one type share: the type, and cells that no row uses.
final class CellPool {
  let type: any ReusableCell.Type

  /// The stack that the rows stand in.
  weak var stack: ScrollStack?

  private var idle: [any ReusableCell] = []

  init(type: any ReusableCell.Type, stack: ScrollStack) {
    self.type = type
    self.stack = stack
  }

  func take() -> any ReusableCell { idle.popLast() ?? type.init() }

  /// Keeps a cell, unless more are idle than a screen has rows.
  func give(_ cell: any ReusableCell) {
    if idle.count < 64 { idle.append(cell) }
  }
}

/// The controller of a row whose cell exists only while it is needed.
///
/// A row that is out of view holds its model, its pool and, if its cell has changed, what the cell
/// must keep. Everything else is in an object that comes and goes with the cell.
final class ReusedCellRow: FramingRow, VisibilityObservingRow, FocusableRow {
  var model: any RowModel
  private let pool: CellPool

  /// A ``CellInUse``, or the ``KeptCell`` of a cell that is away; nil for a cell as it is set up.
  private var held: AnyObject?

  init(model: any RowModel, pool: CellPool) {
    self.model = model
    self.pool = pool
  }

  var type: any ReusableCell.Type { pool.type }

  private var use: CellInUse? { held as? CellInUse }

  private var current: (any ReusableCell)? { use?.cell }

  private var row: ScrollStackRow? { pool.stack?.row(for: self) }

  private func beginUse() -> CellInUse {
    if let use { return use }
    let use = CellInUse(kept: held as? KeptCell)
    held = use
    return use
  }

  /// The cell, made or fetched if need be; it stays until the row goes out of view.
  var cell: any ReusableCell {
    let use = beginUse()
    if let cell = use.cell { return cell }
    let cell = pool.take()
    use.cell = cell
    show(model, in: cell)
    use.fresh = state(of: cell)
    if let kept = use.kept {
      kept.restore(in: cell)
      cell.tapCallback = kept.tapCallback
    }
    if let row { cell.didEnter(row) }
    return cell
  }

  func update(_ model: any RowModel) {
    self.model = model
    guard let use, let cell = use.cell else { return }
    let before = state(of: cell)
    show(model, in: cell)
    // What a cell that is only set up has for a state may have changed with the model.
    if let fresh = use.fresh, isSame(before, fresh) { use.fresh = state(of: cell) }
  }

  /// Saves the state and gives the cell to others, unless it is in use.
  private func release() {
    guard let use, !use.isVisible, !use.isFocused else { return }
    guard let cell = use.cell else {
      held = use.kept
      return
    }
    let state = state(of: cell)
    let isFresh = use.fresh.map { isSame($0, state) } ?? false
    held = isFresh && cell.tapCallback == nil ? nil : kept(cell)
    use.cell = nil
    if let row { cell.willLeave(row) }
    cell.tapCallback = nil
    cell.prepareForReuse()
    pool.give(cell)
  }

  private func kept<Cell: ReusableCell>(_ cell: Cell) -> KeptCell { KeptCellState(cell) }

  private func state<Cell: ReusableCell>(of cell: Cell) -> Any { cell.state }

  /// Whether two states can be compared and are equal.
  private func isSame(_ old: Any, _ new: Any) -> Bool {
    func isEqual<Value: Equatable>(_ old: Value) -> Bool { new as? Value == old }
    guard let old = old as? any Equatable else { return false }
    return isEqual(old)
  }

  private func show<Cell: RowCell>(_ model: any RowModel, in cell: Cell) {
    if let model = model as? Cell.Model { cell.setup(model: model) }
  }

  // MARK: Passed on to the cell

  var content: any RowController { cell }

  func contentArea(in size: CellSize) -> CellRect { CellRect(size: size) }

  func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    // The question comes for every row that joins, and must not make a cell for each.
    current?.extent(along: axis, in: size) ?? .natural
  }

  /// Runs a body that asks the cell, and lets go of the cell again if the row is out of view.
  func withCell<Result>(_ body: () -> Result) -> Result {
    _ = cell
    defer { release() }
    return body()
  }

  func measure(_ measurement: RowMeasurement) -> Int { cell.measure(measurement) }

  func render(into canvas: inout CellCanvas) { cell.render(into: &canvas) }

  func handle(_ event: RowEvent) -> Bool {
    if event == .focus { beginUse().isFocused = true }
    defer {
      if event == .blur {
        use?.isFocused = false
        release()
      }
    }
    return cell.handle(event)
  }

  func reload(animated: Bool) { cell.reload(animated: animated) }

  func didEnter(_ row: ScrollStackRow) { current?.didEnter(row) }

  func willLeave(_ row: ScrollStackRow) { current?.willLeave(row) }

  func didSelect() { cell.didSelect() }

  func visibilityDidChange(to visibility: RowVisibility) {
    if visibility.isVisible {
      beginUse().isVisible = true
    } else {
      use?.isVisible = false
      release()
    }
  }

  var isFocusable: Bool { withCell { (cell as? any FocusableRow)?.isFocusable ?? false } }

  var focusRange: Range<Int>? { (current as? any FocusableRow)?.focusRange }
}

/// What a row has while its cell is there or it is in view.
private final class CellInUse {
  var cell: (any ReusableCell)?

  /// What the cell that was there before has kept.
  let kept: KeptCell?

  /// The state of the cell when it was set up, before anything was restored.
  var fresh: Any?

  var isVisible = false
  var isFocused = false

  init(kept: KeptCell?) { self.kept = kept }
}

/// What a cell keeps while it is away.
private class KeptCell {
  let tapCallback: ((any RowCell) -> Void)?

  init(tapCallback: ((any RowCell) -> Void)?) { self.tapCallback = tapCallback }

  func restore(in cell: any ReusableCell) {}
}

/// What a cell of a type keeps while it is away, with its state as it is.
private final class KeptCellState<Cell: ReusableCell>: KeptCell {
  let state: Cell.State

  init(_ cell: Cell) {
    state = cell.state
    super.init(tapCallback: cell.tapCallback)
  }

  override func restore(in cell: any ReusableCell) { (cell as? Cell)?.state = state }
}
