// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode scalars, as ascending ranges that don't overlap or touch.
struct ScalarSet: Hashable, Sendable {
  /// The largest Unicode scalar.
  static let last: UInt32 = 0x10FFFF

  /// The bounds, both inclusive, one pair for each range.
  private(set) var bounds: [UInt32] = []

  /// The empty set.
  init() {}

  /// The set of one scalar.
  init(_ scalar: UInt32) { bounds = [scalar, scalar] }

  /// Creates the set of ranges whose inclusive bounds are given in pairs, in any order.
  init(pairs: [UInt32]) {
    bounds = pairs
    normalize()
  }

  /// Every scalar.
  static let all = ScalarSet(pairs: [0, last])

  /// Every scalar except the line feed.
  static let allButNewline = ScalarSet(pairs: [0, 9, 11, last])

  /// The number of ranges.
  var rangeCount: Int { bounds.count / 2 }

  /// Whether the set has no members.
  var isEmpty: Bool { bounds.isEmpty }

  /// Returns whether a scalar is a member, in O(log *n*) for *n* ranges.
  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = rangeCount
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle * 2 + 1] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < rangeCount && bounds[low * 2] <= scalar
  }

  /// Every scalar that isn't a member.
  var inverted: ScalarSet {
    var result = ScalarSet()
    var next: UInt32 = 0
    for index in stride(from: 0, to: bounds.count, by: 2) {
      if bounds[index] > next { result.bounds += [next, bounds[index] - 1] }
      next = bounds[index + 1] + 1
    }
    if next <= ScalarSet.last { result.bounds += [next, ScalarSet.last] }
    return result
  }

  /// The members, and every scalar that differs from a member only in case.
  ///
  /// - Complexity: O(*n* + *m* log *m*) for *n* ranges and *m* scalars with case.
  var folded: ScalarSet {
    let table = CaseFoldingTable.orbits
    var pairs = bounds
    for index in stride(from: 0, to: bounds.count, by: 2) {
      var entry = CaseFolding.firstEntry(from: bounds[index])
      while entry < table.count, table[entry] <= bounds[index + 1] {
        CaseFolding.forEachVariant(ofEntry: entry) { pairs += [$0, $0] }
        entry += 2
      }
    }
    return pairs.count == bounds.count ? self : ScalarSet(pairs: pairs)
  }

  private mutating func normalize() {
    var starts = stride(from: 0, to: bounds.count, by: 2).map { index -> (UInt32, UInt32) in
      (bounds[index], bounds[index + 1])
    }
    starts.sort { (first: (UInt32, UInt32), second: (UInt32, UInt32)) in first.0 < second.0 }
    var result: [UInt32] = []
    result.reserveCapacity(bounds.count)
    for (low, high) in starts where low <= high {
      if let end = result.last, end >= low || end + 1 == low {
        if high > end { result[result.count - 1] = high }
      } else {
        result.append(low)
        result.append(high)
      }
    }
    bounds = result
  }
}
