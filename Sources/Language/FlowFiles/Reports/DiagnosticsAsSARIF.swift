// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import SourceDiagnostics

extension DiagnosticList {
  /// Returns the list in the Static Analysis Results Interchange Format, version 2.1.0, on one
  /// line.
  ///
  /// Columns count UTF-16 code units, the default of the format. Each result includes its fixes and
  /// notes. A result in the path of a file of a tree is one of the file as a whole, without fixes, whose message names
  /// the column.
  ///
  /// - Parameters:
  ///   - tool: The name of the program that found the diagnostics.
  ///   - version: The program's version.
  ///   - descriptions: A sentence about each kind of diagnostic, for those that have one.
  /// - Returns: The log, followed by a line break.
  public func sarif(
    tool: String, version: String, descriptions: [DiagnosticID: String] = [:]
  ) -> String {
    let found = diagnostics
    var ids: [DiagnosticID] = []
    for diagnostic in found where !ids.contains(diagnostic.id) { ids.append(diagnostic.id) }
    let rules = ids.map { id in
      Value.object(
        [("id", .string(id.name))]
          + (descriptions[id].map { [("shortDescription", .object([("text", .string($0))]))] } ?? [])
      )
    }
    let driver = Value.object([
      ("name", .string(tool)), ("version", .string(version)), ("rules", .list(rules)),
    ])
    let run = Value.object([
      ("tool", .object([("driver", driver)])), ("columnKind", .string("utf16CodeUnits")),
      ("results", .list(found.map(Self.sarif(of:)))),
    ])
    let log = Value.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")), ("runs", .list([run])),
    ])
    return (JSONWriter().text(of: log) ?? "") + "\n"
  }

  private static func sarif(of diagnostic: Diagnostic) -> Value {
    let isInPath = diagnostic.place.file.isPath
    let message = isInPath ? "\(diagnostic.place): \(diagnostic.message)" : diagnostic.message
    var entries: [(String, Value)] = [
      ("ruleId", .string(diagnostic.id.name)), ("level", .string(diagnostic.severity.rawValue)),
      ("message", .object([("text", .string(message))])),
      ("locations", .list([.object(location(of: diagnostic.place))])),
    ]
    let notes = diagnostic.notes.map { note in
      var location: [(String, Value)] = []
      if let place = note.place { location = Self.location(of: place) }
      return Value.object(location + [("message", .object([("text", .string(note.message))]))])
    }
    if !notes.isEmpty { entries.append(("relatedLocations", .list(notes))) }
    let fixes = (isInPath ? [] : diagnostic.fixIts).map {
      sarif(of: $0, in: diagnostic.place.file)
    }
    if !fixes.isEmpty { entries.append(("fixes", .list(fixes))) }
    return .object(entries)
  }

  private static func sarif(of fix: FixIt, in file: SourceFile) -> Value {
    let replacements = fix.edits.map { edit in
      Value.object([
        ("deletedRegion", region(of: SourcePlace(file, edit.range))),
        ("insertedContent", .object([("text", .string(edit.replacement))])),
      ])
    }
    let change = Value.object([
      ("artifactLocation", artifact(file)), ("replacements", .list(replacements)),
    ])
    return .object([
      ("description", .object([("text", .string(fix.title))])),
      ("artifactChanges", .list([change])),
    ])
  }

  /// A place in a file, or the path of a part of a flow made in code.
  private static func location(of place: SourcePlace) -> [(String, Value)] {
    if let path = place.path {
      return [("logicalLocations", .list([.object([("fullyQualifiedName", .string(path))])]))]
    }
    return [("physicalLocation", physicalLocation(of: place))]
  }

  private static func physicalLocation(of place: SourcePlace) -> Value {
    .object(
      [("artifactLocation", artifact(place.file))]
        + (place.file.isPath ? [] : [("region", region(of: place))]))
  }

  private static func artifact(_ file: SourceFile) -> Value {
    .object([("uri", .string(uri(of: file.name)))])
  }

  private static func region(of place: SourcePlace) -> Value {
    let (line, column) = utf16Position(place.range.lowerBound, in: place.file)
    let (endLine, endColumn) = utf16Position(place.range.upperBound, in: place.file)
    return .object([
      ("startLine", .number(line)), ("startColumn", .number(column)),
      ("endLine", .number(endLine)), ("endColumn", .number(endColumn)),
    ])
  }

  private static func utf16Position(
    _ offset: Int, in file: SourceFile
  ) -> (line: Int, column: Int) {
    let line = file.position(at: offset).line
    guard let range = file.range(ofLine: line) else { return (line, 1) }
    return (line, file[SourceRange(range.lowerBound, offset)].utf16.count + 1)
  }

  /// A file's name as a relative or absolute reference.
  private static func uri(of name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
