// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// The choices of a field as a list that typing filters, with a pointer.
///
/// The choices that the filter finds are in the order of their fit, without sections.
struct FilteredList {
  /// A row of the list.
  enum Entry: Hashable {
    /// A row above the choices.
    case extra(ExtraRow)

    /// A choice, by its index.
    case choice(Int)

    /// The index of the choice; nil for another row.
    var choice: Int? {
      if case .choice(let index) = self { index } else { nil }
    }

    /// The row above the choices; nil for a choice.
    var extra: ExtraRow? {
      if case .extra(let row) = self { row } else { nil }
    }
  }

  private var field: FieldState

  /// The indices of the choices that are marked; nil for a list without marks.
  var marked: Set<Int>?

  /// The text of the filter.
  private(set) var typed = ""

  private var extraRows: [ExtraRow]
  private var filter: FuzzyFilter
  private var sections: ListSections
  private var pointer = ListPointer()
  private let room = ListRoom()

  /// Creates a list whose pointer is on the first choice.
  init(_ field: FieldState) {
    self.field = field
    extraRows = field.extraRows
    filter = FuzzyFilter(field.choices.lazy.map(\.label))
    sections = ListSections(field.choices, below: extraRows.count)
    pointAtFirst()
  }

  /// Takes the field as it is now; the filter stays, and so does the pointer if its row does.
  ///
  /// - Returns: Whether the choices have changed.
  mutating func update(_ field: FieldState) -> Bool {
    let entry = entry
    let hasOtherChoices = field.choices != self.field.choices
    self.field = field
    // Whether a choice is called none is known as long as the choices stay.
    let isNone = hasOtherChoices || field.isRequired == (none != nil)
    let rows = [isNone ? field.rowForNone : none, field.rowForDefault].compactMap { $0 }
    guard hasOtherChoices || rows != extraRows else { return false }
    extraRows = rows
    if hasOtherChoices { filter = FuzzyFilter(field.choices.lazy.map(\.label)) }
    sections = ListSections(field.choices, below: rows.count)
    applyFilter()
    if let entry { point(at: entry) }
    return hasOtherChoices
  }

  private var choices: [Choice] { field.choices }

  /// The rows above the choices that are shown.
  private var extras: [ExtraRow] {
    if typed.isEmpty { return extraRows }
    guard let none, typed.lowercased() == none.label.lowercased() else { return [] }
    return [none]
  }

  /// The row that leaves the field empty.
  private var none: ExtraRow? {
    if case .none? = extraRows.first { extraRows[0] } else { nil }
  }

  /// The indices of the choices that the filter finds.
  var matches: FuzzyFilter.Matches { filter.matches }

  /// The number of rows to which the pointer can be moved.
  var count: Int { extras.count + matches.count }

  /// The row under the pointer; nil in an empty list.
  var entry: Entry? {
    let extras = extras
    if extras.indices.contains(pointer.position) { return .extra(extras[pointer.position]) }
    let position = pointer.position - extras.count
    return matches.indices.contains(position) ? .choice(matches[position]) : nil
  }

  /// The row above the choices that the pointer is on.
  var extra: ExtraRow? { entry?.extra }

  /// The index of the choice that the pointer is on.
  var chosen: Int? { entry?.choice }

  private var list: ListSections {
    typed.isEmpty ? sections : ListSections(count: count)
  }

  // MARK: Moving

  /// Moves the pointer to the first choice that the filter finds.
  mutating func pointAtFirst() {
    pointer = ListPointer()
    if !matches.isEmpty { pointer.move(to: extras.count, count: count) }
  }

  /// Moves the pointer to a row, if it's shown.
  mutating func point(at entry: Entry) {
    switch entry {
    case .extra(let row):
      if let position = extras.firstIndex(of: row) { pointer.move(to: position, count: count) }
    case .choice(let index):
      if let position = matches.firstIndex(of: index) {
        pointer.move(to: extras.count + position, count: count)
      }
    }
  }

  /// Moves the pointer to the answer so far, or to what's offered; else to the row for none, or to the first
  /// choice that can be chosen.
  mutating func pointAtOffer() {
    let offered = field.valueAtFirst
    let index = offered.flatMap { value in choices.firstIndex { $0.value == value } }
    if let index, matches.contains(index) { return point(at: .choice(index)) }
    if let none { return point(at: .extra(none)) }
    guard let open = matches.first(where: { choices[$0].isEnabled }) else { return pointAtFirst() }
    point(at: .choice(open))
  }

  /// Moves the pointer as a key says.
  ///
  /// - Returns: Whether the key moves a pointer.
  mutating func take(_ key: Key) -> Bool {
    guard pointer.take(key, count: count, page: room.rows) else { return false }
    pointer.settle(in: list, fitting: room.inner)
    return true
  }

  /// Whether there's a row above or below the one that the pointer is on.
  func hasRow(above isUp: Bool) -> Bool {
    isUp ? pointer.position > 0 && count > 0 : pointer.position + 1 < count
  }

  /// Filters the choices by what is typed; the pointer is on the best one then.
  ///
  /// A number, a value, and whatever else an answer takes as a choice find the choice that they mean, so that
  /// Enter takes none that isn't shown.
  ///
  /// - Returns: Whether the filter has changed.
  mutating func filter(by line: EditedLine) -> Bool {
    let text = line.isWord ? "" : line.text
    guard text != typed else { return false }
    typed = text
    applyFilter()
    pointAtFirst()
    return true
  }

  private mutating func applyFilter() {
    filter.apply(typed)
    guard !typed.isEmpty else { return }
    filter.add(
      filter.matches.isEmpty
        ? field.choicesMeant(by: typed) : field.choices(withNumberOrValue: typed))
  }

  // MARK: Drawing

  /// The number of rows of a field's line, and below it as many choices as fit, and the whole text of the
  /// one that the pointer is on.
  func rows(columns: Int, in context: WidgetContext) -> Int {
    if count == 0 { return 1 + context.noChoiceLines(of: field, columns: columns).count }
    let shown = shownRows(columns: columns, in: context)
    return 1 + shown.rows.count
      + context.unfoldedRows(of: shown.rows, pointer: shown.pointer, columns: columns)
  }

  /// The row of the pointer, with all of its text, or of the filter that is typed.
  func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    guard typed.isEmpty, !context.line.isWord, count > 0 else { return 0 }
    let shown = shownRows(columns: columns, in: context)
    return 1 + (shown.pointer ?? 0)
      + context.unfoldedRows(of: shown.rows, pointer: shown.pointer, columns: columns)
  }

  /// The position of the pointer, such as "3 of 12"; nil where every choice is shown, or it's on none, and with
  /// `onlyIfUncounted` also where rows say what is above and below.
  func place(columns: Int, onlyIfUncounted: Bool = false, in context: WidgetContext) -> String? {
    _ = shownRows(columns: columns, in: context)
    let count = list.rowCount
    guard room.rows < count, !onlyIfUncounted || !room.isCut(count),
      pointer.position >= extras.count
    else { return nil }
    return context.catalog.text(
      .ofMany,
      [
        "number": .count(pointer.position - extras.count + 1), "count": .count(matches.count),
      ])
  }

  /// Draws the list below the line.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    guard count > 0 else { return context.drawNoChoices(of: field, on: &canvas, row: 1) }
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
    let (list, extras) = (list, extras)
    return context.shownRows(of: list, around: pointer, in: room, columns: columns) { rows in
      rows.map { row(list[$0], below: extras, in: context) }
    }
  }

  private func row(
    _ row: ListSections.Row, below extras: [ExtraRow], in context: WidgetContext
  ) -> ListRow {
    let place: Int
    switch row {
    case .separation(let separation): return ListRow(label: "", separation: separation)
    case .choice(let position): place = position
    }
    if place < extras.count {
      return ListRow(
        label: extras[place].label, click: RowClick(use: .answer(extras[place].input)))
    }
    let index = matches[place - extras.count]
    let choice = choices[index]
    return ListRow(
      mark: mark(of: index, context.theme.signs), label: choice.label,
      detail: choice.detail(context.catalog),
      isEnabled: choice.isEnabled, marks: FuzzyFilter.marks(of: typed, in: choice.label),
      click: click(on: index))
  }
}
