// SPDX-License-Identifier: Apache-2.0

extension DiagnosticList {
  /// The list as a JSON object with `diagnostics`, `errors`, `warnings`, and `omitted`, on one
  /// line.
  ///
  /// Each diagnostic has an `id`, a `severity`, a `message`, a location, `notes`, and `fixes`. A
  /// location consists of `file`, the 1-based `line`, `column`, `endLine`, and `endColumn`, with
  /// columns in Characters, and the 0-based UTF-8 offsets `start` and `end`. In a flow made in
  /// code, it's the `path` of the part instead. A fix has a `title`, a `safe` flag, and `edits`,
  /// each with `start`, `end`, and `replacement`.
  ///
  /// - Complexity: O(*n*) in the number of kept diagnostics.
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
