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

  /// Letters are counted before names are compared, which changes nothing.
  @Test func theClosestAreThoseOfAWholeComparison() {
    let letters = Array("aAbBcz_1é")
    for seed in RandomRuns(long: 50_000, named: "near misses").seeds {
      var random = SeededGenerator(seed: seed)
      func name() -> String {
        String(
          (0..<Int.random(in: 0...9, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? "a"
          })
      }
      let (wanted, names) = (name(), (0..<12).map { _ in name() })
      var (closest, least): ([String], Int) = ([], .max)
      for other in names where other != wanted {
        let (left, right) = (Array(wanted.lowercased()), Array(other.lowercased()))
        let distance = NearMiss.editDistance(left, right)
        guard distance <= max(1, max(left.count, right.count) / 3),
          distance < min(left.count, right.count), distance <= least
        else { continue }
        if distance < least { (closest, least) = ([], distance) }
        closest.append(other)
      }
      expectEqual(NearMiss.closest(to: wanted, in: names), closest, "seed \(seed)")
    }
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
