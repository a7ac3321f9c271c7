// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import SourceDiagnostics

extension DiagnosticList {
  /// The list as a JSON object with `diagnostics`, `errors`, `warnings`, and `omitted`, on one
  /// line.
  ///
  /// Each diagnostic has an `id`, a `severity`, a `message`, a location, `notes`, and `fixes`. A
  /// location consists of `file`, the 1-based `line`, `column`, `endLine`, and `endColumn`, with
  /// columns in Characters, and the 0-based UTF-8 offsets `start` and `end`. In a flow made in
  /// code, it's the `path` of the part instead. In the path of a file of a tree, it's the `file`, and the `column` and
  /// `endColumn` in its path, and there are no fixes. A fix has a `title`, a `safe` flag, and `edits`,
  /// each with `start`, `end`, and `replacement`.
  ///
  /// - Complexity: O(*n*) in the number of kept diagnostics.
  public var json: String {
    let value = Value.object([
      ("diagnostics", .list(diagnostics.map(Self.json(of:)))),
      ("errors", .number(errorCount)), ("warnings", .number(warningCount)),
      ("omitted", .number(omittedCount)),
    ])
    return (JSONWriter().text(of: value) ?? "") + "\n"
  }

  private static func json(of diagnostic: Diagnostic) -> Value {
    let notes = diagnostic.notes.map { note in
      Value.object(
        [("message", .string(note.message))] + (note.place.map(Self.json(of:)) ?? []))
    }
    let fixes = (diagnostic.place.file.isPath ? [] : diagnostic.fixIts).map { fix in
      Value.object([
        ("title", .string(fix.title)), ("safe", .bool(fix.isSafe)),
        (
          "edits",
          .list(
            fix.edits.map { edit in
              .object([
                ("start", .number(edit.range.lowerBound)), ("end", .number(edit.range.upperBound)),
                ("replacement", .string(edit.replacement)),
              ])
            })
        ),
      ])
    }
    return .object(
      [
        ("id", .string(diagnostic.id.name)), ("severity", .string(diagnostic.severity.rawValue)),
        ("message", .string(diagnostic.message)),
      ] + json(of: diagnostic.place) + [("notes", .list(notes)), ("fixes", .list(fixes))])
  }

  private static func json(of place: SourcePlace) -> [(String, Value)] {
    if let path = place.path { return [("path", .string(path))] }
    let start = place.start
    let end = place.file.position(at: place.range.upperBound)
    guard !place.file.isPath else {
      return [
        ("file", .string(place.file.name)), ("column", .number(start.column)),
        ("endColumn", .number(end.column)),
      ]
    }
    return [
      ("file", .string(place.file.name)), ("line", .number(start.line)),
      ("column", .number(start.column)), ("endLine", .number(end.line)),
      ("endColumn", .number(end.column)), ("start", .number(place.range.lowerBound)),
      ("end", .number(place.range.upperBound)),
    ]
  }
}
