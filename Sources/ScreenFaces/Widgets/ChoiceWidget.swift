// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import Localization
public import TerminalCells
public import TerminalIO

/// A list from which one is chosen; typing filters it.
public struct ChoiceWidget: ScreenWidget {
  /// The field.
  public var field: FieldState {
    didSet {
      if field.choices != oldValue.choices {
        filter = FuzzyFilter(field.choices.lazy.map(\.label))
        filter.apply(typed)
        sections = ListSections(field.choices)
        pointAtOffer()
      }
    }
  }

  private var filter: FuzzyFilter
  private var sections: ListSections
  private var pointer = ListPointer()
  private var typed = ""
  private let room = ListRoom()

  /// Whether the pointer was moved by the user.
  private var isMoved = false

  /// Creates a list whose pointer is on the answer so far, or on what is offered.
  public init(field: FieldState) {
    self.field = field
    filter = FuzzyFilter(field.choices.lazy.map(\.label))
    sections = ListSections(field.choices)
    pointAtOffer()
  }

  private mutating func pointAtOffer() {
    let choices = field.choices
    let offered = field.value ?? field.offer?.value
    let index = offered.flatMap { offered in
      filter.matches.firstIndex { choices[$0].value == offered }
    }
    let place = index ?? filter.matches.firstIndex { choices[$0].isEnabled }
    pointer.move(to: place ?? 0, count: filter.matches.count)
  }

  /// The rows of the list; what a filter finds is in the order of its fit, without sections.
  private var list: ListSections {
    typed.isEmpty ? sections : ListSections(count: filter.matches.count)
  }

  /// The line is the filter.
  public var initialText: String? { "" }

  /// Moves the pointer, or takes the row that it's on.
  public mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    if pointer.take(key, count: filter.matches.count, page: room.rows) {
      pointer.settle(in: list, fitting: room.rows)
      isMoved = true
      return .used
    }
    switch (key.code, key.modifiers) {
    case (.enter, []):
      // A text that matches nothing is an answer like any other: it's refused with its reason.
      guard let index = chosen else { return .ignored }
      let choice = field.choices[index]
      // A choice that can't be made is refused by the session, with its reason.
      return .answer(.value(choice.value))
    case (.escape, []): return line.text.isEmpty ? .used : .text("")
    default: return .ignored
    }
  }

  /// The choice that the pointer was moved to.
  public var picked: FieldInput? {
    guard isMoved || !typed.isEmpty, let chosen, field.choices[chosen].isEnabled else { return nil }
    return .value(field.choices[chosen].value)
  }

  /// The index of the choice that the pointer is on.
  private var chosen: Int? {
    filter.matches.indices.contains(pointer.position) ? filter.matches[pointer.position] : nil
  }

  /// Filters the list.
  public mutating func lineChanged(_ line: EditedLine) {
    let text = line.isWord ? "" : line.text
    guard text != typed else { return }
    typed = text
    filter.apply(text)
    pointer = ListPointer()
    if text.isEmpty { pointAtOffer() }
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
    let shown = pointer.shown(of: list, fitting: room.rows)
    let rows = shown.map { row -> ListRow in
      let place: Int
      switch list[row] {
      case .separation(let separation): return ListRow(label: "", separation: separation)
      case .choice(let position): place = position
      }
      let choice = field.choices[filter.matches[place]]
      return ListRow(
        label: choice.label, detail: choice.detail(context.catalog), isEnabled: choice.isEnabled,
        marks: FuzzyFilter.marks(of: typed, in: choice.label))
    }
    return (rows, list.row(of: pointer.position) - shown.lowerBound)
  }

  /// Draws the filter and the list.
  public func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let count = filter.matches.count
    let isLong = field.choices.count > context.listRows
    let place =
      !typed.isEmpty || isLong
      ? context.catalog.text(
        .ofMany, ["number": .count(count), "count": .count(field.choices.count)]) : nil
    context.drawLine(
      on: &canvas, remark: typed.isEmpty ? context.remark(of: field, place) : place ?? "")
    guard count > 0 else {
      return context.drawNoChoices(of: field, on: &canvas, row: 1)
    }
    let shown = shownRows(in: context)
    context.drawList(
      shown.rows, pointer: shown.pointer, on: &canvas, from: 1,
      placesCursor: typed.isEmpty && !context.line.isWord)
  }

  /// What keys do in the list.
  public func hints(in context: WidgetContext) -> [KeyHint] {
    guard !filter.matches.isEmpty || typed.isEmpty else {
      return [context.next, context.hint("esc", .actClear)]
    }
    var hints = [
      context.hint("enter", .actTake), context.hint(context.theme.signs.upDown, .actChoose),
    ]
    if !typed.isEmpty { hints.append(context.hint("esc", .actClear)) }
    return hints
  }
}
