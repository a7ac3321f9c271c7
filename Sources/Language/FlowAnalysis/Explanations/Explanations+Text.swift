// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// The syntax of YAML and expressions.
extension Explanations {
  static let ofText: [Explanation] = [
    Explanation(
      "yaml-syntax", "the file isn't valid YAML",
      meaning: "The text can't be read as YAML here.",
      example: "steps: [",
      remedy: "correct what the message names, usually a bracket, a quote or the indentation."),
    Explanation(
      "yaml-anchor", "anchors aren't allowed",
      meaning: "Flow files have no anchors, so that each step is complete where it's written.",
      example: "- &a { ask: name, type: string }",
      remedy: "write the value out."),
    Explanation(
      "yaml-alias", "aliases aren't allowed",
      meaning: "Flow files have no aliases, so that each step is complete where it's written.",
      example: "- *a",
      remedy: "write the value out."),
    Explanation(
      "yaml-tag", "tags aren't allowed",
      meaning: "Flow files have no tags. An expression that begins with '!' is read as one.",
      example: "when: !done",
      remedy: "quote the expression: when: \"!done\"."),
    Explanation(
      "merge-key", "merge keys aren't allowed",
      meaning: "Flow files have no merge keys, so that each step is complete where it's written.",
      example: "<<: *common",
      remedy: "write the keys out."),
    Explanation(
      "complex-key", "a key isn't a word",
      meaning: "Keys are plain words.",
      example: """
        ? [a, b]
        : c
        """,
      remedy: "use a word as key."),
    Explanation(
      "foreign-placeholder", "a placeholder of another template language",
      meaning: """
        Texts contain answers as ${name}. '{{ name }}', '#{name}', '%{name}', '<%= name %>', and \
        blocks such as '{% if name %}' are shown as they're written.
        """,
      example: "- { note: hello, text: \"Hello {{ name }}\" }",
      remedy: "write ${name}; if the text is meant literally, add 'allow: [foreign-placeholder]'."),
    Explanation(
      "quote-needed", "an expression needs quotes",
      meaning: "YAML reads part of the expression as YAML syntax.",
      example: "when: a ? b : c",
      remedy: "put the expression in double quotes, and use single quotes inside."),
    Explanation(
      "quote-inside", "a quote ends the value early",
      meaning: "The value contains the quote that encloses it.",
      example: "when: 'kind == 'http''",
      remedy: "use double quotes outside and single quotes inside."),
    Explanation(
      "unclosed-quote", "a quote isn't closed",
      meaning: "The value continues to the end of the file.",
      example: "label: \"Name",
      remedy: "close the quote."),
    Explanation(
      "unclosed-bracket", "a bracket isn't closed",
      meaning: "A list or a map runs on to the end of the file.",
      example: "choices: [a, b",
      remedy: "close the bracket."),
    Explanation(
      "stray-bracket", "a closing bracket without an opening one",
      meaning: "A list or a map ended before, or never began.",
      example: "- { ask: name, type: string }}",
      remedy: "remove the bracket, or open the other one."),
    Explanation(
      "block-text", "a text begins on the line of its '|' or '>'",
      meaning: "After '|' and '>', the text begins on the next line, indented.",
      example: "text: | Welcome",
      remedy: "begin it on the next line, or remove the character."),
    Explanation(
      "unclosed-expression", "a '${' isn't closed",
      meaning: "The text's expression runs on to its end.",
      example: "text: \"Hello ${name\"",
      remedy: "close it with '}', or write '$${' for a literal '${'."),
    Explanation(
      "unclosed-block", "a block of a text isn't closed",
      meaning: "A block that begins with '${if …}' or '${for …}' goes on to '${end}'.",
      example: "text: \"${if has(port)}Port ${port}\"",
      remedy: "write '${end}' where the block ends."),
    Explanation(
      "stray-block", "a branch or an end without its block",
      meaning: """
        '${else}' and '${else if …}' belong to an '${if …}', with '${else}' last, and '${end}' \
        closes the '${if …}' or '${for …}' that was opened last. The answer of a question with the \
        id 'end' is written '${(end)}'.
        """,
      example: "text: \"Port ${port}${end}\"",
      remedy: "remove it, or write the beginning of its block."),
    Explanation(
      "invalid-block", "the beginning of a block can't be read",
      meaning: """
        Blocks are written '${if CONDITION} … ${else if CONDITION} … ${else} … ${end}' and \
        '${for NAME in LIST} … ${end}'.
        """,
      example: "text: \"${for region of regions}- ${region}${end}\"",
      remedy: "correct it: ${for region in regions}."),
    Explanation(
      "unknown-block", "a block of another template language",
      meaning: """
        Texts have '${if …}', '${else if …}', '${else}', '${for …}', '${end}', and comments, \
        '${# …}'. Other template languages write them in other ways.
        """,
      example: "text: \"${if has(port)}${port}${endif}\"",
      remedy: "write ${end}; the message says what stands for the other words."),
    Explanation(
      "blocks-too-deep", "blocks of a text are nested too deeply",
      meaning: "A limit keeps files from exhausting memory.",
      example: "text: \"${if a}${if b}…\"",
      remedy: "join conditions with &&, or move a part of the text to a compute step."),
    Explanation(
      "unknown-escape", "an unknown escape sequence",
      meaning: "In double quotes, '\\' begins an escape sequence.",
      example: "pattern: \"\\d+\"",
      remedy: "use single quotes, where '\\' is an ordinary character."),
    Explanation(
      "invalid-escape", "an invalid escape sequence in an expression",
      meaning: "The text in the expression has a '\\' before something that it can't escape.",
      example: "value: \"'\\\\q'\"",
      remedy: "double the '\\', or use a raw text r'…'."),
    Explanation(
      "invalid-quoted-name", "an invalid name in backquotes",
      meaning: "Backquotes enclose names of fields with other characters.",
      example: "value: \"user.`a b\"",
      remedy: "close the backquote."),
    Explanation(
      "empty-expression", "an empty expression",
      meaning: "There's nothing between the braces or quotes.",
      example: "text: \"${}\"",
      remedy: "write the expression, or remove it."),
    Explanation(
      "control-character", "a control character",
      meaning: "Control characters aren't allowed in flow files.",
      example: "label: \"a\\x00\"",
      remedy: "remove it."),
    Explanation(
      "control-in-pattern", "a control character in a pattern",
      meaning: "In double quotes '\\b' is a backspace, not a word boundary.",
      example: "pattern: \"\\bword\\b\"",
      remedy: "write patterns in single quotes."),
    Explanation(
      "cut-by-comment", "a '#' cuts off the value",
      meaning: """
        YAML reads what follows ' #' as a comment, and the value ends before it. An intended comment \
        has a space after the '#'.
        """,
      example: "label: Room #5",
      remedy: """
        quote the value; for an expression of several lines write '|' after the key, and '//' \
        before comments.
        """),
    Explanation(
      "comment-in-folded-text", "a comment in a folded text",
      meaning: """
        The lines are joined before the expression is read, so '//' comments out all following \
        lines.
        """,
      example: """
        when: >
          a // first
          && b
        """,
      remedy: "write '|' after the key, which keeps the lines."),
    Explanation(
      "number-form", "a number loses its notation",
      meaning: "YAML reads 3.10 as 3.1 and 0755 as 755, so the notation is lost.",
      example: "default: 3.10",
      remedy: "quote it if it's a text, or write the plain number."),
    Explanation(
      "missing-colon", "a ':' is missing",
      meaning: "The line looks like a key without a colon.",
      example: "label Name",
      remedy: "write ':' and a space after the key."),
    Explanation(
      "keys-on-one-line", "two keys on one line",
      meaning: """
        YAML reads the rest of the line as part of the first value. Outside braces each key is on \
        its own line; inside, keys are separated by commas.
        """,
      example: "min: 1, max: 10",
      remedy: "put each key on a line of its own."),
    Explanation(
      "space-after-colon", "a space is missing after ':'",
      meaning: "Without it YAML reads one word.",
      example: "label:Name",
      remedy: "write a space after the colon."),
    Explanation(
      "space-after-dash", "a space is missing after '-'",
      meaning: "Without it YAML reads one word.",
      example: "-ask: name",
      remedy: "write a space after the dash."),
    Explanation(
      "tab-indentation", "a line is indented with a tab",
      meaning: "YAML allows only spaces for indentation.",
      example: "\\t- ask: name",
      remedy: "indent with spaces."),
    Explanation(
      "wrong-indentation", "the indentation doesn't match",
      meaning: "No list or map above has this indentation.",
      example: """
        steps:
          - ask: name
           type: string
        """,
      remedy: "align the line with what it belongs to."),
    Explanation(
      "bad-line", "a line can't be read",
      meaning: "The line isn't part of a list, a map or a text.",
      example: """
        steps:
          what is this
        """,
      remedy: "make it part of what surrounds it."),
    Explanation(
      "bad-json", "a file isn't JSON",
      meaning: "A file of answers whose name ends with .json is read as JSON, and this one isn't.",
      example: """
        { "name": "billing", }
        """,
      remedy: "correct it where the finding points, or name the file .yaml."),
    Explanation(
      "several-documents", "the file has several documents",
      meaning: "A flow file is one document; '---' begins another.",
      example: """
        ---
        flow: 1
        ---
        flow: 1
        """,
      remedy: "split it into two files."),
    Explanation(
      "empty-file", "the file is empty",
      meaning: "It contains no flow.",
      example: "",
      remedy: "start with: flow: 1."),
    Explanation(
      "file-too-large", "the file is too large",
      meaning: "A limit keeps files from exhausting memory.",
      example: "",
      remedy: "split the flow, or raise the limit with --max-bytes."),
    Explanation(
      "layout-kept", "the layout can't be changed",
      meaning: """
        With another layout YAML would read something else here, so the layout was left \
        as it is.
        """,
      example: "",
      remedy: "write this part in a simpler way."),
    Explanation(
      "syntax-error", "an expression can't be read",
      meaning: "Something is missing or misplaced.",
      example: "when: \"size(name\"",
      remedy: "correct the expression at the caret."),
    Explanation(
      "nested-condition", "a nested condition without parentheses",
      meaning: "In 'a ? b : c' the part between '?' and ':' can't itself be such a condition.",
      example: "value: \"a ? b ? 1 : 2 : 3\"",
      remedy: "put the inner one in parentheses: a ? (b ? 1 : 2) : 3."),
    Explanation(
      "messages-not-supported", "protocol buffer messages aren't supported",
      meaning: "The expression language is CEL without protocol buffers.",
      example: "value: \"Point{x: 1}\"",
      remedy: "write a map: {'x': 1}."),
    Explanation(
      "expression-too-long", "an expression is too long",
      meaning: "A limit keeps files from exhausting memory.",
      example: "when: \"kind == 'a' || kind == 'b' || …\"",
      remedy: "move parts of it to 'compute' steps."),
    Explanation(
      "expression-too-deep", "an expression is nested too deeply",
      meaning: "A limit keeps files from exhausting memory.",
      example: "when: \"((((…))))\"",
      remedy: "move parts of it to 'compute' steps."),
    Explanation(
      "unexpected-character", "an unexpected character in an expression",
      meaning: "The character has no meaning outside a text.",
      example: "when: \"name # 3\"",
      remedy: "remove it, or quote the text that it belongs to."),
    Explanation(
      "unterminated-text", "a text in an expression isn't closed",
      meaning: "The text has an opening quote but no closing one.",
      example: "when: \"name == 'x\"",
      remedy: "close the quote."),
  ]
}
