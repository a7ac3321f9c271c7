// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import RandomTesting
import SourceDiagnostics
import Testing

/// A flow made in code has the same findings as the equivalent file.
@Suite struct DefinitionAgreementTests {
  @Test func aDefinitionHasTheFindingsOfItsFile() throws {
    let runs = RandomRuns(long: 15_000, every: 200, named: "definitions and files")
    var broken = 0
    for seed in runs.seeds {
      var random = RandomFlow(seed: seed)
      let when = random.condition()
      // Without a guard, it may read a name that isn't asked on every path.
      let text = random.text(probe: random.subject()?.test ?? "true", when: when)
      let loaded = FlowFile.load(text, name: "f")
      let checked = FlowFile.check(try #require(loaded.definition, "seed \(seed)\n\(text)"))
      let words = DiagnosticRenderer().render(checked.diagnostics)
      try #require(ids(checked) == ids(loaded), "seed \(seed)\n\(text)\n\(words)")
      try #require(
        checked.diagnostics.diagnostics.allSatisfy { $0.place.path?.hasPrefix("step '") == true },
        "seed \(seed)\n\(words)")
      broken += loaded.flow == nil ? 1 : 0
    }
    #expect(runs.holds(broken, of: 1 / 30))
  }

  private func ids(_ loaded: LoadedFlow) -> [DiagnosticID] {
    loaded.diagnostics.diagnostics.map(\.id)
  }
}
