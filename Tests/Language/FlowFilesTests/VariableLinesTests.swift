// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import SourceDiagnostics
import Testing

/// Lines of `NAME=value`, as python-dotenv reads them; `Scripts/outside/check-formats` compares both.
@Suite struct VariableLinesTests {
  private func read(_ text: String) -> [String] {
    let read = AnswersFile.read(Array(text.utf8), name: "a.env")
    return read.answers.map { answer in
      guard case .typed(let text) = answer.content else { return "\(answer.name) is no text" }
      return "\(answer.name)=\(text)"
    } + read.diagnostics.diagnostics.map { "\($0.place): \($0.message)" }
  }

  @Test(arguments: [
    ("A=1\nB=2", ["A=1", "B=2"]), ("\u{FEFF}A=1\n", ["A=1"]), ("\u{FEFF}# c\r\nA=1\r\n", ["A=1"]),
    ("# c\n\n  # d\n\tA=1", ["A=1"]),
    ("export A=1\nexport\tB=2\nexported=3", ["A=1", "B=2", "exported=3"]),
    ("A = 1 ", ["A=1"]), ("'A'=1", ["A=1"]), ("A=", ["A="]), ("A=a b  # c", ["A=a b"]),
    ("A=a#b", ["A=a#b"]), ("A=#b", ["A=#b"]), ("A= # b", ["A="]), ("A=a\\nb", ["A=a\\nb"]),
    (#"A="a\nb\t\"c\" \\ \' \q""#, ["A=a\nb\t\"c\" \\ ' \\q"]),
    (#"A='a\nb \'c\' \\ "d"'"#, ["A=a\\nb 'c' \\ \"d\""]),
    ("A='a # b' # c\nB=2", ["A=a # b", "B=2"]), ("A=\"one\r\ntwo\"\nB=2", ["A=one\ntwo", "B=2"]),
    ("A=a'b'", ["A=a'b'"]), ("A=$B ${B}", ["A=$B ${B}"]), ("A.b-c=1", ["A.b-c=1"]),
  ])
  func aLineIsRead(text: String, answers: [String]) { expectEqual(read(text), answers) }

  @Test(arguments: [
    ("A\nB=2", ["B=2", "a.env:1:1: expected NAME=value"]),
    ("=1\nB=2", ["B=2", "a.env:1:1: expected NAME=value"]),
    ("A B=1", ["a.env:1:1: expected NAME=value"]),
    ("A='x\nB=2", ["B=2", "a.env:1:1: the quotes of the value aren't closed"]),
    ("A='it'\\''s'\nB=2", ["B=2", "a.env:1:1: expected nothing after the quotes of the value"]),
  ])
  func anotherLineIsAMistake(text: String, found: [String]) { expectEqual(read(text), found) }

  /// Standard input has no name that says what it holds.
  @Test func standardInputMayBeginWithAByteOrderMark() {
    let read = AnswersFile.read(Array("\u{FEFF}A=a: b\n".utf8), name: "-")
    expectEqual(read.answers.map(\.name), ["A"])
  }
}
