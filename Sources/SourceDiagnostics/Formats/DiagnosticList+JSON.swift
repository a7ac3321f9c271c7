// SPDX-License-Identifier: Apache-2.0

extension DiagnosticList {
  /// The list as JSON: one object with `diagnostics`, `errors`, `warnings` and `omitted`, in one
  /// line.
  ///
  /// Each diagnostic has `id`, `severity`, `message`, a place, `notes` and `fixes`. A place is
  /// `file`, `line`, `column`, `endLine` and `endColumn`, from 1, columns in Characters, and
  /// `start` and `end` in UTF-8 offsets from 0; in a flow made in code it's the `path` of the part.
  /// A fix has a `title`, whether it is `safe`, and `edits` of `start`, `end` and `replacement`.
  ///
  /// - Complexity: O(*n*) in the number of diagnostics that are kept.
  public var json: String {
    let value = JSONText.object([
      ("diagnostics", .list(diagnostics.map(Self.json(of:)))),
      ("errors", .number(errorCount)), ("warnings", .number(warningCount)),
      ("omitted", .number(omittedCount)),
    ])
    var text = ""
    value.write(to: &text)
    return text + "\n"
  }

  private static func json(of diagnostic: Diagnostic) -> JSONText {
    let notes = diagnostic.notes.map { note in
      JSONText.object(
        [("message", .text(note.message))] + (note.place.map(Self.json(of:)) ?? []))
    }
    let fixes = diagnostic.fixIts.map { fix in
      JSONText.object([
        ("title", .text(fix.title)), ("safe", .bool(fix.isSafe)),
        (
          "edits",
          .list(
            fix.edits.map { edit in
              .object([
                ("start", .number(edit.range.lowerBound)), ("end", .number(edit.range.upperBound)),
                ("replacement", .text(edit.replacement)),
              ])
            })
        ),
      ])
    }
    return .object(
      [
        ("id", .text(diagnostic.id.name)), ("severity", .text(diagnostic.severity.rawValue)),
        ("message", .text(diagnostic.message)),
      ] + json(of: diagnostic.place) + [("notes", .list(notes)), ("fixes", .list(fixes))])
  }

  private static func json(of place: SourcePlace) -> [(String, JSONText)] {
    if let path = place.path { return [("path", .text(path))] }
    let start = place.start
    let end = place.file.position(at: place.range.upperBound)
    return [
      ("file", .text(place.file.name)), ("line", .number(start.line)),
      ("column", .number(start.column)), ("endLine", .number(end.line)),
      ("endColumn", .number(end.column)), ("start", .number(place.range.lowerBound)),
      ("end", .number(place.range.upperBound)),
    ]
  }
}
