// SPDX-License-Identifier: Apache-2.0

import ScreenFaces
import TerminalIO
import Testing

/// What's suggested after the text in a line.
@MainActor
@Suite struct SuggestionTests {
  private static func flow(_ field: String) -> String {
    """
    flow: 1
    id: s
    steps:
      - { ask: branch, \(field) }
      - { ask: end, type: string }
    """
  }

  @Test(arguments: [Key(.right), Key(.end)])
  func theNewestEarlierAnswerThatFitsIsSuggested(key: Key) async throws {
    let walk = try await ScreenWalk(Self.flow("type: string, suggest: [release, main]"))
    for answer in ["rebase-one", "rebase-two", "other"] {
      await walk.type(answer + "\r")
      await walk.type(Key(.tab, .shift))
    }
    await walk.type("re")
    #expect(walk.text.contains("› rebase-two"))
    await walk.type(key)
    await walk.type("\r")
    await walk.type("x\r")
    #expect(walk.result == #"{"branch":"rebase-two","end":"x"}"#)
  }

  @Test func theFlowSuggestsWhereNoEarlierAnswerFits() async throws {
    let walk = try await ScreenWalk(Self.flow("type: string, suggest: [release, main]"))
    await walk.type("other\r")
    await walk.type(Key(.tab, .shift))
    await walk.type("re")
    #expect(walk.text.contains("› release"))
  }

  @Test func aSecretIsNeverSuggested() async throws {
    let walk = try await ScreenWalk(Self.flow("type: secret"))
    await walk.type("hunter2\r")
    await walk.type(Key(.tab, .shift))
    await walk.type("hu")
    await walk.type(Key(.right))
    await walk.type("\r")
    await walk.type("x\r")
    #expect(walk.result == #"{"branch":"hu","end":"x"}"#)
  }
}
