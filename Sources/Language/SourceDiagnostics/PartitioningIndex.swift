// SPDX-License-Identifier: Apache-2.0

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a predicate, as all elements after it do; the end if none does.
  ///
  /// - Parameter isBehind: The predicate.
  /// - Returns: The index.
  /// - Complexity: O(log *n*) in the number of elements.
  @inlinable
  package func partitioningIndex(where isBehind: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if try isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
