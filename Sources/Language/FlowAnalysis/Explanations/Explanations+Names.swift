// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Names in expressions, and ids.
extension Explanations {
  static let ofNames: [Explanation] = [
    Explanation(
      "unknown-answer", "an unknown answer in an expression",
      meaning: """
        Expressions can use inputs, earlier answers, computed values, 'now' and 'today'. \
        Nothing in the flow has this name.
        """,
      example: """
        - { ask: country, type: string }
        - { note: hello, when: contry == 'NL', text: Hallo }
        """,
      remedy: "write the id as in 'ask', or put a text in quotes: 'NL'."),
    Explanation(
      "unknown-name", "an unknown name in an expression",
      meaning: "The name isn't an answer, an argument or the variable of a macro.",
      example: "when: kind == http",
      remedy: "put quotes around a text, or correct the name."),
    Explanation(
      "forward-reference", "an answer is used before it's asked",
      meaning: """
        A step's texts, choices, defaults and conditions are evaluated when the step is \
        reached, so they can use only earlier answers.
        """,
      example: """
        - { note: hello, text: "Hello ${name}" }
        - { ask: name, type: string }
        """,
      remedy: "move the question up, or move the step that uses it down."),
    Explanation(
      "duplicate-id", "two steps have the same id",
      meaning: """
        An id names a step, its answer and what tests refer to, so it occurs \
        once in a flow.
        """,
      example: """
        - { ask: name, type: string }
        - { ask: name, type: string }
        """,
      remedy: "rename one of them, and what refers to it."),
    Explanation(
      "invalid-id", "an id isn't a valid name",
      meaning: "Ids are names in expressions: letters, digits and '_', not starting with a digit.",
      example: "- { ask: first-name, type: string }",
      remedy: "use '_' instead of other characters: first_name."),
    Explanation(
      "reserved-id", "an id is a reserved word",
      meaning: """
        The word means something else in expressions, so no expression could use the answer.
        """,
      example: "- { ask: in, type: string }",
      remedy: "choose another id, for example one that ends with '_'."),
    Explanation(
      "taken-key", "a key is the name of something else in data",
      meaning: """
        A key is the name of an answer in results and files of answers, where each name belongs to one answer of \
        a flow or of an item. It isn't the key or the id of something beside it, nor the name of an input.
        """,
      example: """
        - { ask: kind, key: mailer, type: string }
        - { ask: host, key: mailer, type: string }
        """,
      remedy: "give one of them another key."),
    Explanation(
      "unusable-key", "a key can't be a name in data",
      meaning: """
        A key is a text of 1 to 200 characters without control characters, of a question, a list of records, or \
        a used flow.
        """,
      example: "- { ask: kind, key: \"post\\tfix\", type: string }",
      remedy: "write the name that others know the answer by."),
    Explanation(
      "reserved-word", "a reserved word is used as a name",
      meaning: "The expression language reserves some words.",
      example: "value: package + 'x'",
      remedy: "choose another name."),
    Explanation(
      "unknown-function", "an unknown function or method",
      meaning: "The expression calls a function that doesn't exist.",
      example: "when: len(name) > 3",
      remedy: "use the function that the message proposes; the reference lists all of them."),
    Explanation(
      "unknown-field", "a record has no such field",
      meaning: "The record's type has no field with this name.",
      example: """
        inputs: { user: { type: { name: string } } }
        steps: [ { note: hi, text: "${user.nmae}" } ]
        """,
      remedy: "use one of the record's fields."),
    Explanation(
      "unknown-format", "an unknown format",
      meaning: "'format' names one of the text formats that stackflow knows.",
      example: "- { ask: mail, type: string, format: mail }",
      remedy: "use one of the names in the message, or a 'pattern'."),
  ]
}
