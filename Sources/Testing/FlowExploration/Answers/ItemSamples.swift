// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions

/// Items to type at a list or a map: those that obey the constraints on items and names, and some that don't.
struct ItemSamples {
  private let field: FieldState

  /// Different items, and names of a map, that are accepted; any if none was found.
  private let texts: [String]
  private let names: [String]

  /// Single items that are refused, as they're typed.
  private(set) var refused: [String] = []

  /// The number of different items to look for, and the maximum number of refused ones.
  private static let leastCount = 20
  private static let maximumRefused = 3

  /// Collects items for a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - patterns: The samples of patterns that were found before.
  ///   - count: The number of items that a text may need.
  /// - Complexity: O(*n*) in the number of its choices and in the count.
  init(_ field: FieldState, _ patterns: PatternCache, count: Int) {
    self.field = field
    let count = max(Self.leastCount, count)
    // Items that are choices are the first ones of them.
    let open = field.choices.filter(\.isEnabled).prefix(count)
      .map(\.value.plainText)
    let type = field.itemType ?? .string
    let items =
      open.isEmpty
      ? Sequence(type, patterns, count: count) { field.itemLimit(of: $0) }.texts : Array(open)
    guard field.type == .map else {
      let accepted = items.filter { field.acceptsItems(field.itemText($0, named: nil)) }
      names = []
      texts = accepted.isEmpty ? items : accepted
      refused = items.filter { !accepted.contains($0) }.prefix(Self.maximumRefused)
        .map { field.itemText($0, named: nil) }
      return
    }
    let words = Sequence(.string, patterns, count: count) { field.nameLimit(of: $0) }.texts
    let keys = (0..<count).map { "k\($0)" } + words
    let first = keys.first { key in
      items.contains { field.acceptsItems(field.itemText($0, named: key)) }
    }
    let accepted = items.filter { field.acceptsItems(field.itemText($0, named: first ?? keys[0])) }
    texts = accepted.isEmpty ? items : accepted
    let one = texts[0]
    let known = keys.filter { field.acceptsItems(field.itemText(one, named: $0)) }
    names = known.isEmpty ? keys : known
    refused =
      items.filter { !accepted.contains($0) }.prefix(Self.maximumRefused)
      .map { field.itemText($0, named: first ?? keys[0]) }
      + keys.filter { !known.contains($0) }.prefix(Self.maximumRefused)
      .map { field.itemText(one, named: $0) }
  }

  /// Returns items as they're typed, different ones if there are enough.
  func words(count: Int) -> [String] {
    (0..<count).map { index in
      field.itemText(
        texts[index % texts.count], named: names.isEmpty ? nil : names[index % names.count])
    }
  }

  /// Different texts of a type: those that satisfy each constraint first.
  private struct Sequence {
    let texts: [String]

    init(
      _ type: FieldType, _ patterns: PatternCache, count: Int, limit: (ConstraintKind) -> Value?
    ) {
      let (least, greatest) = (limit(.min), limit(.max))
      let steps = 0..<Int64(count)
      switch type.kind.family {
      case .boolean: texts = ["yes", "no"]
      case .integer, .number:
        texts = Self.numbers(type, count: count, limit: limit) + ["many"]
      case .time(.date):
        let first =
          least?.date ?? (try? greatest?.date?.adding(days: 1 - count))
          ?? (try? CalendarDate("2026-01-31"))
        texts =
          (0..<count).compactMap { (try? first?.adding(days: $0))?.description }
          + TextSamples(of: type, patterns, limit: limit).texts
      case .time(.datetime):
        let back = try? TimeSpan(seconds: Int64(1 - count))
        let first =
          least?.moment ?? back.flatMap { try? greatest?.moment?.adding($0) }
          ?? (try? Timestamp("2026-01-31T09:00:00Z"))
        texts =
          steps.compactMap { step in
            (try? TimeSpan(seconds: step)).flatMap { try? first?.adding($0) }
              .map { Value.timestamp($0).plainText }
          } + TextSamples(of: type, patterns, limit: limit).texts
      case .time(.time):
        let bounds = [least, greatest].map { $0.flatMap { try? TimeOfDay($0.plainText) } }
        let first =
          bounds[0]?.secondsSinceMidnight
          ?? bounds[1].map { max(0, $0.secondsSinceMidnight - (count - 1) * 60) } ?? 7_200
        texts =
          (0..<count).compactMap { (try? TimeOfDay(second: first + $0 * 60))?.description }
          + TextSamples(of: type, patterns, limit: limit).texts
      case .time(.duration):
        let hour = try? TimeSpan(seconds: 3_600)
        let first = least?.span ?? greatest?.span ?? hour
        let sign: Int64 = least == nil && greatest != nil ? -1 : 1
        texts =
          steps.compactMap { step in
            (try? TimeSpan(seconds: step * sign)).flatMap { try? first?.adding($0) }?.iso8601
          } + TextSamples(of: type, patterns, limit: limit).texts
      case .text, .choice, .choices, .list, .map:
        texts = Self.words(patterns, count: count, limit: limit)
      }
    }

    /// Multiples of the step, up from the least one or down from the greatest one.
    private static func numbers(
      _ type: FieldType, count: Int, limit: (ConstraintKind) -> Value?
    ) -> [String] {
      let step = limit(.multipleOf)?.asDouble.map { abs($0) } ?? 1
      guard step > 0, step.isFinite else { return ["1", "2"] }
      let (least, greatest) = (limit(.min)?.asDouble, limit(.max)?.asDouble)
      let first: Double
      var sign = 1.0
      if let least {
        first = (least / step).rounded(.up) * step
      } else if let greatest, greatest < step * Double(count) {
        first = (greatest / step).rounded(.down) * step
        sign = -1
      } else {
        first = step
      }
      let numbers = (0..<count).map { first + Double($0) * step * sign }
      let beyond = [least.map { $0 - step }, greatest.map { $0 + step }].compactMap { $0 }
      return (numbers + beyond).map { number in
        if type == .integer, let whole = Int64(exactly: number) { "\(whole)" } else { "\(number)" }
      }
    }

    private static func words(
      _ patterns: PatternCache, count: Int, limit: (ConstraintKind) -> Value?
    ) -> [String] {
      let texts = TextSamples(of: .string, patterns, limit: limit).texts
      if case .string(let pattern)? = limit(.pattern) {
        return (patterns.texts(of: pattern, variants: count * 2) + texts).unique
      }
      if case .string(let name)? = limit(.format), let format = TextFormat(rawValue: name) {
        let numbered = (0..<count).map { TextSamples.sample(of: format, number: $0) }
        return (numbered + texts).unique
      }
      func length(_ kind: ConstraintKind) -> Int? {
        guard case .int(let count)? = limit(kind), (0...10_000).contains(count) else { return nil }
        return Int(count)
      }
      let (least, most) = (length(.minLength) ?? 0, length(.maxLength) ?? .max)
      let letters =
        most < 3 ? (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Unicode.Scalar($0) } : []
      let short = letters.map { String($0) }
      let numbered = (1...count).map { number in
        let word = "a\(number)"
        return word.utf8.count < least ? TextSamples.stretched(word, to: least) : word
      }
      return (short + numbered + texts).unique
    }
  }
}
