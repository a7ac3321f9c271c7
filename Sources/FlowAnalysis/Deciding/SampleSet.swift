// SPDX-License-Identifier: Apache-2.0

/// A set of small numbers: which samples of a term are still possible.
struct SampleSet: Hashable {
  private var first: UInt64 = 0
  private var rest: [UInt64] = []

  /// The empty set of numbers below a count.
  init(count: Int) {
    if count > 64 { rest = Array(repeating: 0, count: (count - 1) / 64) }
  }

  /// All numbers below a count.
  init(all count: Int) {
    self.init(count: count)
    for number in 0..<count { insert(number) }
  }

  mutating func insert(_ number: Int) {
    if number < 64 {
      first |= 1 << UInt64(number)
    } else {
      rest[number / 64 - 1] |= 1 << UInt64(number % 64)
    }
  }

  func contains(_ number: Int) -> Bool {
    let word = number < 64 ? first : rest[number / 64 - 1]
    return word & (1 << UInt64(number % 64)) != 0
  }

  var isEmpty: Bool { first == 0 && rest.allSatisfy { $0 == 0 } }

  /// The least number in it.
  var least: Int? {
    if first != 0 { return first.trailingZeroBitCount }
    for (index, word) in rest.enumerated() where word != 0 {
      return (index + 1) * 64 + word.trailingZeroBitCount
    }
    return nil
  }

  func intersection(_ other: SampleSet) -> SampleSet {
    var result = self
    result.first &= other.first
    for index in rest.indices { result.rest[index] &= other.rest[index] }
    return result
  }

  func subtracting(_ other: SampleSet) -> SampleSet {
    var result = self
    result.first &= ~other.first
    for index in rest.indices { result.rest[index] &= ~other.rest[index] }
    return result
  }
}
