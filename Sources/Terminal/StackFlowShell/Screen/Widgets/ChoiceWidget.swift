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
