// SPDX-License-Identifier: Apache-2.0

/// Lookups in the cycles of scalars that differ only in case (Unicode's simple case folding).
enum CaseFolding {
  /// Returns the index of the first entry in the table of cycles whose scalar isn't below `scalar`.
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

  /// Calls `body` with each other scalar in the cycle of the entry at `index`.
  static func forEachVariant(ofEntry index: Int, _ body: (UInt32) -> Void) {
    let table = CaseFoldingTable.orbits
    let start = table[index]
    var next = table[index + 1]
    // A cycle has at most four members; the bound keeps an invalid table from looping.
    for _ in 0..<8 where next != start {
      body(next)
      let entry = firstEntry(from: next)
      guard entry < table.count, table[entry] == next else { return }
      next = table[entry + 1]
    }
  }
}
