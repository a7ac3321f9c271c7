// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowHosts

extension ZoneRules {
  /// The user's time zone, read when it's first needed; what isn't understood is then said on standard error.
  package static let ofUser = SystemHost.zone { ProgramOutput.message("stackflow: \($0)") }
}

extension SystemHost {
  /// The user's folder for what the programs keep, which need not exist yet; nil if there's no home directory.
  package static var stateFolder: String? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/stackflow"
    }
    guard let home = environment("HOME"), home.hasPrefix("/"),
      SystemFiles.names(inFolder: home) != nil
    else { return nil }
    return home + "/.local/state/stackflow"
  }

  private static let secretPrefix = "STACKFLOW_SECRET_"

  /// Returns the name of the environment variable that gives a secret of a script.
  package static func secretVariable(_ secret: String) -> String { secretPrefix + secret }

  /// Returns the text of a secret that a script names and doesn't hold.
  ///
  /// - Returns: The text of its variable, or of the only one whose name differs in case alone; nil if there's none.
  package static func secret(_ secret: String) -> String? {
    let name = secretVariable(secret)
    if let text = environment(name) { return text }
    let alike = variables(withPrefix: secretPrefix).filter {
      $0.name.lowercased() == name.lowercased()
    }
    return alike.count == 1 ? alike[0].value : nil
  }
}

extension SystemFiles {
  /// Returns why nothing is kept in a folder, if other users can put files there; or nil.
  static func openness(ofFolder folder: String) -> String? {
    guard letsOthersWrite(inFolder: folder) else { return nil }
    return "other users can write to the folder '\(folder)'; take that away with "
      + "'chmod go-w \(folder.asShellWord)'"
  }
}
