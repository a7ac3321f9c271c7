// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite struct MissingTranslationLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("missing-translation") }

  @Test(arguments: [
    ("{ en: One, de: Eins }", 0), ("One", 1), ("{ de: Eins }", 1), ("'1'", 0),
    ("{ en: One, de-CH: Eis }", 0), ("{ en-GB: One, de: Eins }", 0),
  ])
  func missingLanguagesAreReported(text: String, count: Int) {
    let found = ids(
      """
        - { note: first, text: { en: First, de: Erstens } }
        - { note: told, text: \(text) }
      """)
    expectEqual(found, Array(repeating: "missing-translation", count: count))
  }

  @Test func aFlowInOneLanguageNeedsNoTranslations() {
    expectEqual(ids("  - { note: first, text: First }"), [])
  }
}
