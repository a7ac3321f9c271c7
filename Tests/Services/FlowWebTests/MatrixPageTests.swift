// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowWeb

/// A matrix on a page.
@Suite struct MatrixPageTests {
  @Test func aCellShowsItsQuestionWhereItsColumnHasAShortLabel() async throws {
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        steps:
          - form: rows
            over: "['a', 'b']"
            as: row
            fields:
              - { ask: grade, type: integer, label: "How good is ${row}?", short: Grade }
              - { ask: kind, type: choice, choices: [x, y], label: Kind }
        """))
    await visitor.get("/f")
    for row in ["a", "b"] {
      #expect(
        visitor.page.contains(
          "<span class=\"asked\"><span class=\"hidden\"><span dir=\"auto\">\(row)</span> – </span>")
      )
      #expect(
        visitor.page.contains(
          "<legend><span class=\"hidden\"><span dir=\"auto\">\(row)</span> – <span dir=\"auto\">Kind</span></span></legend>"
        ))
    }
    #expect(visitor.page.contains("<table class=\"matrix w30\">"))
  }
  /// An answer written in another way than the page writes it isn't a change of what's offered.
  @Test(arguments: ["90m", "1d", "1h30m", "2h"])
  func aRowIsDoneHoweverItsAnswersAreWritten(text: String) async throws {
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        steps:
          - form: rows
            over: "['a', 'b']"
            fields:
              - { ask: d, type: duration, default: 90m }
              - { ask: l, type: list, default: [x, y] }
          - { ask: last, type: string }
        """))
    await visitor.get("/f")
    await visitor.press(
      "next", ["rows[0].d": text, "rows[1].d": "90m", "rows[0].l": "'x',y", "rows[1].l": "z"])
    expectEqual(visitor.step, "last")
  }

  /// An answer that isn't offered anymore is shown again before the row is done.
  @Test func aChangedOfferOfARowIsShown() async throws {
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        steps:
          - form: rows
            over: "['a', 'b']"
            fields:
              - { ask: n, type: integer, default: 1 }
              - { ask: d, type: duration, default: { value: "duration(n == 1 ? '90m' : '2h')" } }
          - { ask: last, type: string }
        """))
    await visitor.get("/f")
    await visitor.press("next", ["rows[0].n": "2"])
    #expect(visitor.page.contains("Your answers change what is offered here."), "\(visitor.page)")
  }
}
