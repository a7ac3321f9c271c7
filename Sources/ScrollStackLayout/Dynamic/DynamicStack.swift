// SPDX-License-Identifier: Apache-2.0

/// A scroll stack that is filled with models, each of which names the cell that shows it.
///
/// ```swift
/// let fields = DynamicStack()
/// try fields.set(models)
/// fields.didTapCell = { cell in print(cell) }
/// container.content = fields             // or the content of a step, or a row of another stack
/// ```
///
/// It is a controller itself, so whoever shows it also holds it. Its rows follow from its models;
/// ``layout`` reads them, and what a ``ScrollStack`` does with rows besides adding and removing
/// them it does by methods of the same names. Setting models again is a difference: a cell whose
/// model has the same id and cell type is kept with its state (`Documentation/Contract.md` DS-2).
///
/// As a row of another stack it is as long as all of its rows, and all of them count as in view. For a
/// list of thousands make it the content of a ``ContainerScroll``, which shows a window on it.
public final class DynamicStack: ScrollingController, FocusableRow {
  /// The rows, to be read; add and remove them through the models.
  public var layout: RowLayout { stack.layout }

  /// The stack of ``layout``.
  package let stack: ScrollStack

  /// Whether a tap on a cell is told to ``didTapCell``, as it is when the tap comes.
  public var handleTap = true

  /// Who hears of taps on cells that have no `tapCallback` of their own.
  public var didTapCell: ((any RowCell) -> Void)?

  private var registry: [String: any RowCell.Type] = [:]
  private var pools: [ObjectIdentifier: CellPool] = [:]

  /// The models of cells that are their rows' controllers; reused cells have their models elsewhere.
  var modelOfCell: [ObjectIdentifier: any RowModel] = [:]

  /// The slots of rows, by the ids of their models.
  var slots = SlotTable()

  /// Creates a stack without rows.
  public init(axis: LayoutAxis = .vertical, motion: Motion = Motion()) {
    stack = ScrollStack(axis: axis, motion: motion)
    stack.onSelect = { [weak self] row in self?.didTap(row) }
    stack.onJoin = { [weak self] row in self?.index(row) }
    stack.onLeave = { [weak self] row in self?.forget(row) }
  }

  // MARK: Registry

  /// Gives a cell type a name, by which flow files know it.
  public func register(_ name: String, _ cellType: any RowCell.Type) { registry[name] = cellType }

  /// The cell type of a name.
  ///
  /// - Throws: `unknownCellType`.
  public func cellType(named name: String) throws(ScrollStackError) -> any RowCell.Type {
    guard let type = registry[name] else { throw .unknownCellType(name) }
    return type
  }

  /// The names of all cell types, sorted, to propose one that was meant.
  public var registeredNames: [String] { registry.keys.sorted() }

  // MARK: Models

  /// The models in the order of rows.
  public var models: [any RowModel] {
    stack.rows.compactMap { model(of: $0.controller) }
  }

  /// Adds models behind all others, and returns their rows.
  ///
  /// - Throws: `duplicateRow` for an id that is there or named twice, `unknownCellType` for a cell
  ///   that does not show such models; nothing changes.
  @discardableResult
  public func append(
    _ models: any RowModel..., cellType: (any RowCell.Type)? = nil, animated: Bool = false
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    try append(models, cellType: cellType, animated: animated)
  }

  /// Adds a list of models behind all others, and returns their rows.
  ///
  /// - Throws: `duplicateRow` for an id that is there or named twice, `unknownCellType` for a cell
  ///   that does not show such models; nothing changes.
  @discardableResult
  public func append(
    _ models: [any RowModel], cellType: (any RowCell.Type)? = nil, animated: Bool = false
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    try insert(models, at: stack.count, cellType: cellType, animated: animated)
  }

  /// Adds a model, so that it has an index, and returns its row.
  ///
  /// - Throws: `indexOutOfRange` outside `0...count`, `duplicateRow` for an id that is there,
  ///   `unknownCellType` for a cell that does not show such models; nothing changes.
  @discardableResult
  public func insert(
    _ model: some RowModel, at index: Int, cellType: (any RowCell.Type)? = nil,
    animated: Bool = false
  ) throws(ScrollStackError) -> ScrollStackRow? {
    try insert([model], at: index, cellType: cellType, animated: animated).first
  }

  /// Adds models, so that the first has an index, and returns their rows.
  ///
  /// - Throws: `indexOutOfRange` outside `0...count`, `duplicateRow` for an id that is there or named
  ///   twice, `unknownCellType` for a cell that does not show such models; nothing changes.
  @discardableResult
  public func insert(
    _ models: [any RowModel], at index: Int, cellType: (any RowCell.Type)? = nil,
    animated: Bool = false
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    guard index >= 0, index <= stack.count else {
      throw .indexOutOfRange(index, count: stack.count + 1)
    }
    let keys = try distinctKeys(of: models)
    var controllers: [any RowController] = []
    for model in models { controllers.append(try makeController(model, cellType)) }
    // A cell that is set up may have done anything.
    for key in keys { if let row = present(key) { throw .duplicateRow(row.id) } }
    // Who hears of the rows may ask for the models.
    remember(models, of: controllers)
    do {
      return try stack.addRows(controllers, at: .index(index), animated: animated)
    } catch {
      for controller in controllers { modelOfCell[ObjectIdentifier(controller)] = nil }
      throw error
    }
  }

  /// Makes the models exactly these, in their order, and returns their rows.
  ///
  /// A cell is kept, and moved, if its model's id and cell type are the same, and set up again only
  /// if the model is no longer equal; others are removed or created.
  ///
  /// - Throws: `duplicateRow` for an id that is named twice, `unknownCellType` for a cell that does
  ///   not show such models; nothing changes.
  /// - Complexity: O(*n* log *n*).
  @discardableResult
  public func set(
    _ models: [any RowModel], cellType: (any RowCell.Type)? = nil, animated: Bool = false
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    let keys = try distinctKeys(of: models)
    var controllers: [any RowController] = []
    var changed: [(row: ScrollStackRow, model: any RowModel)] = []
    for (model, key) in zip(models, keys) {
      if let row = present(key),
        cellTypeID(of: row) == ObjectIdentifier(cellType ?? model.cellType),
        let old = self.model(of: row.controller)
      {
        controllers.append(row.controller)
        if !isEqual(old, model) { changed.append((row, model)) }
      } else {
        controllers.append(try makeController(model, cellType))
      }
    }
    return try stack.batch { () throws(ScrollStackError) -> [ScrollStackRow] in
      remember(models, of: controllers)
      let rows = try stack.setRows(controllers, animated: animated)
      // A listener may have removed a row that has been put back, or added a row of the same id.
      remember(models, of: controllers)
      for controller in controllers {
        if let row = stack.row(for: controller) {
          self.index(row)
        } else {
          modelOfCell[ObjectIdentifier(controller)] = nil
        }
      }
      stack.removeRows(stack.rows.filter { !isCurrent($0) }.map { .id($0.id) })
      for (row, model) in changed where row.stack === stack {
        show(model, in: row.controller)
        row.invalidate()
      }
      return rows
    }
  }

  /// Removes the row at an index.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(at index: Int, animated: Bool = false) -> Bool {
    !remove(at: [index], animated: animated).isEmpty
  }

  /// Removes rows; indices count before anything is removed, wrong and repeated ones are skipped.
  ///
  /// - Returns: the removed rows in their former order.
  @discardableResult
  public func remove(at indices: [Int], animated: Bool = false) -> [ScrollStackRow] {
    stack.removeRows(indices.map { .index($0) }, animated: animated)
  }

  /// Removes all rows.
  public func removeAll(animated: Bool = false) { stack.removeAllRows(animated: animated) }

  // MARK: Cells

  /// All cells in the order of rows.
  ///
  /// - Complexity: O(*n*); a reusable cell that is away is fetched.
  public var cells: [any RowCell] { stack.rows.compactMap { cell(of: $0) } }

  /// The cells of a type in the order of rows.
  public func cells<Cell: RowCell>(ofType type: Cell.Type) -> [Cell] {
    stack.rows.compactMap { row in
      if let host = row.controller as? ReusedCellRow, host.type != type { return nil }
      return cell(of: row) as? Cell
    }
  }

  /// The cell at an index; nil outside.
  public func cell(at index: Int) -> (any RowCell)? { stack.row(at: index).flatMap(cell(of:)) }

  /// The cells at indices, without those outside.
  public func cells(at indices: [Int]) -> [any RowCell] { indices.compactMap(cell(at:)) }

  /// The row of a model's id; nil if there is none.
  public func row(forModel id: some Hashable) -> ScrollStackRow? {
    present(AnyHashable(id))
  }

  // MARK: -

  func cell(of row: ScrollStackRow) -> (any RowCell)? {
    (row.controller as? ReusedCellRow)?.cell ?? row.controller as? any RowCell
  }

  private func didTap(_ row: ScrollStackRow) {
    guard let cell = cell(of: row) else { return }
    if let own = cell.tapCallback {
      own(cell)
    } else if handleTap {
      didTapCell?(cell)
    }
  }

  private func makeController(
    _ model: any RowModel, _ cellType: (any RowCell.Type)?
  ) throws(ScrollStackError) -> any RowController {
    let type = cellType ?? model.cellType
    guard accepts(type, model) else { throw .unknownCellType(String(describing: type)) }
    if let reusable = type as? any ReusableCell.Type {
      let pool = pools[ObjectIdentifier(type)] ?? CellPool(type: reusable, stack: stack)
      pools[ObjectIdentifier(type)] = pool
      return ReusedCellRow(model: model, pool: pool)
    }
    let cell = type.init()
    show(model, in: cell)
    return cell
  }
}
