// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import FlowForms
import Localization
public import TerminalCells
public import TerminalIO

/// A list in which any number is marked; typing filters it, Space marks.
public struct ChoicesWidget: ScreenWidget {
  /// The field.
  public var field: FieldState {
    didSet {
      guard field.choices != oldValue.choices else { return }
      filter = FuzzyFilter(field.choices.lazy.map(\.label))
      filter.apply(typed)
      sections = ListSections(field.choices)
      marked = Self.marked(in: field)
      pointer = ListPointer()
    }
  }

  private var filter: FuzzyFilter
  private var sections: ListSections
  private var pointer = ListPointer()
  private var marked: Set<Int>
  private var typed = ""
  private let room = ListRoom()

  /// Creates a list with the answer so far, or with what is offered, marked.
  public init(field: FieldState) {
    self.field = field
    filter = FuzzyFilter(field.choices.lazy.map(\.label))
    sections = ListSections(field.choices)
    marked = Self.marked(in: field)
  }

  private static func marked(in field: FieldState) -> Set<Int> {
    guard case .list(let values)? = field.value ?? field.offer?.value else { return [] }
    let chosen = Set(values)
    return Set(field.choices.indices.filter { chosen.contains(field.choices[$0].value) })
  }

  /// What is marked, unless that is the answer already.
  public var picked: FieldInput? {
    marked == Self.marked(in: field) ? nil : answer(with: marked)
  }

  private func answer(with marked: Set<Int>) -> FieldInput {
    .value(.list(marked.sorted().map { field.choices[$0].value }))
  }

  /// The rows of the list; what a filter finds is in the order of its fit, without sections.
  private var list: ListSections {
    typed.isEmpty ? sections : ListSections(count: filter.matches.count)
  }

  /// The line is the filter.
  public var initialText: String? { "" }

  /// Marks, moves the pointer, or answers.
  public mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    if pointer.take(key, count: filter.matches.count, page: room.rows) {
      pointer.settle(in: list, fitting: room.rows)
      return .used
    }
    switch (key.code, key.modifiers) {
    case (.character(" "), []):
      // Where nothing matches, it's a part of the text.
      guard filter.matches.indices.contains(pointer.position) else { return .ignored }
      let index = filter.matches[pointer.position]
      // What can't be chosen is refused by the session, with its reason.
      guard field.choices[index].isEnabled || marked.contains(index) else {
        return .answer(answer(with: marked.union([index])))
      }
      toggle(index)
      return .used
    case (.character("a"), .alt):
      let all = Set(filter.matches.filter { field.choices[$0].isEnabled })
      if all.isSubset(of: marked) { marked.subtract(all) } else { marked.formUnion(all) }
      return .used
    case (.character("i"), .alt):
      for index in filter.matches { toggle(index) }
      return .used
    case (.enter, []):
      // A text that matches nothing is an answer like any other: it's refused with its reason.
      return filter.matches.isEmpty && !typed.isEmpty ? .ignored : .answer(answer(with: marked))
    case (.escape, []): return line.text.isEmpty ? .used : .text("")
    default: return .ignored
    }
  }

  private mutating func toggle(_ index: Int) {
    guard field.choices[index].isEnabled || marked.contains(index) else { return }
    if marked.remove(index) == nil { marked.insert(index) }
  }

  /// Filters the list.
  public mutating func lineChanged(_ line: EditedLine) {
    let text = line.isWord ? "" : line.text
    guard text != typed else { return }
    typed = text
    filter.apply(text)
    pointer = ListPointer()
  }

  /// The line, as many choices as fit, and the whole text of the one that the pointer is on.
  public func rows(columns: Int, in context: WidgetContext) -> Int {
    if filter.matches.isEmpty {
      return 1 + context.noChoiceLines(of: field, columns: columns).count
    }
    return 1 + listRows(in: context) + unfoldedRows(columns: columns, in: context)
  }

  private func listRows(in context: WidgetContext) -> Int {
    max(1, min(list.rowCount, context.listRows))
  }

  private func unfoldedRows(columns: Int, in context: WidgetContext) -> Int {
    let shown = shownRows(in: context)
    return context.unfoldedRows(of: shown.rows, pointer: shown.pointer, columns: columns)
  }

  /// The row of the pointer, with all of its text, or of the filter that is typed.
  public func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    guard typed.isEmpty, !context.line.isWord, !filter.matches.isEmpty else { return 0 }
    return 1 + (shownRows(in: context).pointer ?? 0)
      + unfoldedRows(columns: columns, in: context)
  }

  /// The rows of the list that are shown, and the one that the pointer is on.
  private func shownRows(in context: WidgetContext) -> (rows: [ListRow], pointer: Int?) {
    guard !filter.matches.isEmpty else { return ([], nil) }
    let list = list
    room.rows = listRows(in: context)
    let signs = context.theme.signs
    let shown = pointer.shown(of: list, fitting: room.rows)
    let rows = shown.map { row -> ListRow in
      let place: Int
      switch list[row] {
      case .separation(let separation): return ListRow(label: "", separation: separation)
      case .choice(let position): place = position
      }
      let index = filter.matches[place]
      let choice = field.choices[index]
      return ListRow(
        mark: marked.contains(index) ? signs.marked : signs.notMarked, label: choice.label,
        detail: choice.detail(context.catalog), isEnabled: choice.isEnabled,
        marks: FuzzyFilter.marks(of: typed, in: choice.label))
    }
    return (rows, list.row(of: pointer.position) - shown.lowerBound)
  }

  /// Draws the filter and the list.
  public func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    context.drawLine(
      on: &canvas, remark: typed.isEmpty ? context.remark(of: field, counts) : counts)
    let count = filter.matches.count
    guard count > 0 else {
      return context.drawNoChoices(of: field, on: &canvas, row: 1)
    }
    let shown = shownRows(in: context)
    context.drawList(
      shown.rows, pointer: shown.pointer, on: &canvas, from: 1,
      placesCursor: typed.isEmpty && !context.line.isWord)
  }

  /// How many are marked, and how many may be.
  private var counts: String {
    let limits = field.itemLimits
    let catalog = field.catalog
    let range: String? =
      switch (limits.least, limits.most) {
      case (let least?, let most?) where least == most:
        catalog.text(.rangeExactly, ["count": .count(least)])
      case (let least?, let most?):
        catalog.text(.rangeBetween, ["least": .text("\(least)"), "most": .text("\(most)")])
      case (let least?, nil) where least > 0:
        catalog.text(.rangeAtLeast, ["least": .text("\(least)")])
      case (_, let most?): catalog.text(.rangeAtMost, ["most": .text("\(most)")])
      default: nil
      }
    let count = catalog.text(.chosenCount, ["count": .count(marked.count)])
    return catalog.list([count] + [range].compactMap { $0 })
  }

  /// What keys do in the list.
  public func hints(in context: WidgetContext) -> [KeyHint] {
    let clear = typed.isEmpty ? [] : [context.hint("esc", .actClear)]
    if filter.matches.isEmpty, !typed.isEmpty { return [context.next] + clear }
    return [
      context.hint("space", .actMark), context.hint("enter", .actNext),
      context.hint("alt-a", .actAll),
    ] + clear
  }
}
