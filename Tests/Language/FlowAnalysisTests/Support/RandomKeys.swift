// SPDX-License-Identifier: Apache-2.0

import RandomTesting

/// Adds keys to the questions, lists, and used flows of a source text.
struct RandomKeys {
  private var random: SeededGenerator
  private var count = 0
  private var used: Set<String> = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Names that need quotes, that expressions reserve, or that look like something else.
  private static let words = [
    "type", "package", "postfix/main_mailer_type", "a: b", "- item", "# no comment", "yes", "null",
    "1.50", "é",
    "日本", "two  spaces", " edge ", "it's", "\"quoted\"", "back\\slash", "{x}", "[0]", "$ref", "a.b",
    "=", "~",
    "properties", "required", "item", "answers", "<<", "x-stackflow-when",
  ]

  /// Returns the text with a key after some of the ids; every one is unlike all others.
  mutating func added(to text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = String(line)
      for keyword in ["ask", "repeat", "flow"] {
        guard
          let place = line.ranges(of: "- { \(keyword): ").first?.upperBound
            ?? line.ranges(of: "- \(keyword): ").first?.upperBound,
          Int.random(in: 0..<3, using: &random) > 0
        else { continue }
        count += 1
        var word = Self.words.randomElement(using: &random) ?? "k"
        if !used.insert(word).inserted { word += "\(count)" }
        // Doubled single quotes are one in YAML.
        let key = "'\(word.replacing("'", with: "''"))'"
        let end = line[place...].firstIndex { $0 == "," || $0 == " " || $0 == "}" } ?? line.endIndex
        let isInLine = line[..<place].contains("{")
        let indent = String(line.prefix { $0 == " " }) + "  "
        line.insert(contentsOf: isInLine ? ", key: \(key)" : "\n\(indent)key: \(key)", at: end)
        break
      }
      return line
    }.joined(separator: "\n")
  }
}
