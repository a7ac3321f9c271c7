// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Finds inputs that read a variable whose name says that it holds a secret, and aren't declared as secrets.
///
/// A flow can read any variable of the user who runs it, so the variable's name counts, not the input's.
extension FlowLint {
  static let unmarkedSecret = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "unmarked-secret"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    flow.definition.inputs.compactMap { input in
      guard let variable = input.environmentVariable, input.type != .field(.secret),
        namesSecret(variable)
      else { return nil }
      return Diagnostic(
        id, .warning,
        "the input '\(input.name.name)' reads \(variable), which seems to hold a secret; with "
          + "'type: secret' it's neither shown nor saved",
        at: input.name.place)
    }
  }

  /// Whether a word of a variable's name is one for secrets, in the singular or plural, also at the end of a longer
  /// word, such as `APIKEY`.
  private static func namesSecret(_ variable: String) -> Bool {
    variable.uppercased().split { !$0.isLetter }.contains { word in
      ["KEY", "TOKEN", "SECRET", "PASSWORD"].contains { secret in
        word.hasSuffix(secret) || word.hasSuffix(secret + "S")
      }
    }
  }
}
