// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Names: what an expression may say, and what an id may be.
extension Explanations {
  static let ofNames: [Explanation] = [
    Explanation(
      "unknown-answer", "an expression names an answer that the flow does not have",
      meaning: """
        Expressions may name each input, each earlier answer and compute, 'now' and 'today'. \
        Nothing of the flow has this name.
        """,
      example: """
        - { ask: country, type: string }
        - { note: hello, when: contry == 'NL', text: Hallo }
        """,
      mending: "write the id as it stands at 'ask', or put a text in quotes: 'NL'."),
    Explanation(
      "unknown-name", "a name stands for nothing here",
      meaning: "The name is no answer, no function's argument and no name that a macro binds.",
      example: "when: kind == http",
      mending: "put quotes around a text, or correct the name."),
    Explanation(
      "forward-reference", "an answer is used before it is asked",
      meaning: """
        A step's texts, choices, defaults and conditions are evaluated when the step is \
        reached, so they see only what was asked before.
        """,
      example: """
        - { note: hello, text: "Hello ${name}" }
        - { ask: name, type: string }
        """,
      mending: "move the question up, or the step that uses it down."),
    Explanation(
      "duplicate-id", "two steps have the same id",
      meaning: """
        An id is a step's handle, the answer's name and the word that tests use; it is used \
        once in a flow.
        """,
      example: """
        - { ask: name, type: string }
        - { ask: name, type: string }
        """,
      mending: "rename one of them, and what refers to it."),
    Explanation(
      "invalid-id", "an id cannot be named in an expression",
      meaning: "Ids are names of expressions: letters, digits and '_', and no digit first.",
      example: "- { ask: first-name, type: string }",
      mending: "use '_' where there is another sign: first_name."),
    Explanation(
      "reserved-id", "an id is a word of the expression language",
      meaning: """
        The word means something else in expressions, so that nothing could read the answer.
        """,
      example: "- { ask: in, type: string }",
      mending: "choose another id, for example with '_' behind it."),
    Explanation(
      "reserved-word", "a reserved word stands where a name is needed",
      meaning: "The expression language keeps some words for itself.",
      example: "value: package + 'x'",
      mending: "choose another name."),
    Explanation(
      "unknown-function", "there is no such function or method",
      meaning: "The expression calls something that the language does not have.",
      example: "when: len(name) > 3",
      mending: "use the function that is proposed; the reference lists all of them."),
    Explanation(
      "unknown-field", "a record has no such field",
      meaning: "The type of the record is known, and it has no field of this name.",
      example: """
        inputs: { user: { type: { name: string } } }
        steps: [ { note: hi, text: "${user.nmae}" } ]
        """,
      mending: "write one of the fields that the record has."),
    Explanation(
      "unknown-format", "there is no such format",
      meaning: "'format' names one of the forms of text that stackflow knows.",
      example: "- { ask: mail, type: string, format: mail }",
      mending: "use one of the names in the message, or a 'pattern'."),
  ]
}
