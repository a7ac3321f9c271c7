// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import StackFlowShell

/// The options that choose how one question looks.
struct QuestionLooks: ParsableArguments {
  @Option(help: "Where questions are asked: inline, full or line.")
  var ui: FaceKind?

  @Option(
    help: "The colors: dark, light, high-contrast, plain, classic, or a theme file.",
    completion: .list(ScreenTheme.names))
  var theme: String?

  /// The options as one value.
  ///
  /// - Throws: ``ProgramEnding`` when there's no such theme, or its file has mistakes.
  func looks() throws(ProgramEnding) -> WalkLooks {
    WalkLooks(
      kind: ui,
      theme: try theme.map { name throws(ProgramEnding) in try ThemeFile.theme(named: name) })
  }
}
