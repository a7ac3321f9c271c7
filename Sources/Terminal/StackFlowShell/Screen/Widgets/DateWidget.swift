// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A date, or a date and a time, with a calendar below the line.
///
/// Arrows move by day and week, and PageUp and PageDown by month. Once something is typed, Left and
/// Right move within the line. Shift-Up and Shift-Down step the hours of a moment, or its minutes where the
/// cursor is in them; a time that's typed alone is that of the chosen day.
struct DateWidget: CalendarWidget, LinedWidget {
  var field: FieldState

  /// The day that is marked as today.
  var today: CalendarDate {
    didSet { if !isSet { day = clamped(today) } }
  }

  /// The day that the calendar points at.
  private(set) var day: CalendarDate

  /// Whether the day comes from the field or a key, rather than from today.
  private var isSet = false

  /// Whether the user is typing in the line.
  private var isTyping = false

  /// The text that the calendar has put into the line.
  private var ownText: String?

  /// Creates a calendar that points at the answer so far, or at what is offered.
  init(field: FieldState) {
    self.field = field
    today = CalendarDate.earliest
    day = today
    if let value = field.valueAtFirst, let date = Self.date(of: value, in: field) {
      day = date
      isSet = true
    }
  }

  private static func date(of value: Value, in field: FieldState) -> CalendarDate? {
    let text = field.shownText(of: value)
    return (try? CalendarDate(String(text.prefix(10)))) ?? nil
  }

  private var least: CalendarDate? { bound(.min) }
  private var most: CalendarDate? { bound(.max) }

  private func bound(_ kind: ConstraintKind) -> CalendarDate? {
    field.limit(of: kind).flatMap { Self.date(of: $0, in: field) }
  }

  private func clamped(_ date: CalendarDate) -> CalendarDate {
    if let least, date < least { return least }
    if let most, date > most { return most }
    return date
  }

  /// Moves by days, weeks and months.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    switch (key.code, key.modifiers) {
    case (.left, []) where !isTyping: return move(days: -1, line)
    case (.right, []) where !isTyping: return move(days: 1, line)
    case (.up, []): return move(days: -7, line)
    case (.down, []): return move(days: 7, line)
    case (.pageUp, []): return move(months: -1, line)
    case (.pageDown, []): return move(months: 1, line)
    case (.up, .shift): return step(by: 1, line)
    case (.down, .shift): return step(by: -1, line)
    case (.escape, []): return isTyping ? .text("") : .used
    case (.character(let character), []):
      guard isSet, field.type == .datetime, !line.isOffered,
        line.cursorOffset == line.text.utf8.count,
        let time = Self.wholeTime(line.text + String(character))
      else { return .ignored }
      return .text("\(day) \(time)")
    default: return .ignored
    }
  }

  /// Steps the hours of the moment, or its minutes if the cursor is in them.
  private mutating func step(by distance: Int, _ line: EditedLine) -> WidgetUse {
    guard field.type == .datetime else { return .ignored }
    guard let (time, start) = typedTime(in: line) else {
      return line.text.isEmpty ? point(at: day, line) : .ignored
    }
    let isMinute = !line.isOffered && line.cursorOffset > start + 2
    let minutes = time.hour * 60 + time.minute + distance * (isMinute ? 1 : 60)
    let inDay = (minutes % 1440 + 1440) % 1440
    guard
      let next = try? TimeOfDay(hour: inDay / 60, minute: inDay % 60, second: time.second)
    else { return .used }
    let text = "\(day) \(next)"
    guard isMinute else {
      ownText = text
      return .offer(text)
    }
    return .text(text)
  }

  /// The time of the moment in the line, and where it starts; nil where none is.
  private func typedTime(in line: EditedLine) -> (time: TimeOfDay, start: Int)? {
    let parts = line.text.split(separator: " ", omittingEmptySubsequences: false)
    guard typedDay(in: line) != nil, parts.count == 2,
      let time = try? TimeOfDay(String(parts[1]))
    else { return nil }
    return (time, parts[0].utf8.count + 1)
  }

  /// A time with its minutes, such as `14:30` or `9:30`, in its usual form; nil for other texts.
  private static func wholeTime(_ text: String) -> TimeOfDay? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2 else {
      return nil
    }
    return try? TimeOfDay(parts[0].count == 1 ? "0" + text : text)
  }

  private mutating func move(days: Int, _ line: EditedLine) -> WidgetUse {
    // The first arrow shows the day that the calendar points at, where the line has none.
    let isFirst = line.text.isEmpty
    return point(at: isFirst ? day : (try? day.adding(days: days)) ?? day, line)
  }

  private mutating func move(months: Int, _ line: EditedLine) -> WidgetUse {
    let month = day.year * 12 + day.month - 1 + months
    let (year, index) = month.quotientAndRemainder(dividingBy: 12)
    // The last day of a short month.
    for last in stride(from: day.day, through: 1, by: -1) {
      if let date = try? CalendarDate(year: year, month: index + 1, day: last) {
        return point(at: date, line)
      }
    }
    return .used
  }

  private mutating func point(at date: CalendarDate, _ line: EditedLine) -> WidgetUse {
    day = clamped(date)
    isSet = true
    isTyping = false
    let text = moment(on: day, line)
    ownText = text
    return .offer(text)
  }

  /// A day as it's typed, with the time in the line for a moment.
  private func moment(on day: CalendarDate, _ line: EditedLine) -> String {
    guard field.type == .datetime else { return day.description }
    let time = line.text.split(separator: " ").dropFirst().joined(separator: " ")
    guard time.isEmpty else { return "\(day) \(time)" }
    // Where the morning is too early or too late, the nearest minute isn't.
    let morning = "\(day) 09:00"
    let nearest = [ConstraintKind.min, .max].lazy.compactMap { field.typedMinute(within: $0) }
      .first { $0.hasPrefix("\(day) ") && field.keepsLimits(typed: $0) }
    return field.keepsLimits(typed: morning) ? morning : nearest ?? morning
  }

  /// Follows the date that is typed.
  mutating func lineChanged(_ line: EditedLine) {
    guard line.text != ownText else { return }
    if !line.isOffered { isTyping = !line.text.isEmpty }
    ownText = nil
    if let date = typedDay(in: line) {
      day = date
      isSet = true
    }
  }

  /// The day that is in the line; nil where none is.
  private func typedDay(in line: EditedLine) -> CalendarDate? {
    let day = line.text.prefix { !$0.isWhitespace && $0 != "T" }
    if field.type == .date, day.count < line.text.count { return nil }
    return try? CalendarDate(String(day))
  }

  func drawAnswer(on canvas: inout CellCanvas, in context: WidgetContext) {
    let weekday = typedDay(in: context.line).map { day in
      context.catalog.calendar.weekdays[(day.dayOfWeek + 6) % 7]
    }
    let form = context.catalog.text(field.type == .date ? .hintDate : .hintDateTime)
    let (remark, short) = context.remarks(of: field, weekday, form: form)
    context.drawLine(on: &canvas, remark: remark, shortRemark: short)
  }

  /// The month, where there is room for it.
  func layOutBelow(columns: Int, in context: WidgetContext) -> CellLayout {
    guard context.isFocused, columns >= 24, context.listRows >= 8, !context.line.isWord else {
      return CellLayout()
    }
    let (words, theme) = (context.catalog.calendar, context.theme)
    let typed = typedDay(in: context.line)
    let width = 7 * 3
    let left = 2
    let title = context.catalog.text(
      .monthAndYear,
      ["month": .text(words.months[day.month - 1]), "year": .text("\(day.year)")])
    var head = CellRow()
    let names = words.shortWeekdays
    for (index, name) in (words.beginsOnSunday ? [names[6]] + names[..<6] : names).enumerated() {
      head.write(name, column: left + index * 3 + 1, style: theme.faint)
    }
    let rows = weeks.map { days in
      var row = CellRow()
      for (index, number) in days.enumerated() {
        guard let number,
          let date = try? CalendarDate(year: day.year, month: day.month, day: number)
        else { continue }
        let x = left + index * 3
        // Before there is a date in the line, Enter takes none.
        let isHere = date == typed
        let isAllowed = clamped(date) == date
        var style = isHere ? theme.selection : isAllowed ? theme.text : theme.faint
        if date == today { style.attributes.insert(.underline) }
        row.write(number < 10 ? " \(number)" : "\(number)", column: x + 1, style: style)
        if isHere { row.write(theme.signs.pointer, column: x, style: theme.accent) }
        if isAllowed {
          row.clicks.append((x..<x + 3, RowClick(use: .offer(moment(on: date, context.line)))))
        }
      }
      return row
    }
    let titleRow = CellRow(
      title, column: left + max(0, (width - title.cellWidth) / 2), style: theme.text)
    return CellLayout(rows: [titleRow, head] + rows)
  }

  /// The weeks of the month that is shown, from the first day of a week; nil for days of other months.
  private var weeks: [[Int?]] {
    guard let first = try? CalendarDate(year: day.year, month: day.month, day: 1) else { return [] }
    let lead = (first.dayOfWeek + (field.catalog.calendar.beginsOnSunday ? 0 : 6)) % 7
    var length = 28
    while (try? CalendarDate(year: day.year, month: day.month, day: length + 1)) != nil {
      length += 1
    }
    var cells: [Int?] = Array(repeating: nil, count: lead) + (1...length).map { $0 }
    while cells.count % 7 != 0 { cells.append(nil) }
    return stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) }
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let signs = context.theme.signs
    return [
      context.next,
      isTyping ? context.hint(signs.upDown, .actWeek) : context.hint(signs.leftRight, .actDay),
    ] + (isTyping ? [] : [context.hint(signs.upDown, .actWeek)])
      + [context.hint("page", .actMonth)]
      + (field.type == .datetime
        && (context.line.text.isEmpty || typedTime(in: context.line) != nil)
        ? [context.hint("shift-\(signs.upDown)", .actClock)] : [])
  }
}
