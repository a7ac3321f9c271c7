// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import SavedWalks
import Synchronization
import Testing

/// An effect that had secrets that aren't saved counts in a restored walk only if it's known to be the same.
@Suite struct SecretEffectTests {
  private static let file = """
    flow: 1
    id: t
    steps:
      - { ask: token, type: secret }
      - { write: p, path: env, secret: true, exists: overwrite, content: "TOKEN=${token}" }
      - { ask: end, type: string }
    """

  private static let command = """
    flow: 1
    id: t
    steps:
      - { ask: token, type: secret }
      - { run: made, command: [make], with: { T: token }, undo: [undo] }
      - { run: next, command: [next], undo: [undo, next] }
      - { ask: end, type: string }
    """

  /// A walk that had a secret and was left, in another process.
  private static func restored(
    _ text: String, _ effects: some EffectHost, answers: [String: FieldInput] = [:]
  ) throws -> FlowWalk {
    let flow = try checkedFlow(text)
    let services = WalkServices(effects: effects, clock: { .epoch })
    var walk = FlowWalk(try FlowSession(flow: flow), services: services)
    walk.start()
    _ = try walk.send(.answer(.one(.text("first"))))
    expectEqual(walk.session.state.asked, "end")
    let saved = try SavedWalk(bytes: SavedWalk(walk.session).bytes)
    var restored = FlowWalk(
      try saved.restored(in: flow, answers: answers).session, services: services)
    restored.start()
    return restored
  }

  private static func doubt(_ walk: FlowWalk) -> EffectDoubt? {
    if case .doubt(_, let doubt)? = walk.decision { doubt } else { nil }
  }

  @Test func aFileCountsWithoutAQuestionIfItHoldsTheSame() throws {
    let folder = TreeFolder([:])
    folder.isAsked = false
    var walk = try Self.restored(Self.file, folder)
    _ = try walk.send(.answer(.one(.text("first"))))
    #expect(walk.decision == nil && walk.session.state.asked == "end" && folder.writes == 1)
  }

  @Test(arguments: [true, false]) func aFileWithAnotherSecretIsAskedAbout(counts: Bool) throws {
    let folder = TreeFolder([:])
    folder.isAsked = false
    var walk = try Self.restored(Self.file, folder)
    _ = try walk.send(.answer(.one(.text("second"))))
    #expect(Self.doubt(walk) == .secret && folder.writes == 1)
    _ = try walk.send(.decide(counts ? .yes : .no()))
    expectEqual(walk.session.state.asked, "end")
    expectEqual(folder.files, ["env": counts ? "TOKEN=first" : "TOKEN=second"])
  }

  /// The question is about the command, not about those after it, which are undone only if it doesn't count.
  @Test(arguments: [true, false]) func aCommandIsAskedAbout(counts: Bool) throws {
    let host = Commands()
    var walk = try Self.restored(Self.command, host)
    expectEqual(host.said.withLock { $0 }, ["make first", "next"])
    _ = try walk.send(.answer(.one(.text("first"))))
    expectEqual(Self.doubt(walk), .secret)
    expectEqual(walk.decision?.requests.map(\.step), ["made"])
    // The process that continues the walk after another kill asks as well.
    let again = try SavedWalk(bytes: SavedWalk(walk.session).bytes).restored(
      in: walk.session.flow
    ).session
    #expect(again.state.asked == "token" && again.standingEffects.map(\.step) == ["made", "next"])
    _ = try walk.send(.decide(counts ? .yes : .no()))
    expectEqual(walk.session.state.asked, "end")
    let more = counts ? [] : ["undo next", "undo", "make first", "next"]
    expectEqual(host.said.withLock { $0 }, ["make first", "next"] + more)
    expectEqual(walk.session.undoableSteps, ["made", "next"])
  }

  @Test func aRefusedQuestionComesAgain() throws {
    let host = Commands()
    var walk = try Self.restored(Self.command, host)
    _ = try walk.send(.answer(.one(.text("first"))))
    let runner = FlowRunner(continuing: walk.session, effects: host, clock: { .epoch })
    runner.refuseEffect()
    guard case .failed = runner.state else {
      Issue.record("\(runner.state)")
      return
    }
    runner.send(.retry)
    expectEqual(runner.decision, walk.decision)
  }

  /// A caller who gives a secret again continues the walk, as without a user.
  @Test func aSecretThatIsGivenAgainIsTheSame() throws {
    for text in [Self.file, Self.command] {
      let host = Commands()
      let walk = try Self.restored(text, host, answers: ["token": .text("first")])
      #expect(walk.decision == nil && walk.session.state.asked == "end")
      expectEqual(host.said.withLock { $0.count }, text == Self.file ? 1 : 2)
    }
  }

  private final class Commands: EffectHost {
    let said = Mutex<[String]>([])

    func permission(for request: EffectRequest) -> EffectPermission { .granted }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      guard case .command(let command) = request.effect else {
        said.withLock { $0.append(request.step) }
        return .written(WrittenFile(previous: .nothing))
      }
      let words = command.arguments + command.environment.map(\.value)
      said.withLock { $0.append(words.joined(separator: " ")) }
      return .ended(CommandResult(status: 0))
    }
  }
}
