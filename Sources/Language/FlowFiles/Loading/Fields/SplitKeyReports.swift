// SPDX-License-Identifier: Apache-2.0

internal import FlowModel
internal import SourceDiagnostics

// Several keys on one line of a block map: `min: 1, max:10`.
extension LoadingContext {
  /// Reports other keys on the line of a limit, which YAML reads as part of its value.
  ///
  /// With a space after its colon, the second key would be a syntax error; without one, `1, max:10`
  /// is a text. Since no limit is such a text, it must have been meant as a key.
  ///
  /// - Parameter entry: The limit.
  /// - Returns: Whether there are other keys.
  func reportKeysOnOneLine(_ entry: YAMLEntry) -> Bool {
    guard let kind = ConstraintKind(rawValue: entry.key.text), Self.limits.contains(kind),
      let scalar = entry.value.scalar, scalar.style == .plain,
      file.lines(of: scalar.range).count == 1,
      let line = file.range(ofLine: file.lines(of: entry.key.range).lowerBound)
    else { return false }
    var parts = file[scalar.range].split(separator: ",", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 16 else { return false }
    parts.removeFirst()
    let before = file[SourceRange(line.lowerBound, entry.key.range.lowerBound)]
    guard !parts.isEmpty, before.allSatisfy({ $0 == " " || $0 == "-" }) else { return false }
    let lineBreak = "\n" + String(repeating: " ", count: before.utf8.count)
    var offset = scalar.range.lowerBound + first.utf8.count
    var edits: [FixIt.Edit] = []
    var words: [(name: String, range: SourceRange)] = []
    for part in parts {
      let blanks = part.prefix { $0 == " " }.utf8.count
      let word = part.dropFirst(blanks).prefix { $0.isLetter }
      let rest = part.dropFirst(blanks + word.count)
      guard FlowFile.knownKeys.contains(String(word)), rest.first == ":", rest.count > 1 else {
        return false
      }
      let start = offset + 1 + blanks
      let colon = start + word.utf8.count
      words.append((String(word), SourceRange(start, colon)))
      edits.append(.init(SourceRange(offset, start), lineBreak))
      if rest.dropFirst().first != " " { edits.append(.init(SourceRange(at: colon + 1), " ")) }
      offset += 1 + part.utf8.count
    }
    guard let word = words.first else { return false }
    report(
      "keys-on-one-line",
      "'\(word.name)' looks like another key; put it on a line of its own", at: word.range,
      fixIts: [FixIt("break the line", edits, isShown: true, isSafe: true)])
    return true
  }

  /// The limits, whose values are never texts with commas.
  private static let limits: Set<ConstraintKind> = [
    .min, .max, .multipleOf, .minLength, .maxLength, .minItems, .maxItems,
  ]
}
