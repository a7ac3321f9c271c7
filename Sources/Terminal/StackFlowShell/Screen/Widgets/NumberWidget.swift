// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A number; Up and Down step through the multiples that its limits allow.
struct NumberWidget: ScreenWidget {
  var field: FieldState

  /// Steps the number in the line.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord, key.modifiers.isEmpty else { return .ignored }
    switch key.code {
    case .up, .down:
      return field.numberLimits.stepped(line.text, up: key.code == .up).map { .offer($0) }
        ?? .ignored
    default: return .ignored
    }
  }

  /// Draws the line, with the limits at the right end.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    context.drawLine(
      on: &canvas, remark: context.remark(of: field, context.offerRemark(of: field), field.bounds))
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let limits = field.numberLimits
    let canStep = [true, false].contains {
      limits.stepped(context.line.text, up: $0).map { $0 != context.line.text } ?? false
    }
    return [context.next]
      + (canStep ? [context.hint(context.theme.signs.upDown, .actStep)] : [])
  }
}

extension FieldState {
  /// The bounds of a number, and its step.
  var numberLimits: NumberLimits { NumberLimits(self) }
}

/// The bounds of a number, and its step.
struct NumberLimits {
  let least: Double?
  let most: Double?
  let step: Double
  let isInteger: Bool

  init(_ field: FieldState) {
    least = field.limit(of: .min)?.number
    most = field.limit(of: .max)?.number
    step = field.limit(of: .multipleOf)?.number ?? 1
    isInteger = field.type == .integer
  }

  /// The next number above or below a text; nil when the text is no number.
  func stepped(_ text: String, up isUp: Bool) -> String? {
    let trimmed = text.filter { !$0.isWhitespace }
    guard step > 0 else { return nil }
    guard !trimmed.isEmpty else {
      return (isUp ? least ?? step : most ?? least ?? 0).shown(isInteger)
    }
    guard let number = Double(trimmed), number.isFinite, abs(number) < 9e15 else { return nil }
    // 0.3 is a multiple of 0.1, though not exactly in binary.
    let quotient = number / step
    let multiple = abs(quotient - quotient.rounded()) < 1e-9 ? quotient.rounded() : quotient
    var next = isUp ? multiple.rounded(.down) + 1 : multiple.rounded(.up) - 1
    if let least { next = max(next, (least / step).rounded(.up)) }
    if let most { next = min(next, (most / step).rounded(.down)) }
    return (next * step).shown(isInteger)
  }

  /// A number as it's typed.
  func text(of number: Double) -> String { number.shown(isInteger) }

  /// The multiple within the bounds that's nearest to a number, as it's typed.
  func text(nearest number: Double) -> String {
    guard step > 0, number.isFinite, abs(number / step) < 9e15 else { return text(of: number) }
    var multiple = (number / step).rounded()
    if let least { multiple = max(multiple, (least / step).rounded(.up)) }
    if let most { multiple = min(multiple, (most / step).rounded(.down)) }
    return text(of: multiple * step)
  }
}

extension Double {
  /// The number as it's typed: without a fraction where it has none.
  fileprivate func shown(_ isInteger: Bool) -> String {
    let rounded = self.rounded()
    if isInteger || rounded == self, abs(rounded) < 9e15 { return "\(Int64(rounded))" }
    return "\((self * 1e9).rounded() / 1e9)"
  }
}

extension Value {
  /// The value as a number; nil if it isn't one.
  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
