// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// The structure of a flow file: keys and their values.
extension Explanations {
  static let ofStructure: [Explanation] = [
    Explanation(
      "unknown-key", "an unknown key",
      meaning: "All keys are checked, so that a misspelled key isn't silently ignored.",
      example: "- { ask: name, type: string, lable: Name }",
      remedy: "use a key that the message proposes."),
    Explanation(
      "missing-key", "a required key is missing",
      meaning: "The step or flow can't work without it.",
      example: "- { ask: kind, type: choice }",
      remedy: "add the key."),
    Explanation(
      "duplicate-key", "a key occurs twice in a map",
      meaning: "One of them would silently win.",
      example: """
        label: One
        label: Two
        """,
      remedy: "remove one."),
    Explanation(
      "empty-key", "a key has no name",
      meaning: "A map's entry begins with ':'.",
      example: ": x",
      remedy: "name the key, or quote the text."),
    Explanation(
      "empty-value", "a key has no value",
      meaning: "YAML reads it as null, which has no meaning in a flow.",
      example: "default:",
      remedy: "write a value, or remove the key."),
    Explanation(
      "null-value", "null isn't a value",
      meaning: "YAML reads 'null' and '~' as no value.",
      example: "default: null",
      remedy: "write a value, put it in quotes, or remove the key."),
    Explanation(
      "wrong-kind", "a scalar, list, or map where another kind is expected",
      meaning: "The key has a value of another kind.",
      example: "choices: http",
      remedy: "write what the message expects."),
    Explanation(
      "several-kinds", "a step has two kinds",
      meaning: "Each item of 'steps' has exactly one key that names its kind.",
      example: "- { ask: name, note: hi, type: string }",
      remedy: "split it into two steps."),
    Explanation(
      "unknown-step", "an unknown kind of step",
      meaning: "None of the step's keys names its kind.",
      example: "- { aks: name, type: string }",
      remedy:
        "use ask, form, group, note, compute, repeat, flow, run, write, review, commit or stop."),
    Explanation(
      "unknown-type", "an unknown field type",
      meaning: "'type' must be one of the field types.",
      example: "- { ask: port, type: int }",
      remedy: "use the type that the message proposes."),
    Explanation(
      "unknown-word", "a word isn't one of those allowed",
      meaning: "The key takes one of several words.",
      example: "priority: urgent",
      remedy: "use one of the words in the message."),
    Explanation(
      "unknown-language", "an invalid language tag",
      meaning: "Languages are given by tags such as en and de-AT.",
      example: "label: { english: Name }",
      remedy: "use a language tag."),
    Explanation(
      "unsupported-version", "an unsupported version of the flow language",
      meaning: "'flow:' gives the version of the flow language.",
      example: "flow: 99",
      remedy: "use a version of stackflow that supports it."),
    Explanation(
      "duplicate-choice", "a choice occurs twice",
      meaning: "Equal choices can't be distinguished in answers.",
      example: "choices: [a, a]",
      remedy: "remove one."),
    Explanation(
      "equal-labels", "two choices look the same",
      meaning:
        "Both choices have the same label, in the same section, and no hint. A user can't tell them apart.",
      example: "choices: [{ value: a, label: One }, { value: b, label: One }]",
      remedy: "write another label, or add a 'hint' to one of them."),
    Explanation(
      "empty-choices", "there are no choices",
      meaning: "The list of choices is empty.",
      example: "choices: []",
      remedy: "add choices, or take them from data with 'from'."),
    Explanation(
      "empty-steps", "a list of steps or fields is empty",
      meaning: "An empty flow, group, list or form asks nothing.",
      example: "steps: []",
      remedy: "add steps or fields, or remove the step."),
    Explanation(
      "invalid-pattern", "a pattern isn't a valid regular expression",
      meaning: "Patterns use RE2 syntax, which has no lookaround and no backreferences.",
      example: "pattern: '(a'",
      remedy: "correct the pattern at the caret."),
    Explanation(
      "unanchored-pattern", "a pattern matches anywhere in the text",
      meaning: "Patterns match anywhere, as in JSON Schema: 'abc' is found in 'xabcx'.",
      example: "pattern: '[a-z]+'",
      remedy: "add ^ before and $ after it, or allow the finding."),
    Explanation(
      "no-range", "a character range in a pattern is reversed",
      meaning: "The first character of the range comes after the last.",
      example: "pattern: '[z-a]'",
      remedy: "swap the two characters."),
    Explanation(
      "no-answer", "an id doesn't name an answer",
      meaning: "The flow has no answer with this id.",
      example: "at: prot",
      remedy: "write the id of a field."),
    Explanation(
      "too-deep", "maps and lists are nested too deeply",
      meaning: "A limit keeps files from exhausting memory.",
      example: "[[[[…]]]]",
      remedy: "reduce the nesting."),
    Explanation(
      "too-many-expressions", "a text has too many expressions",
      meaning: "A limit keeps files from exhausting memory.",
      example: "text: \"${a}${a}…\"",
      remedy: "split the text."),
    Explanation(
      "too-many-keys", "a map has too many keys",
      meaning: "A limit keeps files from exhausting memory.",
      example: "{ a: 1, b: 2, … }",
      remedy: "split the map."),
  ]
}
