// SPDX-License-Identifier: Apache-2.0

/// Lookups in the rings of scalars that differ by case alone (Unicode's simple case folding).
enum CaseFolding {
  /// The index, in the table of orbits, of the first entry whose scalar is not below `scalar`.
  static func firstEntry(from scalar: UInt32) -> Int {
    let table = CaseFoldingTable.orbits
    var low = 0
    var high = table.count / 2
    while low < high {
      let middle = (low + high) / 2
      if table[middle * 2] < scalar { low = middle + 1 } else { high = middle }
    }
    return low * 2
  }

  /// Calls `body` with each other scalar of the ring that the entry at `index` stands in.
  static func forEachVariant(ofEntry index: Int, _ body: (UInt32) -> Void) {
    let table = CaseFoldingTable.orbits
    let start = table[index]
    var next = table[index + 1]
    // A ring has at most four members; the bound keeps a broken table from looping.
    for _ in 0..<8 where next != start {
      body(next)
      let entry = firstEntry(from: next)
      guard entry < table.count, table[entry] == next else { return }
      next = table[entry + 1]
    }
  }
}
