// SPDX-License-Identifier: Apache-2.0

import CHeap

/// Times and sizes.
enum Measuring {
  /// Returns the median of the times that a function takes, in microseconds.
  ///
  /// - Parameters:
  ///   - count: How often to call the function.
  ///   - body: The function; what it returns is kept until its time is taken.
  /// - Returns: The median.
  static func microseconds<Result>(_ count: Int, _ body: () throws -> Result) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<max(count, 1) {
      let start = ContinuousClock.now
      let result = try body()
      times.append((ContinuousClock.now - start) / .microseconds(1))
      withExtendedLifetime(result) {}
    }
    return times.sorted()[times.count / 2]
  }

  /// Returns what a function leaves on the heap per item, in bytes, or nil if the system doesn't tell.
  static func bytes<Kept>(each count: Int, _ body: () throws -> Kept) rethrows -> Double? {
    let before = ch_bytes_in_use()
    let kept = try body()
    let after = ch_bytes_in_use()
    return withExtendedLifetime(kept) {
      after == 0 ? nil : Double(Int(after) - Int(before)) / Double(count)
    }
  }

  /// Writes a number with a few digits that matter.
  static func text(_ number: Double) -> String {
    if number >= 100 { return "\(Int(number.rounded()))" }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Prints a row of a table.
  static func row(_ cells: [String]) { print("| " + cells.joined(separator: " | ") + " |") }
}
