// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// This line for a log, in which nothing is a command for what reads the log.
  ///
  /// Continuous integration takes some lines of a log as commands: those of GitHub (`::error::`, `##[group]`) and
  /// Buildkite (`---`, `+++`, `~~~`, `^^^`) begin a line, after blanks, and get a `|` before them; those of Azure
  /// and TeamCity (`##vso[`, `##teamcity[`) are found anywhere, and their first `#` becomes `\u{23}`.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package var asLogLine: String {
    let line = String(self)
    let rest = line.drop(while: \.isWhitespace)
    let begins = ["::", "##", "---", "+++", "~~~", "^^^"].contains { rest.hasPrefix($0) }
    return (begins ? "| " : "")
      + (line.utf8.contains(UInt8(ascii: "#")) ? line.withoutHashCommands : line)
  }

  /// This text, each of whose lines is one for a log, with control characters as visible escapes.
  package var asLogLines: String {
    // A carriage return and a line feed are one character.
    String(self).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).escapedForDisplay.asLogLine }.joined(separator: "\n")
  }
}

extension String {
  /// The text with `\u{23}` for a `#` that begins `##`, letters, and `[`.
  fileprivate var withoutHashCommands: String {
    var result = ""
    var rest = self[...]
    while let hash = rest.firstIndex(of: "#") {
      result += rest[..<hash]
      rest = rest[rest.index(after: hash)...]
      let name = rest.dropFirst().prefix { $0.isASCII && $0.isLetter }
      let isCommand = rest.hasPrefix("#") && rest[name.endIndex...].hasPrefix("[")
      result += isCommand ? #"\u{23}"# : "#"
    }
    return result + rest
  }
}
