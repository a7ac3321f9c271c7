// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import StackFlowCore
import TerminalIO
import Testing

@testable import StackFlowShell

/// Late decisions, effects, and type-ahead.
@Suite struct ConversationWaitTests {
  private static let two = """
    flow: 1
    id: two
    steps:
      - { ask: name, type: string }
      - { ask: colour, type: string }
    """

  private static let folder = """
    flow: 1
    id: project
    steps:
      - { ask: name, type: string }
      - { run: folder, title: The folder, command: [mkdir, "${name}"], undo: [rmdir, "${name}"] }
      - { ask: colour, type: string }
    """

  /// A delegate that decides later.
  private final class Later: FlowRunnerDelegate {
    func didRequestPush(
      _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
    ) -> FlowDecision { .later }
  }

  /// A host that asks about everything and performs nothing.
  ///
  /// The tests provide the results.
  private struct Host: EffectHost {
    func permission(for request: EffectRequest) -> EffectPermission { .asked }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult { .failed(message: "is not performed here") }
  }

  // MARK: Decisions

  @Test func aDenialThatComesLaterIsSaidAtTheQuestion() throws {
    let later = Later()
    var walk = try ConversationWalk(Self.two)
    walk.runner.delegate = later
    _ = walk.takeActions()
    walk.type("ada")
    expectEqual(walk.request, .waitForDecision)
    walk.take(.event(.key(.character("x"))))
    expectEqual(walk.request, .waitForDecision)
    walk.take(.moved(try walk.runner.answerPending(.deny(reason: "closed on Sundays"))))
    expectEqual(walk.takeActions(), [.say(.rows([.denial("closed on Sundays")]))])
    expectEqual(walk.initialText, "ada")
    // Type-ahead is for the next line.
    expectEqual(walk.takeTypedAhead(), .key(.character("x")))
    #expect(walk.takeTypedAhead() == nil)
  }

  @Test(
    "a wait for a decision ends",
    arguments: [
      (ConversationInput.timeUp, FlowOutcome.left(.timeout)),
      (.closed, .left(.endOfInput)),
      (.event(.endOfInput), .left(.endOfInput)),
      (.event(.key(.control("c"))), .left(.interrupt)),
      (.event(.signal(.interrupt)), .left(.interrupt)),
    ])
  func waitEnds(input: ConversationInput, outcome: FlowOutcome) throws {
    let later = Later()
    var walk = try ConversationWalk(Self.two)
    walk.runner.delegate = later
    walk.type("ada")
    walk.take(input)
    expectEqual(walk.outcome, outcome)
  }

  @Test func whatIsTypedAheadHasALimit() throws {
    let later = Later()
    var walk = try ConversationWalk(Self.two)
    walk.runner.delegate = later
    walk.type("ada")
    for _ in 0..<Conversation.longestTypedAhead + 5 {
      walk.take(.event(.key(.character("x"))))
    }
    walk.take(.moved(try walk.runner.answerPending(.approve)))
    var count = 0
    while walk.takeTypedAhead() != nil { count += 1 }
    expectEqual(count, Conversation.longestTypedAhead)
  }

  // MARK: Effects

  /// A walk that's about to run its command.
  private func atCommand() throws -> (walk: ConversationWalk, command: EffectRequest) {
    var walk = try ConversationWalk(Self.folder, effects: Host())
    walk.type("notes")
    return (walk, try #require(walk.runner.pendingEffect))
  }

  @Test func aYesIsForExactlyWhatIsListed() throws {
    var (walk, command) = try atCommand()
    let question: [ScreenRow] = [
      .text("This happens next:"), .effect(command),
      .hint("Type yes to allow it, or no to refuse."),
    ]
    expectEqual(walk.takeActions().suffix(2), [.say(.aside), .say(.situation(question))])
    walk.type("maybe")
    expectEqual(walk.takeRows(), [.hint("Type yes to allow it, or no to refuse.")])
    walk.type("yes")
    expectEqual(
      walk.takeActions(),
      [.say(.aside), .say(.situation([.stepTitle("The folder"), .effect(command)]))])
    expectEqual(walk.request, .performEffect(command))
    walk.take(.effectEnded(.ended(CommandResult(status: 0))))
    expectEqual(walk.takeQuestions(), ["colour"])
  }

  @Test func keysWaitForTheEffectAndCtrlZStopsItWithTheProgram() throws {
    var (walk, command) = try atCommand()
    walk.type("yes")
    _ = walk.takeActions()
    walk.take(.event(.key(.character("r"))))
    walk.take(.event(.key(.control("z"))))
    expectEqual(walk.takeActions(), [.stop, .say(.situation([.effect(command)]))])
    expectEqual(walk.request, .waitForEffect)
    #expect(walk.takeTypedAhead() == nil)
    walk.take(.effectEnded(.ended(CommandResult(status: 0))))
    expectEqual(walk.takeTypedAhead(), .key(.character("r")))
  }

  @Test(
    "an effect is cancelled before the walk ends",
    arguments: [
      (ConversationInput.event(.signal(.interrupt)), FlowOutcome.left(.interrupt)),
      (.timeUp, .left(.timeout)),
    ])
  func cancelling(input: ConversationInput, outcome: FlowOutcome) throws {
    var (walk, _) = try atCommand()
    walk.type("yes")
    _ = walk.takeActions()
    walk.take(input)
    expectEqual(walk.takeActions(), [.cancelEffect])
    expectEqual(walk.request, .waitForEffect)
    walk.take(.effectEnded(.failed(message: "was interrupted")))
    expectEqual(walk.outcome, outcome)
  }

  /// The first Ctrl-C fails the effect, so its `onError` applies; the second leaves.
  @Test func ctrlCCancelsAnEffectAndThenLeaves() throws {
    var (walk, _) = try atCommand()
    walk.type("yes")
    _ = walk.takeActions()
    walk.take(.event(.key(.control("c"))))
    expectEqual(
      walk.takeActions(),
      [
        .cancelEffect,
        .say(.rows([.hint("Ctrl-C stops what is running; press it again to leave.")])),
      ])
    expectEqual(walk.request, .waitForEffect)
    var left = walk
    left.take(.event(.key(.control("c"))))
    expectEqual(left.takeActions(), [.cancelEffect])
    expectEqual(left.request, .waitForEffect)
    walk.take(.effectEnded(.failed(message: "was interrupted")))
    #expect(walk.outcome == nil)
    expectEqual(
      walk.takeRows().first, .text("This failed: 'mkdir' was interrupted (line 5 of the flow)."))
  }

  /// Closing a window cuts off what's performed, whichever arrives first: its signal or the end of its keys.
  @Test(arguments: [ConversationInput.event(.endOfInput), .closed])
  func aTerminalThatIsGoneDuringAnEffectEndsTheWalkAsItsSignalDoes(input: ConversationInput) throws
  {
    var (walk, _) = try atCommand()
    walk.type("yes")
    _ = walk.takeActions()
    walk.take(input)
    expectEqual(walk.takeActions(), [.cancelEffect])
    walk.take(.effectEnded(.failed(message: "was interrupted")))
    expectEqual(walk.request, .end(.signal(.hangUp)))
  }

  @Test func aSignalDuringAnEffectIsHowTheWalkEnds() throws {
    var (walk, _) = try atCommand()
    walk.type("yes")
    walk.take(.event(.signal(.terminate)))
    walk.take(.event(.key(.control("c"))))
    walk.take(.effectEnded(.failed(message: "was interrupted")))
    expectEqual(walk.request, .end(.signal(.terminate)))
  }

  @Test func goingBackUndoesWhatWasDone() throws {
    var (walk, _) = try atCommand()
    walk.type("yes")
    walk.take(.effectEnded(.ended(CommandResult(status: 0))))
    _ = (walk.takeActions(), walk.takeEvents())
    walk.type(":back name")
    let undo = try #require(walk.runner.pendingEffect)
    #expect(undo.isUndo)
    expectEqual(walk.takeRows().prefix(2), [.text("Going back does this:"), .effect(undo)])
    walk.type("yes")
    expectEqual(walk.request, .performEffect(undo))
    walk.take(.effectEnded(.ended(CommandResult(status: 0))))
    expectEqual(walk.takeQuestions(), ["name"])
    expectEqual(walk.initialText, "notes")
  }

  @Test func aNoIsAFailureWithTheWaysToContinue() throws {
    var (walk, _) = try atCommand()
    _ = walk.takeActions()
    walk.type("no")
    let rows = walk.takeRows()
    expectEqual(rows.count, 2)
    expectEqual(
      rows.last,
      .hint("Type :retry to try it again, :back to change an answer or :quit to leave."))
    // The user is asked for permission again.
    walk.type(":retry")
    #expect(walk.takeRows().contains(.text("This happens next:")))
    walk.type("no")
    walk.type(":back")
    expectEqual(walk.takeEvents(), [.start, .answer(.text("notes")), .retry, .back(steps: 1)])
  }
}
