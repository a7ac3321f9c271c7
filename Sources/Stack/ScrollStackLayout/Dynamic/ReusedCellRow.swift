// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The reusable cells of one type that no row is using.
final class CellPool {
  let type: any ReusableCell.Type

  /// The stack that contains the rows.
  weak var stack: ScrollStack?

  private var idle: [any ReusableCell] = []

  init(type: any ReusableCell.Type, stack: ScrollStack) {
    self.type = type
    self.stack = stack
  }

  func take() -> any ReusableCell { idle.popLast() ?? type.init() }

  /// Keeps a cell for reuse, unless more cells are idle than a screen has rows.
  func give(_ cell: any ReusableCell) {
    if idle.count < 64 { idle.append(cell) }
  }
}

/// The controller of a row whose cell exists only while it is needed.
///
/// A row that's out of view stores its model, its pool, and, if its cell has changed, the cell's
/// state. Everything else is in an object that exists only as long as the cell.
final class ReusedCellRow: RowController {
  var model: any RowModel
  private let pool: CellPool

  /// A ``CellInUse``, or the ``KeptCell`` of a cell that isn't in use; nil if its state is the
  /// initial one.
  private var held: AnyObject?

  init(model: any RowModel, pool: CellPool) {
    self.model = model
    self.pool = pool
  }

  var type: any ReusableCell.Type { pool.type }

  private var use: CellInUse? { held as? CellInUse }

  private var current: (any ReusableCell)? { use?.cell }

  private var hostRow: ScrollStackRow? { pool.stack?.row(.controller(self)) }

  private func beginUse() -> CellInUse {
    if let use { return use }
    let use = CellInUse(kept: held as? KeptCell)
    held = use
    return use
  }

  /// The cell, created or fetched if needed; the row keeps it until it goes out of view.
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
    if let row = hostRow { cell.didEnter(row) }
    return cell
  }

  func update(_ model: any RowModel) {
    self.model = model
    guard let use, let cell = use.cell else { return }
    let before = state(of: cell)
    show(model, in: cell)
    // The initial state of a cell may depend on the model.
    if let fresh = use.fresh, isSame(before, fresh) { use.fresh = state(of: cell) }
  }

  /// Saves the state and returns the cell to the pool, unless the cell is in use.
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
    if let row = hostRow { cell.willLeave(row) }
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

  var framed: (any RowController)? { cell }

  func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    // Every new row is asked for its extent, which must not create a cell for each.
    current?.extent(along: axis, in: size) ?? .natural
  }

  /// Runs a body that needs the cell, and releases the cell if the row is out of view.
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

  var isFocusable: Bool { withCell { cell.isFocusable } }

  var focusRange: Range<Int>? { current?.focusRange }
}

/// The data of a row that has a cell or is in view.
private final class CellInUse {
  var cell: (any ReusableCell)?

  /// The data of the row's previous cell.
  let kept: KeptCell?

  /// The state of the cell when it was set up, before anything was restored.
  var fresh: Any?

  var isVisible = false
  var isFocused = false

  init(kept: KeptCell?) { self.kept = kept }
}

/// The data of a cell that isn't in use.
private class KeptCell {
  let tapCallback: ((any RowCell) -> Void)?

  init(tapCallback: ((any RowCell) -> Void)?) { self.tapCallback = tapCallback }

  func restore(in cell: any ReusableCell) {}
}

/// The data of a cell that isn't in use, with its state in its own type.
private final class KeptCellState<Cell: ReusableCell>: KeptCell {
  let state: Cell.State

  init(_ cell: Cell) {
    state = cell.state
    super.init(tapCallback: cell.tapCallback)
  }

  override func restore(in cell: any ReusableCell) { (cell as? Cell)?.state = state }
}
