// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Types: what a value is, and what may be done with it.
extension Explanations {
  static let ofTypes: [Explanation] = [
    Explanation(
      "wrong-type", "a value is of another type than its place needs",
      meaning: """
        A default, a constraint or an expression gives a value of another type. Values are \
        never converted silently.
        """,
      example: "- { ask: port, type: integer, default: \"8080\" }",
      mending: "write the value in the type that the message names."),
    Explanation(
      "type-mismatch", "parts of an expression do not fit together",
      meaning: """
        Both branches of '?:', elements that are compared, or an index are of different types.
        """,
      example: "value: \"kind == 'a' ? 1 : 'one'\"",
      mending: "convert one of them: string(1), int('1'), double(1)."),
    Explanation(
      "unknown-choice", "an answer is compared with a value that is none of its choices",
      meaning: """
        The choices of the answer are listed in the flow, and the value is not among them, so the \
        comparison is the same whatever was answered. Mostly the value is misspelt, or the choice \
        was renamed. The choices are known too where the answer is read as a field of a list's record, \
        by way of a macro or of what is computed from it.
        """,
      example: """
        - { ask: kind, type: choice, choices: [http, worker] }
        - note: privileged
          when: kind == 'htpp' || kind == 'worker'
          text: Nobody with the choice 'http' reads this.
        """,
      mending: "write a value of the choices, or add the choice."),
    Explanation(
      "no-overload", "an operator or function does not take these types",
      meaning: "No form of it is defined for the types that stand here.",
      example: "value: \"'port ' + 80\"",
      mending: "convert the operand, for example with string(…)."),
    Explanation(
      "dynamic-value", "a value may be of several types where one is needed",
      meaning: """
        The type of the value is decided only when it is evaluated, as of a choice among 1, 2.5 and \
        'auto', or of dyn(x). Where one type is needed, evaluating it could fail in front of a person.
        """,
      example: """
        - { ask: size, type: choice, choices: [1, 2.5] }
        - { compute: twice, value: size * 2.0 }
        """,
      mending: "convert it, for example with double(size), or write all choices as one type: 1.0."),
    Explanation(
      "invalid-format", "a format does not fit the values that it is given",
      meaning: """
        Each clause of a format takes the next value of the list: %s what has a text, %d, %f and %e \
        numbers, %b whole numbers and bools, %o whole numbers, %x whole numbers, strings and bytes.
        """,
      example: "value: \"'%d of %d'.format([name])\"",
      mending: "write a clause for each value, and one that takes its type."),
    Explanation(
      "literal-expression", "a literal looks like an expression",
      meaning: """
        A default is taken as it is written. Text with ${…} and expressions are computed only where \
        the file says so.
        """,
      example: "- { ask: file, type: string, default: \"${name}.txt\" }",
      mending: "write default: { value: \"name + '.txt'\" }, or allow: [literal-expression]."),
    Explanation(
      "refused-value", "the field refuses a value that the file gives it",
      meaning: """
        A default or a completion breaks a constraint of its own field, so it would never be offered, \
        or be refused when it is taken.
        """,
      example: "- { ask: port, type: integer, min: 1024, default: 80 }",
      mending: "correct the value or the constraint."),
    Explanation(
      "not-a-condition", "a condition is no yes or no",
      meaning: "What decides must be true or false.",
      example: "when: size(name)",
      mending: "compare it with something: size(name) > 0."),
    Explanation(
      "not-a-text", "a value has no text of its own",
      meaning: "Texts interpolate strings, numbers, truth values, times and lists of those.",
      example: "text: \"${user}\"",
      mending: "pick a part of it, or give it a text with '.orValue(…)' or toJson(…)."),
    Explanation(
      "null-check", "a value is compared with null but never is null",
      meaning: "An answer that may be missing is asked for with has(x); it is never null.",
      example: "when: name != null",
      mending: "write has(name), or compare with '' or size(…)."),
    Explanation(
      "invalid-key", "a key of a map is of a type that cannot be one",
      meaning: "Keys are bools, ints, uints and texts.",
      example: "value: \"{1.5: 'x'}\"",
      mending: "use a text or a whole number as key."),
    Explanation(
      "no-fields", "a value without fields is asked for one",
      meaning: "Only records and maps have fields.",
      example: "text: \"${name.first}\"",
      mending: "remove the selection, or read the right answer."),
    Explanation(
      "no-index", "a value without elements is indexed",
      meaning: "Only lists, maps and records can be indexed.",
      example: "value: port[0]",
      mending: "remove the index."),
    Explanation(
      "number-out-of-range", "a number is too large to work with",
      meaning: "Whole numbers have 64 bits.",
      example: "value: \"9223372036854775808\"",
      mending: "use a smaller number, or a double: 9.3e18."),
    Explanation(
      "wrong-operator", "an operator of another language",
      meaning: "The expression language spells it differently.",
      example: "when: a and b",
      mending: "write what the message proposes: && || !."),
    Explanation(
      "invalid-has", "has(…) asks for something that cannot be absent",
      meaning: "has takes a name, or a field of a record: has(x), has(x.y).",
      example: "when: has(size(x))",
      mending: "ask for the name or the field itself."),
    Explanation(
      "invalid-macro-variable", "a macro binds something that is no name",
      meaning: "The first argument of all, exists, map and filter names the element.",
      example: "when: list.all(1, true)",
      mending: "write a name: list.all(x, x > 1)."),
  ]
}
