// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import TerminalCells
import TerminalIO

/// The widget that has the focus, with the line that is typed; without a widget, the line alone.
final class WidgetHost {
  /// The widget; nil where only a line is read, as at a review or about an effect.
  var widget: (any StepWidget)? { didSet { measured = nil } }

  /// The line as it is now.
  var line = EditedLine(prompt: "", text: "") {
    didSet {
      measured = nil
      widget?.lineChanged(line)
    }
  }

  /// Whether a line is read.
  var isReading = false { didSet { if isReading != oldValue { measured = nil } } }

  /// The field's label in a form; nil where the question is above.
  var label: String? { didSet { if label != oldValue { measured = nil } } }

  /// The width of the labels in the form, in cells.
  var labelWidth = 0 { didSet { if labelWidth != oldValue { measured = nil } } }

  /// The columns in which it was drawn last.
  private(set) var drawnColumns = 80

  private let window = LineWindowBox()

  /// The answer when the question was asked: the text in the line, and what was picked.
  private var begun: (text: String, picked: FieldInput?) = ("", nil)

  /// Whether the answer is as it was when the question was asked.
  ///
  /// Unfinished input is another answer, which Enter gives as it's typed.
  var isUnchanged: Bool {
    line.text == begun.text && picked == begun.picked
      && (widget as? any ScreenWidget)?.field.unfinished == nil
  }

  /// Whether the answer has been another one since the question was asked, also if it's the same again.
  private(set) var wasChanged = false

  /// Notes whether the answer is another one now.
  func noteChange() { wasChanged = wasChanged || !isUnchanged }

  /// The input that is picked in the widget, or was before.
  private var picked: FieldInput? {
    guard let widget = widget as? any ScreenWidget else { return nil }
    if let picked = widget.picked { return picked }
    guard case .data(let value) = widget.field.draft else { return nil }
    return .value(value)
  }

  /// Notes what the answer is when the question is asked.
  ///
  /// - Parameter text: The text in the line, without what was typed since.
  func begin(with text: String) {
    begun = (text, picked)
    wasChanged = false
  }

  /// Gives a key to the widget.
  func take(_ key: Key) -> WidgetUse { widget?.take(key, line: line) ?? .ignored }

  /// Whether the widget has a list with a pointer.
  var hasEntries: Bool {
    widget is any ClickedWidget || (widget as? any ScreenWidget)?.hasRows(line: line) == true
  }

  /// Whether PageUp moves in the widget while nothing is typed.
  var takesPageUp: Bool {
    var widget = widget
    let use = widget?.take(Key(.pageUp), line: EditedLine(prompt: "", text: ""))
    return use ?? .ignored != .ignored
  }

  /// Gives a click in one of its rows to the widget.
  func take(_ click: RowClick) -> WidgetUse {
    if let entry = click.entry, var list = widget as? any ClickedWidget {
      let use = list.noteClick(onEntry: entry)
      widget = list
      return use ?? click.use
    }
    return click.use
  }

  /// The columns of the prompt before the labels of a form.
  static let promptWidth = 2

  private func context(_ look: ScreenLook, columns: Int) -> WidgetContext {
    var context = WidgetContext(line: line, look: look, window: window, isFocused: isReading)
    context.hasPrompt = label == nil
    context.showsHint = !isHintApart(columns: columns, look: look)
    if let hint, context.showsHint, hasLine { context.placeholder = hint.escapedForDisplay }
    return context
  }

  /// Where the widget is in so many columns, and the label beside or above it.
  private func place(
    columns: Int, look: ScreenLook
  ) -> (indent: Int, top: Int, label: [Substring]) {
    guard let label else { return (0, 0, []) }
    let isBelow = look.window.columns < ScreenLook.wide
    let indent =
      Self.promptWidth + 2 + (isBelow ? 0 : AnswerWidths.formColumn(labelWidth, in: columns))
    let room = isBelow ? columns - Self.promptWidth : indent - 2 - Self.promptWidth
    let lines = label.escapedForDisplay.wrapped(to: max(1, room))
    return (indent, isBelow ? lines.count : 0, lines)
  }

  /// The measures of the widget's rows, which it lays out for each answer.
  private struct Measured {
    let columns: Int
    let look: Int
    let listRows: Int
    var rows: Int?
    var cursorRow: Int?
  }

  /// The known measures of the rows, until the widget, the line, or their surroundings change.
  private var measured: Measured?

  private func measured(columns: Int, _ look: ScreenLook) -> Measured {
    if let measured, measured.columns == columns, measured.look == look.version,
      measured.listRows == look.listRows
    {
      return measured
    }
    return Measured(columns: columns, look: look.version, listRows: look.listRows)
  }

  func rows(columns: Int, look: ScreenLook) -> Int {
    var measured = measured(columns: columns, look)
    if let rows = measured.rows { return rows }
    let place = place(columns: columns, look: look)
    let room = max(1, columns - place.indent)
    let context = context(look, columns: columns)
    var own = 1
    if let widget = widget as? any MeasuredWidget {
      let found = widget.measure(columns: room, in: context)
      own = found.rows
      measured.cursorRow = found.cursorRow + place.top
    } else if let widget {
      own = widget.rows(columns: room, in: context)
    }
    let rows = max(place.label.count, max(1, own) + place.top)
    measured.rows = rows
    self.measured = measured
    return rows
  }

  /// The row that must stay in view.
  func cursorRow(columns: Int, look: ScreenLook) -> Int? {
    var measured = measured(columns: columns, look)
    if let row = measured.cursorRow { return row }
    let place = place(columns: columns, look: look)
    let own =
      widget?.cursorRow(
        columns: max(1, columns - place.indent), in: context(look, columns: columns)) ?? 0
    measured.cursorRow = own + place.top
    self.measured = measured
    return own + place.top
  }

  func draw(on canvas: inout CellCanvas, look: ScreenLook) {
    let columns = canvas.size.columns
    drawnColumns = columns
    let place = place(columns: columns, look: look)
    let context = context(look, columns: columns)
    if label != nil { canvas.write(context.promptSign, row: 0, style: look.theme.accent) }
    for (row, line) in place.label.enumerated() {
      canvas.write(line, column: Self.promptWidth, row: row, style: look.theme.title)
    }
    let rect = CellRect(
      column: place.indent, row: place.top, columns: max(0, columns - place.indent),
      rows: max(0, canvas.size.rows - place.top))
    canvas.draw(in: rect) { canvas in
      if let widget {
        widget.draw(on: &canvas, in: context)
      } else if isReading {
        context.drawLine(on: &canvas)
      }
    }
  }

  // MARK: Completing

  /// Completes the line; nil where nothing does.
  var complete: ((CompletionQuery) -> Completions)? { didSet { known = nil } }

  /// Whether a line can be completed, as it was found last.
  private var known: (text: String, offset: Int, canComplete: Bool)?

  /// Whether the line can be completed to another text.
  ///
  /// - Complexity: O(1), except for the first time after the line has changed.
  var canComplete: Bool {
    guard !line.text.isEmpty, let complete else { return false }
    if let known, known.text == line.text, known.offset == line.cursorOffset {
      return known.canComplete
    }
    let index = line.text.utf8.index(line.text.startIndex, offsetBy: line.cursorOffset)
    let before = String(line.text[..<index])
    let query = CompletionQuery(before: before, after: String(line.text[index...]))
    let found = complete(query).resolve(before: before).texts.contains { $0 != before }
    known = (line.text, line.cursorOffset, found)
    return found
  }

  /// The number of choices up to which it's looked up for a hint whether one completes the line.
  private static let mostCompleted = 1_000

  /// Whether a hint says that Tab completes the line; in a form where an answer is picked, Tab leads to
  /// the next field, and the widget of a path knows by itself.
  var takesTab: Bool {
    guard !line.isOffered, !line.isWord, let field = (widget as? any ScreenWidget)?.field else {
      return false
    }
    let isPicked = field.type.isChoice || field.type == .boolean
    guard field.type != .path, label == nil || !isPicked,
      field.choices.count <= Self.mostCompleted
    else { return false }
    return canComplete
  }

  // MARK: Hints

  /// The hint of the field; nil for none.
  var hint: String? { didSet { if hint != oldValue { measured = nil } } }

  /// The columns that a hint leaves at least for what's beside it.
  private static let leastLine = 20

  /// Whether the widget has a line, which shows the hint while it's empty.
  private var hasLine: Bool {
    guard let widget = widget as? any ScreenWidget else { return false }
    return
      !(widget is BooleanWidget || widget is ChoiceButtonsWidget || widget is MenuWidget
      || widget is TextWidget)
  }

  /// Whether the widget can take as many rows as there's room for; nothing else has to be measured to know how many.
  var fillsRoom: Bool {
    switch widget {
    case is NumberWidget, is BooleanWidget, is SliderWidget, is ClockWidget, is DurationWidget,
      is SecretWidget:
      false
    // Searching for a conformance takes longer than comparing types.
    case let line as any ListedLine: line.list.count > 0
    default: true
    }
  }

  /// Whether the widget has a row that takes the default where Enter alone takes another answer.
  var hasRowForDefault: Bool { widget is ChoiceWidget || widget is ChoicesWidget }

  /// Whether the hint is in rows of its own above the widget, because there's no room for it in the line.
  func isHintApart(columns: Int, look: ScreenLook) -> Bool {
    guard let hint else { return false }
    let room = columns - place(columns: columns, look: look).indent
    let least = hasLine ? Self.promptWidth : Self.leastLine
    return hint.escapedForDisplay.cellWidth + least > room
  }

  /// The hints about the keys.
  ///
  /// - Parameters:
  ///   - look: What the hints are read from.
  ///   - isInForm: Whether Up and Down lead to other fields where the widget has no row for them.
  /// - Returns: The hints, the most important first.
  func hints(_ look: ScreenLook, isInForm: Bool) -> [KeyHint] {
    let context = context(look, columns: look.window.columns)
    let hints =
      line.isWord || (widget is any LaidOutWidget && context.isTyping)
      ? [context.next] : widget?.hints(in: context) ?? [context.next]
    guard isInForm, (widget as? any ScreenWidget)?.hasRows(line: line) != true else { return hints }
    let arrows = look.theme.signs.upDown
    return hints.map { $0.key == arrows ? KeyHint("alt-\(arrows)", $0.effect) : $0 }
  }
}
