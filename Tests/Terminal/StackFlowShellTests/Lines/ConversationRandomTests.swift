// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import RandomTesting
import TerminalIO
import Testing

@testable import StackFlowShell

/// Random inputs, including some that no face sends: every turn follows the protocol of
/// conversations.
@Suite struct ConversationRandomTests {
  private static let flow = """
    flow: 1
    id: all
    title: All
    steps:
      - { ask: name, type: string, minLength: 2, suggest: [ada] }
      - ask: kind
        type: choice
        choices: [swift, rust, go]
      - { ask: story, type: text }
      - repeat: hosts
        steps:
          - { ask: host, type: string }
      - { run: folder, command: [mkdir, "${name}"], undo: [rmdir, "${name}"] }
      - { write: readme, path: "${name}/README", content: "# ${name}", exists: ask }
      - review: check
      - { ask: token, type: secret, confirm: true, required: false }
      - { commit: order, text: Order it? }
      - { note: done, text: It is done. }
    """

  private struct Host: EffectHost {
    func permission(for request: EffectRequest) -> EffectPermission { .asked }
    func outlook(of part: WriteRequest) -> WriteOutlook { .differs(from: nil) }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult { .failed(message: "is not performed here") }
  }

  private static let lines = [
    "", "a", "ada", "swift", "2", "yes", "no", "add", "edit 1", "remove 1", ":back", ":back 3",
    ":back name", ":help", ":why", ":review", ":show", ":show all", ":retry", ":accept", ":none",
    ":next", ":edit", ":field name", ":list", ":nonsense", "::x", ":add",
  ]

  private static func reading(_ random: inout SeededGenerator) -> LineReading {
    let line = EditedLine(prompt: "> ", text: "ad")
    let commands: [EditorCommand] = [
      .back, .backTo(1), .backTo(9), .accept, .none, .help, .why, .review, .edit, .scrollUp,
      .repaint, .stop,
    ]
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<28:
      let text = lines[Int.random(in: lines.indices, using: &random)]
      return .accepted(text, isWord: text.hasPrefix(":"))
    case 28..<36:
      return .command(commands[Int.random(in: commands.indices, using: &random)], line)
    case 36: return .candidates([.init("red")])
    case 37: return .event(.resumed)
    case 38: return .event(.mouse(MouseReport(.wheelUp, column: 0, row: 0)))
    default: return .interrupted
    }
  }

  private static func result(_ random: inout SeededGenerator) -> EffectResult {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .failed(message: "did not work")
    case 1: .written(WrittenFile(previous: .nothing))
    case 2: .done
    default: .ended(CommandResult(status: 0))
    }
  }

  /// An input that replies to a request, or sometimes any other.
  private static func input(
    for request: ConversationRequest, _ random: inout SeededGenerator
  ) -> ConversationInput {
    let isAny = Int.random(in: 0..<10, using: &random) == 0
    switch request {
    case .read, .readOn: if !isAny { return .line(reading(&random)) }
    case .performEffect, .waitForEffect: if !isAny { return .effectEnded(result(&random)) }
    case .edit: if !isAny { return .edited(.changed("one\ntwo"), meanwhile: [.resumed]) }
    default: break
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .line(reading(&random))
    case 1: return .effectEnded(result(&random))
    case 2: return .event(.key(.control("z")))
    case 3: return .event(.key(.character("x")))
    case 4: return .action(.answer(.text("ada")))
    case 5: return .action(.word(.walk(.back(steps: 1))))
    case 6: return .moved([])
    case 7: return .announced([])
    case 8: return .edited(.unchanged, meanwhile: [])
    default: return .event(.resumed)
    }
  }

  @Test func everyTurnFollowsTheProtocol() throws {
    for seed in RandomRuns(long: 5_000, every: 100, named: "conversations").seeds {
      var random = SeededGenerator(seed: seed)
      var walk = try ConversationWalk(Self.flow, effects: Host())
      for _ in 0..<60 {
        if case .end = walk.request { break }
        _ = walk.takeActions()
        let before = walk.request
        let isReading = before.isReading
        let isPerforming = before.isPerforming
        walk.take(Self.input(for: before, &random))
        let actions = walk.takeActions()
        let context = "STACKFLOW_SEED=\(seed): \(before) then \(walk.request)"
        let endings = actions.filter { $0 == .endLine || $0 == .clearScreen }
        #expect(endings.count <= (isReading ? 1 : 0), "\(context)")
        #expect(!actions.contains(.cancelEffect) || isPerforming, "\(context)")
        switch walk.request {
        case .readOn: #expect(isReading && endings.isEmpty, "\(context)")
        case .waitForEffect: #expect(isPerforming, "\(context)")
        case .performEffect(let request):
          expectEqual(walk.runner.pendingEffect, request, "\(context)")
        case .end(.finished(let result)):
          guard case .finished(let last) = walk.runner.state, last == result else {
            Issue.record("\(context)")
            return
          }
        default: break
        }
        for case .say(.rows(let rows)) in actions { #expect(!rows.isEmpty, "\(context)") }
      }
    }
  }
}

extension ConversationRequest {
  fileprivate var isReading: Bool {
    switch self {
    case .read, .readOn: true
    default: false
    }
  }

  fileprivate var isPerforming: Bool {
    switch self {
    case .performEffect, .waitForEffect: true
    default: false
    }
  }
}
