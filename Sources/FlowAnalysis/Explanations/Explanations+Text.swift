// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Text: how YAML and expressions are written.
extension Explanations {
  static let ofText: [Explanation] = [
    Explanation(
      "yaml-syntax", "the file is no YAML",
      meaning: "The text cannot be read as YAML at this place.",
      example: "steps: [",
      mending: "mend what the message names; mostly a bracket, a quote or an indentation."),
    Explanation(
      "yaml-anchor", "an anchor",
      meaning: "Flow files have no anchors, so that what a step says stands where the step is.",
      example: "- &a { ask: name, type: string }",
      mending: "write the value out."),
    Explanation(
      "yaml-alias", "an alias",
      meaning: "Flow files have no aliases, so that what a step says stands where the step is.",
      example: "- *a",
      mending: "write the value out."),
    Explanation(
      "yaml-tag", "a tag",
      meaning: "Flow files have no tags. An expression that begins with '!' is read as one.",
      example: "when: !done",
      mending: "quote the expression: when: \"!done\"."),
    Explanation(
      "merge-key", "a merge key",
      meaning: "Flow files have no merge keys, so that what a step says stands where the step is.",
      example: "<<: *common",
      mending: "write the keys out."),
    Explanation(
      "complex-key", "a key that is no word",
      meaning: "Keys are plain words.",
      example: """
        ? [a, b]
        : c
        """,
      mending: "use a word as key."),
    Explanation(
      "quote-needed", "an expression needs quotes",
      meaning: "YAML reads a part of the expression as its own signs.",
      example: "when: a ? b : c",
      mending: "put the expression in double quotes, with texts in single quotes inside."),
    Explanation(
      "quote-inside", "a quote ends the value early",
      meaning: "The value holds the sign that encloses it.",
      example: "when: 'kind == 'http''",
      mending: "use double quotes outside and single quotes inside."),
    Explanation(
      "unclosed-quote", "a quote is not closed",
      meaning: "The value runs on to the end of the file.",
      example: "label: \"Name",
      mending: "close the quote."),
    Explanation(
      "unclosed-bracket", "a bracket is not closed",
      meaning: "A list or a map runs on to the end of the file.",
      example: "choices: [a, b",
      mending: "close the bracket."),
    Explanation(
      "stray-bracket", "a bracket closes nothing",
      meaning: "A list or a map ended before, or never began.",
      example: "- { ask: name, type: string }}",
      mending: "remove the bracket, or open the other one."),
    Explanation(
      "block-text", "a text stands on the line of its '|' or '>'",
      meaning: "Behind '|' and '>' the text begins on the next line, indented.",
      example: "text: | Welcome",
      mending: "begin it on the next line, or remove the sign."),
    Explanation(
      "unclosed-expression", "a '${' is not closed",
      meaning: "The text's expression runs on to its end.",
      example: "text: \"Hello ${name\"",
      mending: "close it with '}', or write '$${' for a literal '${'."),
    Explanation(
      "unknown-escape", "an escape sequence that does not exist",
      meaning: "Double quotes give '\\' a meaning.",
      example: "pattern: \"\\d+\"",
      mending: "use single quotes, where '\\' is a plain sign."),
    Explanation(
      "invalid-escape", "an escape sequence of an expression is wrong",
      meaning: "The text in the expression has a '\\' before something that it cannot escape.",
      example: "value: \"'\\\\q'\"",
      mending: "double the '\\', or use a raw text r'…'."),
    Explanation(
      "invalid-quoted-name", "a name in backquotes is wrong",
      meaning: "Backquotes enclose names of fields with other signs.",
      example: "value: \"user.`a b\"",
      mending: "close the backquote."),
    Explanation(
      "empty-expression", "an expression is empty",
      meaning: "There is nothing between the braces or quotes.",
      example: "text: \"${}\"",
      mending: "write the expression, or remove it."),
    Explanation(
      "control-character", "a control character",
      meaning: "Control characters do not belong into a flow file.",
      example: "label: \"a\\x00\"",
      mending: "remove it."),
    Explanation(
      "control-in-pattern", "a pattern has a control character",
      meaning: "In double quotes '\\b' is a backspace, not a word's boundary.",
      example: "pattern: \"\\bword\\b\"",
      mending: "write patterns in single quotes."),
    Explanation(
      "cut-by-comment", "' #' cut the value",
      meaning: """
        YAML reads what follows ' #' as a comment, and a value does not go on behind it. A comment \
        that is meant has a space behind the '#'.
        """,
      example: "label: Room #5",
      mending: """
        quote the value; in an expression of several lines write '|' behind the key, and '//' \
        before comments.
        """),
    Explanation(
      "comment-in-folded-text", "a comment stands in a folded text",
      meaning: """
        The lines are folded into one before the expression is read, so '//' takes all that follow \
        with it.
        """,
      example: """
        when: >
          a // first
          && b
        """,
      mending: "write '|' behind the key, which keeps the lines."),
    Explanation(
      "number-form", "a number would lose its form",
      meaning: "YAML reads 3.10 as 3.1 and 0755 as 755; the source says more than the number.",
      example: "default: 3.10",
      mending: "quote it when it is a text, or write the plain number."),
    Explanation(
      "missing-colon", "a ':' is missing",
      meaning: "The line looks like a key without its colon.",
      example: "label Name",
      mending: "write a ':' and a blank behind the key."),
    Explanation(
      "keys-on-one-line", "two keys stand on one line",
      meaning: """
        YAML takes what stands behind the first value as a part of it. Outside of braces each key has \
        a line of its own; inside, a comma stands between them.
        """,
      example: "min: 1, max: 10",
      mending: "put each key on a line of its own."),
    Explanation(
      "space-after-colon", "a blank is missing behind ':'",
      meaning: "Without it YAML reads one word.",
      example: "label:Name",
      mending: "write a blank behind the colon."),
    Explanation(
      "space-after-dash", "a blank is missing behind '-'",
      meaning: "Without it YAML reads one word.",
      example: "-ask: name",
      mending: "write a blank behind the dash."),
    Explanation(
      "tab-indentation", "a tab indents the line",
      meaning: "YAML allows only blanks at the beginning of a line.",
      example: "\\t- ask: name",
      mending: "indent with blanks."),
    Explanation(
      "wrong-indentation", "the indentation fits nothing above",
      meaning: "The line begins at a column where no list or map is open.",
      example: """
        steps:
          - ask: name
           type: string
        """,
      mending: "align it with what it belongs to."),
    Explanation(
      "bad-line", "a line cannot be read",
      meaning: "The line is no part of a list, a map or a text.",
      example: """
        steps:
          what is this
        """,
      mending: "make it a part of what surrounds it."),
    Explanation(
      "several-documents", "the file holds several documents",
      meaning: "A flow file is one document; '---' begins another.",
      example: """
        ---
        flow: 1
        ---
        flow: 1
        """,
      mending: "make two files of it."),
    Explanation(
      "empty-file", "the file is empty",
      meaning: "There is no flow in it.",
      example: "",
      mending: "begin with: flow: 1."),
    Explanation(
      "file-too-large", "the file is too large",
      meaning: "There is a limit, so that no file can exhaust the reader.",
      example: "",
      mending: "split the flow, or allow more with --max-bytes."),
    Explanation(
      "layout-kept", "the layout cannot be changed",
      meaning: """
        Another layout of the file would make YAML read something else at this place, so it was left \
        as it is.
        """,
      example: "",
      mending: "write the place in a simpler way."),
    Explanation(
      "syntax-error", "an expression cannot be read",
      meaning: "Something is missing, or stands where it cannot stand.",
      example: "when: \"size(name\"",
      mending: "complete the expression at the caret."),
    Explanation(
      "nested-condition", "a condition stands inside another without parentheses",
      meaning: "In 'a ? b : c' the part between '?' and ':' is no 'a ? b : c' of its own.",
      example: "value: \"a ? b ? 1 : 2 : 3\"",
      mending: "put the inner one into parentheses: a ? (b ? 1 : 2) : 3."),
    Explanation(
      "messages-not-supported", "a message of protocol buffers",
      meaning: "The expression language is CEL without protocol buffers.",
      example: "value: \"Point{x: 1}\"",
      mending: "write a map: {'x': 1}."),
    Explanation(
      "expression-too-long", "an expression is too long",
      meaning: "There is a limit, so that no file can exhaust the reader.",
      example: "when: \"kind == 'a' || kind == 'b' || …\"",
      mending: "give parts of it names with 'compute'."),
    Explanation(
      "expression-too-deep", "an expression is nested too deeply",
      meaning: "There is a limit, so that no file can exhaust the reader.",
      example: "when: \"((((…))))\"",
      mending: "give parts of it names with 'compute'."),
    Explanation(
      "unexpected-character", "an expression holds a sign that means nothing",
      meaning: "The expression language has no such sign outside of texts.",
      example: "when: \"name # 3\"",
      mending: "remove it, or put quotes around the text that it belongs to."),
    Explanation(
      "unterminated-text", "a text in an expression is not closed",
      meaning: "The text's quote is opened and never closed.",
      example: "when: \"name == 'x\"",
      mending: "close the quote."),
  ]
}
