// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A duration; Up and Down step its last unit, within the bounds.
struct DurationWidget: ScreenWidget {
  var field: FieldState

  /// The duration that was stepped last, and the unit that was.
  private var stepped: (text: String, unit: TimeSpan)?

  /// Creates a line for a duration.
  init(field: FieldState) { self.field = field }

  /// The units that are stepped, by their names.
  private static let units: [String: Int64] = ["h": 3_600, "m": 60, "s": 1]

  /// Steps the last unit of the duration in the line.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord, key.modifiers.isEmpty, key.code == .up || key.code == .down,
      let (span, unit) = part(of: line), var next = Self.next(span, unit, isUp: key.code == .up)
    else { return .ignored }
    if let least = bound(.min), next < least { next = least }
    if let most = bound(.max), most < next { next = most }
    let text = field.typedText(of: .duration(next))
    stepped = (text, unit)
    return .offer(text)
  }

  /// The duration in a line, and its last unit; in an empty line, nothing and a minute.
  private func part(of line: EditedLine) -> (span: TimeSpan, unit: TimeSpan)? {
    let text = line.text.filter { !$0.isWhitespace }
    let name = text.isEmpty ? "m" : String(text.reversed().prefix { $0.isLetter }.reversed())
    guard let span = text.isEmpty ? .zero : try? TimeSpan(cel: text),
      let unit = Self.units[name].flatMap({ try? TimeSpan(seconds: $0) })
    else { return nil }
    return (span, line.isOffered && stepped?.text == line.text ? stepped?.unit ?? unit : unit)
  }

  private static func next(_ span: TimeSpan, _ unit: TimeSpan, isUp: Bool) -> TimeSpan? {
    let next = try? isUp ? span.adding(unit) : span.subtracting(unit)
    return next.map { isUp ? $0 : max($0, min(span, .zero)) }
  }

  private func bound(_ kind: ConstraintKind) -> TimeSpan? {
    guard case .duration(let span)? = field.limit(of: kind) else { return nil }
    return span
  }

  /// Draws the line, with its form at the right end.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let (remark, short) = context.remarks(
      of: field, context.offerRemark(of: field), form: field.type.formHint(in: field.catalog))
    context.drawLine(on: &canvas, remark: remark, shortRemark: short)
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    [context.next]
      + (part(of: context.line) != nil
        ? [context.hint(context.theme.signs.upDown, .actStep)] : [])
  }
}
