// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions

/// Texts to type at a field: valid ones first, then those at and beyond its limits.
struct TextSamples {
  private(set) var texts: [String] = []

  /// The maximum length of a text that's made because an expression compares its length.
  private static let maximumLength = 400

  /// Collects texts for a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - patterns: The samples of patterns that were found before.
  ///   - lengths: Lengths that matter besides those of the limits.
  init(_ field: FieldState, _ patterns: PatternCache, lengths: [Int] = []) {
    self.init(
      of: field.type, completions: field.completions.prefix(3).map { $0 }, patterns,
      lengths: lengths,
      limit: { field.limit(of: $0) })
  }

  /// Collects texts of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - completions: Texts that are completed.
  ///   - patterns: The samples of patterns that were found before.
  ///   - lengths: Lengths that matter besides those of the limits.
  ///   - limit: Returns the value of a constraint, or nil if there's none.
  init(
    of type: FieldType, completions: [String] = [], _ patterns: PatternCache, lengths: [Int] = [],
    limit: (ConstraintKind) -> Value?
  ) {
    let limits = [ConstraintKind.min, .max].compactMap { limit($0)?.plainText }
    switch type {
    case .date: texts = limits + ["2026-01-31", "2026-01-01", "2025-12-24", "2026-02-30"]
    case .time: texts = limits + ["02:00", "23:59", "25:00"]
    case .datetime: texts = limits + ["2026-01-31 09:00", "2025-12-24 18:00", "soon"]
    case .duration: texts = limits + ["1h30m", "PT1H", "0s", "36h", "long"]
    case .path: texts = ["notes.txt", "folder", ".", "/tmp/a"]
    default: texts = type.kind.examples + Self.words(completions, patterns, lengths, limit)
    }
  }

  private static func words(
    _ completions: [String], _ patterns: PatternCache, _ lengths: [Int],
    _ limit: (ConstraintKind) -> Value?
  ) -> [String] {
    var bases = completions
    if case .string(let name)? = limit(.format), let format = TextFormat(rawValue: name) {
      bases.append(sample(of: format))
    }
    var isMatched = false
    if case .string(let pattern)? = limit(.pattern) {
      let samples = patterns.texts(of: pattern)
      isMatched = !samples.isEmpty
      bases += samples
    }
    if !isMatched { bases += ["abc", "billing-api", "Ada Lovelace", "a"] }
    var texts = bases
    func length(_ kind: ConstraintKind) -> Int? {
      guard case .int(let count)? = limit(kind), (0...10_000).contains(count) else {
        return nil
      }
      return Int(count)
    }
    for (kind, beyond) in [(ConstraintKind.minLength, -1), (.maxLength, 1)] {
      guard let bound = length(kind) else { continue }
      for count in [bound, bound + beyond] where count > 0 {
        texts += bases.prefix(2).map { stretched($0, to: count) }
      }
    }
    for count in lengths where (1...maximumLength).contains(count) {
      texts += bases.prefix(1).map { stretched($0, to: count) }
    }
    // A fitting text is better first.
    let (least, most) = (length(.minLength) ?? 0, length(.maxLength) ?? .max)
    let fitting = texts.filter { (least...max(least, most)).contains($0.unicodeScalars.count) }
    return fitting + texts.filter { !fitting.contains($0) } + [" "]
  }

  /// Returns a text with a number of scalars: without those at its end, or with its last but one repeated.
  static func stretched(_ text: String, to count: Int) -> String {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count < count, let last = scalars.last else {
      return String(String.UnicodeScalarView(scalars.prefix(count)))
    }
    let filler = scalars.count > 1 ? scalars[scalars.count - 2] : last
    return String(
      String.UnicodeScalarView(
        scalars.dropLast() + Array(repeating: filler, count: count - scalars.count) + [last]))
  }

  /// Returns a text of a format; each number has another one, if there are enough.
  static func sample(of format: TextFormat, number: Int = 0) -> String {
    let digit = number == 0 ? "" : "\(number)"
    return switch format {
    case .email: "ada\(digit)@example.org"
    case .uri: "https://example.org/a\(digit)"
    case .hostname: "host\(digit).example.org"
    case .ipv4: "192.0.2.\(1 + number % 254)"
    case .ipv6: "2001:db8::\(1 + number)"
    case .uuid:
      "123e4567-e89b-12d3-a456-" + "\(426_614_174_000 + number)"
    case .semver: "1.2.\(3 + number)"
    case .regex: "^a+\(digit)$"
    }
  }
}
