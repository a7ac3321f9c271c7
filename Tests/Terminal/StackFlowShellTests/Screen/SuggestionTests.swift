// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowForms
import StackFlowShell
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
    expectEqual(walk.result, #"{"branch":"rebase-two","end":"x"}"#)
  }

  @Test func theFlowSuggestsWhereNoEarlierAnswerFits() async throws {
    let walk = try await ScreenWalk(Self.flow("type: string, suggest: [release, main]"))
    await walk.type("other\r")
    await walk.type(Key(.tab, .shift))
    await walk.type("re")
    #expect(walk.text.contains("› release"))
  }

  @Test func aRefusedTextIsNotAnEarlierAnswer() async throws {
    let walk = try await ScreenWalk(Self.flow("type: string, minLength: 5"))
    await walk.type("good one\r")
    await walk.type(Key(.tab, .shift))
    await walk.type("bad\r")
    #expect(walk.text.contains("✗"), "\(walk.text)")
    await walk.type(.control("u"))
    await walk.type(Key(.up))
    #expect(walk.text.contains("› good one"), "\(walk.text)")
  }

  @Test(arguments: ["type: path, required: false", "type: string, required: false"])
  func acceptingAllPassesWhatWasLeftEmpty(field: String) async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: s
      steps:
        - { ask: first, type: string }
        - { ask: empty, \(field) }
        - form: both
          fields:
            - { ask: name, type: string }
            - { ask: remark, type: string, required: false }
        - { ask: end, type: string }
      """)
    for answer in ["one", "", "two", ""] { await walk.type(answer + "\r") }
    await walk.type(":back 3\r")
    #expect(walk.text.contains("accept all"), "\(walk.text)")
    await walk.type("\u{1B}\r")
    await walk.type("x\r")
    expectEqual(walk.result?.contains(#""end":"x""#), true, "\(walk.text)")
  }

  @Test func acceptingAllStopsAtAFieldThatWasHidden() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: s
      steps:
        - { ask: asks, type: boolean }
        - { ask: hidden, type: string, required: false, when: asks }
        - { ask: end, type: string }
      """)
    await walk.type("n\r")
    await walk.type(":back\r")
    await walk.type("y\r")
    await walk.type("\u{1B}\r")
    expectEqual(walk.runner.session.topStepID, "hidden", "\(walk.text)")
  }

  @Test(arguments: ["type: path", "type: path, required: false"])
  func upAtAPathChoosesAmongItsNames(field: String) async throws {
    let loaded = FlowFile.load(Self.flow(field), name: "s.flow.yaml")
    let runner = try FlowRunner(flow: try #require(loaded.flow), clock: { .epoch })
    runner.services.paths = PictureHost()
    let walk = await ScreenWalk(runner)
    await walk.type("/old\r")
    await walk.type(Key(.tab, .shift))
    await walk.type("\u{15}~/.ssh/")
    await walk.type(Key(.up))
    #expect(walk.text.contains("❯ 鍵"), "\(walk.text)")
    await walk.type(Key(.down))
    await walk.type(Key(.up), Key(.up))
    #expect(walk.text.contains("› ~/.ssh/"), "\(walk.text)")
  }

  @Test func aSecretIsNeverSuggested() async throws {
    let walk = try await ScreenWalk(Self.flow("type: secret"))
    await walk.type("hunter2\r")
    await walk.type(Key(.tab, .shift))
    await walk.type("hu")
    await walk.type(Key(.right))
    await walk.type("\r")
    await walk.type("x\r")
    expectEqual(walk.result, #"{"branch":"hu","end":"x"}"#)
  }
}
