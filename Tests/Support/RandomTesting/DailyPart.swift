// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The cases that are tested in this run: all of them in a long run, and otherwise one of every
/// few, which over the days are all of them.
///
/// `STACKFLOW_SEED=n` repeats a run.
///
/// - Parameters:
///   - cases: All cases.
///   - count: The length of a period, at least 1, of which one case is tested.
///   - name: The name of the cases.
/// - Returns: The cases of this run.
public func dailyPart<Case>(of cases: [Case], every count: Int, named name: String) -> [Case] {
  guard !isLongRun, count > 1 else { return cases }
  let first = Int(RandomRuns(long: 50, named: name).firstSeed % UInt64(count))
  return cases.enumerated().filter { $0.offset % count == first % count }.map(\.element)
}
