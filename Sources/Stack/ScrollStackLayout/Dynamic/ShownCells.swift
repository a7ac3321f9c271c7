// SPDX-License-Identifier: Apache-2.0

/// A cell that is the controller of its row, and the model that it shows.
struct ShownCell {
  let cell: any RowCell
  var model: any RowModel
}

/// Cells with their models, found by the identity of the cell.
///
/// The cells are in one array and a ``SlotTable`` finds them, which takes half as much memory as a
/// dictionary.
struct ShownCells {
  private var cells: [ShownCell?] = []
  private var free: [Int32] = []
  private var places = SlotTable()

  /// The number of cells.
  var count: Int { places.count }

  /// The cell with an identity; nil if there's none.
  subscript(_ id: ObjectIdentifier) -> ShownCell? {
    get { place(of: id).flatMap { cells[Int($0)] } }
    set {
      if let place = place(of: id) {
        cells[Int(place)] = newValue
        guard newValue == nil else { return }
        places.remove(hash: Int(bitPattern: id)) { $0 == place }
        free.append(place)
      } else if let newValue {
        insert(newValue, id)
      }
    }
  }

  /// Reserves room for more cells.
  mutating func reserve(_ more: Int) {
    guard more > free.count else { return }
    cells.reserveCapacity(cells.count + more - free.count)
  }

  private func place(of id: ObjectIdentifier) -> Int32? {
    places.slot(hash: Int(bitPattern: id)) { self.id(at: $0) == id }
  }

  private func id(at place: Int32) -> ObjectIdentifier? {
    cells[Int(place)].map { ObjectIdentifier($0.cell) }
  }

  private mutating func insert(_ cell: ShownCell, _ id: ObjectIdentifier) {
    let place = free.popLast() ?? Int32(cells.count)
    if Int(place) == cells.count { cells.append(cell) } else { cells[Int(place)] = cell }
    let table = cells
    places.insert(place, hash: Int(bitPattern: id)) { place in
      table[Int(place)].map { Int(bitPattern: ObjectIdentifier($0.cell)) } ?? 0
    }
  }
}
