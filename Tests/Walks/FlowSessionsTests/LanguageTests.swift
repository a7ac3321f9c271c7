// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import Localization
import Testing

/// Languages: which text is read, and how an answer changes it.
@Suite struct LanguageTests {
  static let flowText = """
    flow: 1
    id: greet
    language: en
    title: Welcome
    steps:
      - { ask: lang, type: choice, choices: [en, de, he], sets: language, label: Language }
      - { ask: name, type: string, label: Name, hint: { en: any, fr: quelconque } }
      - { note: hello, text: "Hello ${name}" }
    """

  static let files = [
    "greet.de.texts.yaml":
      "lang.label: Sprache\nname.label: Name (de)\nhello.text: Hallo ${name}\n",
    "greet.de-AT.texts.yaml": "hello.text: Servus ${name}\n",
    "greet.he.texts.yaml": "title: ברוכים הבאים\nname.label: שם\nhello.text: \"שלום ${name}!\"\n",
  ]

  private func walker(language: String? = nil) throws -> Walker {
    let flow = try checkedFlow(
      Self.flowText, name: "greet.flow.yaml", files: MemoryFileSource(texts: Self.files))
    return try Walker(flow, options: SessionOptions(language: language))
  }

  /// The program speaks the language of the flow's texts, unless it's told to speak another.
  @Test(
    arguments: [
      (nil, nil, "en"), ("de_AT.UTF-8", nil, "de"), ("he", nil, "he"), ("ja", nil, "en"),
      ("ja", "ja", "ja"), ("de", "fr", "fr"),
    ] as [(String?, String?, String)])
  func theProgramSpeaksAsTheFlowDoes(
    language: String?, chosen: String?, words: String
  ) throws {
    let flow = try walker().session.flow
    let options = SessionOptions(
      language: language, catalog: chosen.flatMap { MessageCatalog.builtIn(for: $0) })
    expectEqual(options.catalog(for: flow).language, words)
  }

  @Test func aFlowInAnotherLanguageLeavesTheWordsToTheEnvironment() throws {
    let text = "flow: 1\nid: d\nlanguage: da\nsteps: [{ ask: a, type: string }]\n"
    let flow = try checkedFlow(text, name: "d.flow.yaml")
    expectEqual(SessionOptions(language: "nl").catalog(for: flow).language, "nl")
    expectEqual(SessionOptions(language: "da").catalog(for: flow).language, "en")
  }

  @Test func anAnswerChangesTheWordsAndGoingBackRestoresThem() throws {
    var walker = try walker()
    _ = walker.send(.answer(.text("he")))
    expectEqual(walker.session.catalog.language, "he")
    _ = walker.send(.back(steps: 1))
    expectEqual(walker.session.catalog.language, "en")
  }

  @Test(
    arguments: [
      (nil, "Hello ada"), ("en", "Hello ada"), ("de", "Hallo ada"), ("de-AT", "Servus ada"),
      ("DE-at", "Servus ada"), ("de_AT.UTF-8", "Servus ada"), ("de-CH", "Hallo ada"),
      ("fr", "Hello ada"),
    ] as [(String?, String)])
  func aTextFallsBackToTheLanguageThenToTheFlows(language: String?, text: String) throws {
    var walker = try walker(language: language)
    let flow = walker.session.flow
    // Without the answer that sets it: the session's own.
    let own = try Walker(
      try checkedFlow(
        Self.flowText.replacing("sets: language, ", with: ""), name: "greet.flow.yaml",
        files: MemoryFileSource(texts: Self.files)), options: SessionOptions(language: language))
    walker = own
    walker.type("en", "ada")
    expectEqual(walker.step?.text, text)
    expectEqual(flow.definition.language, "en")
  }

  @Test func aMissingTranslationFallsBackToTheFlowsLanguage() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      language: en
      steps:
        - { ask: a, type: string, label: { de: Erste, en: First } }
      """, options: SessionOptions(language: "it"))
    expectEqual(walker.step?.focusedField?.label, "First")
    walker.type("x")
  }

  @Test func anAnswerSetsTheLanguageOfTheStepsAboveAndGoingBackRestoresIt() throws {
    var walker = try walker()
    expectEqual(walker.step?.focusedField?.label, "Language")
    walker.type("de")
    expectEqual(walker.step?.focusedField?.label, "Name (de)")
    walker.type("ada")
    expectEqual(walker.step?.text, "Hallo ada")
    walker.send(.backTo("lang"))
    expectEqual(walker.step?.focusedField?.label, "Language", "the step is not above its answer")
    walker.type("he")
    expectEqual(walker.step?.focusedField?.label, "שם")
    expectEqual(walker.session.title, "ברוכים הבאים")
  }

  @Test func anAnswerGivenInAdvanceSetsTheLanguageToo() throws {
    let loaded = FlowFile.load(
      Self.flowText, name: "greet.flow.yaml", files: MemoryFileSource(texts: Self.files))
    let walker = try Walker(
      try #require(loaded.flow), options: SessionOptions(answers: ["lang": .text("de")]))
    expectEqual(walker.step?.focusedField?.label, "Name (de)")
  }

  @Test func rightToLeftTextsAreUnchanged() throws {
    var walker = try walker(language: "he")
    walker.type("he", "אדה (ada) 123")
    let expected = "שלום אדה (ada) 123!"
    expectEqual(walker.step.map { Array($0.text?.utf8 ?? "".utf8) }, Array(expected.utf8))
  }
}
