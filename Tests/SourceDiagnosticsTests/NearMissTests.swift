// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics
import Testing

@Suite struct NearMissTests {
  @Test func theFirstOfEquallyCloseNamesWins() {
    #expect(NearMiss.nearest(to: "kin_", in: ["kind", "kink"]) == "kind")
    #expect(NearMiss.nearest(to: "kin_", in: ["kink", "kind"]) == "kink")
  }

  @Test func aNameIsClearIfNoOtherIsAsClose() {
    #expect(NearMiss.isClear("kimd", in: ["kind", "count"]))
    #expect(NearMiss.isClear("kind_", in: ["kind", "kink"]))
    #expect(NearMiss.isClear("kimd", in: ["kind", "kind"]))
    #expect(!NearMiss.isClear("kin_", in: ["kind", "kink"]))
    #expect(!NearMiss.isClear("kin_", in: ["kimono", "kink", "kind"]))
    #expect(!NearMiss.isClear("kind", in: ["count"]))
  }
}
