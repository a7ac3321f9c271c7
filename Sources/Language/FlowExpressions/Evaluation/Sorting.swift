// SPDX-License-Identifier: Apache-2.0

extension EvaluationContext {
  /// Returns the pairs in ascending order of their keys; equal keys keep their order.
  ///
  /// The keys must all be of one ordered type.
  mutating func sorted(
    _ pairs: [(key: Value, value: Value)]
  ) throws(EvaluationError) -> [(key: Value, value: Value)] {
    guard let first = pairs.first else { return [] }
    let name = first.key.type.runtimeName
    for pair in pairs {
      switch pair.key {
      case .int, .uint, .double, .bool, .string, .bytes, .timestamp, .duration: break
      default:
        throw EvaluationError(
          .noOverload, "\(pair.key.type.briefWithArticle) can't be sorted by")
      }
      guard pair.key.type.runtimeName == name else {
        throw EvaluationError(
          .noOverload,
          "\(first.key.type.briefWithArticle) and \(pair.key.type.briefWithArticle) cannot be sorted together"
        )
      }
    }
    // Merge sort, because it's stable and its comparisons can fail and be counted.
    var from = pairs
    var to = pairs
    var width = 1
    while width < from.count {
      var start = 0
      while start < from.count {
        try merge(from, into: &to, start, width)
        start += 2 * width
      }
      swap(&from, &to)
      width *= 2
    }
    return from
  }

  private mutating func merge(
    _ from: [(key: Value, value: Value)], into to: inout [(key: Value, value: Value)],
    _ start: Int, _ width: Int
  ) throws(EvaluationError) {
    let middle = min(start + width, from.count)
    let end = min(start + 2 * width, from.count)
    var (left, right) = (start, middle)
    for position in start..<end {
      try charge(1)
      let takesLeft: Bool
      if left >= middle {
        takesLeft = false
      } else if right >= end {
        takesLeft = true
      } else {
        takesLeft =
          (try OperatorEvaluation.compare(from[left].key, from[right].key, &self) ?? 0) <= 0
      }
      if takesLeft {
        to[position] = from[left]
        left += 1
      } else {
        to[position] = from[right]
        right += 1
      }
    }
  }
}
