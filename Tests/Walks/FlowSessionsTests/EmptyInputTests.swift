// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import Testing

/// The meaning of an empty answer is decided in one place: no value where none is needed, no elements where a list may
/// have none, and a refusal anywhere else.
@Suite struct EmptyInputTests {
  private static func inputs(
    _ input: EmptyAnswerCase.Input, at question: EmptyAnswerCase
  ) -> [FieldInput] {
    switch input {
    case .untouched: [.offered]
    case .cleared: [.empty]
    // Spaces are a text where they have a meaning.
    case .text:
      ["string", "text", "secret"].contains(question.type)
        ? [.text("")] : [.text(""), .text("  ")]
    case .null: [.value(.null)]
    case .noElements: question.noElements.map { [.value($0), .text("none")] } ?? []
    }
  }

  private static func outcome(of walker: Walker) -> String {
    guard case .map(let output)? = walker.result?.output else {
      return "refused: " + walker.problems.joined(separator: "; ")
    }
    return JSONWriter().text(of: output["q"] ?? .null) ?? ""
  }

  @Test(arguments: EmptyAnswerCase.Input.allCases)
  func eachEmptyInputHasOneOutcome(input: EmptyAnswerCase.Input) throws {
    for question in EmptyAnswerCase.all {
      for one in Self.inputs(input, at: question) {
        var walker = try Walker(question.flow)
        walker.send(.answer(one))
        expectEqual(Self.outcome(of: walker), question.outcome(of: input), "\(question) \(one)")
      }
    }
  }

  /// An answer given in advance is the same answer.
  @Test(arguments: EmptyAnswerCase.Input.allCases)
  func anEmptyAnswerGivenInAdvanceHasTheSameOutcome(input: EmptyAnswerCase.Input) throws {
    for question in EmptyAnswerCase.all {
      for one in Self.inputs(input, at: question) where one != .offered {
        let walker = try Walker(question.flow, options: SessionOptions(answers: ["q": one]))
        expectEqual(Self.outcome(of: walker), question.outcome(of: input), "\(question) \(one)")
      }
    }
  }

  /// A blank is no answer of a required text in a record either, however the record is given.
  @Test func aBlankInARecordIsRefused() throws {
    let flow = try flow(
      "flow: 1\nid: r\nsteps:\n  - { repeat: people, steps: [ { ask: who, type: string } ] }\n")
    let records = FieldInput.value(.list([.map(ValueMap([("who", "  ")]))]))
    var walker = try Walker(flow)
    walker.send(.answer(records))
    expectEqual(walker.step?.problems.map(\.message), ["item 1: who: enter an answer"])
    let given = try Walker(flow, options: SessionOptions(answers: ["people": records]))
    expectEqual(given.announcements.refusals, ["item 1: who: enter an answer"])
  }

  /// A list that may have no elements has none only if someone says so.
  @Test func noElementsAreNoDefault() throws {
    for question in EmptyAnswerCase.all where question.isRequired && !question.hasDefault {
      let walker = try Walker(question.flow, options: SessionOptions(takesDefaults: true))
      expectEqual(walker.asked, "q", "\(question)")
      expectEqual(walker.session.missingAnswers.map(\.need), [.answer], "\(question)")
      let priority = try Walker(
        question.flow, options: SessionOptions(priorityThreshold: .critical))
      expectEqual(priority.asked, "q", "\(question)")
    }
  }

  @Test func anEmptyDefaultIsTaken() throws {
    for required in [true, false] {
      let text = """
        flow: 1
        id: f
        steps:
          - { ask: q, type: list, default: [], required: \(required) }
        """
      let walker = try Walker(text, options: SessionOptions(takesDefaults: true))
      expectEqual(walker.output, #"{"q":[]}"#)
      // However it's given.
      for input in [
        FieldInput.offered, .empty, .value(.null), .value(.list([])), .text("none"), .text(""),
      ] {
        let given = try Walker(text, options: SessionOptions(answers: ["q": input]))
        expectEqual(given.output, #"{"q":[]}"#, "\(input)")
      }
    }
  }

  /// The rules for the number of elements and the checks are those of any answer.
  @Test func noElementsAreCheckedAsAnAnswer() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - ask: q
          type: choices
          choices: [docs, tests]
          validate: [{ check: "size(q) != 0", message: pick some }]
      """
    for input in [FieldInput.offered, .empty, .value(.list([])), .text("none")] {
      var walker = try Walker(text)
      walker.send(.answer(input))
      expectEqual(walker.problems, ["pick some"], "\(input)")
    }
  }

  /// The words for an answer that's missing are also those for too few elements.
  @Test func theFlowsOwnWordsRefuseAnEmptyAnswer() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - ask: q
          type: choices
          choices: [docs, tests]
          minItems: 1
          messages: { required: pick one }
      """
    for input in [FieldInput.offered, .empty, .value(.list([])), .text("none")] {
      var walker = try Walker(text)
      walker.send(.answer(input))
      expectEqual(walker.problems, ["pick one"], "\(input)")
    }
  }
}
