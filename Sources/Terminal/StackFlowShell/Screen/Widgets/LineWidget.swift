// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A line of text: a string, a path, a time, or any field without a widget of its own.
///
/// The texts that the flow suggests are in a list below it, which what is typed filters. It's shown once something
/// is typed, and with `widget: search` from the beginning; `widget: line` has none.
struct LineWidget: ListedLine {
  var field: FieldState {
    didSet {
      guard field.completions != oldValue.completions else { return }
      filter = Self.filter(of: field)
      find()
    }
  }

  /// Earlier answers of this walk, the oldest first, those to the same question last; the face sets it.
  var history: [String] = []

  /// The filter of the list.
  private var typed = ""

  /// The filter of the flow's suggestions; nil where they aren't listed.
  private var filter: FuzzyFilter?

  /// The suggestions that match, the best first, without what is typed already.
  private var found: [String] = []
  var list = PointedList(ListSections(count: 0), edge: .line)

  /// Creates a line for a field.
  init(field: FieldState) {
    self.field = field
    filter = Self.filter(of: field)
    find()
  }

  private static func filter(of field: FieldState) -> FuzzyFilter? {
    field.completions.isEmpty || field.widget == "line" ? nil : FuzzyFilter(field.completions)
  }

  private mutating func find() {
    filter?.apply(typed)
    found = filter?.matches.map { field.completions[$0] }.filter { $0 != typed } ?? []
    show(typed.isEmpty && field.widget != "search" ? 0 : found.count)
  }

  /// The suggestions below the line, and the line above them.
  func hasRow(above isUp: Bool, line: EditedLine) -> Bool {
    list.hasEntry(above: isUp) && (list.entry != nil || !line.isWord)
  }

  /// Moves in the list, takes or closes it, or takes the rest of a suggestion at the end of the line.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    if list.take(key) { return .used }
    switch (key.code, key.modifiers, list.entry) {
    case (.enter, [], let chosen?): return .answer(.text(found[chosen]))
    case (.tab, [], let chosen?): return .text(found[chosen])
    case (.escape, [], _) where list.count > 0:
      // In vi's insert mode, it leaves that too.
      let isOfLine = list.entry == nil && line.mode == .viInsert
      show(0)
      return isOfLine ? .ignored : .used
    case (.right, [], _), (.end, [], _):
      guard line.cursorOffset == line.text.utf8.count, let whole = suggestion(for: line) else {
        return .ignored
      }
      return .text(whole)
    default: return .ignored
    }
  }

  private mutating func show(_ count: Int) { list.begin(ListSections(count: count)) }

  mutating func showList() { show(found.count) }

  /// Filters the list.
  mutating func lineChanged(_ line: EditedLine) {
    let text = line.isWord || line.isOffered ? "" : line.text
    guard text != typed else { return }
    typed = text
    find()
  }

  /// The text that begins with the line: the newest earlier answer, or else the flow's first suggestion.
  private func suggestion(for line: EditedLine) -> String? {
    guard !line.isWord, !line.isOffered, !line.text.isEmpty else { return nil }
    func continues(_ text: String) -> Bool { text.hasPrefix(line.text) && text != line.text }
    return history.last(where: continues) ?? field.completions.first(where: continues)
  }

  func layOutBelow(columns: Int, in context: WidgetContext) -> CellLayout {
    context.layOut(list, columns: columns, entries: rows)
  }

  private func rows(_ shown: Range<Int>) -> [ListRow] {
    found[shown].map { text in
      ListRow(
        label: text, marks: FuzzyFilter.marks(of: typed, in: text),
        click: RowClick(use: .answer(.text(text))))
    }
  }

  /// Draws the line, with its form at the right end.
  func drawAnswer(on canvas: inout CellCanvas, in context: WidgetContext) {
    let ghost = suggestion(for: context.line).map { String($0.dropFirst(context.line.text.count)) }
    let count =
      list.count > 0 && !typed.isEmpty
      ? context.catalog.text(.matchCount, ["count": .count(list.count)]) : nil
    let (remark, short) = context.remarks(
      of: field, count ?? context.offerRemark(of: field),
      form: field.type.formHint(in: field.catalog))
    context.drawLine(
      on: &canvas, remark: remark, shortRemark: short, ghost: context.isAtEnd ? ghost ?? "" : "")
  }

  /// The hints about the keys; the right arrow key accepts a suggestion.
  func hints(in context: WidgetContext) -> [KeyHint] {
    let choose = context.hint(context.theme.signs.upDown, .actChoose)
    let close = context.hint("esc", .actClose)
    if list.entry != nil {
      return [
        context.hint("enter", .actTake), choose, context.hint("tab", .actComplete), close,
      ]
    }
    var hints = [context.next]
    if list.count > 0 { hints.append(choose) }
    if suggestion(for: context.line) != nil, context.isAtEnd {
      hints.append(context.hint(context.theme.signs.right, .actComplete))
    }
    return list.count > 0 ? hints + [close] : hints
  }
}
