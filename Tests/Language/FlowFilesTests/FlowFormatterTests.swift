// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import SourceDiagnostics
import Testing

/// The layout of formatted files, case by case.
@Suite struct FlowFormatterTests {
  /// A source and its formatted text.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let source: String
    let formatted: String

    init(_ name: String, _ source: String, _ formatted: String) {
      self.name = name
      self.source = source
      self.formatted = formatted
    }

    var testDescription: String { name }
  }

  @Test(arguments: Self.rows) func theLayoutIsCanonical(row: Row) {
    let once = FlowFormatter.format(Array(row.source.utf8), name: "a.yaml")
    #expect(once.diagnostics.isEmpty, "\(row.name)")
    expectEqual(once.text, row.formatted)
    expectEqual(once.isChanged, (row.source != row.formatted))
    let twice = FlowFormatter.format(Array(once.text.utf8), name: "a.yaml")
    expectEqual(twice.text, once.text)
    #expect(!twice.isChanged)
  }

  static let rows = [
    Row(
      "a list is below its key",
      "steps:\n- ask: a\n  type: string\n- ask: b\n",
      "steps:\n  - ask: a\n    type: string\n  - ask: b\n"),
    Row(
      "levels are indented by two spaces",
      "steps:\n    -   ask: a\n        validate:\n             - check: b\n               message: c\n",
      "steps:\n  - ask: a\n    validate:\n      - check: b\n        message: c\n"),
    Row("lists in lists", "a:\n-  -   b\n   -   c\n- - d\n", "a:\n  - - b\n    - c\n  - - d\n"),
    Row("spaces around a colon", "a :   b\nc:\td\n", "a: b\nc: d\n"),
    Row(
      "aligned values in braces", "{a: 1,   b:  2 ,c: [ x,y ]}\n", "{ a: 1,   b:  2, c: [x, y] }\n"),
    Row("maps in lists in brackets", "a: [{b: 1}, {}]\nc: [  ]\n", "a: [ { b: 1 }, {} ]\nc: []\n"),
    Row("keys in quotes", "{\"a\":1}\n", "{ \"a\": 1 }\n"),
    Row("trailing white space", "a: b  \nc: d\t# e \n", "a: b\nc: d\t# e\n"),
    Row("one blank line at most", "\n\na: b\n\n \n\nc: d\n\n\n", "a: b\n\nc: d\n"),
    Row("a last line without a line break", "a: b", "a: b\n"),
    Row(
      "line breaks of Windows and classic Mac OS", "a: b\r\nc: d\re: f\r\n", "a: b\nc: d\ne: f\n"),
    Row("a byte order mark", "\u{FEFF}a: b\n", "a: b\n"),
    Row(
      "a value on the next line", "a:\n    'b'\nc:\n  # d\n      e\n", "a:\n  'b'\nc:\n  # d\n  e\n"
    ),
    Row(
      "a comment belongs to what follows",
      "steps:\n# one\n- ask: a\n  # two\n  type: b\n    # three\n- ask: c\n",
      "steps:\n  # one\n  - ask: a\n    # two\n    type: b\n    # three\n  - ask: c\n"),
    Row(
      "a comment at the end of a list belongs to the list",
      "a:\n- b\n  # of b\n- c:\n    d: e\n    # of d\n  # of c\n# of all\n",
      "a:\n  - b\n  # of b\n  - c:\n      d: e\n      # of d\n    # of c\n# of all\n"),
    Row(
      "a comment that is too deep", "a:\n  b: c\n       # d\ne: f\n", "a:\n  b: c\n  # d\ne: f\n"),
    Row(
      "a block is moved",
      "- a: |\n        one\n          two\n\n        three  \n  b: c\n",
      "- a: |\n    one\n      two\n\n    three  \n  b: c\n"),
    Row(
      "a block with an indentation indicator", "a:\n    b: |1\n      c\n     d\n",
      "a:\n  b: |1\n    c\n   d\n"),
    Row(
      "blank lines of a block are kept", "a: |+\n  b\n\n\n\nc: >-\n  d\n\n\n\ne: f\n",
      "a: |+\n  b\n\n\n\nc: >-\n  d\n\ne: f\n"),
    Row("a block that ends the file", "a: |\n  b", "a: |-\n  b\n"),
    Row(
      "a block with trailing line breaks that ends the file", "a: >+2 # c\n   b",
      "a: >-2 # c\n   b\n"),
    Row(
      "a line of spaces in a block", "a: |\n   b\n     \n  \nc: d\n", "a: |\n  b\n    \n\nc: d\n"),
    Row(
      "a multiline text keeps its arrangement",
      "-   a: \"b\n          c\n\n         d\"\n", "- a: \"b\n        c\n\n       d\"\n"),
    Row("a plain multiline text", "a:   b\n c\n  d\n", "a: b\n  c\n  d\n"),
    Row("an escaped space", "a: \"b\\ \n  c\"\n", "a: \"b\\ \n  c\"\n"),
    Row(
      "multiline brackets are moved",
      "a:\n- b: [\n    c,   # d\n\n\n    e\n  ]\n",
      "a:\n  - b: [\n      c,   # d\n\n      e\n    ]\n"),
    Row("a key after a question mark", "a:\n    ? b\n    : c\n", "a:\n  ? b\n  : c\n"),
    Row("document markers", "# a\n---\nb:\n   c: d\n", "# a\n---\nb:\n  c: d\n"),
    Row("wide characters", "テ:\n      - \"é\"\n", "テ:\n  - \"é\"\n"),
  ]

  @Test func invalidYAMLIsNotChanged() {
    let source = "a: [b\nc: d   \n"
    let formatted = FlowFormatter.format(Array(source.utf8), name: "a.yaml")
    expectEqual(formatted.text, source)
    #expect(!formatted.isChanged)
    #expect(formatted.diagnostics.hasErrors)
  }

  @Test func everyDocumentOfAScriptIsFormatted() {
    let source = "test: a\nsteps:\n- back: 1\n---\ntest: b\nsteps:\n- answer: { c: }\n"
    let formatted = FlowFormatter.format(Array(source.utf8), name: "a.test.yaml")
    #expect(formatted.diagnostics.isEmpty)
    expectEqual(
      formatted.text, "test: a\nsteps:\n  - back: 1\n---\ntest: b\nsteps:\n  - answer: { c: }\n")
  }
}
