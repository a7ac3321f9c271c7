// SPDX-License-Identifier: Apache-2.0

import Foundation
import RandomTesting
import Testing

@Suite struct RandomEditTests {
  /// Edits all files in `Flows`, a million times in a long run, and compares what's found after every hundred edits.
  ///
  /// Each sequence has the files of one flow open, and every sixth one others, which aren't counted. Runs with other
  /// seeds add up.
  @Test func aMillionEditsLeadToWhatACheckFinds() {
    let runs = RandomRuns(long: 1_200, every: 1_200, named: "edited files")
    var counts = EditRun.Counts()
    for (number, seed) in runs.seeds.enumerated() {
      var run = EditRun(seed: seed)
      for _ in 0..<(isLongRun ? 10 : 1) where run.counts.differences == 0 { run.run(100) }
      counts += run.counts
      if run.counts.differences > 0 { Issue.record("differences with STACKFLOW_SEED=\(seed)") }
      // What's printed counts if a long run is ended before its end.
      if number % 20 == 0 || number + 1 == runs.count || counts.differences > 20 {
        print(
          "\(counts.edits) edits of the files in Flows, \(counts.comparisons) comparisons; "
            + "\(counts.quick) of \(counts.checked) edits of flows were checked quickly")
        fflush(nil)
      }
      if counts.differences > 20 { break }
    }
    #expect(!isLongRun || counts.quick * 10 > counts.checked)
  }
}
