// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import Localization
import TerminalIO

/// The ways to go on from a step without a field: a note, a commit, a stop, a failure.
struct ButtonsWidget: LaidOutWidget {
  private(set) var row: ButtonRow

  /// Whether a typed yes continues, although the pointer is on no button.
  private let takesYes: Bool

  /// Creates the buttons of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - pointer: The button that the pointer begins on; nil for none.
  ///   - takesYes: Whether a typed yes continues, although the pointer is on no button.
  init(_ page: StepPage, pointer: Int? = 0, takesYes: Bool = false) {
    row = ButtonRow(page.actions, pointer: pointer)
    self.takesYes = takesYes
  }

  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard line.text.isEmpty else {
      return key == Key(.enter) ? row.use(named: line.text) ?? .ignored : .ignored
    }
    if row.take(key) { return .used }
    switch (key.code, key.modifiers) {
    case (.enter, []): return row.chosen?.use ?? .ignored
    case (.up, []), (.down, []): return .used
    default: return .ignored
    }
  }

  func layOut(columns: Int, in context: WidgetContext) -> CellLayout {
    row.layOut(
      columns: columns, theme: context.theme, isFocused: context.isFocused && !context.isTyping)
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    guard row.buttons.count > 1 else {
      return [row.chosen.map { KeyHint("enter", $0.label) } ?? context.next]
    }
    let signs = context.theme.signs
    let choose = context.hint(row.isStacked ? signs.upDown : signs.leftRight, .actChoose)
    guard let chosen = row.chosen else {
      guard takesYes else { return [choose] }
      let yes = MessageValue.text(context.catalog.yes)
      return [choose, KeyHint("", context.catalog.text(.actTypeYes, ["yes": yes]))]
    }
    return [KeyHint("enter", chosen.label), choose]
  }
}
