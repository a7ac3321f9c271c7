// SPDX-License-Identifier: Apache-2.0

package import FlowWalks
package import TerminalCells
package import TerminalIO

/// Where a walk is shown.
public enum FaceKind: String, Hashable, Sendable, CaseIterable {
  /// In a live region below what the terminal shows.
  case inline

  /// In the whole window.
  case full

  /// In lines, one question after the other, as screen readers need it.
  case line
}

/// How a walk looks at a terminal: what the caller wants, and what the terminal and the user's environment
/// allow.
package struct WalkLooks {
  /// The face; nil for the one that fits the terminal.
  package var kind: FaceKind?

  /// The theme; nil for the default, which adapts to the terminal's background.
  package var theme: ScreenTheme?

  /// How steps are arranged, instead of the theme's ways.
  package var growth: ScreenTheme.Growth?
  package var separation: ScreenTheme.Separation?
  package var fading: ScreenFading?

  var widgets = WidgetRegistry()

  /// Whether the mouse is reported in the inline face.
  package var usesMouse = false

  /// Whether steps move to their places.
  package var hasMotion = Self.allowsMotion

  /// Whether the flow is one question, which needs neither a title nor a place among others.
  package var isSingle = false

  /// Creates looks.
  ///
  /// - Parameters:
  ///   - kind: The face; nil for the one that fits the terminal.
  ///   - theme: The theme; nil for the default.
  package init(kind: FaceKind? = nil, theme: ScreenTheme? = nil) {
    self.kind = kind
    self.theme = theme
  }

  /// Makes the face of a walk.
  ///
  /// - Parameters:
  ///   - runner: The session.
  ///   - terminal: The user's terminal.
  ///   - editor: What edits the lines.
  ///   - isAside: Whether the question is about the walk itself, where most words do nothing.
  ///   - onFrame: Called with each screen as the terminal's colors show it, its cursor, and whether its theme is for
  ///     a light background; nil for none.
  /// - Returns: The face.
  package func face(
    for runner: FlowRunner, on terminal: any Terminal, editor: some LineEditor,
    isAside: Bool = false, onFrame: ((CellGrid, CellPosition?, _ isLight: Bool) -> Void)? = nil
  ) -> any WalkFace {
    let understandsEscapes = terminal.traits.understandsEscapes
    let isStyled = understandsEscapes && Self.allowsStyles(onTerminal: true)
    let kind = kind ?? (Self.isAccessible ? .line : .inline)
    guard kind != .line, understandsEscapes else {
      let lines = LineFace(runner: runner, terminal: terminal, editor: editor)
      // yasr ends what it speaks at each change of the style.
      lines.isStyled = isStyled && !Self.isAccessible
      lines.tellsWords = !isAside
      lines.isSingle = isSingle
      lines.isInEmacs = Self.isInEmacs
      return lines
    }
    let depth = isStyled ? Self.colorDepth : .none
    let screen = ScreenFace(
      runner: runner, terminal: terminal, editor: editor, place: kind == .full ? .full : .inline,
      theme: arranged(theme ?? .dark), depth: depth)
    screen.widgets = widgets
    screen.usesMouse = usesMouse
    screen.adaptsToBackground = theme == nil && depth >= .indexed256
    screen.hidesCommands = Self.isAccessible
    screen.synchronizes = terminal.traits.takesCommands && Self.mayAskForSynchronizing
    screen.isSingle = isSingle
    screen.isStill = !hasMotion
    screen.transitionDuration = hasMotion ? .milliseconds(250) : .zero
    if let onFrame {
      screen.onFrame = { [unowned screen] grid, cursor in
        var seen = grid
        seen.restyle(seen.bounds) { $0.reduced(to: depth) }
        onFrame(seen, cursor, screen.look.theme.isLight)
      }
    }
    return screen
  }

  private func arranged(_ theme: ScreenTheme) -> ScreenTheme {
    var theme = theme
    if !Self.showsUTF8 { theme.signs = .ascii }
    theme.layout.growth = growth ?? theme.layout.growth
    theme.layout.separation = separation ?? theme.layout.separation
    theme.layout.fading = fading ?? theme.layout.fading
    return theme
  }
}
