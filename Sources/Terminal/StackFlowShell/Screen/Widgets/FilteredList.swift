// SPDX-License-Identifier: Apache-2.0

import FlowForms
import Localization
import TerminalCells
import TerminalIO

/// The choices of a field as a list that typing filters, with a pointer.
///
/// The choices that the filter finds are in the order of their fit, without sections.
struct FilteredList {
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

  /// The position of the pointer among the choices that the filter finds, from 0.
  var position: Int { pointer.position }

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

  /// Moves the pointer to a choice, if the filter finds it.
  mutating func point(atIndex index: Int) {
    if let position = matches.firstIndex(of: index) { point(at: position) }
  }

  /// Moves the pointer as a key says.
  ///
  /// - Returns: Whether the key moves a pointer.
  mutating func take(_ key: Key) -> Bool {
    guard pointer.take(key, count: matches.count, page: room.rows) else { return false }
    pointer.settle(in: list, fitting: room.inner)
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
    let shown = shownRows(columns: columns, in: context)
    return 1 + shown.rows.count
      + context.unfoldedRows(of: shown.rows, pointer: shown.pointer, columns: columns)
  }

  /// The row of the pointer, with all of its text, or of the filter that is typed.
  func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    guard typed.isEmpty, !context.line.isWord, !matches.isEmpty else { return 0 }
    let shown = shownRows(columns: columns, in: context)
    return 1 + (shown.pointer ?? 0)
      + context.unfoldedRows(of: shown.rows, pointer: shown.pointer, columns: columns)
  }

  /// The position of the pointer, such as "3 of 12"; nil where every choice is shown, and with
  /// `onlyIfUncounted` also where rows say what is above and below.
  func place(columns: Int, onlyIfUncounted: Bool = false, in context: WidgetContext) -> String? {
    _ = shownRows(columns: columns, in: context)
    let count = list.rowCount
    guard room.rows < count, !onlyIfUncounted || !room.isCut(count) else { return nil }
    return context.catalog.text(
      .ofMany, ["number": .count(position + 1), "count": .count(list.count)])
  }

  /// Draws the list below the line.
  func draw(of field: FieldState, on canvas: inout CellCanvas, in context: WidgetContext) {
    guard !matches.isEmpty else { return context.drawNoChoices(of: field, on: &canvas, row: 1) }
    let shown = shownRows(columns: canvas.size.columns, in: context)
    context.drawList(
      shown.rows, pointer: shown.pointer, on: &canvas, from: 1,
      placesCursor: typed.isEmpty && !context.line.isWord)
  }

  /// The effect of a click on a choice: in a list with marks, the widget changes the mark.
  private func click(on index: Int) -> RowClick {
    marked == nil
      ? RowClick(use: .answer(.value(choices[index].value)))
      : RowClick(use: .used, entry: index)
  }

  /// The sign before a label; empty for none.
  private func mark(of index: Int, _ signs: ScreenSigns) -> String {
    marked.map { $0.contains(index) ? signs.marked : signs.notMarked } ?? ""
  }

  /// The rows of the list that are shown, and the one that the pointer is on, which has room for the
  /// whole of its text.
  private func shownRows(
    columns: Int, in context: WidgetContext
  ) -> (rows: [ListRow], pointer: Int?) {
    context.shownRows(columns: columns, fitting: { shownRows(fitting: $0, in: context) })
  }

  private func shownRows(
    fitting most: Int, in context: WidgetContext
  ) -> (rows: [ListRow], pointer: Int?) {
    guard !matches.isEmpty else { return ([], nil) }
    let list = list
    room.rows = max(1, min(list.rowCount, most))
    let shown = pointer.shown(of: list, in: room)
    let above = context.more(
      list.choices(before: shown.lowerBound), isAbove: true, in: room, of: list)
    let below = context.more(
      list.count - list.choices(before: shown.upperBound), isAbove: false, in: room, of: list)
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
        isEnabled: choice.isEnabled, marks: FuzzyFilter.marks(of: typed, in: choice.label),
        click: click(on: index))
    }
    let place = list.row(of: pointer.position) - shown.lowerBound
    return (above + rows + below, above.count + place)
  }
}
