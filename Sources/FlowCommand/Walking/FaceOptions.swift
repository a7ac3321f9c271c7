// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
import FlowForms
import FlowShell
import GNUReadline
public import ScreenFaces
import SourceDiagnostics
import StackFlowShell
import TerminalCells
import TerminalIO

/// How a walk looks at the terminal.
struct FaceChoice {
  /// The face; nil for the one that fits the terminal.
  var kind: FaceKind?

  /// The theme; nil for the user's own, or the default.
  var theme: ScreenTheme?

  /// How steps are arranged, instead of the theme's ways.
  var growth: ScreenTheme.Growth?
  var separation: ScreenTheme.Separation?
  var fading: ScreenFading?

  /// Whether the mouse is reported in the inline face.
  var usesMouse = false

  /// Whether steps move to their places.
  var hasMotion = TerminalLooks.hasMotion

  /// Whether the flow is one question, which needs neither a title nor a place among others.
  var isSingle = false

  /// Makes the face of a walk.
  ///
  /// - Parameters:
  ///   - runner: The session.
  ///   - terminal: The user's terminal.
  ///   - isAside: Whether the question is about the walk itself, where most words do nothing.
  ///   - recorder: What draws the pictures of its screens; nil for nothing.
  /// - Returns: The face.
  @MainActor
  func face(
    for runner: FlowRunner, on terminal: any Terminal, isAside: Bool, recorder: WalkRecorder? = nil
  ) -> any WalkFace {
    let isStyled = Output.allowsStyles(onTerminal: true)
    let kind =
      kind ?? (terminal.traits.understandsEscapes && !TerminalLooks.isAccessible ? .inline : .line)
    guard kind != .line, terminal.traits.understandsEscapes else {
      let face = LineFace(runner: runner, terminal: terminal, editor: ReadlineEditor())
      face.isStyled = terminal.traits.understandsEscapes && isStyled
      face.tellsWords = !isAside
      face.tellsProgress = !isSingle
      return face
    }
    let chosen = theme ?? ThemeFile.own
    var theme = chosen ?? .dark
    if !TerminalLooks.showsUTF8 { theme.signs = .ascii }
    theme.layout.growth = growth ?? theme.layout.growth
    theme.layout.separation = separation ?? theme.layout.separation
    theme.layout.fading = fading ?? theme.layout.fading
    let face = ScreenFace(
      runner: runner, terminal: terminal, editor: ReadlineEditor(),
      place: kind == .full ? .full : .inline, theme: theme,
      depth: isStyled ? TerminalLooks.colorDepth : .none)
    face.usesMouse = usesMouse
    face.adaptsToBackground = chosen == nil && isStyled && TerminalLooks.colorDepth >= .indexed256
    face.synchronizes = terminal.traits.takesCommands && TerminalLooks.mayAskForSynchronizing
    face.isSingle = isSingle
    face.transitionDuration = hasMotion ? .milliseconds(250) : .zero
    if let recorder {
      let depth = isStyled ? TerminalLooks.colorDepth : .none
      face.onFrame = { grid, cursor in
        var seen = grid
        seen.restyle(seen.bounds) { $0.reduced(to: depth) }
        recorder.add(seen, cursor: cursor)
      }
    }
    return face
  }
}

/// The faces of the program.
enum FaceKind: String, ExpressibleByArgument, CaseIterable {
  /// A live region below what the terminal shows.
  case inline

  /// The whole window.
  case full

  /// Lines, one question after the other.
  case line
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

  @Flag(help: "Show each screen at once, without transitions; so does REDUCE_MOTION=1.")
  var noMotion = false

  /// The options as one value.
  ///
  /// - Throws: ``ProgramEnding`` when there's no such theme, or its file has mistakes.
  func choice() throws(ProgramEnding) -> FaceChoice {
    var choice = try question.choice()
    choice.usesMouse = mouse
    if noMotion { choice.hasMotion = false }
    choice.growth = growth
    choice.separation = separation
    choice.fading = fading
    return choice
  }
}

extension ScreenTheme.Growth: ExpressibleByArgument {}
extension ScreenTheme.Separation: ExpressibleByArgument {}
extension ScreenFading: ExpressibleByArgument {
  /// Reads the option's value.
  public init?(argument: String) { self.init(argument) }
}
