// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Foundation
import Localization
import TerminalIO
import Testing

@testable import StackFlowShell

@MainActor
@Suite struct DateWidgetTests {
  private func widget(_ keys: String = "type: date") throws -> DateWidget {
    var widget = DateWidget(field: try askedField(keys))
    widget.today = try CalendarDate(year: 2026, month: 12, day: 8)
    return widget
  }

  @Test func theCalendarShowsTheMonthFromMonday() throws {
    try expectEqual(
      widget().picture(columns: 30, line: line("2026-12-08")),
      [
        "› 2026-12-08    Tuesday", "      December 2026", "   Mo Tu We Th Fr Sa Su",
        "       1  2  3  4  5  6", "    7❯ 8  9 10 11 12 13", "   14 15 16 17 18 19 20",
        "   21 22 23 24 25 26 27", "   28 29 30 31",
      ])
    // Enter takes no day from an empty line, so none has the pointer.
    try expectEqual(
      widget().picture(columns: 30),
      [
        "›               year-month-day", "      December 2026", "   Mo Tu We Th Fr Sa Su",
        "       1  2  3  4  5  6", "    7  8  9 10 11 12 13", "   14 15 16 17 18 19 20",
        "   21 22 23 24 25 26 27", "   28 29 30 31",
      ])
  }

  @Test(arguments: ["he", "ja"])
  func whereWeeksBeginOnSundaySoDoesTheCalendar(language: String) async throws {
    let catalog = try #require(MessageCatalog.builtIn(for: language))
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: d
      language: \(language)
      steps:
        - { ask: it, type: date, default: 2026-12-08 }
      """)
    let names = catalog.calendar.shortWeekdays
    let rows = walk.text.split(separator: "\n")
    let head = try #require(rows.firstIndex { $0.contains(names[0]) && $0.contains(names[6]) })
    let (sunday, monday) = (rows[head].range(of: names[6]), rows[head].range(of: names[0]))
    #expect(try #require(sunday).lowerBound < #require(monday).lowerBound)
    // The first of December 2026 is a Tuesday, so the sixth begins a row.
    let digits = rows[head + 2].split { !$0.isNumber }
    expectEqual(digits.first, "6")
  }

  @Test func escapeClearsWhatIsTyped() throws {
    var calendar = try widget()
    calendar.lineChanged(line("2026-1"))
    expectEqual(calendar.take(Key(.escape), line: line("2026-1")), .text(""))
    calendar.lineChanged(line(""))
    expectEqual(calendar.take(Key(.escape), line: line("")), .used)
  }

  @Test func withoutRoomThereIsOnlyTheLine() throws {
    try expectEqual(widget().picture(columns: 20), ["›     year-month-day"])
    try expectEqual(widget().picture(columns: 80, listRows: 7).count, 1)
  }

  @Test func theFirstArrowShowsTheDayItself() throws {
    var widget = try widget()
    expectEqual(widget.press(Key(.down)), .offer("2026-12-08"))
    expectEqual(widget.press(Key(.down), on: "2026-12-08"), .offer("2026-12-15"))
  }

  @Test(arguments: [
    (Key(.right), "2026-12-09"), (Key(.left), "2026-12-07"), (Key(.up), "2026-12-01"),
    (Key(.down), "2026-12-15"), (Key(.pageUp), "2026-11-08"), (Key(.pageDown), "2027-01-08"),
  ])
  func keysMoveByDayWeekAndMonth(key: Key, day: String) throws {
    var widget = try widget()
    widget.press(Key(.down))
    expectEqual(widget.press(key, on: "2026-12-08"), .offer(day))
  }

  @Test func aMonthThatIsShorterHasItsLastDay() throws {
    var widget = try widget()
    widget.lineChanged(line("2027-01-31"))
    expectEqual(widget.press(Key(.pageDown), on: "2027-01-31"), .offer("2027-02-28"))
    widget.lineChanged(line("2028-01-31"))
    expectEqual(widget.press(Key(.pageDown), on: "2028-01-31"), .offer("2028-02-29"))
  }

  @Test func theEndsOfTheCalendarStay() throws {
    var widget = try widget()
    widget.lineChanged(line("0001-01-01"))
    expectEqual(widget.press(Key(.up), on: "0001-01-01"), .offer("0001-01-01"))
    expectEqual(widget.press(Key(.pageUp), on: "0001-01-01"), .used)
    widget.lineChanged(line("9999-12-31"))
    expectEqual(widget.press(Key(.down), on: "9999-12-31"), .offer("9999-12-31"))
    expectEqual(widget.press(Key(.pageDown), on: "9999-12-31"), .used)
  }

  @Test func theBoundsOfTheFieldAreNotPassed() throws {
    var widget = try widget("type: date, min: 2026-12-05, max: 2026-12-10")
    widget.press(Key(.down))
    expectEqual(widget.press(Key(.up), on: "2026-12-08"), .offer("2026-12-05"))
    expectEqual(widget.press(Key(.pageDown), on: "2026-12-05"), .offer("2026-12-10"))
  }

  @Test func typingLeavesLeftAndRightToTheLine() throws {
    var widget = try widget()
    widget.lineChanged(line("2026-1"))
    expectEqual(widget.press(Key(.left), on: "2026-1"), .ignored)
    expectEqual(widget.press(Key(.down), on: "2026-1"), .offer("2026-12-15"))
    expectEqual(widget.press(Key(.left), on: "2026-12-15"), .offer("2026-12-14"))
  }

  @Test func aMomentKeepsItsTime() throws {
    var widget = try widget("type: datetime")
    expectEqual(widget.press(Key(.down)), .offer("2026-12-08 09:00"))
    widget.lineChanged(line("2026-12-08 14:30"))
    expectEqual(widget.press(Key(.down), on: "2026-12-08 14:30"), .offer("2026-12-15 14:30"))
  }

  @Test func aDefaultIsWhereTheCalendarBegins() throws {
    var widget = try widget("type: date, default: 2030-02-03")
    expectEqual(widget.press(Key(.right), on: "2030-02-03"), .offer("2030-02-04"))
  }

  @Test func typingReplacesTheDayThatWasPicked() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: d\nsteps:\n  - { ask: x, type: date, min: 2026-01-01 }\n")
    await walk.type("\u{1B}[B")
    await walk.type("2026-1")
    #expect(walk.text.contains("› 2026-1 "), "\(walk.text)")
    #expect(!walk.text.contains("day "), "\(walk.text)")
    await walk.type("2-24\r")
    expectEqual(walk.result, #"{"x":"2026-12-24"}"#)
  }

  @Test(arguments: ["2026-11-302026-1", "2026-11-30x"])
  func aTextThatIsNoDateHasNoWeekday(text: String) throws {
    let widget = try widget()
    #expect(
      !widget.picture(columns: 60, line: line(text))[0].contains("onday"),
      "\(widget.picture(columns: 60, line: line(text)))")
  }

  @Test func aWordIsTypedAsEverywhere() throws {
    var widget = try widget()
    let word = EditedLine(prompt: "", text: ":back", isWord: true)
    expectEqual(widget.take(Key(.left), line: word), .ignored)
    expectEqual(widget.picture(columns: 30, line: word), ["› :back         year-month-day"])
  }
}
