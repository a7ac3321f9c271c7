// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalIO

/// The part of a question that fits a window in lines: choices, with a hint that leads to the others, or the items of a
/// list of records.
struct ListedLines {
  let size: WindowSize

  /// The language of its rows.
  let catalog: MessageCatalog

  /// The rows of a question besides: its title or progress, hints, a refusal, and the line.
  private static let others = 8

  /// The maximum number of rows that choices or items take, at least three.
  private var room: Int { max(3, size.rows - Self.others) }

  private func height(of row: ScreenRow) -> Int {
    LineText(columns: size.columns, catalog: catalog).lines([row]).count
  }

  private func height(of item: ItemState, _ position: Int) -> Int {
    height(of: .item(number: position + 1, item))
  }

  /// The rows of a question, with only the first choices where there are too many.
  func fitting(_ rows: [ScreenRow]) -> [ScreenRow] {
    guard let start = rows.firstIndex(where: \.isChoice) else { return rows }
    let all = rows[start...].prefix(while: \.isChoice)
    // The row for a text beside the choices is always shown.
    let others = all.suffix(all.last?.isOther == true ? 1 : 0)
    let choices = all.dropLast(others.count)
    let shown = fitting(choices, besides: others.reduce(0) { $0 + height(of: $1) })
    guard shown.count < choices.count else { return rows }
    let rest = choices.count(where: \.isNumbered) - shown.count(where: \.isNumbered)
    return rows[..<start] + shown + [
      .hint(catalog.text(.moreChoices, ["count": .count(rest)]))
    ] + others + rows[all.endIndex...]
  }

  private func fitting(
    _ choices: ArraySlice<ScreenRow>, besides rows: Int = 0
  ) -> ArraySlice<ScreenRow> {
    var left = max(1, room - rows)
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

  /// The positions of the items that are shown: around one of them, or the last ones.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - position: The item that must be shown; nil for the last.
  /// - Returns: The positions; at least one where there are items.
  /// - Complexity: O(log *n*) in the number of items, O(*h*) in the height of the window.
  func range(in items: ItemStates, around position: Int?) -> Range<Int> {
    guard let last = items.indices.last else { return 0..<0 }
    let center = min(max(position ?? last, 0), last)
    var shown = center..<center + 1
    var room = self.room - height(of: items[center], center)
    // Grows on both sides by turns, until an item doesn't fit or there are no more.
    while true {
      let before = shown
      if shown.lowerBound > 0 {
        room -= height(of: items[shown.lowerBound - 1], shown.lowerBound - 1)
        if room < 0 { break }
        shown = shown.lowerBound - 1..<shown.upperBound
      }
      if shown.upperBound < items.endIndex {
        room -= height(of: items[shown.upperBound], shown.upperBound)
        if room < 0 { break }
        shown = shown.lowerBound..<shown.upperBound + 1
      }
      if shown == before { break }
    }
    return shown
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

  /// Whether it's the row for a text beside the choices.
  fileprivate var isOther: Bool {
    if case .choice(_, let choice) = self { choice.value == .null } else { false }
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
