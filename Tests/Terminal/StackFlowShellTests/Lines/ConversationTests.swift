// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Foundation
import RandomTesting
import StackFlowCore
import TerminalIO
import Testing

@testable import StackFlowShell

/// Lines and events go in; what to say, events for the session, and requests come out, compared as
/// values.
@Suite struct ConversationTests {
  private static let three = """
    flow: 1
    id: three
    title: Three
    steps:
      - { ask: name, type: string, minLength: 2, help: A long name. }
      - { ask: port, type: integer, default: 80 }
      - review: check
      - { ask: colour, type: string }
    """

  // MARK: Whole walks

  private static func serverSetup() throws -> ConversationWalk {
    let file = ProjectFolder.url.appending(path: "Flows/server-setup.flow.yaml")
    return try ConversationWalk(
      String(contentsOf: file, encoding: .utf8), name: "server-setup.flow.yaml",
      inputs: ["domain": "example.com"])
  }

  @Test func aWalkThroughServerSetupIsALogOfEventsAndQuestions() throws {
    var walk = try Self.serverSetup()
    expectEqual(walk.takeActions().first, .say(.flowTitle("Set up a server")))
    walk.type("www1", "debian 13", "web server", "no", "automatic", "admin@example.com")
    walk.type("22, 80, 443", "every night", "", "yes", "")
    let asked = [
      "system", "role", "local_database", "tls", "contact", "open_ports", "updates", "check",
      "order", "next",
    ]
    expectEqual(walk.takeQuestions(), asked)
    let events: [FlowEvent] = [
      .start, .answer(.text("www1")), .answer(.text("debian 13")), .answer(.text("web server")),
      .answer(.offered), .answer(.offered), .answer(.offered), .answer(.text("22, 80, 443")),
      .answer(.offered), .answer(nil), .answer(.text("yes")), .answer(nil),
    ]
    expectEqual(walk.takeEvents(), events)
    expectEqual(walk.outcome, .completed)
  }

  @Test func stepsArePassedByTheirEventAndNotAsked() throws {
    var walk = try ConversationWalk(Self.three, passing: StepPassing(passesReviews: true))
    walk.type("ada", "80")
    expectEqual(walk.takeQuestions(), ["name", "port", "colour"])
    expectEqual(
      walk.takeEvents(), [.start, .answer(.text("ada")), .answer(.offered), .answer(nil)])
  }

  @Test func aPassedStepThatStaysIsAsked() throws {
    final class Denying: FlowRunnerDelegate {
      func didRequestPush(
        _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
      ) -> FlowDecision { runner.steps.top?.id == "check" ? .deny(reason: "not yet") : .approve }
    }
    let delegate = Denying()
    var walk = try ConversationWalk(Self.three, passing: StepPassing(passesReviews: true))
    walk.runner.delegate = delegate
    walk.type("ada", "80")
    expectEqual(walk.takeQuestions(), ["name", "port", "check"])
    expectEqual(
      walk.takeEvents(), [.start, .answer(.text("ada")), .answer(.offered), .answer(nil)])
  }

  @Test func aCommitWhoseAnswerInAdvanceWasRefusedIsAsked() throws {
    let text = "flow: 1\nid: c\nsteps:\n  - { commit: order, text: Order it? }\n"
    var passed = try ConversationWalk(text, passing: StepPassing(passesReviews: true))
    expectEqual(passed.outcome, .completed)
    expectEqual(passed.takeEvents(), [.start, .answer(.value(true))])
    let asked = try ConversationWalk(
      text, options: SessionOptions(answers: ["order": .text("no")]),
      passing: StepPassing(passesReviews: true))
    #expect(asked.outcome == nil)
  }

  // MARK: Answers and words

  @Test func aRefusedAnswerIsSaidOnceAndStaysInTheLine() throws {
    var walk = try ConversationWalk(Self.three)
    _ = walk.takeActions()
    walk.type("a")
    let said = walk.takeRows()
    expectEqual(said.count, 1)
    guard case .problem(let problem)? = said.first else {
      Issue.record("a refusal must be said, not \(said)")
      return
    }
    #expect(problem.field == "name" && problem.rule == .constraint(.minLength))
    expectEqual(walk.initialText, "a")
    // Looking at something does not repeat the refusal.
    walk.type(":why")
    expectEqual(walk.takeRows(), [.text("This is always asked.")])
    expectEqual(walk.initialText, "a")
  }

  @Test func aKeyThatOnlyAsksKeepsWhatWasTyped() throws {
    var walk = try ConversationWalk(Self.three)
    _ = walk.takeActions()
    walk.take(.line(.command(.why, EditedLine(prompt: "> ", text: "ad"))))
    expectEqual(
      walk.takeActions(), [.breakLine, .say(.told(.why, [.text("This is always asked.")]))])
    expectEqual(walk.request, .readOn)
  }

  @Test func anUnknownWordIsNotAnAnswer() throws {
    var walk = try ConversationWalk(Self.three)
    _ = walk.takeActions()
    walk.type(":bakc")
    expectEqual(walk.takeEvents(), [.start])
    let rows = walk.takeRows()
    guard case .text(let text)? = rows.first else {
      Issue.record("the word must be refused, not \(rows)")
      return
    }
    #expect(text.hasPrefix("Not understood: there is no command ':bakc'; did you mean ':back'?"))
    walk.type("::x")
    expectEqual(walk.takeEvents(), [.answer(.text(":x"))])
  }

  @Test func aWidgetAnswersAndGoesBackAsALineDoes() throws {
    var walk = try ConversationWalk(Self.three)
    walk.take(.action(.answer(.text("ada"))))
    walk.take(.action(.word(.walk(.backTo("name")))))
    expectEqual(walk.takeEvents(), [.start, .answer(.text("ada")), .backTo("name")])
    expectEqual(walk.takeQuestions(), ["name", "port", "name"])
    // A question that isn't about a field has nothing to answer.
    walk.type("ada", "80")
    walk.type(":back name")
    walk.take(.action(.answer(.value(.int(1)))))
    expectEqual(walk.request, .readOn)
    // A yes on a button is a typed yes.
    walk.take(.action(.answer(.text("yes"))))
    expectEqual(walk.takeEvents().last, .backTo("name"))
  }

  // MARK: Going back

  @Test func goingBackFromAReviewIsConfirmedFirst() throws {
    var walk = try ConversationWalk(Self.three)
    walk.type("ada", "80")
    _ = (walk.takeActions(), walk.takeEvents())
    let question: [ScreenRow] = [
      .text("Going back to 'Name' discards: 'Port'. Answers that still fit are offered again."),
      .hint("Press Enter to go back, or type no to stay."),
    ]
    walk.type(":back name")
    expectEqual(walk.takeActions(), [.say(.situation(question))])
    walk.type("perhaps")
    // A wrong word stays, with the reason.
    expectEqual(walk.takeRows(), [.denial("enter yes or no")] + question.suffix(1))
    expectEqual(walk.initialText, "perhaps")
    walk.type("no")
    expectEqual(walk.takeEvents(), [])
    #expect(walk.takeActions().first == .say(.hints) && walk.runner.session.topStepID == "check")
    walk.type(":back name", "")
    expectEqual(walk.takeEvents(), [.backTo("name")])
    expectEqual(walk.takeQuestions(), ["name"])
    expectEqual(walk.initialText, "ada")
  }

  @Test func outsideReviewsDiscardedAnswersAreNamedOnArrival() throws {
    var walk = try ConversationWalk(Self.three)
    walk.type("ada", "80", "")
    _ = walk.takeActions()
    walk.type(":back name")
    expectEqual(
      walk.takeRows(), [.discarded(["Port"])])
    expectEqual(walk.initialText, "ada")
  }

  // MARK: Leaving

  @Test(
    "the walk ends",
    arguments: [
      (LineReading.interrupted, FlowOutcome.left(.interrupt), false),
      (.endOfInput, .left(.quit), false),
      (.closed, .left(.endOfInput), false),
      (.event(.endOfInput), .left(.endOfInput), true),
      (.event(.signal(.interrupt)), .left(.interrupt), true),
    ])
  func leaving(reading: LineReading, outcome: FlowOutcome, endsLine: Bool) throws {
    var walk = try ConversationWalk(Self.three)
    _ = walk.takeActions()
    walk.take(.line(reading))
    expectEqual(walk.outcome, outcome)
    expectEqual(walk.takeActions(), (endsLine ? [.endLine] : []))
  }

  @Test func aSignalEndsTheWalkWithoutAnEvent() throws {
    var walk = try ConversationWalk(Self.three)
    walk.take(.line(.event(.signal(.terminate))))
    expectEqual(walk.request, .end(.signal(.terminate)))
    expectEqual(walk.takeEvents(), [.start])
  }

  @Test func theTimeEndsTheWalkWhileALineIsRead() throws {
    var walk = try ConversationWalk(Self.three)
    _ = walk.takeActions()
    walk.take(.timeUp)
    expectEqual(walk.takeActions(), [.endLine])
    expectEqual(walk.outcome, .left(.timeout))
  }

  @Test(
    "an event that means nothing here changes nothing",
    arguments: [
      TerminalEvent.mouse(MouseReport(.wheelUp, column: 1, row: 1)), .focus(true),
      .report([0x1B]), .resized(WindowSize(columns: 20, rows: 10)),
    ])
  func idleEvents(event: TerminalEvent) throws {
    var walk = try ConversationWalk(Self.three)
    _ = walk.takeActions()
    walk.take(.line(.event(event)))
    #expect(walk.takeActions() == [] && walk.request == .readOn)
  }

  @Test func theQuestionIsShownAgainAfterAStop() throws {
    var walk = try ConversationWalk(Self.three)
    _ = walk.takeActions()
    walk.take(.line(.event(.resumed)))
    guard case .say(.question(let showing))? = walk.takeActions().first else {
      Issue.record("the question must be shown")
      return
    }
    #expect(showing.isNewStep && showing.isShownAgain && walk.runner.session.topStepID == "name")
    expectEqual(walk.request, .readOn)
  }
}
