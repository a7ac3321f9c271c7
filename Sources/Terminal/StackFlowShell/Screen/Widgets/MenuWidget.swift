// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// One of many, of which only the chosen one is shown until the list is opened.
///
/// Left and Right change the choice in place; Down, Space or typing opens the list.
struct MenuWidget: ScreenWidget {
  var field: FieldState { didSet { list.field = field } }

  private var list: ChoiceWidget
  private var isOpen = false

  /// Whether the user has changed the choice.
  private var isChanged = false

  /// The index of the choice that is shown; nil if none can be chosen, or if an optional one is left empty.
  private var chosen: Int?

  /// The entry that's shown where nothing is chosen; nil for a field that can't be left empty.
  private let none: FilteredList.Entry?

  /// Creates a closed list.
  init(field: FieldState) {
    self.field = field
    list = ChoiceWidget(field: field)
    none = field.emptyEntry
    chosen = list.entry?.choice
  }

  /// The choice that was picked.
  var picked: FieldInput? {
    if isOpen { return list.picked }
    return isChanged ? answer : nil
  }

  /// The input that Enter gives.
  private var answer: FieldInput? {
    chosen.map { .value(field.choices[$0].value) } ?? none?.extra?.input
  }

  /// The line is the filter of the list.
  var initialText: String? { "" }

  /// The rows of the list while it's open.
  func hasRow(above isUp: Bool, line: EditedLine) -> Bool {
    isOpen && list.hasRow(above: isUp, line: line)
  }

  /// Opens the list, changes the choice, or takes it.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    if isOpen {
      if key == Key(.escape), line.text.isEmpty {
        isOpen = false
        return .used
      }
      return list.take(key, line: line)
    }
    guard !line.isWord else { return .ignored }
    switch (key.code, key.modifiers) {
    case (.down, []), (.character(" "), []):
      open()
      return .used
    case (.left, []): return step(by: -1)
    case (.right, []): return step(by: 1)
    case (.enter, []):
      return answer.map { .answer($0) } ?? .ignored
    default: return .ignored
    }
  }

  /// Opens the list at what's chosen.
  private mutating func open() {
    isOpen = true
    guard isChanged else { return }
    if let entry = chosen.map({ .choice($0) }) ?? none {
      list.point(at: entry)
    }
  }

  private mutating func step(by distance: Int) -> WidgetUse {
    let enabled: [Int?] = field.choices.indices.filter { field.choices[$0].isEnabled }
    let stops = (none == nil ? [] : [nil]) + enabled
    guard let place = stops.firstIndex(of: chosen) else { return .used }
    isChanged = true
    chosen = stops[(place + distance + stops.count) % stops.count]
    return .used
  }

  /// Opens the list when something is typed.
  mutating func lineChanged(_ line: EditedLine) {
    if !line.text.isEmpty, !line.isWord { isOpen = true }
    list.lineChanged(line)
  }

  /// One row, or those of the list.
  func rows(columns: Int, in context: WidgetContext) -> Int {
    isOpen ? list.rows(columns: columns, in: context) : 1
  }

  /// Draws the chosen one, or the list.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    guard !isOpen, !context.line.isWord,
      let words = chosen.map({ field.choices[$0].label }) ?? none?.extra?.label
    else { return list.draw(on: &canvas, in: context) }
    let theme = context.theme
    let start = context.drawPrompt(on: &canvas)
    let room = max(1, canvas.size.columns - start)
    let label = words.escapedForDisplay.truncated(to: room, ellipsis: theme.signs.ellipsis)
    let width = canvas.write(label, column: start, row: 0, style: theme.selection)
    let place = chosen.map { index in
      context.catalog.text(
        .ofMany, ["number": .count(index + 1), "count": .count(field.choices.count)])
    }
    context.drawRemark(context.remark(of: field, place), on: &canvas, after: start + width)
    context.placeCursor(column: start, row: 0, on: canvas)
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    if isOpen { return list.hints(in: context) }
    let canChange = field.choices.count { $0.isEnabled } > (none == nil ? 1 : 0)
    return [context.next]
      + (canChange ? [context.hint(context.theme.signs.leftRight, .actChange)] : [])
      + [context.hint("space", .actOpen)]
  }
}
