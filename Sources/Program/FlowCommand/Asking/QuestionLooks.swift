// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import ProgramParts
import StackFlowShell

/// The options that choose how one question looks.
struct QuestionLooks: ParsableArguments {
  @Option(help: "Where questions are asked: inline, full or line.")
  var ui: FaceKind?

  @Option(
    help: "The colors: dark, light, high-contrast, plain, classic, or a theme file.",
    completion: .list(ScreenTheme.names))
  var theme: String?

  @Flag(help: "Show each screen at once, without transitions; so does REDUCE_MOTION=1.")
  var noMotion = false

  /// The options as one value.
  ///
  /// - Throws: ``ProgramEnding`` when there's no such theme, or its file has mistakes.
  func looks() throws(ProgramEnding) -> WalkLooks {
    var looks = WalkLooks(
      kind: ui,
      theme: try theme.map { name throws(ProgramEnding) in try ScreenTheme.ofUser(named: name) })
    if noMotion { looks.hasMotion = false }
    return looks
  }
}
