// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

extension RegularExpression {
  /// Returns the text with its matches replaced, like `regex.replace` of CEL's regex extension.
  ///
  /// In the replacement, `\1` to `\9` stand for what a group matched (empty if it didn't
  /// participate), `\0` for the whole match, and `\\` for a backslash; `$` is an ordinary
  /// character.
  ///
  /// - Parameters:
  ///   - text: The text to search.
  ///   - replacement: The text that replaces each match.
  ///   - count: The number of matches to replace, from the left; a negative number replaces all.
  ///   - maximumLength: The maximum length of the result, in UTF-8 bytes.
  ///   - maximumSteps: The maximum number of instructions to visit, checked between matches.
  /// - Returns: The new text.
  /// - Throws: ``RegularExpressionError/Code/replacement`` for a mistake in the replacement, with
  ///   its range there; ``RegularExpressionError/Code/tooLarge`` if a maximum is exceeded.
  /// - Complexity: That of finding all matches, plus the length of the result.
  public func replacing(
    in text: String, with replacement: String, count: Int = -1, maximumLength: Int = .max,
    maximumSteps: Int = 100_000_000
  ) throws(RegularExpressionError) -> String {
    let template = try ReplacementTemplate(replacement, groupCount: groupCount)
    guard count != 0 else { return text }
    let found = try boundedMatches(
      in: text, limit: count < 0 ? .max : count, maximumSteps: maximumSteps)
    guard !found.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var end = 0
    for match in found {
      result += bytes[end..<match.range.lowerBound]
      for part in template.parts {
        switch part {
        case .text(let literal): result += literal.utf8
        case .group(let number): if let range = match[number] { result += bytes[range] }
        }
      }
      end = match.range.upperBound
      guard result.count <= maximumLength else { throw tooLong(maximumLength) }
    }
    result += bytes[end...]
    guard result.count <= maximumLength else { throw tooLong(maximumLength) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the group of the first match, or the whole match if the pattern has no group.
  ///
  /// - Parameter text: The text to search.
  /// - Returns: The text, or `nil` if nothing matches, the group didn't participate, or it's empty,
  ///   as in `regex.extract` of CEL's regex extension.
  /// - Throws: ``RegularExpressionError/Code/groups`` if the pattern has more than one group.
  package func extract(from text: String) throws(RegularExpressionError) -> String? {
    try checkSingleGroup()
    guard let match = firstMatch(in: text), let range = match[groupCount] else { return nil }
    return groupCount > 0 && range.isEmpty ? nil : Self.slice(text, range)
  }

  /// Returns the group of each match, or the whole matches if the pattern has no group.
  ///
  /// Matches whose group didn't participate or is empty are left out, as in `regex.extractAll` of
  /// CEL's regex extension.
  ///
  /// - Parameters:
  ///   - text: The text to search.
  ///   - maximumSteps: The maximum number of instructions to visit, checked between matches.
  /// - Returns: The texts, from left to right.
  /// - Throws: ``RegularExpressionError/Code/groups`` if the pattern has more than one group,
  ///   ``RegularExpressionError/Code/tooLarge`` if the maximum is exceeded.
  package func extractAll(
    from text: String, maximumSteps: Int = 100_000_000
  ) throws(RegularExpressionError) -> [String] {
    try checkSingleGroup()
    let bytes = Array(text.utf8)
    var results: [String] = []
    for match in try boundedMatches(in: text, limit: .max, maximumSteps: maximumSteps) {
      guard let range = match[groupCount], groupCount == 0 || !range.isEmpty else { continue }
      results.append(String(decoding: bytes[range], as: UTF8.self))
    }
    return results
  }

  private func boundedMatches(
    in text: String, limit: Int, maximumSteps: Int
  ) throws(RegularExpressionError) -> [Match] {
    guard let found = findMatches(in: text, limit: limit, maximumSteps: maximumSteps) else {
      throw RegularExpressionError(
        .tooLarge, "the search takes more than \(maximumSteps) steps",
        SourceRange(0, pattern.utf8.count))
    }
    return found
  }

  private func checkSingleGroup() throws(RegularExpressionError) {
    guard groupCount <= 1 else {
      throw RegularExpressionError(
        .groups,
        "the pattern has \(groupCount) groups; at most one is allowed here, write '(?:…)' "
          + "for the others", SourceRange(0, pattern.utf8.count))
    }
  }

  private func tooLong(_ maximumLength: Int) -> RegularExpressionError {
    RegularExpressionError(
      .tooLarge, "the replaced text is longer than \(maximumLength) bytes",
      SourceRange(0, pattern.utf8.count))
  }

  private static func slice(_ text: String, _ range: Range<Int>) -> String {
    var text = text
    return text.withUTF8 {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }
}
