// SPDX-License-Identifier: Apache-2.0

import Expectations
import SourceDiagnostics
import TerminalCells
import Testing

@Suite struct DiagnosticRendererTests {
  @Test func errorsComeFirstAndWarningsAreGroupedByKind() {
    let file = SourceFile(name: "f", text: String(repeating: "x\n", count: 20))
    var list = DiagnosticList()
    func add(_ id: DiagnosticID, _ severity: Severity, line: Int) {
      list.add(
        Diagnostic(id, severity, "bad", at: SourcePlace(file, SourceRange(line * 2, line * 2 + 1))))
    }
    for line in 0..<6 { add("often", .warning, line: line) }
    add("rare", .warning, line: 2)
    let heads = { (list: DiagnosticList) in
      DiagnosticRenderer().render(list).split(separator: "\n")
        .filter { $0.hasPrefix("f:") || $0.hasPrefix("and") }.map(String.init)
    }
    expectEqual(heads(list).count, 7)
    expectEqual(heads(list).last, "f:3:1: warning: bad [rare]")
    add("wrong", .error, line: 9)
    expectEqual(
      heads(list),
      [
        "f:10:1: error: bad [wrong]", "f:1:1: warning: bad [often]", "f:2:1: warning: bad [often]",
        "f:3:1: warning: bad [often]", "and 3 more warnings of this kind [often]",
        "f:3:1: warning: bad [rare]",
      ])
  }

  @Test func aFileWithSecretsIsNotQuoted() throws {
    let file = SourceFile(name: "a.yaml", text: "token: s3cret\ntoken: other\n")
    var list = DiagnosticList()
    list.add(
      Diagnostic(
        "duplicate-key", "duplicate key 'token'", at: SourcePlace(file, SourceRange(14, 19)),
        notes: [
          Diagnostic.Note("the first 'token' is here", at: SourcePlace(file, SourceRange(0, 5)))
        ],
        fixIts: [FixIt("remove it", [FixIt.Edit(SourceRange(14, 27), "")], isShown: true)]))
    var renderer = DiagnosticRenderer()
    #expect(renderer.render(list).contains("s3cret"))
    renderer.quotesLines = false
    expectEqual(
      renderer.render(list),
      """
      a.yaml:2:1: error: duplicate key 'token' [duplicate-key]
      a.yaml:1:1: note: the first 'token' is here

      """)
  }

  /// Returns the place of the first occurrence of a text.
  private func place(_ wanted: String, in file: SourceFile) throws -> SourcePlace {
    let haystack = Array(file.text.utf8)
    let needle = Array(wanted.utf8)
    let start = try #require(
      (0...(haystack.count - needle.count)).first {
        haystack[$0..<($0 + needle.count)].elementsEqual(needle)
      })
    return SourcePlace(file, SourceRange(start, start + needle.count))
  }

  private func drawn(_ diagnostic: Diagnostic, width: Int = 100) -> String {
    DiagnosticRenderer(maximumWidth: width).render(diagnostic)
  }

  @Test func lineNumbersAreRightAlignedWithinADiagnosticAndItsNotes() throws {
    var lines = Array(repeating: "#", count: 13)
    lines[5] = "    - ask: country"
    lines.append("        when: contry == \"NL\"")
    let file = SourceFile(name: "order.flow.yaml", text: lines.joined(separator: "\n"))
    let diagnostic = Diagnostic(
      "unknown-answer", "unknown answer 'contry'; did you mean 'country'?",
      at: try place("contry", in: file),
      notes: [Diagnostic.Note("'country' is asked here", at: try place("country", in: file))])
    expectEqual(
      drawn(diagnostic),
      """
      order.flow.yaml:14:15: error: unknown answer 'contry'; did you mean 'country'? [unknown-answer]
      14 |         when: contry == "NL"
         |               ^~~~~~
      order.flow.yaml:6:12: note: 'country' is asked here
       6 |     - ask: country
         |            ^~~~~~~

      """)
  }

  @Test func theCaretIsPlacedByCellsUnderWideCharacters() throws {
    expectEqual(Character("テ").cellWidth, 2)
    let file = SourceFile(name: "テスト.yaml", text: "- 名前: テスト 🙂 é x1\n")
    expectEqual(
      drawn(Diagnostic("a-b", .warning, "found 'x1'", at: try place("x1", in: file))),
      """
      テスト.yaml:1:15: warning: found 'x1' [a-b]
      1 | - 名前: テスト 🙂 é x1
        |                     ^~

      """)
    expectEqual(
      drawn(Diagnostic("a-b", .warning, "found", at: try place("スト", in: file))),
      """
      テスト.yaml:1:8: warning: found [a-b]
      1 | - 名前: テスト 🙂 é x1
        |           ^~~~

      """)
  }

  @Test func anEmptyRangeGetsOneCaretEvenAtTheEnd() {
    let file = SourceFile(name: "a", text: "id:\nb")
    expectEqual(
      drawn(Diagnostic("x", "missing", at: SourcePlace(file, SourceRange(at: 3)))),
      """
      a:1:4: error: missing [x]
      1 | id:
        |    ^

      """)
    expectEqual(
      drawn(Diagnostic("x", "missing", at: SourcePlace(file, SourceRange(at: 99)))),
      """
      a:2:2: error: missing [x]
      2 | b
        |  ^

      """)
  }

  @Test func anEmptyFileIsRendered() {
    let file = SourceFile(name: "a", text: "")
    expectEqual(
      drawn(Diagnostic("empty-file", "nothing here", at: SourcePlace(file, SourceRange(at: 0)))),
      """
      a:1:1: error: nothing here [empty-file]
      1 |
        | ^

      """)
  }

  @Test func aMultilineRangeIsMarkedOnEachLine() throws {
    let file = SourceFile(name: "a", text: "k: \"one\n  two\n  three\"\n")
    expectEqual(
      drawn(Diagnostic("x", "bad", at: try place("\"one\n  two\n  three\"\n", in: file))),
      """
      a:1:4: error: bad [x]
      1 | k: "one
        |    ^~~~
      2 |   two
        |   ~~~
      3 |   three"
        |   ~~~~~~

      """)
  }

  @Test func aLongRangeShowsItsFirstTwoLinesAndItsLast() throws {
    let file = SourceFile(name: "a", text: "k: |\n a\n b\n c\n d\n e\n")
    expectEqual(
      drawn(Diagnostic("x", "bad", at: try place("|\n a\n b\n c\n d\n e", in: file))),
      """
      a:1:4: error: bad [x]
      1 | k: |
        |    ^
      2 |  a
        |  ~
      ...
      6 |  e
        |  ~

      """)
  }

  @Test func aShownFixIsRenderedAsTheFixedLine() throws {
    let file = SourceFile(name: "a", text: "x: 1\nwhen: !y\n")
    let value = try place("!y", in: file)
    let diagnostic = Diagnostic(
      "yaml-tag", "'!' begins a tag; quote this expression", at: value,
      fixIts: [
        FixIt("quote the expression", [FixIt.Edit(value.range, "\"!y\"")], isShown: true),
        FixIt("not shown", [FixIt.Edit(value.range, "z")]),
      ])
    expectEqual(
      drawn(diagnostic),
      """
      a:2:7: error: '!' begins a tag; quote this expression [yaml-tag]
      2 | when: !y
        |       ^~
      a:2:7: fix: quote the expression
      2 | when: "!y"

      """)
  }

  @Test func aLongLineIsTruncatedAroundTheCaret() throws {
    let file = SourceFile(
      name: "a",
      text: String(repeating: "ab ", count: 30) + "HERE" + String(repeating: " cd", count: 400_000))
    let text = drawn(Diagnostic("x", "bad", at: try place("HERE", in: file)), width: 40)
    expectEqual(
      text,
      """
      a:1:91: error: bad [x]
      1 | … ab ab ab ab HERE cd cd cd cd cd cd cd…
        |               ^~~~

      """)
  }

  @Test(arguments: [0, 1, 30, 39, 40, 41, 500, 2046, 2048, 2050, 99_998])
  func theCaretOfATruncatedLineIsBelowItsMark(offset: Int) throws {
    var line = Array(repeating: Character("·"), count: 100_000)
    line[offset] = "X"
    let file = SourceFile(name: "a", text: String(line))
    let rows = drawn(Diagnostic("x", "bad", at: try place("X", in: file)), width: 40)
      .split(separator: "\n").map(Array.init)
    try #require(rows.count == 3)
    #expect(rows[1].count <= 44)
    let caret = try #require(rows[2].firstIndex(of: "^"))
    expectEqual(rows[1][caret], "X")
    #expect(String(rows[0]).hasPrefix("a:1:\(offset + 1):"))
  }

  @Test func aStackOfAccentsIsTruncated() {
    let file = SourceFile(name: "a", text: "e" + String(repeating: "\u{301}", count: 1_000_000))
    let text = drawn(Diagnostic("x", "bad", at: SourcePlace(file, SourceRange(0, 1))))
    #expect(text.utf8.count < 500)
  }

  @Test func colorsMarkPlaceSeverityCaretAndNotes() {
    let file = SourceFile(name: "a", text: "b")
    let place = SourcePlace(file, SourceRange(0, 1))
    let diagnostic = Diagnostic(
      "x", .warning, "bad", at: place, notes: [Diagnostic.Note("so", at: place)])
    expectEqual(
      DiagnosticRenderer(style: .ansi).render(diagnostic),
      """
      \u{1B}[1ma:1:1:\u{1B}[0m \u{1B}[1;33mwarning:\u{1B}[0m bad [x]
      1 | b
        | \u{1B}[36m^\u{1B}[0m
      \u{1B}[2ma:1:1: note: so\u{1B}[0m
      1 | b
        | \u{1B}[36m^\u{1B}[0m

      """)
  }

  @Test func aListIsRenderedInSourceOrderWithTheNumberOmitted() {
    let file = SourceFile(name: "a", text: "bcdef")
    var list = DiagnosticList(limit: 2)
    for offset in [4, 0, 2, 1] {
      list.add(
        Diagnostic(
          "x", offset == 1 ? .warning : .error, "at \(offset)",
          at: SourcePlace(file, SourceRange(offset, offset + 1))))
    }
    expectEqual(
      DiagnosticRenderer().render(list),
      """
      a:1:1: error: at 0 [x]
      1 | bcdef
        | ^
      a:1:3: error: at 2 [x]
      1 | bcdef
        |   ^
      and 2 more

      """)
    expectEqual(DiagnosticRenderer().summary(of: list), "3 errors, 1 warning in 1 file")
    expectEqual(DiagnosticRenderer().render(DiagnosticList()), "")
  }
}
