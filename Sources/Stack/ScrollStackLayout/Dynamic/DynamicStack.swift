// SPDX-License-Identifier: Apache-2.0

/// A scroll stack whose rows come from models, each of which names its cell type.
///
/// ```swift
/// let fields = DynamicStack()
/// try fields.set(models)
/// fields.didTapCell = { cell in print(cell) }
/// container.content = fields             // or the content of a step, or a row of another stack
/// ```
///
/// It's a scroll stack, so hide, move, style, and read its rows as those of any other; add and
/// remove them through the models. A row that's added without a model stays until models are set.
/// Setting models again applies the difference: a cell whose model has the same id and cell type is
/// kept with its state (`Documentation/Contract.md` DS-2).
///
/// As a row of another stack, it's as long as all of its rows, and all of them count as visible.
/// For a list of thousands, make it the content of a ``ContainerScroll``, which shows part of it at
/// a time.
public final class DynamicStack: ScrollStack {
  /// Whether a tap on a cell calls ``didTapCell``; read when the tap comes.
  public var handleTap = true

  /// Called for taps on cells without a `tapCallback`.
  public var didTapCell: ((any RowCell) -> Void)?

  private var registry: [String: any RowCell.Type] = [:]
  private var pools: [ObjectIdentifier: CellPool] = [:]

  /// The cells that are controllers of their rows, which reusable cells aren't, with their models.
  var shownCells = ShownCells()

  /// How often models were set or inserted, so that a change by a listener is noticed.
  private var changeCount = 0

  /// The slots of rows, by the ids of their models.
  var slots = SlotTable()

  /// Creates a stack without rows.
  public override init(axis: LayoutAxis = .vertical, motion: Motion = Motion()) {
    super.init(axis: axis, motion: motion)
    onSelect = { [weak self] row in self?.didTap(row) }
  }

  override func didJoin(_ rows: [ScrollStackRow]) { for row in rows { index(row) } }

  override func didLeave(_ rows: [ScrollStackRow]) { for row in rows { forget(row) } }

  // MARK: Registry

  /// Registers a cell type under the name that flow files use.
  public func register(_ name: String, _ cellType: any RowCell.Type) { registry[name] = cellType }

  /// The cell type of a name.
  ///
  /// - Throws: `unknownCellType`.
  public func cellType(named name: String) throws(ScrollStackError) -> any RowCell.Type {
    guard let type = registry[name] else { throw .unknownCellType(name) }
    return type
  }

  // MARK: Models

  /// The models in the order of rows.
  public var models: [any RowModel] {
    rows.compactMap { model(of: $0.controller) }
  }

  /// Appends a model, and returns its row.
  ///
  /// - Throws: `duplicateRow` for an id that's present or repeated, `unknownCellType` for a cell
  ///   type that can't show the model; nothing changes.
  @discardableResult
  public func append(
    _ models: any RowModel..., cellType: (any RowCell.Type)? = nil, animated: Bool = false
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    try append(models, cellType: cellType, animated: animated)
  }

  /// Appends models, and returns their rows.
  ///
  /// - Throws: `duplicateRow` for an id that's present or repeated, `unknownCellType` for a cell
  ///   type that can't show the model; nothing changes.
  @discardableResult
  public func append(
    _ models: [any RowModel], cellType: (any RowCell.Type)? = nil, animated: Bool = false
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    try insert(models, at: count, cellType: cellType, animated: animated)
  }

  /// Inserts a model at an index, and returns its row.
  ///
  /// - Throws: `indexOutOfRange` outside `0...count`, `duplicateRow` for an id that's present,
  ///   `unknownCellType` for a cell type that can't show the model; nothing changes.
  @discardableResult
  public func insert(
    _ model: some RowModel, at index: Int, cellType: (any RowCell.Type)? = nil,
    animated: Bool = false
  ) throws(ScrollStackError) -> ScrollStackRow? {
    try insert([model], at: index, cellType: cellType, animated: animated).first
  }

  /// Inserts models at an index, and returns their rows.
  ///
  /// - Throws: `indexOutOfRange` outside `0...count`, `duplicateRow` for an id that's present or
  ///   repeated, `unknownCellType` for a cell type that can't show the model; nothing changes.
  @discardableResult
  public func insert(
    _ models: [any RowModel], at index: Int, cellType: (any RowCell.Type)? = nil,
    animated: Bool = false
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    guard index >= 0, index <= count else {
      throw .indexOutOfRange(index, count: count + 1)
    }
    try checkDistinct(models)
    changeCount += 1
    var controllers: [any RowController] = []
    // Listeners may ask for the models.
    defer { forgetUnplaced(controllers) }
    reserveCells(for: models, cellType)
    for model in models { controllers.append(try makeController(model, cellType)) }
    // Setting up a cell may have changed anything.
    for model in models { if let row = present(key(of: model)) { throw .duplicateRow(row.id) } }
    return try addRows(controllers, at: .index(index), animated: animated)
  }

  /// Replaces all models, and returns their rows.
  ///
  /// A cell whose model has the same id and cell type is kept and moved; it's set up again only if
  /// the model has changed. Other cells are removed or created.
  ///
  /// - Throws: `duplicateRow` for a repeated id, `unknownCellType` for a cell type that can't show
  ///   the model; nothing changes.
  /// - Complexity: O(*n* log *n*).
  @discardableResult
  public func set(
    _ models: [any RowModel], cellType: (any RowCell.Type)? = nil, animated: Bool = false
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    try checkDistinct(models)
    var controllers: [any RowController] = []
    controllers.reserveCapacity(models.count)
    reserveCells(for: models, cellType)
    var changed: [(row: ScrollStackRow, model: any RowModel)] = []
    defer { forgetUnplaced(controllers) }
    for model in models {
      if let row = present(key(of: model)),
        cellTypeID(of: row) == ObjectIdentifier(cellType ?? model.cellType),
        let old = self.model(of: row.controller)
      {
        controllers.append(row.controller)
        if !isEqual(old, model) { changed.append((row, model)) }
      } else {
        controllers.append(try makeController(model, cellType))
      }
    }
    changeCount += 1
    return try batch { () throws(ScrollStackError) -> [ScrollStackRow] in
      remember(models, of: controllers)
      let changes = changeCount
      let rows = try setRows(controllers, animated: animated)
      if changeCount != changes || count != rows.count {
        // A listener has removed one of the rows, or added a row with the same id.
        remember(models, of: controllers)
        let placed = controllers.compactMap { row(.controller($0)) }
        for row in placed { index(row) }
        if placed.count < count {
          removeRows(self.rows.filter { !isCurrent($0) }.map { .id($0.id) })
        }
      }
      for (row, model) in changed where row.stack === self {
        show(model, in: row.controller)
        row.invalidate()
      }
      return rows
    }
  }

  /// Removes the row at an index.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func remove(at index: Int, animated: Bool = false) -> Bool {
    !remove(at: [index], animated: animated).isEmpty
  }

  /// Removes rows.
  ///
  /// Indices are resolved before anything is removed; invalid and repeated ones are skipped.
  ///
  /// - Returns: The removed rows in their former order.
  @discardableResult
  public func remove(at indices: [Int], animated: Bool = false) -> [ScrollStackRow] {
    removeRows(indices.map { .index($0) }, animated: animated)
  }

  /// Removes all rows.
  public func removeAll(animated: Bool = false) { removeAllRows(animated: animated) }

  // MARK: Cells

  /// All cells in the order of rows.
  ///
  /// - Complexity: O(*n*); a reusable cell that isn't in use is fetched.
  public var cells: [any RowCell] { rows.compactMap { cell(of: $0) } }

  /// The cells of a type in the order of rows.
  public func cells<Cell: RowCell>(ofType type: Cell.Type) -> [Cell] {
    rows.compactMap { row in
      if let host = row.controller as? ReusedCellRow, host.type != type { return nil }
      return cell(of: row) as? Cell
    }
  }

  /// The cell at an index; nil outside.
  public func cell(at index: Int) -> (any RowCell)? { row(at: index).flatMap(cell(of:)) }

  /// The cells at indices, without those outside.
  public func cells(at indices: [Int]) -> [any RowCell] { indices.compactMap(cell(at:)) }

  /// The row of a model's id; nil if there's none.
  public func row(forModel id: some Hashable) -> ScrollStackRow? {
    present(ModelKey(id))
  }

  /// Checks that models, cells, and rows agree, in O(*n*); does nothing in optimized builds.
  package override func _checkInvariants() {
    #if DEBUG || CHECKS_INVARIANTS
    super._checkInvariants()
    precondition(slots.count == models.count, "a model without a row")
    for row in rows { precondition(isCurrent(row), "a model of two rows") }
    let cells = rows.count {
      model(of: $0.controller) != nil && !($0.controller is ReusedCellRow)
    }
    precondition(shownCells.count == cells, "a model without a cell")
    #endif
  }

  // MARK: -

  func cell(of row: ScrollStackRow) -> (any RowCell)? {
    (row.controller as? ReusedCellRow)?.cell ?? shownCells[ObjectIdentifier(row.controller)]?.cell
  }

  private func didTap(_ row: ScrollStackRow) {
    guard let cell = cell(of: row) else { return }
    if let own = cell.tapCallback {
      own(cell)
    } else if handleTap {
      didTapCell?(cell)
    }
  }

  /// Reserves exact room for many cells at once; for a few, that would copy all of them each time.
  private func reserveCells(for models: [any RowModel], _ cellType: (any RowCell.Type)?) {
    guard models.count > shownCells.count, let type = cellType ?? models.first?.cellType,
      type.reusableType == nil
    else { return }
    shownCells.reserve(models.count)
  }

  private func makeController(
    _ model: any RowModel, _ cellType: (any RowCell.Type)?
  ) throws(ScrollStackError) -> any RowController {
    let type = cellType ?? model.cellType
    guard accepts(type, model) else { throw .unknownCellType(String(describing: type)) }
    if let reusable = type.reusableType {
      let pool = pools[ObjectIdentifier(type)] ?? CellPool(type: reusable, stack: self)
      pools[ObjectIdentifier(type)] = pool
      return ReusedCellRow(model: model, pool: pool)
    }
    let cell = type.init()
    shownCells[ObjectIdentifier(cell)] = ShownCell(cell: cell, model: model)
    show(model, inCell: cell)
    return cell
  }
}
