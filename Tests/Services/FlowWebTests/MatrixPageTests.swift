// SPDX-License-Identifier: Apache-2.0

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
}
