// SPDX-License-Identifier: Apache-2.0

import StackFlowShell
import Testing

/// The speech of two screen readers in seven walks, in lines and inline with reduced motion.
@Suite @MainActor struct HeardGoldenTests {
  /// A walk: its flow, and what's typed in lines and inline.
  struct Walk: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: String
    let lines: [String]
    let inline: [String]

    var testDescription: String { name }

    /// The flow file.
    var flow: String {
      "flow: 1\nid: w\ntitle: A walk\nsteps:\n"
        + steps.split(separator: "\n").map { "  \($0)\n" }.joined()
    }
  }

  nonisolated static let walks = [
    Walk(
      name: "choice",
      steps: """
        - { ask: region, type: choice, label: Region, choices: [Frankfurt, Ohio, Tokyo] }
        - { ask: size, type: choice, label: Size, choices: [small, large], default: small }
        - { ask: public, type: boolean, label: Is it public? }
        """,
      lines: ["2<Enter>", "<Enter>", "yes<Enter>"], inline: ["<Down><Enter>", "<Enter>", "y"]),
    Walk(
      name: "marks",
      steps: """
        - { ask: parts, type: choices, label: Parts, choices: [api, worker, cron], minItems: 1 }
        - { ask: end, type: string, label: Note, required: false }
        """,
      lines: ["1 3<Enter>", "<Enter>"], inline: ["<Space><Down><Down><Space><Enter>", "<Enter>"]),
    Walk(
      name: "secret",
      steps: """
        - { ask: token, type: secret, label: Token of the registry, confirm: true }
        - { review: all, title: Is this right? }
        """,
      lines: ["hunter2<Enter>", "hunter2<Enter>", "<Enter>"],
      inline: ["hunter2<Enter>", "hunter2<Enter>", "<Enter>"]),
    Walk(
      name: "refusal",
      steps: """
        - { ask: age, type: integer, label: Age, min: 18, max: 120 }
        - { ask: mail, type: string, label: Mail, default: a@example.org, pattern: '.*@.*', messages: { pattern: write a mail address } }
        """,
      lines: ["12<Enter>", "19<Enter>", "none<Enter>", "x<Left>@y<Enter>"],
      inline: ["12<Enter>", "<Ctrl-U>19<Enter>", "<Ctrl-U>none<Enter>", "<Ctrl-U>x<Left>@y<Enter>"]),
    Walk(
      name: "records",
      steps: """
        - repeat: people
          title: Who speaks?
          summary: "${name}, ${minutes} minutes"
          steps:
            - { ask: name, type: string, label: Name }
            - { ask: minutes, type: integer, label: How long?, min: 5, default: 30 }
        """,
      lines: [
        "add<Enter>", "Ada<Enter>", "<Enter>", "add<Enter>", "Bert<Enter>", "10<Enter>",
        "remove 1<Enter>", "yes<Enter>", "done<Enter>",
      ],
      inline: [
        "add<Enter>", "Ada<Enter>", "<Enter>", "add<Enter>", "Bert<Enter>", "<Ctrl-U>10<Enter>",
        "done<Enter>",
      ]),
    Walk(
      name: "effect",
      steps: """
        - { ask: name, type: string, label: Name }
        - { run: build, title: Building, command: [make, "6"] }
        - { ask: end, type: string, label: What next? }
        """,
      lines: ["app<Enter>", "rest<Enter>"], inline: ["app<Enter>", "rest<Enter>"]),
    Walk(
      name: "back",
      steps: """
        - { ask: name, type: string, label: Name of the service, help: It becomes the directory's name. }
        - { ask: port, type: integer, label: Port, default: 8080 }
        - { review: all, title: Is this right? }
        """,
      lines: [
        "app<Enter>", ":why<Enter>", "<Enter>", ":back port<Enter>", ":back<Enter>", ":help<Enter>",
        "<Ctrl-C>",
      ],
      inline: ["app<Enter>", "<Alt-W>", "<Enter>", "<Alt-2>", "<Shift-Tab>", "<F1>", "<Ctrl-C>"]),
  ]

  @Test(arguments: walks, [FaceKind.line, .inline])
  func whatIsHeardOfAWalk(_ walk: Walk, at kind: FaceKind) async throws {
    let heard = try await HeardWalk(
      walk.flow, at: kind, effects: TimedCommands(toldAfter: kind == .line ? [2, 5] : []))
    for keys in kind == .line ? walk.lines : walk.inline { await heard.type(keys) }
    let face = kind == .line ? "lines" : "inline"
    ScreenGolden.compare(heard.record, with: "\(walk.name)-\(face)", in: "Heard")
  }
}
