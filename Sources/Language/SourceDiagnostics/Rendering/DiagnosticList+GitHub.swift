// SPDX-License-Identifier: Apache-2.0

extension DiagnosticList {
  /// The list as GitHub workflow commands, one per line, which GitHub shows next to the source
  /// lines.
  package var githubCommands: String {
    var text = ""
    for diagnostic in diagnostics {
      var message = diagnostic.message
      for note in diagnostic.notes {
        let place = note.place.map { place in
          " (\(place.path ?? (place.file.isPath ? place.description : "line \(place.start.line)")))"
        }
        message += "\nnote: \(note.message)\(place ?? "")"
      }
      let title = "title=\(Self.property(diagnostic.id.name))"
      if let path = diagnostic.place.path {
        text += "::\(diagnostic.severity.rawValue) \(title)::\(Self.data("\(path): \(message)"))\n"
        continue
      }
      if diagnostic.place.file.isPath {
        text +=
          "::\(diagnostic.severity.rawValue) file=\(Self.property(diagnostic.place.file.name)),"
        text += "\(title)::\(Self.data("\(diagnostic.place): \(message)"))\n"
        continue
      }
      let start = diagnostic.place.start
      let end = diagnostic.place.file.position(at: diagnostic.place.range.upperBound)
      let columns =
        start.line == end.line
        ? ",col=\(start.column),endColumn=\(max(start.column, end.column - 1))" : ""
      text += "::\(diagnostic.severity.rawValue) file=\(Self.property(diagnostic.place.file.name)),"
      text += "line=\(start.line),endLine=\(end.line)\(columns),"
      text += "\(title)::\(Self.data(message))\n"
    }
    if omittedCount > 0 { text += "::notice::and \(omittedCount) more\n" }
    return text
  }

  /// Returns a message with line breaks and percent signs escaped.
  private static func data(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the value of a property with its delimiters escaped as well.
  private static func property(_ text: String) -> String {
    var escaped = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": escaped += "%3A"
      case ",": escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
