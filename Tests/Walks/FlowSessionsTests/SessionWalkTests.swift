// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import SourceDiagnostics
import StackFlowCore
import Testing

@Suite struct SessionWalkTests {
  static let branching = """
    flow: 1
    id: service
    steps:
      - ask: name
        type: string
      - ask: kind
        type: choice
        choices: [http, worker, cron]
      - ask: port
        when: kind == 'http'
        type: integer
        min: 1024
        default: 8080
      - group: scheduled
        when: kind == 'cron'
        steps:
          - ask: every
            type: choice
            choices: [hour, day]
          - ask: at
            when: every == 'day'
            type: string
      - compute: address
        value: "name + '.example.com'"
      - ask: note
        type: string
        required: false
        label: "Note for ${address}"
    """

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

  @Test func aDeniedPushLeavesTheFlowUnchanged() throws {
    var walker = try Walker(Self.branching)
    walker.denials = ["not now"]
    let said = walker.send(.answer(.text("billing")))
    expectEqual(said.denials, ["not now"])
    expectEqual(walker.asked, "name")
    expectEqual(walker.session.depth, 1)
    #expect(walker.session.answers.isEmpty)
    expectEqual(walker.step?.focusedField?.editableText, "billing")
    walker.send(.answer(.text("billing")))
    expectEqual(walker.asked, "kind")
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

  @Test func acceptingSuggestionsStopsWhereThereIsNone() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "cron", "day", "02:00")
    walker.send(.backTo("name"))
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "note")
    walker.send(.backTo("kind"))
    walker.type("http")
    walker.send(.acceptSuggestions)
    expectEqual(walker.asked, "port", "a default is no suggestion")
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

  @Test func aStopEndsTheSessionAndAllowsGoingBack() throws {
    let text = """
      flow: 1
      id: guarded
      steps:
        - ask: sure
          type: boolean
        - stop: unsure
          when: "!sure"
          text: Come back when you are sure.
          outcome: failed
        - ask: name
          type: string
      """
    var walker = try Walker(text)
    walker.type("no")
    expectEqual(walker.asked, "unsure")
    expectEqual(walker.session.progress, FlowSession.Progress(step: 2, remaining: 0))
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "sure")
    walker.type("no")
    walker.send(.answer(nil))
    expectEqual(walker.result?.outcome, .failed)
    expectEqual(walker.result?.stopID, "unsure")
  }

  @Test func aFailingExpressionStopsTheSessionAndBackStillWorks() throws {
    let text = """
      flow: 1
      id: division
      steps:
        - ask: parts
          type: integer
        - compute: share
          value: "100 / parts"
        - note: done
          text: "Each gets ${share}."
      """
    var walker = try Walker(text)
    walker.type("0")
    guard case .failed(let failure) = walker.session.state else {
      Issue.record("the session must fail")
      return
    }
    expectEqual(failure.place.start.line, 7)
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "parts")
    walker.type("4")
    expectEqual(walker.step?.elements.isEmpty, true)
    expectEqual(walker.step?.text, "Each gets 25.")
  }
}

@Suite struct EarlyEndTests {
  @Test(arguments: [
    ("review: r", "enter yes to continue, or leave it empty; to change an answer, go back to it"),
    ("note: r, text: x", "enter yes to continue, or leave it empty"),
    (
      "stop: r, outcome: completed",
      "enter yes to end, or leave it empty; to change an answer, go back to it"
    ),
  ])
  func aStepWithoutFieldsIsOnlyPassedByEnterOrYes(step: String, words: String) throws {
    let text = "flow: 1\nid: f\nsteps:\n  - { ask: a, type: string }\n  - { \(step) }\n"
    var walker = try Walker(text)
    walker.type("x", "port")
    expectEqual(walker.step?.problems.map(\.message), [words])
    walker.send(.answer(FieldInput.empty))
    expectEqual(walker.step?.problems.map(\.message), [words])
    walker.type("yes")
    expectEqual(walker.output, #"{"a":"x"}"#)
    var silent = try Walker(text)
    silent.type("x", "")
    expectEqual(silent.output, #"{"a":"x"}"#)
  }

  /// An answer with which a later expression fails isn't kept, so that the way back leads to a question that can be
  /// answered.
  @Test(arguments: [
    "form: f, fields: [ { ask: a, type: integer, default: 2 }, "
      + "{ ask: b, type: integer, default: { value: 10 / a } } ]",
    "ask: a, type: integer, default: 2, max: 9, messages: { max: \"${10 / (a - 10)}\" }",
  ]) func anAnswerThatFailsIsNotOffered(step: String) throws {
    var walker = try Walker(
      "flow: 1\nid: e\nsteps:\n  - { ask: name, type: string }\n  - { \(step) }\n")
    walker.type("x")
    let asked = walker.asked
    walker.type(step.hasPrefix("form") ? "0" : "10")
    #expect(walker.asked == nil && walker.result == nil, "\(walker.session.state)")
    walker.send(.back(steps: 1))
    walker.send(.answer(nil))
    expectEqual(walker.asked, asked)
    expectEqual(walker.offered, "2")
  }
}
