// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A mismatch between a script and the session.
struct ScriptFailure: Error {
  let diagnostic: Diagnostic

  init(
    _ id: DiagnosticID, _ message: String, at place: SourcePlace, notes: [Diagnostic.Note] = []
  ) {
    diagnostic = Diagnostic(id, message, at: place, notes: notes)
  }
}
