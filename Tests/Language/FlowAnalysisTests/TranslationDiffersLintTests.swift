// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite struct TranslationDiffersLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("translation-differs") }

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
    expectEqual(found, (differs ? ["translation-differs"] : []))
  }

  /// Values and lists in blocks are compared, wherever they are, and conditions aren't.
  @Test(arguments: [
    ("${if a == '1'}${b}${end}", "${b}", false), ("${if a == '1'}x${end}", "x", false),
    ("${if a == '1'}${b}${end}", "x", true),
    ("${b}", "${if a == '1'}${b}${else}${b} x${end}", false),
    ("${for c in [a]}${c}${end}", "${a}", true),
    ("${for c in [a]}${c}${end}", "${for c in [a]}${c}x${end}", false),
    ("${for c in [a]}x${end}", "x", true),
    ("${for c in [a]}${b}${end}", "${for c in [b]}${b}${end}", true),
  ])
  func blocksAreCompared(en: String, de: String, differs: Bool) {
    let found = ids(
      """
        - { ask: a, type: string, label: { en: A, de: A } }
        - { ask: b, type: string, label: { en: B, de: B } }
        - note: told
          text:
            en: "\(en)"
            de: "\(de)"
      """)
    expectEqual(found, (differs ? ["translation-differs"] : []))
  }

  /// Each language has its own form of a date, but not another date.
  @Test(arguments: [
    ("${formatDate(d, '%B %-d, %Y')}", "${formatDate(d, '%-d. %B %Y', 'de')}", false),
    ("${formatDate(d, '%B %-d', 'en')}", "${formatDate(d, '%-d. %B', 'de')}", false),
    ("${formatDate(d, '%B')}", "${formatDate(e, '%B', 'de')}", true),
    ("${formatDate(d, '%B')}", "${formatDate(d, e)}", true),
    ("${formatDate(d, '%B')}", "${d}", true),
  ])
  func datesAreWrittenInTheWayOfTheLanguage(en: String, de: String, differs: Bool) {
    let found = ids(
      """
        - { ask: d, type: date, label: { en: D, de: D } }
        - { ask: e, type: date, label: { en: E, de: E } }
        - { note: told, text: { en: "\(en)", de: "\(de)" } }
      """)
    expectEqual(found, (differs ? ["translation-differs"] : []))
  }

  /// Data is translated by names that contain the language.
  @Test(arguments: [
    ("${d.en}", "${d.de}", false), ("${d['en']}", "${d['de']}", false),
    ("${text_en}", "${text_de}", false), ("${d.en + d.x}", "${d.de + d.x}", false),
    ("${d.en}", "${d.en}", false), ("${d.en}", "${d.x}", true), ("${d.de}", "${d.en}", true),
    ("${d.en}", "${text_de}", true), ("${d.en == 'de'}", "${d.de == 'x'}", true),
  ])
  func dataInTheLanguageOfTheTextIsTheSame(en: String, de: String, differs: Bool) {
    let found = ids(
      """
        - { note: told, text: { en: "\(en)", de: "\(de)" } }
      """,
      inputs: """
          d: { type: { en: string, de: string, x: string } }
          text_en: { type: string }
          text_de: { type: string }
        """)
    expectEqual(found.filter { $0 != "unused-answer" }, (differs ? ["translation-differs"] : []))
  }

  /// A text for a region may use the data of its language.
  @Test func dataOfALanguageServesItsRegions() {
    let found = ids(
      """
        - { note: told, text: { en: "${d.en}", de-AT: "${d.de}" } }
        - { note: more, text: { en: "${d.en}", de-AT: "${d.de_at}" } }
      """,
      inputs: "  d: { type: { en: string, de: string, de_at: string } }")
    expectEqual(found, [])
  }
}
