// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import SourceDiagnostics

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

  @Test(arguments: dailyPart(of: Array(0..<20), every: 4, named: "near names"))
  func bytesAreAsFarApartAsTheirCharacters(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func name() -> String {
      String(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
          "abc_".randomElement(using: &random) ?? "a"
        })
    }
    for _ in 0..<50 {
      let (one, other) = (name(), name())
      expectEqual(
        NearMiss.editDistance(Array(one.utf8), Array(other.utf8)),
        NearMiss.editDistance(Array(one), Array(other)), "seed \(seed): \(one), \(other)")
    }
  }

  @Test func namesBesidesASCIIAreComparedByCharacters() {
    expectEqual(NearMiss.nearest(to: "größe", in: ["groesse", "größen"]), "größen")
    expectEqual(NearMiss.nearest(to: "ÉCOLE", in: ["école_"]), "école_")
  }
}
