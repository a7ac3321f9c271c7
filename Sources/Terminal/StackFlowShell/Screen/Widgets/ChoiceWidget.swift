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
      guard field.choices != oldValue.choices else { return }
      list.replace(with: field.choices)
      pointAtOffer()
    }
  }

  private var list: FilteredList

  /// Whether the pointer was moved by the user.
  private var isMoved = false

  /// Creates a list whose pointer is on the answer so far, or on what is offered.
  public init(field: FieldState) {
    self.field = field
    list = FilteredList(field.choices)
    pointAtOffer()
  }

  private mutating func pointAtOffer() {
    let choices = field.choices
    let offered = field.valueAtFirst
    let position = offered.flatMap { offered in
      list.matches.firstIndex { choices[$0].value == offered }
    }
    list.point(at: position ?? list.matches.firstIndex { choices[$0].isEnabled } ?? 0)
  }

  /// The line is the filter.
  public var initialText: String? { "" }

  /// The rows of the list.
  public func hasRow(above isUp: Bool, line: EditedLine) -> Bool { list.hasRow(above: isUp) }

  /// Moves the pointer, or takes the row that it's on.
  public mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    if list.take(key) {
      isMoved = true
      return .used
    }
    switch (key.code, key.modifiers) {
    case (.enter, []):
      // A text that matches nothing is an answer like any other: it's refused with its reason.
      guard let index = list.chosen else { return .ignored }
      // A choice that can't be made is refused by the session, with its reason.
      return .answer(.value(field.choices[index].value))
    case (.escape, []): return line.text.isEmpty ? .used : .text("")
    default: return .ignored
    }
  }

  /// The choice that the pointer was moved to.
  public var picked: FieldInput? {
    guard isMoved || !list.typed.isEmpty, let index = list.chosen, field.choices[index].isEnabled
    else { return nil }
    return .value(field.choices[index].value)
  }

  /// Filters the list.
  public mutating func lineChanged(_ line: EditedLine) {
    if list.filter(by: line), list.typed.isEmpty { pointAtOffer() }
  }

  /// The line, as many choices as fit, and the whole text of the one that the pointer is on.
  public func rows(columns: Int, in context: WidgetContext) -> Int {
    list.rows(of: field, columns: columns, in: context)
  }

  /// The row of the pointer, with all of its text, or of the filter that is typed.
  public func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    list.cursorRow(columns: columns, in: context)
  }

  /// Draws the filter and the list.
  public func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    if list.typed.isEmpty {
      let place = list.place(columns: canvas.size.columns, in: context)
      context.drawLine(
        on: &canvas, remark: context.remark(of: field, place), shortRemark: place ?? "")
    } else {
      let found = context.catalog.text(
        .ofMany,
        ["number": .count(list.matches.count), "count": .count(field.choices.count)])
      context.drawLine(on: &canvas, remark: found)
    }
    list.draw(of: field, on: &canvas, in: context)
  }

  /// The hints about the keys in the list.
  public func hints(in context: WidgetContext) -> [KeyHint] {
    guard !list.matches.isEmpty || list.typed.isEmpty else {
      return [context.next, context.hint("esc", .actClear)]
    }
    var hints: [KeyHint] = []
    if let index = list.chosen, field.choices[index].isEnabled {
      hints.append(context.hint("enter", .actTake))
    }
    if list.matches.count > 1 {
      hints.append(context.hint(context.theme.signs.upDown, .actChoose))
    }
    if !list.typed.isEmpty {
      hints.append(context.hint("esc", .actClear))
    } else if field.choices.count > 1 {
      hints.append(context.hint("", .actFilter))
    }
    return hints
  }
}
