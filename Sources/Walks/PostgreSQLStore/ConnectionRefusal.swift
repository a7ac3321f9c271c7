// SPDX-License-Identifier: Apache-2.0

/// The message of libpq, with all details, about a connection that wasn't made.
///
/// Its interface has codes of statements only. In a message with all details, the code of a server's refusal is behind
/// the severity, whatever the language: `FATAL:  3D000: database "walks" does not exist`.
struct ConnectionRefusal {
  /// The first line, without the code.
  let words: String

  /// Whether all servers that were tried refuse the connection whenever it's made: the user, the password, or the
  /// database is unknown to them.
  let isFinal: Bool

  init(_ message: String) {
    var codes: [Substring] = []
    var first: String?
    for line in message.split(separator: "\n") {
      let code = Self.code(in: line)
      if let code { codes.append(line[code]) }
      guard first == nil else { continue }
      var line = line
      if let code {
        line.removeSubrange(code.lowerBound..<line.index(code.upperBound, offsetBy: 2))
      }
      first = String(line)
    }
    words = first ?? message
    isFinal =
      !codes.isEmpty && codes.allSatisfy { $0.hasPrefix("28") || $0 == "3D000" || $0 == "42501" }
  }

  /// Returns where the code of an error is; nil if the line has none.
  private static func code(in line: Substring) -> Range<Substring.Index>? {
    for mark in line.ranges(of: ":  ") {
      let rest = line[mark.upperBound...]
      let code = rest.prefix(5)
      let isCode = code.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
      if isCode, rest.dropFirst(5).hasPrefix(": ") { return code.startIndex..<code.endIndex }
    }
    return nil
  }
}
