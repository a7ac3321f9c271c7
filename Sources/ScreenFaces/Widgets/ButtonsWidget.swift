// SPDX-License-Identifier: Apache-2.0

import FlowForms
import TerminalCells
import TerminalIO

/// The ways to go on from a step without a field: a note, a commit, a stop, a failure.
struct ButtonsWidget: LaidOutWidget {
  private(set) var row: ButtonRow

  init(_ row: ButtonRow) { self.row = row }

  /// The buttons of a step.
  ///
  /// A commit begins with the pointer on no button, because Enter alone is no yes.
  init(step: StepState, canGoBack: Bool) {
    let back = canGoBack ? [ButtonRow.Button("go back", .word(":back"))] : []
    switch step.kind {
    case .commit:
      row = ButtonRow(
        [.init("yes, go on", .answer(.text("yes")))] + back, pointer: nil)
    case .stop(let outcome):
      let label = outcome == .failed ? "end here" : "finish"
      row = ButtonRow([.init(label, .word(":next"))] + back)
    case .note, .ask, .form, .review, .repeat:
      row = ButtonRow([.init("next", .word(":next"))])
    }
  }

  /// The ways out of a failure.
  init(failure: FlowFailure, canGoBack: Bool) {
    var buttons: [ButtonRow.Button] = []
    if let effect = failure.effect, let next = effect.retries {
      let label = next == effect.step ? "try again" : "go on with '\(next)'"
      buttons.append(.init(label, .word(":retry")))
    }
    if canGoBack { buttons.append(.init("go back", .word(":back"))) }
    row = ButtonRow(buttons + [.init("leave", .word(":quit"))])
  }

  /// Whether a file is overwritten; the pointer begins where nothing is lost.
  init(overwriting request: EffectRequest) {
    row = ButtonRow(
      [
        .init("overwrite it", .answer(.text("yes"))), .init("keep it", .answer(.text("no"))),
        .init("show the file", .word(":show")), .init("go back", .word(":back")),
      ], pointer: 1)
  }

  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard line.text.isEmpty else { return .ignored }
    if row.take(key) { return .used }
    switch (key.code, key.modifiers) {
    case (.enter, []): return row.chosen?.use ?? .ignored
    case (.up, []), (.down, []): return .used
    default: return .ignored
    }
  }

  func layOut(columns: Int, in context: WidgetContext) -> WidgetLayout {
    row.layOut(
      columns: columns, theme: context.theme, isFocused: context.isFocused && !context.isTyping)
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    guard row.buttons.count > 1 else { return [.next] }
    let choose = KeyHint(context.theme.signs.leftRight, "choose")
    guard let chosen = row.chosen else { return [choose, KeyHint("yes enter", "go on")] }
    return [KeyHint("enter", chosen.label), choose]
  }
}
