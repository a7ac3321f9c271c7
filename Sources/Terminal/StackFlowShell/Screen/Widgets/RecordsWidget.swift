// SPDX-License-Identifier: Apache-2.0

import FlowForms
import Localization
import TerminalCells
import TerminalIO

/// A list of records: its items, and below them what can be done with the list.
///
/// Enter does what the pointer is on: it edits an item, adds one, or goes on.
struct RecordsWidget: LaidOutWidget {
  /// The list as it is now.
  var step: StepState {
    didSet {
      list.count = step.items.count
      list.buttons.buttons = Self.buttons(of: step)
      guard !step.canChangeItems else { return }
      // In a list over elements it's known what comes next: an item that is still open, or the end.
      if let open = step.items.firstIndex(where: { $0.problem != nil }) {
        list.move(to: open)
      } else if oldValue.items.contains(where: { $0.problem != nil }) {
        list.move(to: nil)
        list.buttons.point(at: done)
      }
    }
  }

  private(set) var list: ListAndButtons
  private var done: String { step.catalog.text(.doListDone) }

  /// Creates a list whose pointer is on the first item that must be answered, else on what is usual
  /// next: adding while items are missing, and going on otherwise.
  ///
  /// - Complexity: O(*n*) in the number of items.
  init(step: StepState) {
    self.step = step
    list = ListAndButtons(
      count: step.items.count, buttons: ButtonRow(Self.buttons(of: step)))
    if let open = step.items.firstIndex(where: { $0.problem != nil }) {
      list.move(to: open)
    } else if !step.items.isEmpty, step.items.count >= step.itemLimits.least ?? 0 {
      list.buttons.point(at: step.catalog.text(.doListDone))
    }
  }

  private static func buttons(of step: StepState) -> [ButtonRow.Button] {
    let isFull = step.itemLimits.most.map { step.items.count >= $0 } ?? false
    let catalog = step.catalog
    let first = catalog.text(step.items.isEmpty ? .doAddOne : .doAddAnother)
    return (step.canChangeItems && !isFull ? [.init(first, .action(.walk(.change(.add))))] : [])
      + [.init(catalog.text(.doListDone), .action(.next))]
  }

  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard line.text.isEmpty else { return .ignored }
    if list.take(key, page: 8) { return .used }
    let canMove = step.canChangeItems
    switch (key.code, key.modifiers) {
    case (.enter, []):
      return list.entry.map { .action(.walk(.change(.edit($0)))) } ?? list.buttons.chosen?.use
        ?? .used
    case (.character("a"), []): return canMove ? .action(.walk(.change(.add))) : .used
    case (.character("e"), []):
      return list.entry.map { .action(.walk(.change(.edit($0)))) } ?? .used
    case (.character("d"), []), (.delete, []):
      guard canMove, let entry = list.entry else { return .used }
      return .action(.walk(.change(.remove(entry))))
    case (.up, .alt), (.down, .alt):
      guard canMove, let entry = list.entry else { return .used }
      let target = entry + (key.code == .up ? -1 : 1)
      guard (0..<list.count).contains(target) else { return .used }
      list.move(to: target)
      return .action(.walk(.change(.move(from: entry, to: target))))
    // A word and a question are typed; other characters mean nothing here.
    case (.character(":"), []), (.character("?"), []): return .ignored
    case (.character, []): return .used
    default: return .ignored
    }
  }

  func layOut(columns: Int, in context: WidgetContext) -> WidgetLayout {
    let theme = context.theme
    let isFocused = context.isFocused && !context.isTyping
    let numberWidth = "\(max(1, list.count))".count
    let window = ListWindow(
      count: list.count, .around(list.entry ?? list.count - 1),
      fitting: context.listRows, theme: theme, catalog: context.catalog
    ) { entry in
      rows(
        of: entry, isPointed: isFocused && entry == list.entry, numberWidth: numberWidth,
        columns: columns, theme: theme)
    }
    let buttons = list.buttons.layOut(
      columns: columns, theme: theme, isFocused: isFocused && list.entry == nil, remark: counts)
    var layout = WidgetLayout(rows: window.rows + buttons.rows)
    layout.cursor =
      list.entry == nil
      ? CellPosition(column: buttons.cursor.column, row: window.rows.count + buttons.cursor.row)
      : CellPosition(column: context.theme.signs.pointer.cellWidth, row: window.place)
    return layout
  }

  private func rows(
    of entry: Int, isPointed: Bool, numberWidth: Int, columns: Int, theme: ScreenTheme
  ) -> [DrawnRow] {
    let item = step.items[entry]
    let start = 2 + numberWidth + 2
    let summary = StyledParts(item.summary).text
    var rows: [DrawnRow] = []
    for line in summary.wrapped(to: max(1, columns - start)).prefix(3) {
      var row = DrawnRow()
      row.write(line, column: start, style: isPointed ? theme.selection : theme.text)
      rows.append(row)
    }
    let number = "\(entry + 1)"
    rows[0].write(number, column: 2 + numberWidth - number.count, style: theme.faint)
    if isPointed { rows[0].write(theme.signs.pointer, column: 0, style: theme.accent) }
    let click = RowClick(use: .action(.walk(.change(.edit(entry)))))
    guard let problem = item.problem else { return rows.map { $0.clicked(click) } }
    let words = "\(theme.signs.problem) \(problem)"
    if summary.isEmpty || rows[rows.count - 1].end + 3 + words.cellWidth <= columns {
      rows[rows.count - 1].write(
        words, column: summary.isEmpty ? start : rows[rows.count - 1].end + 3,
        style: theme.problem)
    } else {
      for line in words.escapedForDisplay.wrapped(to: max(1, columns - start)) {
        var row = DrawnRow()
        row.write(line, column: start, style: theme.problem)
        rows.append(row)
      }
    }
    return rows.map { $0.clicked(click) }
  }

  /// How many items there are, and how many there may be; empty where that says nothing.
  var counts: String {
    let count = list.count
    func text(_ id: MessageID, _ limit: Int) -> String {
      step.catalog.text(id, ["number": .count(count), "count": .count(limit)])
    }
    switch step.itemLimits {
    case (let least?, let most?) where least == most: return text(.ofMany, most)
    case (let least?, _) where count < least: return text(.ofAtLeast, least)
    case (_, let most?): return text(.ofAtMost, most)
    default: return count > 8 ? step.catalog.text(.itemCount, ["count": .count(count)]) : ""
    }
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    guard list.entry != nil else {
      let label = list.buttons.chosen?.label ?? done
      return [KeyHint("enter", label)]
        + (list.count > 0 ? [context.hint(context.theme.signs.upDown, .actPickItem)] : [])
    }
    guard step.canChangeItems else { return [context.hint("enter", .actEdit)] }
    return [
      context.hint("enter", .actEdit), context.hint("d", .actRemove), context.hint("a", .actAdd),
    ]
      + (list.count > 1 ? [context.hint("alt-\(context.theme.signs.upDown)", .actMoveItem)] : [])
  }
}
