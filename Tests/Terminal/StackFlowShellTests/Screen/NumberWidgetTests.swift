// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

@testable import StackFlowShell

@Suite struct NumberWidgetTests {
  @Test(arguments: [
    ("type: integer", "5", "6", "4"), ("type: integer", "", "1", "0"),
    ("type: integer, min: 3, max: 9", "", "3", "9"),
    ("type: integer, min: 3, max: 9", "9", "9", "8"),
    ("type: integer, min: 3, max: 9", "3", "4", "3"),
    ("type: integer, min: 3, max: 9", "100", "9", "9"),
    ("type: integer, multipleOf: 5", "7", "10", "5"),
    ("type: integer, multipleOf: 5, min: 3", "5", "10", "5"),
    ("type: number, multipleOf: 0.1", "0.3", "0.4", "0.2"),
    ("type: number", "1.5", "2", "1"),
  ])
  func arrowsStepWithinTheBounds(keys: String, text: String, up: String, down: String) throws {
    var widget = NumberWidget(field: try askedField(keys))
    expectEqual(widget.press(Key(.up), on: text), .offer(up))
    expectEqual(widget.press(Key(.down), on: text), .offer(down))
  }

  @Test(arguments: ["abc", "1e300", "nan", "inf", "--1"])
  func whatIsNoNumberStays(text: String) throws {
    var widget = NumberWidget(field: try askedField("type: number"))
    expectEqual(widget.press(Key(.up), on: text), .ignored)
  }

  @Test func theBoundsAreBesideTheLine() throws {
    let field = try askedField("type: integer, min: 1, max: 50")
    expectEqual(
      NumberWidget(field: field).picture(columns: 30, line: line("3")),
      [
        "› 3             1 to 50"
      ])
    expectEqual(NumberWidget(field: field).picture(columns: 10, line: line("3")), ["› 3"])
  }
}
