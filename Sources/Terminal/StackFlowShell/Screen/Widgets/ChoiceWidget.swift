// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A list from which one is chosen; typing filters it.
struct ChoiceWidget: LinedWidget, ClickedWidget {
  var field: FieldState {
    didSet { if list.update(field) { list.pointAtOffer() } }
  }

  private var list: FilteredList

  /// Whether the pointer was moved by the user.
  private var isMoved = false

  /// Creates a list whose pointer is on the answer so far, or on what is offered.
  init(field: FieldState) {
    self.field = field
    list = FilteredList(field)
    if field.refusedOther == nil { list.pointAtOffer() } else { list.pointAtOther() }
  }

  /// Moves the pointer to a row, as the user does.
  mutating func point(at entry: FilteredList.Entry) {
    list.point(at: entry)
    isMoved = true
  }

  /// The row under the pointer; nil in an empty list.
  var entry: FilteredList.Entry? { list.entry }

  /// The line is the filter.
  var initialText: String? { "" }

  /// The rows of the list.
  func hasRow(above isUp: Bool, line: EditedLine) -> Bool { list.hasRow(above: isUp) }

  /// Moves the pointer, or takes the row that it's on.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    if list.take(key) {
      isMoved = true
      return .used
    }
    switch (key.code, key.modifiers) {
    case (.enter, []):
      // A text that matches nothing is refused with its reason.
      guard let entry = list.entry else { return .ignored }
      if entry == .other { return .answer(other ?? .text(field.otherLabel ?? "")) }
      // A choice that can't be made is refused by the session, with its reason.
      return .answer(entry.extra?.input ?? .value(list.choices[entry.choice ?? 0].value))
    case (.escape, []): return line.text.isEmpty ? .used : .text("")
    default: return .ignored
    }
  }

  /// The choice that the pointer was moved to.
  var picked: FieldInput? {
    guard isMoved || !list.typed.isEmpty else { return nil }
    switch list.entry {
    case .empty?: return .empty
    case .choice(let index)? where list.choices[index].isEnabled:
      return .value(list.choices[index].value)
    case .other?: return other
    // Only Enter takes the default.
    case .takeDefault?, .choice?, nil: return nil
    }
  }

  /// The text beside the choices that's typed; nil for none.
  private var other: FieldInput? {
    list.otherText.isEmpty ? nil : .value(field.answer(typedBesideChoices: list.otherText))
  }

  /// Lets a text beside the choices be typed; a click on a choice takes it.
  mutating func noteClick(onEntry entry: Int) -> WidgetUse? {
    list.pointAtOther()
    isMoved = true
    return .used
  }

  /// Filters the list.
  mutating func lineChanged(_ line: EditedLine) {
    if list.filter(by: line), list.typed.isEmpty { list.pointAtOffer() }
  }

  func layOutBelow(columns: Int, in context: WidgetContext) -> CellLayout {
    list.layOut(columns: columns, in: context)
  }

  /// Draws the filter.
  func drawAnswer(on canvas: inout CellCanvas, in context: WidgetContext) {
    if list.typed.isEmpty {
      let place = list.place(in: context)
      context.drawLine(
        on: &canvas, remark: context.remark(of: field, place), shortRemark: place ?? "")
    } else {
      let found = context.catalog.text(
        .ofMany,
        ["number": .count(list.matches.count), "count": .count(list.choices.count)])
      context.drawLine(on: &canvas, remark: found)
    }
  }

  /// The hints about the keys in the list.
  func hints(in context: WidgetContext) -> [KeyHint] {
    guard list.count > 0 || list.typed.isEmpty else {
      return [context.hint("esc", .actClear)]
    }
    var hints: [KeyHint] = []
    if list.entry != nil, list.entry != .other || other != nil,
      list.chosen.map({ list.choices[$0].isEnabled }) ?? true
    {
      hints.append(context.hint("enter", .actTake))
    }
    if list.count > 1 {
      hints.append(context.hint(context.theme.signs.upDown, .actChoose))
    }
    if !list.typed.isEmpty {
      hints.append(context.hint("esc", .actClear))
    } else if list.choices.count > 1 {
      hints.append(context.hint("", .actFilter))
    }
    return hints
  }
}

/// The choices that fit a window together with their question, and a hint that leads to the others.
struct ChoiceWindow {
  let size: WindowSize

  /// The language of its rows.
  var catalog = MessageCatalog.english

  /// The rows of a question, its hints, a refusal and the line, without the choices.
  private static let others = 8

  /// The maximum number of rows that the choices take, at least three.
  private var room: Int { max(3, size.rows - Self.others) }

  private func height(of row: ScreenRow) -> Int {
    LineText(columns: size.columns, catalog: catalog).lines([row]).count
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
