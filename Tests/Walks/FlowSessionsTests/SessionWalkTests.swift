// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import SourceDiagnostics
import StackFlowCore
import Testing

@Suite struct SessionWalkTests {
  static let branching = ProjectFolder.flow("walks/branching")

  @Test func backCountsStepsAndStopsAtTheFirst() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "cron", "hour")
    walker.send(.back(steps: 99))
    expectEqual(walker.asked, "name")
  }

  @Test func goingBackIsNeverBlockedByAnInvalidDraft() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "http", "80")
    expectEqual(walker.problems, ["must be 1024 or more"])
    expectEqual(walker.step?.focusedField?.editableText, "80")
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "kind")
  }

  @Test func goingBackToAStepThatWasNotAskedSaysSo() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing")
    expectEqual(walker.send(.backTo("port")).denials, ["'port' hasn't been asked yet"])
    expectEqual(
      walker.send(.backTo("prot")).denials, ["there is no step 'prot'; did you mean 'port'?"])
    expectEqual(walker.send(.backTo("elsewhere")).denials, ["there is no step 'elsewhere'"])
  }

  @Test func popsAreAnnouncedFromTheTopDown() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "http")
    let said = walker.send(.backTo("name"))
    expectEqual(
      said,
      [
        .move(.willPop("port")), .move(.didPop("port")), .move(.willPop("kind")),
        .move(.didPop("kind")),
      ])
  }

  @Test func aDeniedPushKeepsWhatWasTyped() throws {
    var walker = try Walker(Self.branching)
    walker.denials = ["not now"]
    expectEqual(walker.send(.answer(.text("billing"))).denials, ["not now"])
    expectEqual(walker.session.depth, 1)
    expectEqual(walker.step?.focusedField?.editableText, "billing")
  }

  @Test func leavingEndsWithTheReasonAndNoOutput() throws {
    for (reason, word) in [
      (LeaveReason.quit, "cancelled"), (.interrupt, "interrupted"), (.endOfInput, "end-of-input"),
      (.timeout, "timeout"),
    ] {
      var walker = try Walker(Self.branching)
      walker.send(.leave(reason))
      expectEqual(walker.result?.outcome.word, word)
      expectEqual(walker.result?.output, .null)
    }
  }

  @Test func theSameEventsGiveTheSameSession() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "http", "80", "9000")
    walker.send(.back(steps: 2))
    walker.type("cron", "day")
    let replayed = try FlowSession.replaying(walker.session.events, flow: walker.session.flow)
    expectEqual(replayed.answers, walker.session.answers)
    expectEqual(replayed.depth, walker.session.depth)
    expectEqual("\(replayed.state)", "\(walker.session.state)")
  }

  @Test func eventsThatDoNotApplyChangeNothing() throws {
    var walker = try Walker(Self.branching)
    let depth = walker.session.depth
    for event: FlowEvent in [
      .start, .decide(.approve, on: .init(serial: 1)), .confirm, .focus(field: "nope"),
      .back(steps: 0),
      .back(steps: -3),
    ] {
      #expect(walker.send(event).isEmpty)
      expectEqual(walker.session.depth, depth)
      expectEqual(walker.asked, "name")
    }
  }

  @Test func theResultNamesTheStopThatEndedTheSession() throws {
    var walker = try Walker(ProjectFolder.flow("walks/guarded"))
    walker.type("no")
    expectEqual(walker.session.progress, FlowSession.Progress(step: 2, remaining: 0))
    walker.send(.answer(nil))
    expectEqual(walker.result?.stopID, "unsure")
  }

  @Test func aFailureHasThePlaceOfItsExpression() throws {
    var walker = try Walker(ProjectFolder.flow("walks/guarded"))
    walker.type("yes", "0")
    guard case .failed(let failure) = walker.session.state else {
      Issue.record("the session must fail")
      return
    }
    expectEqual(failure.place.start.line, 7)
  }

  @Test func aNoteIsOnlyPassedByEnterOrYes() throws {
    let text =
      "flow: 1\nid: f\nsteps:\n  - { ask: a, type: string }\n  - { note: r, text: x }\n"
    var walker = try Walker(text)
    walker.type("x", "port")
    let words = "enter yes to continue, or leave it empty"
    expectEqual(walker.step?.problems.map(\.message), [words])
    walker.send(.answer(FieldInput.empty))
    expectEqual(walker.step?.problems.map(\.message), [words])
    walker.type("yes")
    expectEqual(walker.output, #"{"a":"x"}"#)
    var silent = try Walker(text)
    silent.type("x", "")
    expectEqual(silent.output, #"{"a":"x"}"#)
  }
}
