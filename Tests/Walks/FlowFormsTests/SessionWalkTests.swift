// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
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

  @Test func stepsAreAskedInOrderAndConditionsSkip() throws {
    var walker = try Walker(Self.branching)
    expectEqual(walker.asked, "name")
    walker.type("billing", "worker")
    expectEqual(walker.asked, "note")
    expectEqual(walker.step?.focusedField?.label, "Note for billing.example.com")
    walker.type("")
    expectEqual(walker.output, #"{"name":"billing","kind":"worker"}"#)
    expectEqual(walker.result?.outcome, .completed)
  }

  @Test func answersOfAnAbandonedBranchAreGone() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "http", "9000")
    walker.send(.backTo("kind"))
    expectEqual(walker.asked, "kind")
    #expect(walker.session.answer("port") == nil)
    expectEqual(walker.session.answer("name"), "billing")
    walker.type("cron", "day", "02:00", "x")
    expectEqual(
      walker.output, #"{"name":"billing","kind":"cron","every":"day","at":"02:00","note":"x"}"#)
  }

  @Test func aPoppedAnswerIsOfferedAgainWhenItsStepReturns() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "http", "9000")
    walker.send(.back(2))
    expectEqual(walker.asked, "kind")
    expectEqual(walker.offered, "http")
    walker.send(.next(nil))
    expectEqual(walker.asked, "port")
    expectEqual(walker.offered, "9000")
    expectEqual(walker.step?.focusedField?.offer?.isSuggestion, true)
    expectEqual(walker.step?.focusedField?.defaultValue, 8080)
  }

  @Test func backAtTheFirstStepIsDeniedWithAReason() throws {
    var walker = try Walker(Self.branching)
    let said = walker.send(.back(1))
    expectEqual(said.denials, ["this is the first step"])
    expectEqual(walker.asked, "name")
    expectEqual(walker.step?.denial, "this is the first step")
    #expect(!walker.session.canGoBack)
  }

  @Test func backCountsStepsAndStopsAtTheFirst() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "cron", "hour")
    walker.send(.back(99))
    expectEqual(walker.asked, "name")
  }

  @Test func goingBackIsNeverBlockedByAnInvalidDraft() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing", "http", "80")
    expectEqual(walker.problems, ["must be 1024 or more"])
    expectEqual(walker.step?.focusedField?.editableText, "80")
    walker.send(.back(1))
    expectEqual(walker.asked, "kind")
  }

  /// No one but the author of the flow knows its ids.
  @Test func aDenialNamesAStepByItsLabel() throws {
    var walker = try Walker(
      flow(
        """
        flow: 1
        id: named
        steps:
          - { ask: first_name, type: string, label: What's the name? }
          - { run: make_dir, title: Make the folder, command: [mkdir, x] }
          - form: details
            title: The details
            fields:
              - { ask: age, type: integer, label: How old?, short: Age }
              - { ask: school, type: string, label: Which school?, when: age < 18 }
          - { ask: last_word, type: string, label: Anything else? }
        """))
    expectEqual(
      walker.send(.backTo("last_word")).denials, ["'Anything else' hasn't been asked yet"])
    expectEqual(walker.send(.backTo("age")).denials, ["'Age' hasn't been asked yet"])
    walker.type("ada")
    walker.send(.effectBegan)
    walker.send(.effectEnded(.ended(CommandResult(status: 0))))
    expectEqual(
      walker.send(.backTo("make_dir")).denials,
      ["'Make the folder' is a 'run' step, which asks nothing"])
    walker.type("40")
    walker.send(.submit)
    expectEqual(
      walker.send(.backTo("school")).denials,
      ["'Which school' wasn't shown, so there is nothing to go back to"])
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
    let said = walker.send(.next(.text("billing")))
    expectEqual(said.denials, ["not now"])
    expectEqual(walker.asked, "name")
    expectEqual(walker.session.depth, 1)
    #expect(walker.session.answers.isEmpty)
    expectEqual(walker.step?.focusedField?.editableText, "billing")
    walker.send(.next(.text("billing")))
    expectEqual(walker.asked, "kind")
  }

  @Test func aDeniedPopLeavesTheFlowUnchanged() throws {
    var walker = try Walker(Self.branching)
    walker.type("billing")
    walker.denials = ["frozen"]
    walker.send(.back(1))
    expectEqual(walker.asked, "kind")
    expectEqual(walker.step?.denial, "frozen")
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
    walker.send(.back(2))
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
      .start, .decide(.approve, on: .init(serial: 1)), .confirm, .focus(field: "nope"), .back(0),
      .back(-3),
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
    walker.send(.back(1))
    expectEqual(walker.asked, "sure")
    walker.type("no")
    walker.send(.next(nil))
    expectEqual(walker.result?.outcome, .failed)
    expectEqual(walker.result?.stopID, "unsure")
  }

  @Test func nothingBelowACommitCanBePopped() throws {
    let text = """
      flow: 1
      id: committed
      steps:
        - ask: name
          type: string
        - commit: create
          text: "Create ${name}?"
        - ask: colour
          type: string
        - ask: size
          type: string
      """
    var walker = try Walker(text)
    walker.type("x")
    expectEqual(walker.step?.text, "Create x?")
    walker.type("maybe")
    expectEqual(walker.asked, "create")
    expectEqual(walker.step?.problems.map(\.message), ["enter yes to continue, or go back"])
    walker.type("yes", "red")
    expectEqual(walker.asked, "size")
    walker.send(.back(1))
    expectEqual(walker.asked, "colour")
    walker.send(.back(1))
    expectEqual(walker.step?.denial, "can't go back past 'Create x'")
    #expect(!walker.session.canGoBack)
    walker.send(.backTo("name"))
    expectEqual(walker.asked, "colour")
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
    walker.send(.back(1))
    expectEqual(walker.asked, "parts")
    walker.type("4")
    expectEqual(walker.step?.elements.isEmpty, true)
    expectEqual(walker.step?.text, "Each gets 25.")
  }
}

@Suite struct EarlyEndTests {
  @Test func theOutputAtAnEarlyEndOmitsUnreachedAnswers() throws {
    let text = """
      flow: 1
      id: early
      steps:
        - { ask: name, type: string }
        - { ask: more, type: boolean }
        - stop: enough
          when: "!more"
          outcome: completed
        - { ask: colour, type: string }
        - compute: both
          value: name + colour
      output:
        name: name
        colour: colour
        both: both
      """
    var early = try Walker(text)
    early.type("x", "no")
    early.send(.next(nil))
    expectEqual(early.output, #"{"name":"x"}"#)
    var whole = try Walker(text)
    whole.type("x", "yes", "red")
    expectEqual(whole.output, #"{"name":"x","colour":"red","both":"xred"}"#)
  }

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
    walker.send(.next(FieldInput.empty))
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
    walker.send(.back(1))
    walker.send(.next(nil))
    expectEqual(walker.asked, asked)
    expectEqual(walker.offered, "2")
  }
}
