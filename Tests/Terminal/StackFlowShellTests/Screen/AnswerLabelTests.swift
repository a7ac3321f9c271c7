// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Testing

@testable import StackFlowShell

/// Answered steps are called by their short label or by their question, in the width that's there.
@MainActor
@Suite struct AnswerLabelTests {
  private func walk(
    _ steps: String, language: String = "en", columns: Int = 80
  ) async throws -> ScreenWalk {
    try await ScreenWalk(
      "flow: 1\nid: n\nlanguage: \(language)\nsteps:\n\(steps)\n", columns: columns)
  }

  private static let long = "Which mail server should relay the messages?"

  @Test(arguments: ["en", "de"])
  func aLongQuestionIsNotCutWhereThereIsRoomForIt(language: String) async throws {
    let walk = try await walk(
      """
        - { ask: relay, type: string, label: "\(Self.long)" }
        - { ask: port, type: integer, label: Port }
        - { ask: last, type: string }
      """, language: language)
    await walk.type("a\r25\r")
    #expect(walk.lines.contains("  ● \(Self.long)  a"), "\(walk.text)")
    #expect(walk.lines.contains("  ● Port" + String(repeating: " ", count: 42) + "25"))
    #expect(!walk.text.contains("relay  "))
  }

  @Test func theShortLabelIsTheOneOfAnswersAndReviews() async throws {
    let walk = try await walk(
      """
        - { ask: relay, type: string, label: "\(Self.long)", short: "Relay" }
        - { review: check }
      """)
    #expect(walk.text.contains(Self.long))
    await walk.type("a\r")
    #expect(walk.text.contains("Relay  a"), "\(walk.text)")
    #expect(!walk.text.contains("Which mail server"))
    await walk.type("\r")
    #expect(walk.text.contains("Relay  a"), "the summary: \(walk.text)")
  }

  @Test func aFieldOfAFormHasItsShortLabelAndTheQuestionAboveIt() async throws {
    let walk = try await walk(
      """
        - form: mail
          title: Mail
          fields:
            - { ask: relay, type: string, label: "\(Self.long)", short: "Relay" }
            - { ask: port, type: integer, label: Port }
      """)
    #expect(walk.text.contains(Self.long))
    #expect(walk.text.contains("› Relay"))
    await walk.type("a\r")
    #expect(!walk.text.contains(Self.long))
  }

  /// A long question and a long answer share the width.
  @Test func aQuestionIsCutOnlyForItsAnswer() async throws {
    let walk = try await walk(
      """
        - { ask: relay, type: string, label: "\(Self.long)" }
        - { ask: last, type: string }
      """, columns: 60)
    await walk.type("mail.example.com\r")
    #expect(walk.text.contains("  mail.example.com"), "\(walk.text)")
    #expect(walk.text.contains("Which mail server should relay"))
  }

  @Test func anIDIsNeverShownForAList() async throws {
    let title = "Which environment variables does the service need when it runs?"
    let walk = try await walk(
      """
        - { ask: name, type: string, label: Name }
        - repeat: zz_list
          title: \(title)
          steps:
            - { ask: key, type: string, label: Key }
        - { review: check }
      """, columns: 120)
    await walk.type("ada\r")
    await walk.type("\rPATH\r")
    await walk.type(":next\r")
    await walk.type(":back name\r")
    #expect(!walk.text.lowercased().contains("zz"), "\(walk.text)")
    #expect(walk.text.contains("Which environment variables…"), "\(walk.text)")
  }

  /// The line breaks of a text are rows of the summary.
  @Test func theSummaryKeepsTheLinesOfAText() async throws {
    let walk = try await walk("  - { ask: story, type: text, label: Story }")
    await walk.paste("one\ntwo")
    await walk.type("\r")
    #expect(walk.text.contains("Story  one\n           two"), "\(walk.text)")
    #expect(!walk.text.contains("\\n"))
  }
}
