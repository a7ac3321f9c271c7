// SPDX-License-Identifier: Apache-2.0

import Localization
import Testing

@Suite struct MessageCatalogTests {
  @Test(arguments: MessageCatalog.builtIn, MessageID.allCases)
  func everyMessageHasThePlaceholdersAndFormsOfItsLanguage(
    catalog: MessageCatalog, id: MessageID
  ) throws {
    let pattern = try MessagePattern(catalog.pattern(of: id))
    let english = try MessagePattern(MessageCatalog.english.pattern(of: id))
    #expect(pattern.placeholders == english.placeholders)
    for forms in pattern.pluralForms { #expect(forms == catalog.pluralRule.categories) }
    #expect(!catalog.pattern(of: id).isEmpty)
  }

  @Test(arguments: MessageCatalog.builtIn)
  func aLanguageSaysYesAndNoInItsOwnWordsAndInEnglish(catalog: MessageCatalog) {
    #expect(catalog.yesOrNo(catalog.yes) == true)
    #expect(catalog.yesOrNo(catalog.no) == false)
    #expect(catalog.yesOrNo("YES") == true)
    #expect(catalog.yesOrNo("n") == false)
    #expect(catalog.yesOrNo("perhaps") == nil)
    #expect(catalog.yesOrNo(typed: catalog.yes) == true)
    #expect(catalog.yesOrNo(typed: catalog.no) == false)
    let words = catalog.conventions.yes + catalog.conventions.no
    #expect(Set(words).count == words.count)
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
    #expect(MessageCatalog.builtIn(for: tag)?.language == language)
  }

  @Test func aLanguageThatIsAddedFallsBackToEnglishEntryByEntry() {
    let danish = MessageCatalog(
      language: "da",
      patterns: [
        .answerNeeded: "et svar mangler", .noStep: "der er intet trin {id}",
        .itemMissing: "intet punkt {nummer}",
      ], pluralRule: .oneAndOther)
    #expect(danish.text(.answerNeeded) == "et svar mangler")
    #expect(danish.text(.noStep, ["id": .quoted("a")]) == "der er intet trin 'a'")
    #expect(danish.text(.firstStep) == "this is the first step")
    // A placeholder that the message doesn't have is a mistake.
    #expect(danish.text(.itemMissing, ["number": 2]) == "there is no item 2")
    #expect(danish.missing.count == MessageID.allCases.count - 2)
    #expect(MessageCatalog.english.missing.isEmpty)
  }

  @Test func catalogsAreEqualWhenTheySayTheSame() {
    let one = MessageCatalog(language: "da", patterns: [.denied: "nej"])
    #expect(one == MessageCatalog(language: "da", patterns: [.denied: "nej"]))
    #expect(one != MessageCatalog(language: "da", patterns: [:]))
    #expect(one != .english)
    #expect(MessageCatalog.builtIn(for: "en") == .english)
  }

  @Test func longAnswersAreNotRepeatedWhole() {
    let word = String(repeating: "x", count: 61)
    let text = MessageCatalog.english.text(.notAChoice, ["word": .echo(word)])
    #expect(text == "'\(word.dropLast())…' isn't one of the choices")
    #expect(
      MessageCatalog.english.text(.notAChoice, ["word": .echo(String(word.dropLast()))])
        == "'\(word.dropLast())' isn't one of the choices")
  }

  @Test(arguments: [
    ([], "", ""), (["a"], "a", "a"), (["a", "b"], "a and b", "a or b"),
    (["a", "b", "c"], "a, b and c", "a, b or c"),
  ])
  func itemsAreEnumerated(items: [String], all: String, any: String) {
    #expect(MessageCatalog.english.all(of: items) == all)
    #expect(MessageCatalog.english.any(of: items) == any)
  }

  @Test(arguments: [
    ("a", "a."), ("a.", "a."), ("is it?", "is it?"), ("a 'b'", "a 'b'."), ("a (b)", "a (b)."),
    ("", ""), ("終わり", "終わり"), ("wait…", "wait…"), ("סוף", "סוף."), ("«fin»", "«fin»."),
  ])
  func aSentenceEndsWithAFullStopWhereItsScriptHasOne(text: String, sentence: String) {
    #expect(MessageCatalog.english.sentence(text) == sentence)
  }

  @Test(arguments: [("終わり", "終わり。"), ("「a」", "「a」。"), ("a", "a."), ("必要です: a", "必要です: a。")])
  func aJapaneseSentenceEndsWithItsOwnFullStop(text: String, sentence: String) {
    #expect(MessageCatalog.builtIn(for: "ja")?.sentence(text) == sentence)
  }
}
