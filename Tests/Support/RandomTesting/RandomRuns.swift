// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether this is a long run: `STACKFLOW_LONG=1`, which `Scripts/test --long` sets.
public let isLongRun = ProcessInfo.processInfo.environment["STACKFLOW_LONG"] == "1"

/// The number of random sequences to run, and the first seed.
///
/// `STACKFLOW_LONG=1` runs all of them; otherwise, a part that takes about a second of the processor.
/// `STACKFLOW_SEED=n` repeats a run.
public struct RandomRuns {
  /// The number of sequences, at least 1.
  ///
  /// A test's expectation of all of them scales with it.
  public let count: Int

  /// The seed of the first sequence; the others follow it.
  public let firstSeed: UInt64

  /// Reads the environment, and prints the first seed.
  ///
  /// - Parameters:
  ///   - long: The number of sequences in a long run.
  ///   - part: The number of days in which daily runs test as many.
  ///   - name: The name of the comparison.
  public init(long: Int, every part: Int = 50, named name: String) {
    let environment = ProcessInfo.processInfo.environment
    count = isLongRun ? long : max(1, long / part)
    firstSeed =
      environment["STACKFLOW_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
    print("\(name): \(count) sequences from STACKFLOW_SEED=\(firstSeed)")
  }

  /// The seeds, one for each sequence.
  public var seeds: LazyMapSequence<Range<Int>, UInt64> {
    (0..<count).lazy.map { [firstSeed] in firstSeed &+ UInt64($0) }
  }

  /// Whether as many sequences as expected did something, give or take the chance of a short run.
  ///
  /// A test that proves nothing because its sequences get nowhere fails here. The bound is five standard deviations
  /// below the share, so a right test doesn't fail by chance.
  ///
  /// - Parameters:
  ///   - number: The number of sequences that did it.
  ///   - share: The part of all sequences that at least do it, from 0 to 1.
  /// - Returns: Whether the number isn't too small.
  public func holds(_ number: Int, of share: Double) -> Bool {
    let expected = Double(count) * share
    return Double(number) > expected - 5 * expected.squareRoot()
  }
}
