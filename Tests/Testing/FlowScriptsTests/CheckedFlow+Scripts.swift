// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScripts
import SourceDiagnostics

extension CheckedFlow {
  /// Runs the scripts of a text, unless it has mistakes.
  ///
  /// - Parameters:
  ///   - scripts: The text of the file.
  ///   - name: Its name.
  /// - Returns: The failures of the scripts, or what the file's check finds if nothing runs; empty if all pass.
  func findings(of scripts: String, name: String = "f.test.yaml") -> [Diagnostic] {
    let loaded = FlowScriptFile.load(Array(scripts.utf8), name: name, flow: self)
    if loaded.diagnostics.hasErrors || loaded.scripts.isEmpty {
      return loaded.diagnostics.diagnostics
    }
    return loaded.scripts.flatMap { ScriptRun.run($0, on: self).failures }
  }

  /// Returns the findings of ``findings(of:name:)`` as they're printed; empty if all scripts pass.
  func said(of scripts: String, name: String = "f.test.yaml") -> String {
    findings(of: scripts, name: name).map { DiagnosticRenderer().render($0) }.joined()
  }
}
