// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The failure of a scripted test, at its place in the script.
public struct FlowTestFailure: Hashable, Sendable {
  /// The expected and the found value, the line of the script with a caret, the question, and the answers
  /// before it.
  public let message: String

  /// The path of the file.
  public let path: String

  /// The 1-based line.
  public let line: Int

  /// The 1-based column, in characters.
  public let column: Int

  init(message: String, path: String, line: Int, column: Int) {
    self.message = message
    self.path = path
    self.line = line
    self.column = column
  }

  init(_ diagnostic: Diagnostic, context: [String] = []) {
    let text = DiagnosticRenderer().render(diagnostic)
    let start = diagnostic.place.start
    self.init(
      message: ([String(text.dropLast(text.hasSuffix("\n") ? 1 : 0))] + context)
        .joined(separator: "\n"),
      path: diagnostic.place.file.name, line: start.line, column: start.column)
  }

  /// The last two names of the path, as test libraries name a file: `Flows/release.test.yaml`.
  var fileID: String {
    let names = path.split(separator: "/")
    return names.count > 1 ? names.suffix(2).joined(separator: "/") : "./\(path)"
  }
}
