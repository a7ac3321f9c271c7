// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Fields and translations: what keys of fields name, and the files of texts.
extension Explanations {
  static let ofFields: [Explanation] = [
    Explanation(
      "ambiguous-choice", "a choice cannot be typed by its value",
      meaning: """
        A person types the number of a choice, or its value; of several choices also 'all' and \
        'none'. This choice has a value that means another choice, or such a word.
        """,
      example: "- { ask: size, type: choice, choices: [\"10\", \"2\", \"1\"] }",
      mending: "put the choice at the number that it is called, or give it another value."),
    Explanation(
      "unknown-widget", "there is no such way of showing a field",
      meaning: "'widget' names one of a few ways in which a face can show a field.",
      example: "- { ask: size, type: integer, widget: sliders }",
      mending: "write the widget that the message proposes, or remove the key."),
    Explanation(
      "misfit-widget", "a way of showing that does not fit the field's type",
      meaning: "A calendar shows days and a slider numbers; for another type they mean nothing.",
      example: "- { ask: name, type: string, widget: calendar }",
      mending: "write one of the widgets of the message, or remove the key."),
    Explanation(
      "misfit-language", "a language is set by a field that is no choice",
      meaning: """
        'sets: language' makes the answer the language of the steps above. Whoever types a language \
        would have to know its tag.
        """,
      example: "- { ask: lang, type: string, sets: language }",
      mending: "make it a choice of language tags: choices: [en, de]."),
    Explanation(
      "own-language", "a file translates into the flow's own language",
      meaning: """
        Texts in the flow's own language stand in the flow. In a second place they would have to be \
        kept the same.
        """,
      example: "flow.en.texts.yaml beside a flow with language: en",
      mending: "move the texts into the flow and remove the file, or correct the language tag."),
    Explanation(
      "unknown-text", "a translation of a text that the flow does not have",
      meaning: """
        A key of a file of texts names a text of the flow: the id of its step, then the key, such as \
        name.label, kind.choices.http.hint, name.validate.1 or title.
        """,
      example: "nmae.label: Name",
      mending: "write the key that the message proposes, or give the flow the text first."),
    Explanation(
      "duplicate-text", "a text has two translations into one language",
      meaning: "One stands in the flow, one in a file of texts. One of them would silently win.",
      example: """
        label: { en: Name, de: Name }      # in the flow
        name.label: Name                   # in flow.de.texts.yaml
        """,
      mending: "remove one."),
  ]
}
