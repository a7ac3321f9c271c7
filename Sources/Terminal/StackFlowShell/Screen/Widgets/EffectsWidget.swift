// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowScreens
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// The effects that are about to be performed, and the question whether they may be.
struct EffectsWidget: LaidOutWidget {
  /// An effect as a row: `write   notes.md   8 bytes   can be undone`.
  struct Row: Hashable {
    let verb: String

    let object: String

    let detail: String

    /// Whether there's a way back: whether it can be undone; empty where that says nothing.
    let reach: String

    /// Whether there's no way back.
    let isFinal: Bool

    /// Whether it's the title of the step of the next row.
    var isTitle = false
  }

  let question: DecisionQuestion

  private let effects: [Row]

  /// The width of the widest verb, and of the widest words about a way back, in cells.
  private let verbWidth: Int
  private let reachWidth: Int

  /// The width of the widest object that has a detail, in cells.
  private let objectWidth: Int

  /// The effects, which have no pointer, and the answers below them.
  private(set) var list: PointedList

  init(_ question: DecisionQuestion, catalog: MessageCatalog) {
    self.question = question
    // The first title is that of the question, if each effect has one.
    let isTitled = question.effects.allSatisfy { $0.request.title != nil }
    var title = question.effects.first?.request.title
    effects = question.effects.flatMap { effect in
      let request = effect.request
      let words = request.parts(in: catalog)
      let known = effect.reach
      let reachWords =
        switch known {
        case .undoable?: catalog.text(.canBeUndone)
        case .final?: catalog.text(.isFinal)
        case .harmless?: catalog.text(.changesNothing)
        case nil: ""
        }
      let row = Row(
        verb: words.verb, object: words.object, detail: words.detail, reach: reachWords,
        isFinal: known == .final)
      var titles: [Row] = []
      if isTitled, let next = request.title, next != title, !request.isUndo {
        title = next
        titles = [
          Row(verb: "", object: next, detail: "", reach: "", isFinal: false, isTitle: true)
        ]
      }
      let files = (effect.listing?.rows ?? []).map { row in
        Row(verb: row.state, object: row.path, detail: row.detail, reach: "", isFinal: false)
      }
      return titles + [row] + files
    }
    verbWidth = effects.map(\.verb.cellWidth).max() ?? 0
    reachWidth = effects.map(\.reach.cellWidth).max() ?? 0
    objectWidth =
      effects.lazy.filter { !$0.detail.isEmpty }.map { $0.object.escapedForDisplay.cellWidth }
      .max() ?? 0
    list = PointedList(
      ListSections(count: effects.count), edge: .buttons,
      buttons: ButtonRow(question.page.actions, pointer: question.offeredAction))
  }

  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard line.text.isEmpty else {
      return key == Key(.enter) ? list.buttons.use(named: line.text) ?? .ignored : .ignored
    }
    // Down leads through the effects to the buttons below them, and Up back.
    if key == Key(.down), list.scroll(by: 1) { return .used }
    if list.buttons.take(key) { return .used }
    switch (key.code, key.modifiers) {
    case (.enter, []): return list.buttons.chosen?.use ?? .ignored
    case (.up, []):
      _ = list.scroll(by: -1)
      return .used
    case (.down, []): return .used
    default: return .ignored
    }
  }

  func layOut(columns: Int, in context: WidgetContext) -> CellLayout {
    list.layOut(
      above: window(columns: columns, in: context), columns: columns, in: context)
  }

  /// The part of the list that is shown.
  private func window(columns: Int, in context: WidgetContext) -> ListWindow {
    list.window(around: nil, in: context) { rows(of: effects[$0], columns: columns, in: context) }
  }

  private func rows(of effect: Row, columns: Int, in context: WidgetContext) -> [CellRow] {
    let theme = context.theme
    if effect.isTitle {
      return StyledParts(effect.object).text.wrappedAtSpaces(to: max(1, columns)).map { line in
        var row = CellRow()
        row.write(line, column: 0, style: theme.title)
        return row
      }
    }
    let isWide = context.isWide
    let start = isWide ? 2 + verbWidth + 2 : 4
    // Long words about the way back, as in German, would leave no room for paths beside them.
    let hasReachColumn = isWide && reachWidth > 0 && reachWidth <= max(16, columns / 4)
    let room = max(1, hasReachColumn ? columns - start - reachWidth - 2 : columns - start)
    // Details are below each other.
    let aligned = start + objectWidth + 3
    var rows: [CellRow] = []
    for line in StyledParts(effect.object).text.wrappedAtSpaces(to: room) {
      var row = CellRow()
      row.write(line, column: start, style: theme.text)
      rows.append(row)
    }
    func add(_ words: String, _ style: CellStyle) {
      guard !words.isEmpty else { return }
      let last = rows.count - 1
      let column = max(rows[last].end + 3, min(aligned, start + room - words.cellWidth))
      if column + words.cellWidth <= start + room {
        rows[last].write(words, column: column, style: style)
      } else {
        for line in words.wrapped(to: room) {
          var row = CellRow()
          row.write(line, column: start, style: style)
          rows.append(row)
        }
      }
    }
    add(effect.detail, theme.faint)
    let reachStyle = effect.isFinal ? theme.warning : theme.faint
    if isWide {
      if hasReachColumn {
        rows[0].write(effect.reach, column: columns - reachWidth, style: reachStyle)
      } else {
        add(effect.reach, reachStyle)
      }
      rows[0].write(effect.verb, column: 2, style: theme.faint)
      return rows
    }
    add(effect.reach, theme.faint)
    var head = CellRow()
    head.write(effect.verb, column: 2, style: theme.faint)
    return [head] + rows
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let signs = context.theme.signs
    let columns = context.look.map { $0.window.columns - $0.gutter - $0.rightMargin } ?? 80
    let isCut = window(columns: columns, in: context).entries.count < effects.count
    return [KeyHint("enter", list.buttons.chosen?.label ?? context.catalog.text(.doIt))]
      + (isCut ? [context.hint(signs.upDown, .actScroll)] : [])
      + [context.hint(list.buttons.isStacked ? signs.upDown : signs.leftRight, .actChoose)]
  }
}
