// SPDX-License-Identifier: Apache-2.0

import Expectations
import SourceDiagnostics
import Testing

@Suite struct NearMissTests {
  @Test func theFirstOfEquallyCloseNamesWins() {
    expectEqual(NearMiss.nearest(to: "kin_", in: ["kind", "kink"]), "kind")
    expectEqual(NearMiss.nearest(to: "kin_", in: ["kink", "kind"]), "kink")
  }

  @Test func aNameIsClearIfNoOtherIsAsClose() {
    #expect(NearMiss.isClear("kimd", in: ["kind", "count"]))
    #expect(NearMiss.isClear("kind_", in: ["kind", "kink"]))
    #expect(NearMiss.isClear("kimd", in: ["kind", "kind"]))
    #expect(!NearMiss.isClear("kin_", in: ["kind", "kink"]))
    #expect(!NearMiss.isClear("kin_", in: ["kimono", "kink", "kind"]))
    #expect(!NearMiss.isClear("kind", in: ["count"]))
  }

  @Test func onlyTheFirstUnknownNamesAreCompared() {
    let search = NearMissSearch()
    let names = ["kind", "count"]
    for number in 0..<1_000 {
      let match = search.match(for: "kimd", in: names)
      expectEqual((match != nil), (number < NearMissSearch.limit))
    }
    expectEqual(search.work, NearMissSearch.limit * names.count)
  }

  /// A list of diagnostics never shows an unknown name that wasn't compared.
  @Test func moreNamesAreComparedThanShown() {
    #expect(NearMissSearch.limit > DiagnosticList().limit)
  }
}
