// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Types of values, and operations on them.
extension Explanations {
  static let ofTypes: [Explanation] = [
    Explanation(
      "wrong-type", "a value has the wrong type",
      meaning: """
        A default, a constraint or an expression has a value of another type. Values are \
        never converted silently.
        """,
      example: "- { ask: port, type: integer, default: \"8080\" }",
      remedy: "write a value of the type that the message names."),
    Explanation(
      "type-mismatch", "the parts of an expression have different types",
      meaning: """
        The branches of '?:', the compared values, or the elements of a list have different types.
        """,
      example: "value: \"kind == 'a' ? 1 : 'one'\"",
      remedy: "convert one of them: string(1), int('1'), double(1)."),
    Explanation(
      "unknown-choice", "a comparison with a value that isn't a choice",
      meaning: """
        The flow lists the answer's choices, and the value isn't one of them, so the \
        comparison always has the same result. Usually the value is misspelled, or the choice \
        was renamed. Choices are also known for fields of a list's records, \
        in macros and in computed values.
        """,
      example: """
        - { ask: kind, type: choice, choices: [http, worker] }
        - note: privileged
          when: kind == 'htpp' || kind == 'worker'
          text: Never shown for 'http'.
        """,
      remedy: "use one of the choices, or add the choice."),
    Explanation(
      "not-a-date", "a date or a time is compared with a text that isn't one",
      meaning: """
        Dates and times are texts such as '2026-01-31' and '08:30', which are compared letter by \
        letter. A text in another form makes the comparison meaningless.
        """,
      example: """
        - { ask: due, type: date }
        - { note: late, when: "due > '31.12.2026'", text: That is late. }
        """,
      remedy: "write the form that the message names; `today` and addDays(today, 1) are dates."),
    Explanation(
      "no-overload", "an operator or function doesn't take these types",
      meaning: "It isn't defined for the types used here.",
      example: "value: \"'port ' + 80\"",
      remedy: "convert the operand, for example with string(…)."),
    Explanation(
      "dynamic-value", "a value may have several types",
      meaning: """
        The type of the value is known only when it's evaluated, as with the choices 1, 2.5 and \
        'auto', or with dyn(x). Where one type is needed, the evaluation could fail.
        """,
      example: """
        - { ask: size, type: choice, choices: [1, 2.5] }
        - { compute: twice, value: size * 2.0 }
        """,
      remedy: "convert it, for example with double(size), or give all choices the same type: 1.0."),
    Explanation(
      "invalid-format", "a format doesn't fit its values",
      meaning: """
        Each specifier takes the next value of the list: %s anything that has a text, %d, %f and %e \
        numbers, %b whole numbers and booleans, %o whole numbers, %x whole numbers, strings and bytes.
        """,
      example: "value: \"'%d of %d'.format([name])\"",
      remedy: "use one specifier for each value, of the right type."),
    Explanation(
      "literal-expression", "a literal looks like an expression",
      meaning: """
        A default is used as it's written. To compute it, write { value: … }. In a text, such as the \
        label of choices from a list, a value is written ${item.name}.
        """,
      example: "- { ask: file, type: string, default: \"${name}.txt\" }",
      remedy: "write default: { value: \"name + '.txt'\" }, or allow: [literal-expression]."),
    Explanation(
      "refused-value", "a value in the file is refused by its own field",
      meaning: """
        A default or a completion breaks a constraint of its own field, so it would never be offered, \
        or would be refused.
        """,
      example: "- { ask: port, type: integer, min: 1024, default: 80 }",
      remedy: "correct the value or the constraint."),
    Explanation(
      "partial-default", "an element of a default can't always be chosen",
      meaning: """
        Where the choice is hidden or disabled, the default is offered and taken without it, and a notice \
        says so.
        """,
      example: """
        - ask: jobs
          type: choices
          choices: [docs, { value: tests, when: has_tests }]
          default: [docs, tests]
        """,
      remedy: "compute the default under the same condition, or allow: [partial-default]."),
    Explanation(
      "not-a-condition", "a condition isn't true or false",
      meaning: "A condition must be true or false.",
      example: "when: size(name)",
      remedy: "compare it: size(name) > 0."),
    Explanation(
      "not-a-text", "a value can't be shown as text",
      meaning: """
        Texts can contain strings, numbers, booleans and times, and those that people read also lists of \
        these. In a file, say how a list is joined.
        """,
      example: "text: \"${user}\"",
      remedy: "use a part of it, or convert it with '.orValue(…)' or toJson(…)."),
    Explanation(
      "null-check", "a value is compared with null but is never null",
      meaning: "An answer that may be missing is tested with has(x); it's never null.",
      example: "when: name != null",
      remedy: "use has(name), or compare it with '' or its size(…)."),
    Explanation(
      "invalid-key", "a map key has an invalid type",
      meaning: "Keys are booleans, whole numbers or texts.",
      example: "value: \"{1.5: 'x'}\"",
      remedy: "use a text or a whole number."),
    Explanation(
      "no-fields", "the value has no fields",
      meaning: "Only records and maps have fields.",
      example: "text: \"${name.first}\"",
      remedy: "remove the field, or use another answer."),
    Explanation(
      "no-index", "the value can't be indexed",
      meaning: "Only lists, maps and records can be indexed.",
      example: "value: port[0]",
      remedy: "remove the index."),
    Explanation(
      "number-out-of-range", "a number is out of range",
      meaning: "Whole numbers have 64 bits.",
      example: "value: \"9223372036854775808\"",
      remedy: "use a smaller number, or a floating-point number: 9.3e18."),
    Explanation(
      "wrong-operator", "an operator of another language",
      meaning: "The expression language spells this operator differently.",
      example: "when: a and b",
      remedy: "use the operators that the message proposes: && || !."),
    Explanation(
      "invalid-has", "'has()' on something that can't be missing",
      meaning: "'has' takes a name or a field of a record: has(x), has(x.y).",
      example: "when: has(size(x))",
      remedy: "test the name or the field itself."),
    Explanation(
      "invalid-macro-variable", "the variable of a macro isn't a name",
      meaning: "The first argument of all, exists, map and filter is the name of the element.",
      example: "when: list.all(1, true)",
      remedy: "use a name: list.all(x, x > 1)."),
  ]
}
