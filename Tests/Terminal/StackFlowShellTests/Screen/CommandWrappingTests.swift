// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import StackFlowShell

/// Commands on several rows.
@Suite struct CommandWrappingTests {
  @Test(arguments: [
    ("git push --set-upstream origin", 12, ["git push", "--set-upstre", "am origin"]),
    ("git push --set-upstream origin", 16, ["git push", "--set-upstream", "origin"]),
    ("mkdir billing-api", 80, ["mkdir billing-api"]),
    ("", 5, [""]), ("a", 0, ["a"]), ("日本語", 3, ["日", "本", "語"]),
    ("echo 'a  b'", 80, ["echo 'a  b'"]), ("  x", 2, ["  ", "x"]), ("a\nb-c", 9, ["a", "b-c"]),
  ])
  func aCommandIsBrokenAtSpacesOnly(text: String, columns: Int, lines: [String]) {
    expectEqual(text.wrappedAtSpaces(to: columns).map(String.init), lines)
  }

  @Test(arguments: 1...40) func noRowIsWiderThanThereIsRoomAndNoWordIsLost(columns: Int) {
    let command = "TOKEN=•••• git -C 'a b' commit --quiet -m 'Begin 日本 👩‍💻' --author=x"
    let lines = command.wrappedAtSpaces(to: columns)
    #expect(lines.allSatisfy { $0.cellWidth <= max(2, columns) })
    let letters = lines.joined().filter { $0 != " " }
    expectEqual(letters, command.filter { $0 != " " })
  }
}
