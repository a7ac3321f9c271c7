// SPDX-License-Identifier: Apache-2.0

import FlowHosts

/// The environment variables that give the secrets of scripts.
package enum SecretVariable {
  private static let prefix = "STACKFLOW_SECRET_"

  /// Returns the name of the variable of a secret.
  package static func name(of secret: String) -> String { prefix + secret }

  /// Returns the text of a secret that a script names and doesn't hold.
  ///
  /// - Returns: The text of its variable, or of the only one whose name differs in case alone; nil if there's none.
  package static func text(of secret: String) -> String? {
    let name = name(of: secret)
    if let text = SystemHost.environment(name) { return text }
    let alike = SystemHost.variables(withPrefix: prefix).filter {
      $0.name.lowercased() == name.lowercased()
    }
    return alike.count == 1 ? alike[0].value : nil
  }
}
