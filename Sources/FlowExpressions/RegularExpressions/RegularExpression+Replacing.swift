// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

extension RegularExpression {
  /// The text with its matches replaced, as `regex.replace` of CEL's regex extension does.
  ///
  /// In the replacement `\1` to `\9` stand for what a group matched (nothing when it took no part),
  /// `\0` for the whole match and `\\` for a backslash; `$` is an ordinary character.
  ///
  /// - Parameters:
  ///   - text: the text to search.
  ///   - replacement: what to put in place of each match.
  ///   - count: how many matches to replace, from the left; a negative number replaces all.
  ///   - maximumLength: the longest result, in UTF-8 bytes.
  ///   - maximumSteps: the most instructions to visit, looked at between two matches.
  /// - Returns: the new text.
  /// - Throws: ``RegularExpressionError/Code/replacement`` for a mistake in the replacement, with its
  ///   range there; ``RegularExpressionError/Code/tooLarge`` past one of the bounds.
  /// - Complexity: that of ``allMatches(in:limit:)``, and the length of the result.
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

  /// Checks a replacement text against the groups of the pattern.
  ///
  /// - Throws: what ``replacing(in:with:count:maximumLength:maximumSteps:)`` would throw for it.
  public func checkReplacement(_ replacement: String) throws(RegularExpressionError) {
    _ = try ReplacementTemplate(replacement, groupCount: groupCount)
  }

  /// What the first match holds: its group, or all of it where the pattern has none.
  ///
  /// - Parameter text: the text to search.
  /// - Returns: nil when nothing matches, when the group took no part, and when it is empty, as in
  ///   `regex.extract` of CEL's regex extension.
  /// - Throws: ``RegularExpressionError/Code/groups`` when the pattern has more than one group.
  public func extract(from text: String) throws(RegularExpressionError) -> String? {
    try checkSingleGroup()
    guard let match = firstMatch(in: text), let range = match[groupCount] else { return nil }
    return groupCount > 0 && range.isEmpty ? nil : Self.slice(text, range)
  }

  /// What each match holds: its group, or all of it where the pattern has none.
  ///
  /// Matches whose group took no part or is empty are left out, as in `regex.extractAll` of CEL's
  /// regex extension.
  ///
  /// - Parameters:
  ///   - text: the text to search.
  ///   - maximumSteps: the most instructions to visit, looked at between two matches.
  /// - Returns: the texts from left to right.
  /// - Throws: ``RegularExpressionError/Code/groups`` when the pattern has more than one group,
  ///   ``RegularExpressionError/Code/tooLarge`` past the bound.
  public func extractAll(
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
