// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowWeb

/// Warnings on pages are confirmed by "Continue all the same".
@Suite struct WarningPageTests {
  /// The answers of two rows, the presses of the button, and where the warning is.
  @Test(arguments: [
    (["33", "3"], 1, "row"), (["3", "33"], 1, "row"), (["33", "35"], 2, "row"),
    (["33", "35"], 2, "note"),
  ])
  func thoseOfRowsAreConfirmed(rows: [String], presses: Int, place: String) async throws {
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        steps:
          - form: seats
            over: "['x', 'y']"
            fields:
              - { ask: row, type: integer, min: 1, max: 40 }
              - { ask: note, type: string, required: false }
            validate:
              - { check: row < 30, message: far, level: warning, at: \(place) }
          - { ask: last, type: string }
        """))
    await visitor.get("/f")
    await visitor.press("next", ["seats[0].row": rows[0], "seats[1].row": rows[1]])
    for _ in 0..<presses {
      #expect(visitor.page.contains("value=\"confirm\""), "\(visitor.page)")
      await visitor.press("confirm")
    }
    expectEqual(visitor.step, "last")
  }

  @Test func aRowThatIsChangedBesidesIsTakenAsItIs() async throws {
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        steps:
          - form: seats
            over: "['x', 'y']"
            fields:
              - ask: row
                type: integer
                validate: [ { check: row < 30, message: far, level: warning } ]
          - note: end
            text: "${seats.map(s, string(s.row)).join('-')}"
        """))
    await visitor.get("/f")
    await visitor.press("next", ["seats[0].row": "33", "seats[1].row": "3"])
    await visitor.press("confirm", ["seats[1].row": "34"])
    for _ in 0..<2 { await visitor.press("confirm") }
    expectEqual(visitor.step, "end")
    #expect(visitor.page.contains("33-34"), "\(visitor.page)")
  }

  /// The page had all fields of the form, also one that was emptied.
  @Test func thatOfAFieldIsConfirmedWithTheWholeForm() async throws {
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        steps:
          - form: f
            fields:
              - ask: a
                type: integer
                validate: [ { check: a < 30, message: big, level: warning } ]
              - { ask: b, type: string, required: false, default: x }
              - { ask: c, type: duration, default: 1h }
          - { ask: last, type: string }
        """))
    await visitor.get("/f")
    await visitor.press("next", ["a": "33", "b": "", "c": "90m"])
    #expect(visitor.page.contains("value=\"confirm\""), "\(visitor.page)")
    await visitor.press("confirm")
    expectEqual(visitor.step, "last")
  }

  /// Nothing was submitted yet.
  @Test func aSearchWarnsOfNothing() async throws {
    var visitor = VisitorForTests(
      try VisitorForTests.service(
        """
        flow: 1
        id: f
        functions:
          town: { with: { n: integer }, value: "'town ' + string(n)" }
        steps:
          - ask: towns
            type: choices
            minItems: 1
            choices: { from: "[0,1,2,3,4,5,6].map(a, [0,1,2,3,4,5,6].map(b, [0,1,2,3,4,5,6].map(c, town(49*a+7*b+c)))).flatten().flatten()" }
          - { ask: last, type: string }
        """))
    await visitor.get("/f")
    await visitor.press("find:towns")
    expectEqual(visitor.response.status, 200)
    #expect(!visitor.page.contains("class=\"problems"), "\(visitor.page)")
    await visitor.press("next")
    #expect(visitor.page.contains("class=\"problems"), "\(visitor.page)")
  }
}
