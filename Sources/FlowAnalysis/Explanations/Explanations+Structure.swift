// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Structure: the keys of a flow file and what they hold.
extension Explanations {
  static let ofStructure: [Explanation] = [
    Explanation(
      "unknown-key", "a key that means nothing here",
      meaning: "Keys are checked so that a misspelt one does not silently do nothing.",
      example: "- { ask: name, type: string, lable: Name }",
      mending: "write one of the keys that the message proposes."),
    Explanation(
      "missing-key", "a key that is needed is missing",
      meaning: "The step or the flow cannot be understood without it.",
      example: "- { ask: kind, type: choice }",
      mending: "add the key."),
    Explanation(
      "duplicate-key", "a key stands twice in one map",
      meaning: "One of them would silently win.",
      example: """
        label: One
        label: Two
        """,
      mending: "remove one."),
    Explanation(
      "empty-key", "a key without a name",
      meaning: "A map's entry begins with ':'.",
      example: ": x",
      mending: "name the key, or quote the text."),
    Explanation(
      "empty-value", "a key without a value",
      meaning: "YAML reads it as null, which means nothing in a flow.",
      example: "default:",
      mending: "write a value, or remove the key."),
    Explanation(
      "null-value", "null is no value here",
      meaning: "YAML reads 'null' and '~' as nothing.",
      example: "default: null",
      mending: "write a value, put it in quotes, or remove the key."),
    Explanation(
      "wrong-kind", "a scalar, a list or a map stands where another is needed",
      meaning: "The key holds another kind of thing.",
      example: "choices: http",
      mending: "write what the message says is expected."),
    Explanation(
      "several-kinds", "a step is of two kinds",
      meaning: "Each item of 'steps' has exactly one of the keys that name a kind.",
      example: "- { ask: name, note: hi, type: string }",
      mending: "make two steps of it."),
    Explanation(
      "unknown-step", "there is no such kind of step",
      meaning: "None of the step's keys names a kind.",
      example: "- { aks: name, type: string }",
      mending:
        "write ask, form, group, note, compute, repeat, flow, run, write, review, commit or stop."),
    Explanation(
      "unknown-type", "there is no such type of field",
      meaning: "'type' names one of the field types.",
      example: "- { ask: port, type: int }",
      mending: "write the type that the message proposes."),
    Explanation(
      "unknown-word", "a word that is none of those allowed",
      meaning: "The key takes one of a few words.",
      example: "priority: urgent",
      mending: "write one of the words of the message."),
    Explanation(
      "unknown-language", "a language tag that is none",
      meaning: "Texts by language have tags such as en and de-AT.",
      example: "label: { english: Name }",
      mending: "write a language tag."),
    Explanation(
      "unsupported-version", "the file is of another version of the language",
      meaning: "'flow:' names the version of the language that the file is written in.",
      example: "flow: 99",
      mending: "use a version of stackflow that reads it."),
    Explanation(
      "duplicate-choice", "a choice stands twice",
      meaning: "Equal choices cannot be told apart in the answers.",
      example: "choices: [a, a]",
      mending: "remove one."),
    Explanation(
      "empty-choices", "there is nothing to choose from",
      meaning: "The list of choices is empty.",
      example: "choices: []",
      mending: "add choices, or take them from data with 'from'."),
    Explanation(
      "empty-steps", "a list of steps or fields is empty",
      meaning: "A flow, group, list or form without anything in it asks nothing.",
      example: "steps: []",
      mending: "add what is to be asked, or remove the step."),
    Explanation(
      "invalid-pattern", "a regular expression has a mistake",
      meaning: "Patterns are RE2's syntax, which has no look-around and no back-references.",
      example: "pattern: '(a'",
      mending: "correct the pattern where the caret stands."),
    Explanation(
      "unanchored-pattern", "a pattern may be found anywhere in the text",
      meaning: "Patterns are searched for, as in JSON Schema: 'abc' is found in 'xabcx'.",
      example: "pattern: '[a-z]+'",
      mending: "put ^ before it and $ behind it, or allow the finding."),
    Explanation(
      "no-range", "a pattern's range runs backwards",
      meaning: "The first character of a range is not before the last.",
      example: "pattern: '[z-a]'",
      mending: "exchange the two."),
    Explanation(
      "no-answer", "an answer is named that the flow does not ask",
      meaning: "What refers to an answer by its id finds none.",
      example: "at: prot",
      mending: "write the id of a field."),
    Explanation(
      "too-deep", "maps and lists are nested too deeply",
      meaning: "There is a limit, so that no file can exhaust the reader.",
      example: "[[[[…]]]]",
      mending: "nest less."),
    Explanation(
      "too-many-expressions", "a text has too many expressions",
      meaning: "There is a limit, so that no file can exhaust the reader.",
      example: "text: \"${a}${a}…\"",
      mending: "split the text."),
    Explanation(
      "too-many-keys", "a map has too many keys",
      meaning: "There is a limit, so that no file can exhaust the reader.",
      example: "{ a: 1, b: 2, … }",
      mending: "split the map."),
  ]
}
