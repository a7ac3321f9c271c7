// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How many random sequences to run and from which seed.
///
/// `STACKFLOW_LONG=1` runs all; every day a fiftieth is run. `STACKFLOW_SEED=n` repeats a run.
struct RandomRuns {
  let count: Int
  let firstSeed: UInt64

  init(long: Int, named name: String) {
    let environment = ProcessInfo.processInfo.environment
    count = environment["STACKFLOW_LONG"] == "1" ? long : long / 50
    firstSeed =
      environment["STACKFLOW_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
    print("\(name): \(count) sequences from STACKFLOW_SEED=\(firstSeed)")
  }

  var seeds: LazyMapSequence<Range<Int>, UInt64> {
    (0..<count).lazy.map { [firstSeed] in firstSeed &+ UInt64($0) }
  }
}
