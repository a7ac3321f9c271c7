// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import SourceDiagnostics
import Testing

/// The titles of groups and used flows, progress, and answers so far.
struct SectionTests {
  private static let nested = """
    flow: 1
    id: f
    steps:
      - { ask: who, type: string }
      - group: outer
        title: About ${who}
        steps:
          - { ask: a, type: boolean }
          - group: inner
            title: Inside
            when: a
            steps:
              - { ask: b, type: boolean }
          - group: silent
            steps:
              - { ask: c, type: boolean }
      - repeat: legs
        title: Legs
        steps:
          - group: place
            title: Leg ${index + 1}
            steps:
              - { ask: city, type: string }
      - form: last
        title: In the end
        fields:
          - { ask: d, type: string }
          - { ask: e, type: string }
    """

  private func sections(_ walker: Walker) -> [String] {
    walker.step?.sections.map { "\($0.id): \($0.title)" } ?? []
  }

  @Test func aStepHasTheTitledGroupsThatContainIt() throws {
    var walker = try Walker(Self.nested)
    expectEqual(sections(walker), [])
    walker.type("Ada")
    expectEqual(sections(walker), ["outer: About Ada"])
    walker.type("yes")
    expectEqual(sections(walker), ["outer: About Ada", "inner: Inside"])
    walker.type("yes")
    expectEqual(sections(walker), ["outer: About Ada"])
    walker.type("no")
    #expect(walker.asked == "legs" && sections(walker) == [])
    walker.send(.addItem)
    expectEqual(sections(walker), ["legs[0].place: Leg 1"])
    walker.type("Rome")
    walker.send(.addItem)
    expectEqual(sections(walker), ["legs[1].place: Leg 2"])
  }

  @Test func aReviewHasTheTitlesAboveItsAnswers() throws {
    var walker = try Walker(Self.nested)
    walker.type("Ada", "yes", "yes", "no")
    walker.send(.answer(nil))
    walker.type("x")
    expectEqual(
      walker.session.rowsSoFar.map { "\($0.id) \($0.sections.map(\.title))" },
      [
        "who []", #"a ["About Ada"]"#, #"b ["About Ada", "Inside"]"#, #"c ["About Ada"]"#,
        "legs []",
        #"d ["In the end"]"#,
      ])
    // A review only has submitted answers.
    expectEqual(walker.session.reviewRows.map(\.id), ["who", "a", "b", "c", "legs"])
  }

  @Test func theTitleOfAGroupIsCheckedLikeAnyText() throws {
    let found = FlowFile.load(
      Self.nested.replacing("About ${who}", with: "About ${whom}"), name: "f.flow.yaml")
    #expect(found.flow == nil)
    expectEqual(
      found.diagnostics.diagnostics.map(\.message), ["unknown answer 'whom'; did you mean 'who'?"]
    )
  }

  @Test func theTitleOfAUsedFlowCanBeOverridden() throws {
    let license = """
      flow: 1
      id: license
      title: License for ${who}
      inputs: { who: { type: string, default: all } }
      steps: [{ ask: holder, type: string }]
      """
    for (title, expected) in [("", "License for all"), (", title: Rights", "Rights")] {
      let text = """
        flow: 1
        id: f
        steps:
          - { flow: used, use: ./license.flow.yaml\(title) }
          - { ask: last, type: string }
        """
      let files = MemoryFileSource(texts: ["license.flow.yaml": license])
      let flow = try checkedFlow(text, name: "f.flow.yaml", files: files)
      var session = try FlowSession(flow: flow)
      session.send(.start, now: .epoch)
      let step = try #require(session.state.step)
      expectEqual(step.sections.map(\.title), [expected])
      expectEqual(step.sections.map(\.id), ["used"])
    }
  }

  // MARK: What is answered

  @Test func theRowsSoFarIncludeUnsubmittedAnswers() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - repeat: legs
          title: Legs
          steps:
            - { ask: city, type: string }
            - { ask: days, type: integer }
        - form: last
          fields:
            - { ask: d, type: string, label: First }
            - { ask: e, type: string, required: false }
            - { ask: f, type: string, default: z }
      """
    var walker = try Walker(text)
    func rows(_ walker: Walker) -> [String] {
      walker.session.rowsSoFar.map { "\($0.label)=\($0.text ?? "-")" }
    }
    expectEqual(rows(walker), [])
    walker.send(.addItem)
    walker.type("Rome", "3")
    expectEqual(rows(walker), ["Legs 1=Rome, 3"])
    walker.send(.addItem)
    walker.type("Bern")
    expectEqual(rows(walker), ["Legs 1=Rome, 3", "City=Bern"])
    walker.type("2")
    walker.send(.answer(nil))
    walker.type("x", "")
    expectEqual(rows(walker), ["Legs 1=Rome, 3", "Legs 2=Bern, 2", "First=x", "E=-"])
  }

  // MARK: Progress

  @Test func aListIsOneStepAndNumbersNeverDecrease() throws {
    var walker = try Walker(Self.nested)
    var steps: [Int] = []
    func note(_ walker: Walker) { steps.append(walker.session.progress.step) }
    walker.type("Ada", "no", "no")
    note(walker)
    for _ in 0..<2 {
      walker.send(.addItem)
      note(walker)
      expectEqual(walker.session.progress.remaining, 1)
      walker.type("Rome")
      note(walker)
    }
    walker.send(.answer(nil))
    note(walker)
    expectEqual(steps, [4, 4, 4, 4, 4, 5])
  }

  /// The end, which a failing output reaches too, has nothing after it.
  @Test(arguments: ["0", "1"])
  func nothingRemainsAtTheEnd(answer: String) throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps: [ { ask: n, type: integer } ]
      output: { r: "1 / n" }
      """)
    walker.type(answer)
    if case .asking = walker.session.state { Issue.record("it still asks") }
    expectEqual(walker.session.progress.remaining, 0)
    expectEqual(walker.session.progress(passingReviews: true).remaining, 0)
  }

  @Test func theRemainingStepsAreThoseThatWillBeAsked() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
        - { ask: b, type: string, default: x }
        - { ask: c, type: string, required: false }
        - { ask: d, type: string }
        - form: e
          fields:
            - { ask: f, type: string, default: y }
            - { ask: g, type: string }
        - { note: n, text: Hello }
      """
    let rows: [(SessionOptions, Int)] = [
      (SessionOptions(), 5),
      (SessionOptions(answers: ["d": .text("x")]), 4),
      (SessionOptions(answers: ["g": .text("x")]), 5),
      (SessionOptions(answers: ["g": .text("x"), "f": .text("y")]), 4),
      (SessionOptions(takesDefaults: true), 3),
      (SessionOptions(answers: ["g": .text("x"), "d": .text("x")], takesDefaults: true), 1),
      (SessionOptions(priorityThreshold: .high), 4),
    ]
    for (options, remaining) in rows {
      let walker = try Walker(text, options: options)
      expectEqual(walker.session.progress, FlowSession.Progress(step: 1, remaining: remaining))
    }
  }

  @Test func stepsAfterAStopThatIsReachedAreNotCounted() throws {
    let checked = try flow(
      """
      flow: 1
      id: f
      inputs: { mode: { type: string } }
      steps:
        - { ask: a, type: string }
        - { stop: over, outcome: completed, text: Over, when: mode == 'short' }
        - { ask: b, type: string }
      """)
    for (mode, remaining) in [("short", 0), ("long", 1)] {
      let walker = try Walker(checked, inputs: ["mode": .string(mode)])
      expectEqual(walker.session.progress.remaining, remaining)
    }
  }

  /// Without conditions, the estimate of the remaining steps is exact.
  @Test func theEstimateIsExactWithoutConditions() throws {
    let options = SessionOptions(answers: ["b": .text("q")], takesDefaults: true)
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
        - { ask: b, type: string }
        - { ask: c, type: string, default: x }
        - { ask: d, type: string }
        - { ask: e, type: string }
      """
    var walker = try Walker(text, options: options)
    var left: [Int] = []
    while walker.asked != nil {
      left.append(walker.session.progress.remaining)
      walker.type("x")
    }
    expectEqual(left, [2, 1, 0])
  }

  @Test func passedReviewsAndCommitsAreNotCounted() throws {
    var walker = try Walker(
      """
      flow: 1
      id: passed
      steps:
        - { ask: one, type: string }
        - review: check
        - { commit: order, text: Order it? }
        - { ask: two, type: string }
      """)
    expectEqual(walker.session.progress, FlowSession.Progress(step: 1, remaining: 3))
    expectEqual(
      walker.session.progress(passingReviews: true), FlowSession.Progress(step: 1, remaining: 1))
    walker.type("a")
    walker.send(.answer(nil))
    walker.send(.answer(.text("yes")))
    expectEqual(walker.session.progress, FlowSession.Progress(step: 4, remaining: 0))
    expectEqual(
      walker.session.progress(passingReviews: true), FlowSession.Progress(step: 2, remaining: 0))
  }
}
