// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Fields, and files with translations.
extension Explanations {
  static let ofFields: [Explanation] = [
    Explanation(
      "one-choice", "several words are one choice",
      meaning: "In [x y z], the list has one element, the text 'x y z'. Commas separate elements.",
      example: "- { ask: size, type: choice, choices: [small large] }",
      remedy: "separate the choices with commas, or quote the one choice."),
    Explanation(
      "ambiguous-choice", "a choice can't be typed by its value",
      meaning: """
        A user types the number of a choice or its value, and for several choices also 'all' or \
        'none'. The value of this choice is the number of another one, or one of these words.
        """,
      example: "- { ask: size, type: choice, choices: [\"10\", \"2\", \"1\"] }",
      remedy: "move the choice to the position that it names, or give it another value."),
    Explanation(
      "unknown-widget", "an unknown widget",
      meaning: "'widget' names one of several ways to show a field.",
      example: "- { ask: size, type: integer, widget: sliders }",
      remedy: "use the widget that the message proposes, or remove the key."),
    Explanation(
      "misfit-widget", "a widget doesn't fit the field's type",
      meaning: "A calendar shows days and a slider numbers; neither can show other types.",
      example: "- { ask: name, type: string, widget: calendar }",
      remedy: "use one of the widgets in the message, or remove the key."),
    Explanation(
      "misfit-language", "'sets: language' on a field that isn't a choice",
      meaning: """
        'sets: language' makes the answer the language of the following steps. Someone who types a \
        language would have to know its tag.
        """,
      example: "- { ask: lang, type: string, sets: language }",
      remedy: "make it a choice of language tags: choices: [en, de]."),
    Explanation(
      "own-language", "a translation into the flow's own language",
      meaning: """
        Texts in the flow's own language belong in the flow. Copies in a second place would have to \
        be kept the same.
        """,
      example: "flow.en.texts.yaml next to a flow with language: en",
      remedy: "move the texts into the flow and remove the file, or correct the language tag."),
    Explanation(
      "unknown-text", "a translation of a text that the flow doesn't have",
      meaning: """
        A key in a texts file names a text of the flow: the id of its step, then the key, such as \
        name.label, name.short, kind.choices.http.hint, name.validate.1 or title.
        """,
      example: "nmae.label: Name",
      remedy: "use the key that the message proposes, or add the text to the flow first."),
    Explanation(
      "duplicate-text", "a text has two translations into the same language",
      meaning: "One is in the flow, the other in a texts file. One of them would silently win.",
      example: """
        label: { en: Name, de: Name }      # in the flow
        name.label: Name                   # in flow.de.texts.yaml
        """,
      remedy: "remove one."),
  ]
}
