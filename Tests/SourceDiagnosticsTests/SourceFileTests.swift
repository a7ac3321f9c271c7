// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics
import Testing

@Suite struct SourceFileTests {
  @Test func columnsCountCharactersAndLinesKnowBothLineBreaks() {
    let file = SourceFile(name: "a.yaml", text: "テスト: 1\r\nb: 2\n")
    #expect(file.position(at: 9) == SourcePosition(line: 1, column: 4))
    #expect(file.position(at: 15) == SourcePosition(line: 2, column: 2))
    #expect(file.lineCount == 3)
    #expect(file.range(ofLine: 1) == SourceRange(0, 12))
    #expect(file[SourceRange(0, 10)] == "テスト:")
  }

  @Test func offsetsOutsideTheTextAreClamped() {
    let file = SourceFile(name: "a", text: "é")
    #expect(file.position(at: -3) == SourcePosition(line: 1, column: 1))
    #expect(file.position(at: 99) == SourcePosition(line: 1, column: 2))
    #expect(file.position(at: 1) == SourcePosition(line: 1, column: 1))
    #expect(file.range(ofLine: 2) == nil)
  }
}
