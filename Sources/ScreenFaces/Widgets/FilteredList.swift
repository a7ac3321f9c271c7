// SPDX-License-Identifier: Apache-2.0

import FlowForms
import Localization
import TerminalCells
import TerminalIO

/// The choices of a field as a list that typing filters, with a pointer.
///
/// What the filter finds is in the order of its fit, without sections.
struct FilteredList {
  /// The choices.
  private(set) var choices: [Choice]

  /// The indices of the choices that are marked; nil for a list without marks.
  var marked: Set<Int>?

  /// The text of the filter.
  private(set) var typed = ""

  private var filter: FuzzyFilter
  private var sections: ListSections
  private var pointer = ListPointer()
  private let room = ListRoom()

  /// Creates a list whose pointer is on the first choice.
  init(_ choices: [Choice]) {
    self.choices = choices
    filter = FuzzyFilter(choices.lazy.map(\.label))
    sections = ListSections(choices)
  }

  /// Replaces the choices; the filter stays.
  mutating func replace(with choices: [Choice]) {
    self.choices = choices
    filter = FuzzyFilter(choices.lazy.map(\.label))
    filter.apply(typed)
    sections = ListSections(choices)
  }

  /// The indices of the choices that the filter finds.
  var matches: FuzzyFilter.Matches { filter.matches }

  /// The index of the choice that the pointer is on.
  var chosen: Int? {
    matches.indices.contains(pointer.position) ? matches[pointer.position] : nil
  }

  private var list: ListSections {
    typed.isEmpty ? sections : ListSections(count: matches.count)
  }

  // MARK: Moving

  /// Moves the pointer to the first choice that the filter finds.
  mutating func pointAtFirst() { pointer = ListPointer() }

  /// Moves the pointer to a position among the choices that the filter finds.
  mutating func point(at position: Int) { pointer.move(to: position, count: matches.count) }

  /// Moves the pointer as a key says.
  ///
  /// - Returns: Whether the key moves a pointer.
  mutating func take(_ key: Key) -> Bool {
    guard pointer.take(key, count: matches.count, page: room.rows) else { return false }
    pointer.settle(in: list, fitting: room.rows)
    return true
  }

  /// Whether there's a choice above or below the one that the pointer is on.
  func hasRow(above isUp: Bool) -> Bool {
    isUp ? pointer.position > 0 && !matches.isEmpty : pointer.position + 1 < matches.count
  }

  /// Filters the choices by what is typed; the pointer is on the best one then.
  ///
  /// - Returns: Whether the filter has changed.
  mutating func filter(by line: EditedLine) -> Bool {
    let text = line.isWord ? "" : line.text
    guard text != typed else { return false }
    typed = text
    filter.apply(text)
    pointAtFirst()
    return true
  }

  // MARK: Drawing

  /// The number of rows of a field's line, and below it as many choices as fit, and the whole text of the
  /// one that the pointer is on.
  func rows(of field: FieldState, columns: Int, in context: WidgetContext) -> Int {
    if matches.isEmpty { return 1 + context.noChoiceLines(of: field, columns: columns).count }
    return 1 + listRows(in: context) + unfoldedRows(columns: columns, in: context)
  }

  /// The row of the pointer, with all of its text, or of the filter that is typed.
  func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    guard typed.isEmpty, !context.line.isWord, !matches.isEmpty else { return 0 }
    return 1 + (shownRows(in: context).pointer ?? 0)
      + unfoldedRows(columns: columns, in: context)
  }

  /// Draws the list below the line.
  func draw(of field: FieldState, on canvas: inout CellCanvas, in context: WidgetContext) {
    guard !matches.isEmpty else { return context.drawNoChoices(of: field, on: &canvas, row: 1) }
    let shown = shownRows(in: context)
    context.drawList(
      shown.rows, pointer: shown.pointer, on: &canvas, from: 1,
      placesCursor: typed.isEmpty && !context.line.isWord)
  }

  /// The sign before a label; empty for none.
  private func mark(of index: Int, _ signs: ScreenSigns) -> String {
    marked.map { $0.contains(index) ? signs.marked : signs.notMarked } ?? ""
  }

  private func listRows(in context: WidgetContext) -> Int {
    max(1, min(list.rowCount, context.listRows))
  }

  private func unfoldedRows(columns: Int, in context: WidgetContext) -> Int {
    let shown = shownRows(in: context)
    return context.unfoldedRows(of: shown.rows, pointer: shown.pointer, columns: columns)
  }

  /// The rows of the list that are shown, and the one that the pointer is on.
  private func shownRows(in context: WidgetContext) -> (rows: [ListRow], pointer: Int?) {
    guard !matches.isEmpty else { return ([], nil) }
    let list = list
    room.rows = listRows(in: context)
    let shown = pointer.shown(of: list, fitting: room.rows)
    let rows = shown.map { row -> ListRow in
      let place: Int
      switch list[row] {
      case .separation(let separation): return ListRow(label: "", separation: separation)
      case .choice(let position): place = position
      }
      let index = matches[place]
      let choice = choices[index]
      return ListRow(
        mark: mark(of: index, context.theme.signs), label: choice.label,
        detail: choice.detail(context.catalog),
        isEnabled: choice.isEnabled, marks: FuzzyFilter.marks(of: typed, in: choice.label))
    }
    return (rows, list.row(of: pointer.position) - shown.lowerBound)
  }
}
