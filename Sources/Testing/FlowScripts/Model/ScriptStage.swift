// SPDX-License-Identifier: Apache-2.0

/// How deep a script reaches into what a user has before them.
package enum ScriptDepth: String, Hashable, Sendable, CaseIterable {
  /// The session alone: no screen and no keys.
  case session

  /// The conversation with its widgets and its line editor, at a terminal in memory.
  case shell

  /// The built program on a pseudo-terminal.
  case pty
}

/// Where scripts are performed: the depth, and the face and the window that they begin with.
package struct ScriptStage: Hashable, Sendable, CustomStringConvertible {
  /// The depth.
  package var depth: ScriptDepth

  /// The face and the size of the window; only a depth with a screen has them.
  package var setting: ScreenSetting

  /// Creates a stage; by default, the session alone.
  package init(depth: ScriptDepth = .session, setting: ScreenSetting = ScreenSetting()) {
    self.depth = depth
    self.setting = setting
  }

  /// Whether it's the session alone.
  var isDefault: Bool { depth == .session }

  /// The unusual settings, as `depth shell, full 100x30`; empty for the session alone.
  package var description: String {
    guard !isDefault else { return "" }
    let depth = "depth \(depth.rawValue)"
    return setting == ScreenSetting() ? depth : "\(depth), \(setting)"
  }
}
