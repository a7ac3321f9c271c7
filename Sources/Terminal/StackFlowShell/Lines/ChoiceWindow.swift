// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalIO

/// The choices that fit a window together with their question, and a hint that leads to the others.
struct ChoiceWindow {
  let size: WindowSize

  /// The language of its rows.
  var catalog = MessageCatalog.english

  /// The rows of a question, its hints, a refusal and the line, without the choices.
  private static let others = 8

  /// The maximum number of rows that the choices take, at least three.
  private var room: Int { max(3, size.rows - Self.others) }

  private func height(of row: ScreenRow) -> Int {
    LineText(columns: size.columns, catalog: catalog).lines([row]).count
  }

  /// The rows of a question, with only the first choices where there are too many.
  func fitting(_ rows: [ScreenRow]) -> [ScreenRow] {
    guard let start = rows.firstIndex(where: \.isChoice) else { return rows }
    let choices = rows[start...].prefix(while: \.isChoice)
    let shown = fitting(choices)
    guard shown.count < choices.count else { return rows }
    let rest = choices.count(where: \.isNumbered) - shown.count(where: \.isNumbered)
    return rows[..<start] + shown + [
      .hint(catalog.text(.moreChoices, ["count": .count(rest)]))
    ] + rows[choices.endIndex...]
  }

  private func fitting(_ choices: ArraySlice<ScreenRow>) -> ArraySlice<ScreenRow> {
    var left = room
    let shown = choices.prefix { row in
      left -= height(of: row)
      return left >= 0
    }
    // The last row says how many are left out.
    guard shown.count < choices.count else { return shown }
    // A title without a choice below it says nothing.
    return shown.dropLast().dropLast(while: { !$0.isNumbered })
  }

  /// The choices that a refused text may mean, where not all choices are shown: those that contain it,
  /// beginning with those that start with it.
  func narrowed(_ field: FieldState) -> [ScreenRow] {
    // A single choice that is probably meant is offered in the line instead.
    guard field.problems.contains(where: { $0.rule == .choice && $0.proposal == nil }),
      case .typed(let text) = field.draft
    else { return [] }
    let all = field.choices.enumerated().map { ScreenRow.choice(number: $0 + 1, $1) }
    guard fitting(all[...]).count < all.count else { return [] }
    // Of several parts, find the first that is no choice; a label may contain commas.
    let parts = field.type == .choices ? text.split(separator: ",").map(String.init) : []
    for part in parts + [text] {
      let wanted = part.drop(while: \.isWhitespace).lowercased()
      guard !wanted.isEmpty else { continue }
      let found = field.choices(having: wanted).map { all[$0] }
      guard !found.isEmpty, !field.choices.contains(where: { $0.label.lowercased() == wanted })
      else { continue }
      let shown = fitting(found[...])
      let rest = found.count - shown.count
      guard rest > 0 else { return Array(shown) }
      return shown + [
        .hint(
          catalog.text(.moreMatches, ["count": .count(rest), "text": .echo(String(wanted))]))
      ]
    }
    return []
  }
}

extension ScreenRow {
  /// Whether it's a choice, or the title of some.
  fileprivate var isChoice: Bool {
    switch self {
    case .choiceSection, .noChoice: true
    default: isNumbered
    }
  }

  /// Whether it's a choice.
  fileprivate var isNumbered: Bool {
    if case .choice = self { true } else { false }
  }
}

extension ArraySlice {
  /// The elements up to the last one that doesn't satisfy a condition.
  fileprivate func dropLast(while isDropped: (Element) -> Bool) -> ArraySlice {
    lastIndex { !isDropped($0) }.map { self[...$0] } ?? []
  }
}
