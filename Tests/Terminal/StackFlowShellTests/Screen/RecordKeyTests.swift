// SPDX-License-Identifier: Apache-2.0

import StackFlowShell
import TerminalIO
import Testing

/// Keys at a list of records; what words and buttons do there is in the scripts of `Tests/Fixtures/screens`.
@MainActor
@Suite struct RecordKeyTests {
  @Test func aPageOfRecordsIsWhatTheWindowShows() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: l
      title: List
      steps:
        - repeat: vars
          title: Variables
          summary: "${name}"
          steps:
            - { ask: name, type: string, label: Name }
      """, rows: 24)
    for number in 1...60 { await walk.type(":add\rv\(number)\r") }
    await walk.type(Key(.up))
    await walk.type(Key(.home))
    #expect(walk.text.contains("❯  1  v1"), "\(walk.text)")
    let shown = walk.lines.count { $0.contains("  v") }
    await walk.type(Key(.pageDown))
    #expect(walk.text.contains("❯ \(shown)  v\(shown)"), "\(shown)\n\(walk.text)")
  }
}
