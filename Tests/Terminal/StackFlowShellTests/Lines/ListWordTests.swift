// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import FlowSessions
import FlowTesting
import TerminalIO
import Testing

@testable import StackFlowShell

/// The words of lists of records.
@Suite struct ListWordTests {
  /// Each word of a list is one with its colon, too, which a face whose widgets take letters needs.
  @Test func eachWordOfAListIsReadWithItsColon() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: l
      steps: [{ repeat: r, steps: [{ ask: n, type: integer }] }]
      """)
    var session = try FlowSession(flow: flow)
    session.sendApproving(.start)
    for number in ["1", "2", "3"] {
      session.sendApproving(.addItem)
      session.sendApproving(.answer(.text(number)))
    }
    session.sendApproving(.removeItem(0))
    let step = try #require(session.state.step)
    let candidates = ListWord.candidates(for: step).map(\.text)
    expectEqual(candidates, ["add", "undo", "edit ", "remove ", "move ", "done"])
    for text in candidates {
      let numbers = text == "move " ? "2 1" : text.hasSuffix(" ") ? "1" : ""
      guard case .list(let words) = TypedWord.reading(of: ":" + text + numbers) else {
        Issue.record("':\(text)' isn't a word of lists")
        continue
      }
      switch ListWord.reading(of: words, in: step) {
      case .change?, .done?: break
      case let found: Issue.record("\(text): \(String(describing: found))")
      }
    }
  }
}
