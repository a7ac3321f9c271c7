// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A number between two bounds, with a bar below the line.
///
/// Left and Right move by a step, and PageUp and PageDown by a tenth of the bar; digits are typed.
struct SliderWidget: LinedWidget {
  var field: FieldState

  /// Whether the user is typing in the line.
  private var isTyping = false

  private var ownText: String?

  /// Creates a slider.
  init(field: FieldState) { self.field = field }

  private var limits: NumberLimits { field.numberLimits }

  /// Moves the slider.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord, key.modifiers.isEmpty else { return .ignored }
    switch key.code {
    case .up: return step(line, up: true)
    case .down: return step(line, up: false)
    case .left where !isTyping: return step(line, up: false)
    case .right where !isTyping: return step(line, up: true)
    case .pageUp: return step(line, up: true, times: tenth)
    case .pageDown: return step(line, up: false, times: tenth)
    default: return .ignored
    }
  }

  /// The steps of a tenth of the bar.
  private var tenth: Int {
    guard let least = limits.least, let most = limits.most, limits.step > 0 else { return 10 }
    return min(max(1, Int(((most - least) / limits.step / 10).rounded())), 1_000)
  }

  private mutating func step(_ line: EditedLine, up isUp: Bool, times: Int = 1) -> WidgetUse {
    var text = line.text
    if text.isEmpty, let least = limits.least {
      // The bar is empty.
      isTyping = false
      ownText = limits.text(of: least)
      return .text(limits.text(of: least))
    }
    for _ in 0..<times {
      guard let next = limits.stepped(text, up: isUp), next != text else { break }
      text = next
    }
    isTyping = false
    ownText = text
    return .offer(text)
  }

  /// Follows the number that is typed.
  mutating func lineChanged(_ line: EditedLine) {
    guard line.text != ownText else { return }
    ownText = nil
    if !line.isOffered { isTyping = !line.text.isEmpty }
  }

  func drawAnswer(on canvas: inout CellCanvas, in context: WidgetContext) {
    context.drawLine(on: &canvas, remark: context.remark(of: field, field.bounds))
  }

  /// The bar, if both bounds are known.
  func layOutBelow(columns: Int, in context: WidgetContext) -> CellLayout {
    guard let least = limits.least, let most = limits.most, !context.line.isWord else {
      return CellLayout()
    }
    let width = min(max(columns - 4, 1), 40)
    // Without a number in the line, there's no place on the bar.
    let place = Double(context.line.text.filter { !$0.isWhitespace }).map { number in
      let part = most > least ? (min(max(number, least), most) - least) / (most - least) : 0
      return Int((part * Double(width - 1)).rounded())
    }
    let signs = context.theme.signs
    var row = CellRow()
    for column in 0..<width {
      row.write(
        column == place ? signs.chosen : signs.bar, column: 2 + column,
        style: column <= place ?? -1 ? context.theme.accent : context.theme.faint)
      let part = Double(column) / Double(max(1, width - 1))
      let number = limits.text(nearest: least + part * (most - least))
      row.clicks.append((2 + column..<3 + column, RowClick(use: .offer(number))))
    }
    return CellLayout(rows: [row])
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let signs = context.theme.signs
    return [context.next, context.hint(isTyping ? signs.upDown : signs.leftRight, .actMove)]
  }
}
