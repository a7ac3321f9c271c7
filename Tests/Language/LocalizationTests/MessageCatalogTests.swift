// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import Localization

@Suite struct MessageCatalogTests {
  @Test(arguments: MessageCatalog.builtIn)
  func everyMessageHasThePlaceholdersAndFormsOfItsLanguage(catalog: MessageCatalog) throws {
    for id in MessageID.allCases {
      let pattern = try MessagePattern(catalog.pattern(of: id))
      let english = try MessagePattern(MessageCatalog.english.pattern(of: id))
      expectEqual(pattern.placeholders, english.placeholders, "\(id)")
      for forms in pattern.pluralForms {
        expectEqual(forms, catalog.pluralRule.categories, "\(id)")
      }
      expectEqual(catalog.pattern(of: id).isEmpty, false, "\(id)")
    }
  }

  @Test(arguments: MessageCatalog.builtIn)
  func aLanguageSaysYesAndNoInItsOwnWordsAndInEnglish(catalog: MessageCatalog) {
    expectEqual(catalog.yesOrNo(catalog.yes), true)
    expectEqual(catalog.yesOrNo(catalog.no), false)
    expectEqual(catalog.yesOrNo("YES"), true)
    expectEqual(catalog.yesOrNo("n"), false)
    #expect(catalog.yesOrNo("perhaps") == nil)
    expectEqual(catalog.yesOrNo(typed: catalog.yes), true)
    expectEqual(catalog.yesOrNo(typed: catalog.no), false)
    let words = catalog.conventions.yes + catalog.conventions.no
    expectEqual(Set(words).count, words.count)
    #expect(catalog.meansAll(catalog.all) && catalog.meansAll("all"))
    #expect(catalog.meansNone(catalog.none) && catalog.meansNone("none"))
    #expect(!catalog.meansAll(catalog.none) && !catalog.meansNone(catalog.all))
  }

  @Test(arguments: [
    ("en", "en"), ("en-GB", "en"), ("EN_us.UTF-8", "en"), ("de_AT@euro", "de"), ("de-AT", "de"),
    ("FR", "fr"), ("ja_JP.eucJP", "ja"), ("tlh", nil),
    ("", nil), ("-", nil), ("english", nil),
  ])
  func aTagFallsBackToAMoreGeneralOne(tag: String, language: String?) {
    expectEqual(MessageCatalog.builtIn(for: tag)?.language, language)
  }

  @Test func aLanguageThatIsAddedFallsBackToEnglishEntryByEntry() {
    let danish = MessageCatalog(
      language: "da",
      patterns: [
        .answerNeeded: "et svar mangler", .noStep: "der er intet trin {id}",
        .itemMissing: "intet punkt {nummer}",
      ], pluralRule: .oneAndOther)
    expectEqual(danish.text(.answerNeeded), "et svar mangler")
    expectEqual(danish.text(.noStep, ["id": .quoted("a")]), "der er intet trin 'a'")
    expectEqual(danish.text(.firstStep), "this is the first step")
    // A placeholder that the message doesn't have is a mistake.
    expectEqual(danish.text(.itemMissing, ["number": 2]), "there is no item 2")
    expectEqual(danish.missing.count, MessageID.allCases.count - 2)
    #expect(MessageCatalog.english.missing.isEmpty)
  }

  @Test func catalogsAreEqualWhenTheySayTheSame() {
    let one = MessageCatalog(language: "da", patterns: [.denied: "nej"])
    expectEqual(one, MessageCatalog(language: "da", patterns: [.denied: "nej"]))
    #expect(one != MessageCatalog(language: "da", patterns: [:]))
    #expect(one != .english)
    expectEqual(MessageCatalog.builtIn(for: "en"), .english)
  }

  @Test func longAnswersAreNotRepeatedWhole() {
    let word = String(repeating: "x", count: 61)
    let text = MessageCatalog.english.text(.notAChoice, ["word": .echo(word)])
    expectEqual(text, "'\(word.dropLast())…' isn't one of the choices")
    expectEqual(
      MessageCatalog.english.text(.notAChoice, ["word": .echo(String(word.dropLast()))]),
      "'\(word.dropLast())' isn't one of the choices")
  }

  @Test(arguments: [
    ([], "", ""), (["a"], "a", "a"), (["a", "b"], "a and b", "a or b"),
    (["a", "b", "c"], "a, b and c", "a, b or c"),
  ])
  func itemsAreEnumerated(items: [String], all: String, any: String) {
    expectEqual(MessageCatalog.english.all(of: items), all)
    expectEqual(MessageCatalog.english.any(of: items), any)
  }

  @Test(arguments: [
    ("a", "a."), ("a.", "a."), ("is it?", "is it?"), ("a 'b'", "a 'b'."), ("a (b)", "a (b)."),
    ("", ""), ("終わり", "終わり"), ("wait…", "wait…"), ("סוף", "סוף."), ("«fin»", "«fin»."),
  ])
  func aSentenceEndsWithAFullStopWhereItsScriptHasOne(text: String, sentence: String) {
    expectEqual(MessageCatalog.english.sentence(text), sentence)
  }

  @Test(arguments: [("終わり", "終わり。"), ("「a」", "「a」。"), ("a", "a."), ("必要です: a", "必要です: a。")])
  func aJapaneseSentenceEndsWithItsOwnFullStop(text: String, sentence: String) {
    expectEqual(MessageCatalog.builtIn(for: "ja")?.sentence(text), sentence)
  }
}
