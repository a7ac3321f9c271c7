// SPDX-License-Identifier: Apache-2.0

import FlowWalks
package import StackFlowShell
package import TerminalIO

/// A face at a terminal in memory, about to be walked.
///
/// It's handed to the task that walks it, and used by nothing else meanwhile.
package struct FaceWalk: @unchecked Sendable {
  let runner: FlowRunner
  let terminal: MemoryTerminal
  let kind: FaceKind
  let timeout: Duration?
  var theme = ScreenTheme.dark
  var widgets = WidgetRegistry()

  /// Whether the lines are styled, as those of the program at a terminal that has styles.
  var isStyled = true

  /// Walks to the end, on the caller's actor.
  ///
  /// The face looks the same in every environment: in the dark theme, without transitions.
  package func walk<Editor: LineEditor>(with editor: Editor) async -> WalkEnding {
    guard kind != .line else {
      let lines = LineFace(runner: runner, terminal: terminal, editor: editor)
      lines.isStyled = isStyled
      return await lines.walk(timeout: timeout)
    }
    let face = ScreenFace(
      runner: runner, terminal: terminal, editor: editor, place: kind == .full ? .full : .inline,
      theme: theme)
    face.widgets = widgets
    face.usesMouse = true
    return await face.walk(timeout: timeout)
  }
}
