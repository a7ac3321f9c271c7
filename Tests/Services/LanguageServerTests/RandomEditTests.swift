// SPDX-License-Identifier: Apache-2.0

import Foundation
import RandomEditing
import RandomTesting
import Testing

@Suite struct RandomEditTests {
  /// Edits all files in `Flows`, a million times in a long run, and compares what's found after every hundred edits.
  ///
  /// Each sequence has the files of one flow open, and every sixth one others, which aren't counted. Runs with other
  /// seeds add up. The program EditProbe makes the same edits, and is fast if it's optimized.
  @Test func aMillionEditsLeadToWhatACheckFinds() {
    let runs = RandomRuns(long: 1_200, every: 1_200, named: "edited files")
    let (counts, failed) = EditRun.run(runs.seeds, comparisons: isLongRun ? 10 : 1) {
      print($0)
      // The printed lines count if a long run is ended before its end.
      fflush(nil)
    }
    #expect(failed == 0, "what differs is above")
    #expect(!isLongRun || counts.quick * 10 > counts.checked)
  }
}
