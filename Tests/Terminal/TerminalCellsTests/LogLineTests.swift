// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

/// Lines of logs, which continuous integration reads.
@Suite struct LogLineTests {
  @Test(arguments: [
    ("::error::x", "| ::error::x"), ("  ::warning::x", "|   ::warning::x"),
    ("##[group]x", #"| \u{23}#[group]x"#), ("--- x", "| --- x"), ("+++ x", "| +++ x"),
    ("~~~ x", "| ~~~ x"), ("^^^ +++", "| ^^^ +++"),
    ("a ##vso[task.complete]b", #"a \u{23}#vso[task.complete]b"#),
    ("###teamcity[x]", #"| #\u{23}#teamcity[x]"#), ("\u{1b}[31mred", #"\u{1b}[31mred"#),
  ])
  func aLineIsNoCommandForWhatReadsLogs(text: String, line: String) {
    expectEqual(text.asLogLines, line)
    #expect(line.asLogLine == line || line.hasPrefix("| "))
  }

  @Test(arguments: ["", "a: b", "# Title", "- a", "--set a=b", "x::y", "a ## b", "#[x]", "a\nb"])
  func otherLinesStayAsTheyAre(text: String) { expectEqual(text.asLogLines, text) }

  @Test func eachLineOfATextIsOne() {
    expectEqual("a\n::b\r\n\n  ##[c]\n".asLogLines, "a\n| ::b\\r\n\n|   \\u{23}#[c]\n")
  }
}
