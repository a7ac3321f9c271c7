// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import SourceDiagnostics
import Testing

/// What the layout of a file is, case by case.
@Suite struct FlowFormatterTests {
  /// A layout and the one that it gets.
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
    #expect(once.text == row.formatted)
    #expect(once.isChanged == (row.source != row.formatted))
    let twice = FlowFormatter.format(Array(once.text.utf8), name: "a.yaml")
    #expect(twice.text == once.text)
    #expect(!twice.isChanged)
  }

  static let rows = [
    Row(
      "a list stands below its key",
      "steps:\n- ask: a\n  type: string\n- ask: b\n",
      "steps:\n  - ask: a\n    type: string\n  - ask: b\n"),
    Row(
      "levels are two apart",
      "steps:\n    -   ask: a\n        validate:\n             - check: b\n               message: c\n",
      "steps:\n  - ask: a\n    validate:\n      - check: b\n        message: c\n"),
    Row("lists in lists", "a:\n-  -   b\n   -   c\n- - d\n", "a:\n  - - b\n    - c\n  - - d\n"),
    Row("blanks around a colon", "a :   b\nc:\td\n", "a: b\nc: d\n"),
    Row("the columns of braces", "{a: 1,   b:  2 ,c: [ x,y ]}\n", "{ a: 1,   b:  2, c: [x, y] }\n"),
    Row("maps in lists in brackets", "a: [{b: 1}, {}]\nc: [  ]\n", "a: [ { b: 1 }, {} ]\nc: []\n"),
    Row("keys in quotes", "{\"a\":1}\n", "{ \"a\": 1 }\n"),
    Row("blanks at the end", "a: b  \nc: d\t# e \n", "a: b\nc: d\t# e\n"),
    Row("one blank line at most", "\n\na: b\n\n \n\nc: d\n\n\n", "a: b\n\nc: d\n"),
    Row("a last line without its break", "a: b", "a: b\n"),
    Row("line breaks of Windows and of old", "a: b\r\nc: d\re: f\r\n", "a: b\nc: d\ne: f\n"),
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
      "a block that says its indentation", "a:\n    b: |1\n      c\n     d\n",
      "a:\n  b: |1\n    c\n   d\n"),
    Row(
      "blank lines of a block are its own", "a: |+\n  b\n\n\n\nc: >-\n  d\n\n\n\ne: f\n",
      "a: |+\n  b\n\n\n\nc: >-\n  d\n\ne: f\n"),
    Row("a block that ends the file", "a: |\n  b", "a: |-\n  b\n"),
    Row("a block with its breaks that ends the file", "a: >+2 # c\n   b", "a: >-2 # c\n   b\n"),
    Row(
      "a line of blanks in a block", "a: |\n   b\n     \n  \nc: d\n", "a: |\n  b\n    \n\nc: d\n"),
    Row(
      "a text of lines keeps its arrangement",
      "-   a: \"b\n          c\n\n         d\"\n", "- a: \"b\n        c\n\n       d\"\n"),
    Row("a text of words", "a:   b\n c\n  d\n", "a: b\n  c\n  d\n"),
    Row("a blank that is escaped", "a: \"b\\ \n  c\"\n", "a: \"b\\ \n  c\"\n"),
    Row(
      "brackets of several lines are moved",
      "a:\n- b: [\n    c,   # d\n\n\n    e\n  ]\n",
      "a:\n  - b: [\n      c,   # d\n\n      e\n    ]\n"),
    Row("a key behind a question mark", "a:\n    ? b\n    : c\n", "a:\n  ? b\n  : c\n"),
    Row("marks of documents", "# a\n---\nb:\n   c: d\n", "# a\n---\nb:\n  c: d\n"),
    Row("wide characters", "テ:\n      - \"é\"\n", "テ:\n  - \"é\"\n"),
  ]

  @Test func whatIsNoYAMLStaysAsItIs() {
    let source = "a: [b\nc: d   \n"
    let formatted = FlowFormatter.format(Array(source.utf8), name: "a.yaml")
    #expect(formatted.text == source)
    #expect(!formatted.isChanged)
    #expect(formatted.diagnostics.hasErrors)
  }

  @Test func scriptsHaveSeveralDocuments() {
    let source = "test: a\nsteps:\n- back: 1\n---\ntest: b\nsteps:\n- answer: { c: }\n"
    let formatted = FlowFormatter.format(Array(source.utf8), name: "a.test.yaml")
    #expect(formatted.diagnostics.isEmpty)
    #expect(
      formatted.text
        == "test: a\nsteps:\n  - back: 1\n---\ntest: b\nsteps:\n  - answer: { c: }\n")
  }
}
