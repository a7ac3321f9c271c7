// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import TerminalCells

// The activity that is shown instead of a question.
extension StepContent {
  /// Shows an effect that is performed, with the last lines of its output below it.
  ///
  /// - Parameters:
  ///   - activity: The effect.
  ///   - remarks: What was said since it began.
  ///   - hasStepsBelow: Whether answered steps are above it on the screen.
  func show(_ activity: EffectActivity, remarks: [ScreenRow], hasStepsBelow: Bool) {
    answerWidth = nil
    let theme = look.theme
    var models: [StepRowModel] = []
    var node: StyledParts? = StyledParts(theme.signs.open, theme.accent)
    func add(_ kind: String, _ number: Int, _ content: StepRowModel.Content) {
      models.append(
        StepRowModel(
          id: .init(kind: kind, number: number), content: content, node: node, look: look))
      node = nil
    }
    if hasStepsBelow, theme.layout.growth == .down {
      models.append(
        StepRowModel(id: .init(kind: "blank", number: -1), content: .blank, look: look))
    }
    if let title = activity.progress.request.title {
      add("title", -1, .text(StyledParts(title, theme.title), sign: StyledParts()))
    }
    let most = EffectActivity.mostLines(windowRows: look.window.rows)
    for row in activity.progress.rows(mostLines: most) {
      switch row.row {
      case .effect(let request):
        add(
          "activity", 0,
          .activity(
            StyledParts(command: request.words(in: look.catalog), theme.text),
            sign: StyledParts(activity.spinner(theme.signs), theme.accent),
            remark: StyledParts(activity.elapsed, theme.faint)))
      // A command that ends quickly shows no output.
      case .output(let line) where activity.frame != nil:
        add("output", row.id.number, .cut(StyledParts(line, theme.faint)))
      default: break
      }
    }
    for (index, remark) in remarks.enumerated() {
      if let (text, sign) = parts(of: remark, isFirst: false) {
        add("remark", index, .text(text, sign: sign))
      }
    }
    set(models)
  }
}
