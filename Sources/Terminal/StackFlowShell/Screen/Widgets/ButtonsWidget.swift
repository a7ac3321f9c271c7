// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalCells
import TerminalIO

/// The ways to go on from a step without a field: a note, a commit, a stop, a failure.
struct ButtonsWidget: LaidOutWidget {
  private(set) var row: ButtonRow

  /// Whether a typed yes continues, although the pointer is on no button.
  private var takesYes = false

  init(_ row: ButtonRow) { self.row = row }

  /// The buttons of a step.
  ///
  /// A commit begins with the pointer on no button, because Enter alone is no yes.
  init(step: StepState, canGoBack: Bool) {
    let catalog = step.catalog
    let back =
      canGoBack ? [ButtonRow.Button(catalog.text(.doGoBack), .action(.walk(.back(1))))] : []
    switch step.kind {
    case .commit:
      row = ButtonRow(
        [.init(catalog.text(.doYesGoOn), .action(.walk(.answer(.one(.value(true))))))] + back,
        pointer: nil)
      takesYes = true
    case .stop(let outcome):
      let label = catalog.text(outcome == .failed ? .doEndHere : .doFinish)
      row = ButtonRow([.init(label, .action(.next))] + back)
    case .note, .ask, .form, .review, .repeat:
      row = ButtonRow([.init(catalog.text(.actNext), .action(.next))])
    }
  }

  /// The ways out of a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - next: The name of the step that continues; nil where the failed one is tried again.
  ///   - canGoBack: Whether there's a step to go back to.
  ///   - catalog: The words of the program.
  init(failure: FlowFailure, goingOnWith next: String?, canGoBack: Bool, catalog: MessageCatalog) {
    var buttons: [ButtonRow.Button] = []
    if failure.effect?.retries != nil {
      let label =
        next.map { catalog.text(.doGoOnWith, ["step": .quoted($0)]) } ?? catalog.text(.doRetry)
      buttons.append(.init(label, .action(.walk(.retry))))
    }
    if canGoBack { buttons.append(.init(catalog.text(.doGoBack), .action(.walk(.back(1))))) }
    row = ButtonRow(buttons + [.init(catalog.text(.doLeave), .action(.quit))])
  }

  /// The answers to a question before the walk continues.
  init(_ question: DecisionQuestion) { row = ButtonRow(question) }

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

  func layOut(columns: Int, in context: WidgetContext) -> WidgetLayout {
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

extension ButtonRow {
  /// The answers to a question before the walk continues; the pointer begins on the one that's offered.
  ///
  /// Instead of a no to effects, the user goes back or leaves.
  init(_ question: DecisionQuestion) {
    var answers = question.answers
    if question.isBlocked { answers.removeAll { $0.key == "yes" } }
    if question.decision.isPermission, question.way != nil {
      answers.removeAll { $0.key == "no" }
    }
    let pointer = question.offered.map { offered in answers.firstIndex(of: offered) ?? 0 }
    let show = question.showLabel.map { [Button($0, .action(.show))] } ?? []
    self.init(
      answers.map { Button($0.label, .action(.walk($0.action))) } + show
        + (question.way.map { [Button($0.label, .action(.walk($0.action)))] } ?? []),
      pointer: pointer)
  }
}
