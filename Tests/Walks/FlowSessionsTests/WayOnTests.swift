// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import Testing

/// Where an effect fails, there's a way on: it's tried again, or the user goes back.
@Suite struct WayOnTests {
  /// The step before an effect, and whether the user can go back over it.
  enum Before: String, CaseIterable {
    case nothing, commit, command

    var step: String {
      switch self {
      case .nothing: ""
      case .commit: "  - { commit: before, text: Sure? }\n"
      case .command: "  - { run: before, command: [before] }\n"
      }
    }
  }

  enum Kind: String, CaseIterable {
    case command, reads, undoable, action, write, tree

    func step(_ policy: String) -> String {
      let keys =
        switch self {
        case .command: "run: act, command: [act]"
        case .reads: "run: act, command: [act], reads: true"
        case .undoable: "run: act, command: [act], undo: [clean]"
        case .action: "run: act, action: act"
        case .write: "write: act, path: made.txt, content: x"
        case .tree: "write: act, tree: templates, to: made"
        }
      return "  - { \(keys)\(policy.isEmpty ? "" : ", onError: \(policy)") }\n"
    }

    /// Whether going back over it undoes it.
    var isUndone: Bool { [.undoable, .write, .tree].contains(self) }

    /// Whether it's in the way of going back.
    var isFloor: Bool { [.command, .action].contains(self) }
  }

  private static let failure = EffectResult.failed(message: "was busy")

  /// A walk at an effect that fails.
  private func failed(
    _ kind: Kind, after before: Before, _ policy: String = ""
  ) throws -> EffectWalker {
    let text = EffectTests.between(before.step + kind.step(policy))
    let flow = try checkedFlow(
      text, files: MemoryFileSource(texts: ["templates/a.txt": "a"]))
    var walker = try EffectWalker(flow) { request in
      request.step == "act" && !request.isUndo ? Self.failure : EffectWalker.success(request)
    }
    walker.type("x")
    if before == .commit { walker.type("yes") }
    return walker
  }

  @Test(arguments: Kind.allCases, Before.allCases)
  func aFailedEffectIsTriedAgainUntilItSucceeds(kind: Kind, before: Before) throws {
    var walker = try failed(kind, after: before)
    let act = walker.log.last
    for count in 0..<3 {
      expectEqual(walker.session.hasFailedAgain, count > 0)
      expectEqual(walker.failure?.effect, EffectFailure(step: "act", retries: "act"))
      expectEqual(walker.session.canGoBack, before == .nothing)
      walker.send(.retry)
    }
    walker.reply = EffectWalker.success
    walker.send(.retry)
    expectEqual(walker.asked, "last")
    expectEqual(walker.log.filter { $0 == act }.count, 5)
    // An effect that has succeeded isn't performed again.
    walker.send(.retry)
    expectEqual(walker.log.filter { $0 == act }.count, 5)
    expectEqual(walker.log.filter { $0 == "run before" }.count, before == .command ? 1 : 0)
    walker.type("z")
    expectEqual(walker.output, #"{"first":"x","last":"z"}"#)
  }

  /// The refusal says what's in the way, and the failure stays.
  @Test(arguments: Kind.allCases, [Before.commit, .command])
  func backAtAFailurePastAFloorIsDeniedAndItCanStillBeTriedAgain(
    kind: Kind, before: Before
  ) throws {
    var walker = try failed(kind, after: before)
    let said = walker.send(.back(steps: 1))
    #expect(walker.failure != nil && !walker.session.hasFailedAgain)
    #expect(
      said.contains {
        $0.denialReason?.contains(before == .commit ? "'Sure'" : "'before'") == true
      }, "\(said)")
    walker.reply = EffectWalker.success
    walker.send(.retry)
    expectEqual(walker.asked, "last")
  }

  @Test(arguments: Kind.allCases) func beforeAFloorBackLeadsToTheQuestion(kind: Kind) throws {
    var walker = try failed(kind, after: .nothing)
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "first")
    walker.reply = EffectWalker.success
    walker.send(.answer(nil))
    expectEqual(walker.asked, "last")
    #expect(!walker.log.contains("undo act"), "it had failed")
  }

  /// One that was tried again is undone once, as if it had succeeded at first.
  @Test(arguments: Kind.allCases) func whatWasTriedAgainIsUndoneOnce(kind: Kind) throws {
    var walker = try failed(kind, after: .nothing)
    walker.send(.retry)
    walker.reply = EffectWalker.success
    walker.send(.retry)
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, kind.isFloor ? "last" : "first")
    expectEqual(walker.log.filter { $0 == "undo act" }.count, kind.isUndone ? 1 : 0)
  }

  /// Only `stop` past a floor is no way on, because the flow says so.
  @Test(arguments: ["", "retry", "back", "skip", "stop"], Before.allCases)
  func onlyStopPastAFloorEndsTheWalk(policy: String, before: Before) throws {
    for kind in Kind.allCases {
      let walker = try failed(kind, after: before, policy)
      let hasWay =
        walker.failure.map { $0.effect?.retries != nil || walker.session.canGoBack } ?? true
      expectEqual(hasWay, policy != "stop" || before == .nothing, "\(kind)")
    }
  }

  @Test func backWithNothingToGoBackToIsARetry() throws {
    for before in [Before.commit, .command] {
      var walker = try failed(.write, after: before, "back")
      expectEqual(walker.failure?.effect, EffectFailure(step: "act", retries: "act"))
      walker.reply = EffectWalker.success
      walker.send(.retry)
      expectEqual(walker.asked, "last")
    }
  }
}
