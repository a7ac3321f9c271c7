// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowWalks
import TerminalCells
import TerminalIO

/// Buttons side by side, one of which the pointer may be on.
///
/// Left, Right and Tab move it, and Up and Down where the window has no room for the buttons in one row.
struct ButtonRow {
  struct Button: Hashable {
    let label: String
    let use: WidgetUse

    /// Whether what it does is possible now.
    var isEnabled = true

    /// The answer of a field that the button gives; nil for other buttons.
    var input: FieldInput? { if case .answer(let input) = use { input } else { nil } }
  }

  /// The buttons; the pointer stays on the one that does the same.
  var buttons: [Button] {
    didSet {
      guard let pointer, buttons != oldValue else { return }
      let use = oldValue[pointer].use
      self.pointer = buttons.firstIndex { $0.use == use } ?? (buttons.isEmpty ? nil : 0)
    }
  }

  /// The button that the pointer is on; nil for none.
  private(set) var pointer: Int?

  /// Whether each button has a sign that shows if it's chosen, instead of one pointer.
  private let isSigned: Bool

  /// Whether all buttons but the chosen one are faint.
  private var fadesOthers = false

  /// The button that each of the rows begins with, as they were drawn last.
  private let drawn = DrawnStarts()

  private final class DrawnStarts {
    var starts: [Int] = []
  }

  /// Creates buttons for actions.
  ///
  /// - Parameters:
  ///   - actions: The actions.
  ///   - pointer: The button that the pointer is on; nil for none.
  init(_ actions: [StepPage.Action], pointer: Int? = 0) {
    buttons = actions.map(Button.init)
    self.pointer = pointer.flatMap { actions.indices.contains($0) ? $0 : nil }
    isSigned = false
  }

  /// Creates buttons for the answers of a field, with signs.
  ///
  /// - Parameters:
  ///   - answers: The buttons.
  ///   - chosen: The answer that's chosen; if no button gives it, the one that leaves the field empty.
  ///   - fadesOthers: Whether all buttons but the chosen one are faint.
  init(answers: [Button], chosen: FieldInput?, fadesOthers: Bool = false) {
    buttons = answers
    pointer =
      answers.firstIndex { $0.input == chosen } ?? answers.firstIndex { $0.input == .empty }
    isSigned = true
    self.fadesOthers = fadesOthers
  }

  /// The button that the pointer is on.
  var chosen: Button? { pointer.map { buttons[$0] } }

  /// Returns what the button does whose label, or the beginning of it, is typed; nil if no button, or
  /// several, have it.
  func use(named text: String) -> WidgetUse? {
    let named = buttons.filter { $0.label.isNamed(by: text) }
    return named.count == 1 ? named[0].use : nil
  }

  /// Moves the pointer to the button with a label, if there is one.
  mutating func point(at label: String) {
    if let index = buttons.firstIndex(where: { $0.label == label }) { pointer = index }
  }

  /// Moves the pointer to a button, or from all of them.
  mutating func point(at button: Int?) {
    pointer = button.flatMap { buttons.indices.contains($0) ? $0 : nil }
  }

  /// Moves the pointer to a button further on, from the last one to the first.
  mutating func move(by distance: Int) {
    guard !buttons.isEmpty else { return }
    let start = pointer ?? (distance > 0 ? -1 : buttons.count)
    pointer = (start + distance + buttons.count) % buttons.count
  }

  /// Whether each button had a row of its own when they were drawn last.
  var isStacked: Bool { buttons.count > 1 && drawn.starts.count == buttons.count }

  /// The row of the button that the pointer is on.
  private var row: Int? {
    pointer.map { pointer in (drawn.starts.lastIndex { $0 <= pointer }) ?? 0 }
  }

  /// Moves the pointer as a key says.
  ///
  /// - Returns: Whether the key moves a pointer among buttons.
  mutating func take(_ key: Key) -> Bool {
    guard !buttons.isEmpty else { return false }
    if key == Key(.up) || key == Key(.down) {
      let target = row.map { $0 + (key.code == .up ? -1 : 1) } ?? 0
      guard drawn.starts.count > 1, drawn.starts.indices.contains(target),
        buttons.indices.contains(drawn.starts[target])
      else { return false }
      pointer = drawn.starts[target]
      return true
    }
    switch (key.code, key.modifiers) {
    case (.right, []), (.tab, []): move(by: 1)
    case (.left, []): move(by: -1)
    default: return false
    }
    return true
  }

  /// Takes a key while the buttons ask, and the rows above them are only shown; Escape is a no.
  mutating func takeAsking(_ key: Key) -> WidgetUse {
    if take(key) { return .used }
    switch (key.code, key.modifiers) {
    case (.enter, []): return chosen?.use ?? .used
    case (.escape, []): return .action(.walk(.decide(.no())))
    case (.up, []), (.down, []): return .used
    default: return .ignored
    }
  }

  /// The buttons in as many rows as they need; below signed ones, the whole label of the chosen one if it's cut.
  ///
  /// - Parameters:
  ///   - columns: The width, in cells.
  ///   - theme: The theme.
  ///   - isFocused: Whether the pointer is shown.
  ///   - remark: A remark to the right of them, left out where there's no room for it.
  ///   - start: The column of the first button in each row.
  /// - Returns: The rows.
  func layOut(
    columns: Int, theme: ScreenTheme, isFocused: Bool, remark: String = "", from start: Int = 0
  ) -> CellLayout {
    var layout = CellLayout(rows: [CellRow()])
    var starts = [0]
    let signWidth = (isSigned ? theme.signs.chosen : theme.signs.pointer).cellWidth
    let room = max(1, columns - start)
    var column = start
    var cut: [CellRow] = []
    for (index, button) in buttons.enumerated() {
      let words = button.label.escapedForDisplay
      let label = words.truncated(to: max(1, room - signWidth - 1), ellipsis: theme.signs.ellipsis)
      let width = signWidth + 1 + label.cellWidth
      if column > start, column + width > columns {
        layout.rows.append(CellRow())
        starts.append(index)
        column = start
      }
      let row = layout.rows.count - 1
      let isHere = isFocused && index == pointer
      if isHere || index == 0 {
        layout.cursor = CellPosition(column: column + signWidth, row: row)
      }
      if isHere, isSigned, words.cellWidth > room - signWidth - 1 {
        cut = words.wrapped(to: room).map { CellRow($0, column: start, style: theme.faint) }
      }
      write(button, label, isHere: isHere, at: column, in: &layout.rows[row], theme)
      layout.rows[row].clicks.append((column..<column + width, RowClick(use: button.use)))
      column += width + 3
    }
    drawn.starts = starts
    layout.rows += cut
    let end = layout.rows[0].end + 3
    if !remark.isEmpty, end + remark.cellWidth <= columns {
      layout.rows[0].write(remark, column: end, style: theme.faint)
    }
    return layout
  }

  private func write(
    _ button: Button, _ label: String, isHere: Bool, at column: Int, in row: inout CellRow,
    _ theme: ScreenTheme
  ) {
    let style =
      !button.isEnabled || fadesOthers && !isHere
      ? theme.faint : isHere ? theme.selection : theme.text
    let signs = theme.signs
    if isSigned {
      let sign = isHere ? signs.chosen : signs.notChosen
      row.write("\(sign) \(label)", column: column, style: style)
    } else {
      if isHere { row.write(signs.pointer, column: column, style: theme.accent) }
      row.write(label, column: column + signs.pointer.cellWidth + 1, style: style)
    }
  }
}

extension ButtonRow.Button {
  /// Creates the button of an action.
  init(_ action: StepPage.Action) { self.init(label: action.label, use: .action(action.action)) }
}
