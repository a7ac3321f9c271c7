// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A time of day; Up and Down step the hours or the minutes, wherever the cursor is.
struct ClockWidget: ScreenWidget {
  var field: FieldState

  /// The time that was stepped last, and whether its hours were.
  private var stepped: (text: String, isHour: Bool)?

  /// Creates a clock.
  init(field: FieldState) { self.field = field }

  /// Steps the part of the time at the cursor.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord, key.modifiers.isEmpty else { return .ignored }
    let distance: Int
    switch key.code {
    case .up: distance = 1
    case .down: distance = -1
    default: return .ignored
    }
    guard !line.text.isEmpty else { return .offer("09:00") }
    guard let time = try? TimeOfDay(line.text) else { return .ignored }
    // After the colon the minutes are stepped, and the same part again.
    let isAgain = line.isOffered && stepped?.text == line.text
    let isHour = isAgain ? stepped?.isHour == true : line.isOffered || line.cursorOffset <= 2
    let minutes = time.hour * 60 + time.minute + distance * (isHour ? 60 : 1)
    let day = (minutes % 1440 + 1440) % 1440
    guard let next = try? TimeOfDay(hour: day / 60, minute: day % 60, second: time.second) else {
      return .used
    }
    stepped = (next.description, isHour)
    return .offer(next.description)
  }

  /// Draws the line, with its form at the right end.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let (remark, short) = context.remarks(
      of: field, context.offerRemark(of: field), form: context.catalog.text(.hintTime))
    context.drawLine(on: &canvas, remark: remark, shortRemark: short)
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let text = context.line.text
    let canStep = text.isEmpty || (try? TimeOfDay(text)) != nil
    return [context.next]
      + (canStep ? [context.hint(context.theme.signs.upDown, .actClock)] : [])
  }
}
