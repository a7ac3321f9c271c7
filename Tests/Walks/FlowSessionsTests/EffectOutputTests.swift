// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowSessions
import Testing

@testable import FlowEffects

/// The last output of a command, as faces show it.
@Suite struct EffectOutputTests {
  private func output(_ texts: String...) -> EffectOutput {
    let output = EffectOutput()
    for text in texts { output.append(Array(text.utf8)) }
    return output
  }

  @Test func theLastLinesAreThoseBeforeTheEmptyOnes() {
    let lines = output("one\ntw", "o\nthree\n\n \n").lines(last: 2)
    expectEqual(lines, ["two", "three"])
    expectEqual(output("one").lines(last: 0), [])
    expectEqual(output().lines(last: 3), [])
  }

  @Test(arguments: [
    ("10%\r20%\r30%", "30%"), ("done\r\n", "done"), ("kept\r", "kept"), ("a\tb", "a       b"),
    ("12345678\tb", "12345678        b"), ("\u{1B}[31mred", "\u{1B}[31mred"),
  ])
  func aLineIsWhatATerminalWouldLeave(text: String, line: String) {
    expectEqual(output(text).lines(last: 3), [line])
  }

  @Test func bytesThatAreNotUTF8AreReplaced() {
    let output = EffectOutput()
    output.append([0x61, 0xFF, 0x62])
    expectEqual(output.lines(last: 1), ["a\u{FFFD}b"])
  }

  @Test func secretsAreMaskedAlsoWhereTheyAreWrittenInParts() {
    let parts = output("token=hun", "ter2 for hunter22\n")
    expectEqual(parts.lines(last: 1, masking: ["hunter2"]), ["token=•••• for ••••2"])
    expectEqual(parts.lines(last: 1, masking: ["hunter2", "hunter22"]), ["token=•••• for ••••"])
    // The rest of the output can complete it.
    expectEqual(output("token=hunter").lines(last: 1, masking: ["hunter2"]), ["token="])
    expectEqual(output("one\ntwo").lines(last: 2, masking: ["e\nt"]), ["on••••wo"])
    expectEqual(output("as it is").lines(last: 1, masking: ["", " "]), ["as it is"])
  }

  @Test func onlyTheEndIsKeptAndNoCutLineIsShown() {
    let output = EffectOutput()
    for _ in 0..<10 { output.append(Array((String(repeating: "s", count: 9_999) + "\n").utf8)) }
    output.append(Array("last\n".utf8))
    let lines = output.lines(last: 100)
    expectEqual(lines.last, "last")
    expectEqual(lines.count, 2)
    expectEqual(lines[0].count, EffectOutput.lineLimit)
    // Nothing but the middle of a line is left.
    output.append([UInt8](repeating: 0x78, count: 100_000))
    expectEqual(output.lines(last: 100), [])
    output.append(Array("\nend".utf8))
    expectEqual(output.lines(last: 100), ["end"])
  }
}
