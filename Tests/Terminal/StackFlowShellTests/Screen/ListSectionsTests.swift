// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowScreens
import TerminalIO
import Testing

@testable import StackFlowShell

/// The titles and lines between the choices of a list.
@Suite struct ListSectionsTests {
  private static func choices(_ sections: [(String?, Bool)]) -> [Choice] {
    sections.enumerated().map { index, section in
      Choice(
        value: .int(Int64(index)), label: "\(index)", section: section.0, isSeparated: section.1)
    }
  }

  private static let sections: [(String?, Bool)] = [
    ("A", true), ("A", false), (nil, false), (nil, true), ("", false), ("B", false), ("A", true),
    ("A", true),
  ]

  @Test func aTitleIsAboveTheFirstOfItsChoicesAndALineWhereASectionEnds() {
    let choices = Self.choices(Self.sections)
    let found = choices.indices.map { choices[$0].separation(from: $0 > 0 ? choices[$0 - 1] : nil) }
    expectEqual(
      found,
      [
        .title("A"), nil, .line, .line, nil, .title("B"), .title("A"), .line,
      ])
  }

  @Test func everyRowIsFoundFromItsChoiceAndBack() {
    for count in 0...Self.sections.count {
      let choices = Self.choices(Array(Self.sections.prefix(count)))
      let list = ListSections(choices)
      var rows: [ListSections.Row] = []
      for index in choices.indices {
        let above = index > 0 ? choices[index - 1] : nil
        if let separation = choices[index].separation(from: above) {
          rows.append(.separation(separation))
        }
        expectEqual(list.row(of: index), rows.count)
        rows.append(.choice(index))
      }
      expectEqual(list.rowCount, rows.count)
      expectEqual((0..<list.rowCount).map { list[$0] }, rows)
    }
  }

  private static let field = """
    type: choice, choices: [
      { value: pg, label: PostgreSQL, section: Relational },
      { value: my, label: MySQL, section: Relational },
      { value: mongo, label: MongoDB, section: Documents },
      { value: none, label: nothing, disabledWhen: "true", disabled: not today } ]
    """

  @Test func thePointerSkipsTitlesAndAFilterHidesThem() throws {
    var list = ChoiceWidget(field: try askedField(Self.field))
    expectEqual(
      list.picture(columns: 40),
      [
        "›", "Relational", "❯ PostgreSQL", "  MySQL", "Documents", "  MongoDB", "  ────────────",
        "  nothing     not today",
      ])
    list.press(Key(.down))
    list.press(Key(.down))
    expectEqual(list.picture(columns: 40)[5], "❯ MongoDB")
    expectEqual(list.press(Key(.enter)), .answer(.value(.string("mongo"))))
    list.lineChanged(line("m"))
    expectEqual(
      list.picture(columns: 40, line: line("m")).dropFirst(), ["❯ MySQL", "  MongoDB"])
  }

  @Test func aTitleJustAboveThePointerStaysInSight() throws {
    var list = ChoiceWidget(field: try askedField(Self.field))
    _ = list.picture(columns: 40, listRows: 3)
    for _ in 0..<2 { list.press(Key(.down)) }
    expectEqual(
      list.picture(columns: 40, listRows: 3).dropFirst(), ["  MySQL", "Documents", "❯ MongoDB"])
    for _ in 0..<2 { list.press(Key(.up)) }
    expectEqual(
      list.picture(columns: 40, listRows: 3).dropFirst(),
      [
        "Relational", "❯ PostgreSQL", "  MySQL",
      ])
  }

  @Test func marksHaveSectionsToo() throws {
    var list = ChoicesWidget(
      field: try askedField(
        "type: choices, choices: [{ value: a, section: One }, { value: b, separator: true }]"))
    list.press(.character(" "))
    list.press(Key(.down))
    expectEqual(
      list.picture(columns: 30).dropFirst(), ["One", "  ◉ a", "  ────────────", "❯ ◯ b"])
  }
}
