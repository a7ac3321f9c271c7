// SPDX-License-Identifier: Apache-2.0

// The models of rows, and the rows of models.
//
// The controller of a row with a reusable cell stores the model. Other cells are controllers
// themselves, and a table stores their models. Ids aren't stored: a table of slots finds the
// row of an id by asking the models, which keeps long lists small.
extension DynamicStack {
  /// The model of the controller of a row; nil if it isn't one of this stack.
  func model(of controller: any RowController) -> (any RowModel)? {
    (controller as? ReusedCellRow)?.model ?? shownCells[ObjectIdentifier(controller)]?.model
  }

  /// The type of the cell that a row shows.
  func cellTypeID(of row: ScrollStackRow) -> ObjectIdentifier {
    (row.controller as? ReusedCellRow).map { ObjectIdentifier($0.type) }
      ?? ObjectIdentifier(type(of: row.controller))
  }

  /// Assigns models to controllers without showing them.
  func remember(_ models: [any RowModel], of controllers: [any RowController]) {
    for (controller, model) in zip(controllers, models) {
      if let host = controller as? ReusedCellRow {
        host.model = model
      } else {
        shownCells[ObjectIdentifier(controller)]?.model = model
      }
    }
  }

  /// Forgets the cells among controllers that have no row here.
  func forgetUnplaced(_ controllers: [any RowController]) {
    for controller in controllers where row(.controller(controller)) == nil {
      shownCells[ObjectIdentifier(controller)] = nil
    }
  }

  // MARK: Ids

  /// The row of the model of an id, if it is in the stack.
  func present(_ key: ModelKey) -> ScrollStackRow? { present(key, hash: key.hashValue) }

  private func present(_ key: ModelKey, hash: Int) -> ScrollStackRow? {
    slots.slot(hash: hash) { slot in self.key(ofSlot: slot) == key }
      .flatMap { row(inSlot: $0) }
  }

  /// Indexes a row by the id of its model, instead of any other row with that id.
  func index(_ row: ScrollStackRow) {
    guard let model = model(of: row.controller) else { return }
    let key = key(of: model)
    let hash = key.hashValue
    if let present = present(key, hash: hash) {
      guard present !== row else { return }
      slots.remove(hash: hash) { $0 == present.slot }
    }
    slots.insert(row.slot, hash: hash) { slot in self.key(ofSlot: slot)?.hashValue ?? 0 }
  }

  /// Forgets a row that has left.
  func forget(_ row: ScrollStackRow) {
    guard let model = model(of: row.controller) else { return }
    slots.remove(hash: key(of: model).hashValue) { $0 == row.slot }
    shownCells[ObjectIdentifier(row.controller)] = nil
  }

  /// Whether a row is the one indexed for its model, not one that a listener added for the same
  /// model.
  func isCurrent(_ row: ScrollStackRow) -> Bool {
    guard let model = model(of: row.controller) else { return true }
    return present(key(of: model)) === row
  }

  /// Throws `duplicateRow` for a repeated id.
  ///
  /// - Complexity: O(*k*), and six to thirteen bytes of memory for each model.
  func checkDistinct(_ models: [any RowModel]) throws(ScrollStackError) {
    guard models.count > 1 else { return }
    func keyOfModel(_ place: Int32) -> ModelKey {
      let model = models[Int(place)]
      return key(of: model)
    }
    var seen = SlotTable()
    seen.reserve(models.count) { _ in 0 }
    for place in 0..<Int32(models.count) {
      let key = keyOfModel(place)
      let isRepeated = seen.slot(hash: key.hashValue) { keyOfModel($0) == key } != nil
      guard !isRepeated else { throw .duplicateRow(present(key)?.id) }
      seen.insert(place, hash: key.hashValue) { keyOfModel($0).hashValue }
    }
  }

  func key(of model: some RowModel) -> ModelKey { ModelKey(model.id) }

  private func key(ofSlot slot: ExtentTree.Slot) -> ModelKey? {
    guard let row = row(inSlot: slot), let model = model(of: row.controller) else {
      return nil
    }
    return key(of: model)
  }

  // MARK: Showing

  func isEqual<Model: RowModel>(_ old: Model, _ new: any RowModel) -> Bool {
    (new as? Model) == old
  }

  func accepts<Cell: RowCell>(_ type: Cell.Type, _ model: any RowModel) -> Bool {
    model is Cell.Model
  }

  func show(_ model: any RowModel, in controller: any RowController) {
    if let host = controller as? ReusedCellRow {
      host.update(model)
    } else if let cell = shownCells[ObjectIdentifier(controller)]?.cell {
      show(model, inCell: cell)
    }
  }

  func show<Cell: RowCell>(_ model: any RowModel, inCell cell: Cell) {
    if let model = model as? Cell.Model { cell.setup(model: model) }
  }
}
