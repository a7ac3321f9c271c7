// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
public import FlowScripts
import StackFlowShell
import TerminalCells

/// The options about where scripts are performed.
struct StageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What takes the scripts: the session alone, the shell in memory, or the program on a pty.",
      valueName: "session|shell|pty"))
  var depth = ScriptDepth.session

  @Option(
    help: ArgumentHelp(
      "The face at the shell's and the pty's depth: inline, full or line.",
      valueName: "inline|full|line"))
  var ui: FaceKind?

  @Option(
    help: ArgumentHelp(
      "The size of the window at these depths (default: 80x24).", valueName: "columnsxrows"))
  var size: WindowOption?

  @Flag(
    help: "Write the screens and outputs that are found into the scripts, and print the difference."
  )
  var update = false

  /// A size of a window.
  struct WindowOption: ExpressibleByArgument {
    let size: CellSize

    init?(argument: String) {
      guard let size = CellSize(window: argument) else { return nil }
      self.size = size
    }
  }

  func validate() throws {
    if depth == .session, ui != nil || size != nil {
      let option = ui == nil ? "--size" : "--ui"
      throw ValidationError("\(option) needs --depth shell or pty: the session has no screen")
    }
  }

  /// The options as one value.
  var stage: ScriptStage {
    var setting = ScreenSetting()
    if let ui { setting.face = ui.rawValue }
    if let size { setting.size = size.size }
    return ScriptStage(depth: depth, setting: setting)
  }
}

extension ScriptDepth: ExpressibleByArgument {}
