// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowForms
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
    let loaded = FlowFile.load(
      Self.flowText, name: "greet.flow.yaml", files: MemoryFileSource(texts: Self.files))
    let flow = try #require(loaded.flow)
    return try Walker(flow, options: SessionOptions(language: language))
  }

  @Test(
    arguments: [
      (nil, "Hello ada"), ("en", "Hello ada"), ("de", "Hallo ada"), ("de-AT", "Servus ada"),
      ("DE-at", "Servus ada"), ("de-CH", "Hallo ada"), ("fr", "Hello ada"),
    ] as [(String?, String)])
  func aTextFallsBackToTheLanguageThenToTheFlows(language: String?, text: String) throws {
    var walker = try walker(language: language)
    let flow = walker.session.flow
    // Without the answer that sets it: the session's own.
    let own = try Walker(
      try #require(
        FlowFile.load(
          Self.flowText.replacing("sets: language, ", with: ""), name: "greet.flow.yaml",
          files: MemoryFileSource(texts: Self.files)
        ).flow), options: SessionOptions(language: language))
    walker = own
    walker.type("en", "ada")
    #expect(walker.step?.text == text)
    #expect(flow.definition.language == "en")
  }

  @Test func aTextWithoutThePersonsLanguageIsReadInTheFlowsAndNotInTheFirst() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      language: en
      steps:
        - { ask: a, type: string, label: { de: Erste, en: First } }
      """, options: SessionOptions(language: "it"))
    #expect(walker.step?.focusedField?.label == "First")
    walker.type("x")
  }

  @Test func anAnswerSetsTheLanguageOfTheStepsAboveAndGoingBackRestoresIt() throws {
    var walker = try walker()
    #expect(walker.step?.focusedField?.label == "Language")
    walker.type("de")
    #expect(walker.step?.focusedField?.label == "Name (de)")
    walker.type("ada")
    #expect(walker.step?.text == "Hallo ada")
    walker.send(.backTo("lang"))
    #expect(walker.step?.focusedField?.label == "Language", "the step is not above its answer")
    walker.type("he")
    #expect(walker.step?.focusedField?.label == "שם")
    #expect(walker.session.title == "ברוכים הבאים")
  }

  @Test func anAnswerGivenInAdvanceSetsTheLanguageToo() throws {
    let loaded = FlowFile.load(
      Self.flowText, name: "greet.flow.yaml", files: MemoryFileSource(texts: Self.files))
    let walker = try Walker(
      try #require(loaded.flow), options: SessionOptions(answers: ["lang": .text("de")]))
    #expect(walker.step?.focusedField?.label == "Name (de)")
  }

  @Test func noByteOfARightToLeftTextIsChanged() throws {
    var walker = try walker(language: "he")
    walker.type("he", "אדה (ada) 123")
    let expected = "שלום אדה (ada) 123!"
    #expect(walker.step.map { Array($0.text?.utf8 ?? "".utf8) } == Array(expected.utf8))
  }
}
