// SPDX-License-Identifier: Apache-2.0

import Expectations
import SourceDiagnostics
import Testing

@Suite struct SourceFileTests {
  @Test func columnsCountCharactersAndEveryLineBreakEndsALine() {
    let file = SourceFile(name: "a.yaml", text: "テスト: 1\r\nb: 2\n")
    expectEqual(file.position(at: 9), SourcePosition(line: 1, column: 4))
    expectEqual(file.position(at: 15), SourcePosition(line: 2, column: 2))
    expectEqual(file.lineCount, 3)
    expectEqual(file.range(ofLine: 1), SourceRange(0, 12))
    expectEqual(file[SourceRange(0, 10)], "テスト:")
  }

  @Test func offsetsOutsideTheTextAreClamped() {
    let file = SourceFile(name: "a", text: "é")
    expectEqual(file.position(at: -3), SourcePosition(line: 1, column: 1))
    expectEqual(file.position(at: 99), SourcePosition(line: 1, column: 2))
    expectEqual(file.position(at: 1), SourcePosition(line: 1, column: 1))
    #expect(file.range(ofLine: 2) == nil)
  }
}

extension SourceFileTests {
  @Test func columnsOfLongLinesEqualCountedColumns() {
    let parts = ["a", "é", "e\u{301}", "テ", "🙂", "👩‍👩‍👧", "🇩🇪", " "]
    let line = (0..<9000).map { parts[($0 * 7 + $0 / 11) % parts.count] }.joined()
    let file = SourceFile(name: "a", text: "x\n" + line + "\ny")
    var offset = 2
    var column = 1
    for character in line {
      if column % 97 == 1 {
        expectEqual(file.position(at: offset), SourcePosition(line: 2, column: column))
      }
      offset += String(character).utf8.count
      column += 1
    }
    expectEqual(file.position(at: offset + 1), SourcePosition(line: 3, column: 1))
  }

  @Test(arguments: [
    (SourceRange(0, 1), 1...1), (SourceRange(at: 2), 2...2), (SourceRange(0, 2), 1...1),
    (SourceRange(0, 3), 1...2), (SourceRange(2, 99), 2...3),
  ])
  func aRangeTouchesTheLinesOfItsCharacters(range: SourceRange, lines: ClosedRange<Int>) {
    let file = SourceFile(name: "a", text: "a\nb\r\nc")
    expectEqual(file.lines(of: range), lines)
  }
}
