// SPDX-License-Identifier: Apache-2.0

import FlowHosts

/// The user's folder for what the programs keep.
package enum StateFolder {
  /// The folder, which need not exist yet; nil if there's no home directory.
  package static var path: String? {
    if let state = SystemHost.environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/stackflow"
    }
    guard let home = SystemHost.environment("HOME"), home.hasPrefix("/"),
      SystemFiles.names(inFolder: home) != nil
    else { return nil }
    return home + "/.local/state/stackflow"
  }

  /// Returns why nothing is kept in a folder, if other users can put files there; or nil.
  static func openness(of folder: String) -> String? {
    guard SystemFiles.letsOthersWrite(inFolder: folder) else { return nil }
    return "other users can write to the folder '\(folder)'; take that away with "
      + "'chmod go-w \(folder.asShellWord)'"
  }
}
