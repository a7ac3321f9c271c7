// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Something isn't as the script says.
struct ScriptFailure: Error {
  let diagnostic: Diagnostic

  init(
    _ id: DiagnosticID, _ message: String, at place: SourcePlace, notes: [Diagnostic.Note] = []
  ) {
    diagnostic = Diagnostic(id, message, at: place, notes: notes)
  }
}
