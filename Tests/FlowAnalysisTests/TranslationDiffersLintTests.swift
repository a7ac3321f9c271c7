// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct TranslationDiffersLintTests {
  @Test func findingsMatchTheGolden() throws { try expectGolden("translation-differs") }

  @Test(arguments: [
    ("${a} and ${b}", "${b} und ${a}", false), ("${a}", "${b}", true), ("${a}", "a", true),
    ("a", "${a}", true), ("${a + b}", "${ a  +  b }", false), ("${a} ${a}", "${a}", false),
  ])
  func expressionsAreCompared(en: String, de: String, differs: Bool) {
    let found = ids(
      """
        - { ask: a, type: string, label: { en: A, de: A } }
        - { ask: b, type: string, label: { en: B, de: B } }
        - { note: told, text: { en: "\(en)", de: "\(de)" } }
      """)
    #expect(found == (differs ? ["translation-differs"] : []))
  }
}
