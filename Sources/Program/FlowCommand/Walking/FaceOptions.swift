// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import FlowWalks
import GNUReadline
import ProgramParts
public import StackFlowShell
import TerminalIO

extension FaceKind: ExpressibleByArgument {}

extension WalkLooks {
  /// Makes the face of a walk, with Readline, and the user's own theme where no other was asked for.
  ///
  /// - Parameters:
  ///   - runner: The session.
  ///   - terminal: The user's terminal.
  ///   - isAside: Whether the question is about the walk itself, where most words do nothing.
  ///   - recorder: What draws the pictures of its screens; nil for nothing.
  /// - Returns: The face.
  @MainActor
  func face(
    for runner: FlowRunner, on terminal: any Terminal, isAside: Bool, recorder: WalkRecorder?
  ) -> any WalkFace {
    var looks = self
    if theme == nil, kind != .line { looks.theme = ScreenTheme.own }
    return looks.face(
      for: runner, on: terminal, editor: ReadlineEditor(), isAside: isAside,
      onFrame: recorder.map { recorder in { recorder.add($0, cursor: $1, isLight: $2) } })
  }
}

/// The options that choose how a walk looks.
struct FaceOptions: ParsableArguments {
  @OptionGroup var question: QuestionLooks

  @Option(help: "Where new steps appear: up, down, left or right.")
  var growth: ScreenTheme.Growth?

  @Option(
    help: "What is between steps: none, blank, line, or open (a line before the open step).")
  var separation: ScreenTheme.Separation?

  @Option(
    help: ArgumentHelp(
      "How answered steps fade: none, contrast, preset, or tint and mask with their numbers.",
      valueName: "style"))
  var fading: ScreenFading?

  @Flag(help: "Report the mouse in the inline face, too.")
  var mouse = false

  /// The options as one value.
  ///
  /// - Throws: ``ProgramEnding`` when there's no such theme, or its file has mistakes.
  func looks() throws(ProgramEnding) -> WalkLooks {
    var looks = try question.looks()
    looks.usesMouse = mouse
    looks.growth = growth
    looks.separation = separation
    looks.fading = fading
    return looks
  }
}

extension ScreenTheme.Growth: ExpressibleByArgument {}
extension ScreenTheme.Separation: ExpressibleByArgument {}
extension ScreenFading: ExpressibleByArgument {
  /// Reads the option's value.
  public init?(argument: String) { self.init(argument) }
}
