// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowTesting
import Testing

/// A step as a page: it has the parts that are asked for, and its rows have paths.
@Suite struct StepPageTests {
  private static let parts: Set<StepPage.Part> = Set.everything.union([
    .fields, .otherDefault, .lostElements, .refusals, .problems, .help, .outcome,
  ])

  private func session() throws -> FlowSession {
    let flow = try checkedFlow(
      """
      flow: 1
      id: pages
      steps:
        - form: trip
          title: A trip
          fields:
            - { note: where, text: "Where to?" }
            - { ask: city, type: choice, choices: [Oslo, Rome] }
            - { ask: days, type: integer, max: 9, help: "Up to nine." }
            - { note: end, text: That's all. }
      """, name: "pages.flow.yaml")
    var session = try FlowSession(flow: flow)
    session.send(.start, now: .epoch)
    return session
  }

  private func paths(_ page: StepPage) -> [StepPage.Path] {
    page.sections.flatMap { section in section.rows.indices.map { section.path($0) } }
  }

  @Test func aPageHasThePartsThatAreAskedForAndNoOthers() throws {
    let question = try #require(Question(session()))
    let whole = question.page(Self.parts)
    for part in Self.parts {
      let page = question.page([part])
      expectEqual(page.sections, whole.sections.filter { $0.part == part }, "\(part)")
      expectEqual(page.line, question.focused)
    }
    expectEqual(
      question.page(.everything).rows,
      whole.sections
        .filter { Set.everything.contains($0.part) }.flatMap(\.rows))
  }

  @Test func thePathsOfRowsAreDistinctAndStayWhileTheFieldsAreAnswered() throws {
    var session = try session()
    let before = paths(try #require(Question(session)).page(Self.parts))
    expectEqual(Set(before).count, before.count)
    session.send(.answer(.text("Oslo")), now: .epoch)
    for _ in 0..<2 { session.send(.answer(.text("12")), now: .epoch) }
    let question = try #require(Question(session))
    let after = paths(question.page(Self.parts))
    expectEqual(Set(after).count, after.count)
    let isOfFields: (StepPage.Path) -> Bool = { $0.part == .fields || $0.part == .notes }
    expectEqual(after.filter(isOfFields), before.filter(isOfFields))
    expectEqual(
      question.page([.refusals, .help]).sections.map(\.part), [.refusals, .help],
      "the second refusal comes with the help")
  }

  @Test func onlyAStepWithoutALineHasActions() throws {
    var session = try session()
    try expectEqual(#require(Question(session)).page([]).actions, [])
    session = try FlowSession(
      flow: checkedFlow(
        "flow: 1\nid: bye\nsteps:\n  - { note: end, text: Bye. }\n", name: "bye.flow.yaml"))
    session.send(.start, now: .epoch)
    let page = try #require(Question(session)).page([])
    expectEqual(page.actions.map(\.action), [.next])
    #expect(page.line == nil)
  }
}
