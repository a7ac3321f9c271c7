// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowScreens
import TerminalCells
import TerminalIO

/// Buttons side by side, one of which the pointer may be on.
///
/// Left, Right and Tab move it, and Up and Down where the window has no room for the buttons in one row.
struct ButtonRow {
  /// The buttons; the pointer stays on the one with the same label.
  var buttons: [StepPage.Action] {
    didSet {
      guard let pointer, buttons != oldValue else { return }
      let label = oldValue.indices.contains(pointer) ? oldValue[pointer].label : nil
      self.pointer = buttons.firstIndex { $0.label == label } ?? (buttons.isEmpty ? nil : 0)
    }
  }

  /// The button that the pointer is on; nil for none.
  private(set) var pointer: Int?

  /// The button that each of the rows begins with, as they were drawn last.
  private let drawn = DrawnStarts()

  private final class DrawnStarts {
    var starts: [Int] = []
  }

  /// Creates buttons.
  ///
  /// - Parameters:
  ///   - buttons: The buttons.
  ///   - pointer: The button that the pointer is on; nil for none.
  init(_ buttons: [StepPage.Action], pointer: Int? = 0) {
    self.buttons = buttons
    self.pointer = pointer.flatMap { buttons.indices.contains($0) ? $0 : nil }
  }

  /// The button that the pointer is on.
  var chosen: StepPage.Action? { pointer.map { buttons[$0] } }

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
    case (.right, []), (.tab, []):
      pointer = pointer.map { ($0 + 1) % buttons.count } ?? 0
    case (.left, []):
      pointer = pointer.map { ($0 + buttons.count - 1) % buttons.count } ?? buttons.count - 1
    default: return false
    }
    return true
  }

  /// The buttons in as many rows as they need.
  ///
  /// - Parameters:
  ///   - columns: The width, in cells.
  ///   - theme: The theme.
  ///   - isFocused: Whether the pointer is shown.
  ///   - remark: A remark to the right of them, left out where there's no room for it.
  /// - Returns: The rows.
  func layOut(
    columns: Int, theme: ScreenTheme, isFocused: Bool, remark: String = ""
  ) -> CellLayout {
    var layout = CellLayout(rows: [CellRow()])
    let indent = theme.signs.pointer.cellWidth + 1
    var column = 0
    var starts = [0]
    for (index, button) in buttons.enumerated() {
      let label = button.label.escapedForDisplay.truncated(
        to: max(1, columns - indent), ellipsis: theme.signs.ellipsis)
      let width = indent + label.cellWidth
      if column > 0, column + width > columns {
        layout.rows.append(CellRow())
        starts.append(index)
        column = 0
      }
      let row = layout.rows.count - 1
      let isHere = isFocused && index == pointer
      if isHere {
        layout.rows[row].write(theme.signs.pointer, column: column, style: theme.accent)
      }
      if isHere || index == 0 {
        layout.cursor = CellPosition(column: column + theme.signs.pointer.cellWidth, row: row)
      }
      layout.rows[row].clicks.append((column..<column + width, RowClick(use: button.use)))
      layout.rows[row].write(
        label, column: column + indent, style: isHere ? theme.selection : theme.text)
      column += width + 3
    }
    drawn.starts = starts
    let start = layout.rows[0].end + 3
    if !remark.isEmpty, start + remark.cellWidth <= columns {
      layout.rows[0].write(remark, column: start, style: theme.faint)
    }
    return layout
  }
}

extension StepPage.Action {
  /// The use of Enter on the button.
  var use: WidgetUse { .action(action) }
}
