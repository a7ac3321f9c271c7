// SPDX-License-Identifier: Apache-2.0

/// The scalars, partitioned into classes whose members no set of a pattern distinguishes.
///
/// The machines work with class numbers, so their tables are small, whatever the alphabet.
struct ScalarPartition: Sendable {
  /// The number of classes, at least one.
  let count: Int

  /// The classes of the 128 ASCII scalars.
  let ascii: [Int32]

  /// The first scalars of the intervals, ascending, starting with zero.
  private let starts: [UInt32]

  /// The class of each interval.
  private let classes: [Int32]

  /// Creates the coarsest partition that the sets allow.
  ///
  /// - Complexity: O(*r* log *r* + *s* · *r*) for *r* ranges and *s* different sets, where a set
  ///   counts as the smaller of itself and its complement.
  init(refining sets: [ScalarSet]) {
    var starts: [UInt32] = [0]
    for set in sets {
      for index in stride(from: 0, to: set.bounds.count, by: 2) {
        starts.append(set.bounds[index])
        if set.bounds[index + 1] < ScalarSet.last { starts.append(set.bounds[index + 1] + 1) }
      }
    }
    starts.sort()
    var kept = 0
    for start in starts where start != starts[kept] {
      kept += 1
      starts[kept] = start
    }
    starts.removeSubrange((kept + 1)...)

    var classes = [Int32](repeating: 0, count: starts.count)
    var next: Int32 = 1
    var renamed: [Int32: Int32] = [:]
    for set in sets {
      renamed.removeAll(keepingCapacity: true)
      for interval in Self.smallerSide(of: set, starts).intervals {
        let old = classes[interval]
        if let new = renamed[old] {
          classes[interval] = new
        } else {
          renamed[old] = next
          classes[interval] = next
          next += 1
        }
      }
    }

    var numbers: [Int32: Int32] = [:]
    for index in classes.indices {
      let number = numbers[classes[index]] ?? Int32(numbers.count)
      numbers[classes[index]] = number
      classes[index] = number
    }
    self.starts = starts
    self.classes = classes
    count = numbers.count
    ascii = (0..<128).map { Self.find($0, starts, classes) }
  }

  /// Returns the class of a scalar, in O(1) for ASCII and otherwise in O(log *n*) for *n*
  /// intervals.
  func classOf(_ scalar: UInt32) -> Int32 {
    scalar < 128 ? ascii[Int(scalar)] : Self.find(scalar, starts, classes)
  }

  /// Returns the classes that make up a set, which must be one of those given to the initializer.
  ///
  /// If `areComplement` is true, they're the classes that the set excludes.
  func members(of set: ScalarSet) -> (classes: Set<Int32>, areComplement: Bool) {
    let side = Self.smallerSide(of: set, starts)
    return (Set(side.intervals.map { classes[$0] }), side.isComplement)
  }

  private static func find(_ scalar: UInt32, _ starts: [UInt32], _ classes: [Int32]) -> Int32 {
    classes[lastIndex(notAbove: scalar, starts)]
  }

  private static func lastIndex(notAbove scalar: UInt32, _ starts: [UInt32]) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  /// The intervals inside the set, or those outside it if they're fewer.
  private static func smallerSide(
    of set: ScalarSet, _ starts: [UInt32]
  ) -> (intervals: [Int], isComplement: Bool) {
    var inside: [Range<Int>] = []
    var covered = 0
    for index in stride(from: 0, to: set.bounds.count, by: 2) {
      let first = lastIndex(notAbove: set.bounds[index], starts)
      let last = lastIndex(notAbove: set.bounds[index + 1], starts)
      inside.append(first..<last + 1)
      covered += last + 1 - first
    }
    if covered * 2 <= starts.count { return (inside.flatMap { Array($0) }, false) }
    var outside: [Int] = []
    var next = 0
    for range in inside {
      outside += next..<range.lowerBound
      next = range.upperBound
    }
    outside += next..<starts.count
    return (outside, true)
  }
}
