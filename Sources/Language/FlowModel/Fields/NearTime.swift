// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Finds the date, time, or duration that was meant by text in another form.
///
/// Ambiguous text such as `3/4/2026` is never interpreted, and `24/12/2026` only proposed.
package enum NearTime {
  /// Returns the text that was probably meant, or nil if that's unclear.
  static func text(for typed: String, as type: FieldType) -> String? {
    near(to: typed, as: type)?.text
  }

  /// Returns the text that was probably meant, and whether that's certain; nil if it's unclear.
  ///
  /// For example, `9:30` is certainly a time, while `9` or `930` may be a mistake, and `1:30` can
  /// be a duration of minutes or of hours.
  package static func near(to typed: String, as type: FieldType) -> (text: String, isClear: Bool)? {
    text(of: typed, as: type).map { near in
      let word = typed.trimmed.lowercased()
      let isClear =
        switch type.timeKind {
        case .date: (word.utf8.count != 8 || Int(word) == nil) && dayOrMonthFirst(word) == nil
        case .time: Int(word) == nil
        case .datetime:
          date(word) == nil
            && word.split(maxSplits: 1) { $0 == " " || $0 == "t" }.allSatisfy {
              Int($0) == nil && dayOrMonthFirst($0) == nil
            }
        case .duration: !word.contains(":")
        case nil: false
        }
      return (near, isClear)
    }
  }

  /// Returns why the date that was meant doesn't exist, as `31.2.2023`; nil for any other text.
  static func mistake(in typed: String, as type: FieldType) -> TimeError? {
    guard Int(typed) == nil, let near = candidate(for: typed, as: type) else { return nil }
    do {
      _ = try TypedTime.value(of: near, as: type, in: .utc)
      return nil
    } catch {
      return error.code == .range ? error : nil
    }
  }

  private static func text(of typed: String, as type: FieldType) -> String? {
    guard let near = candidate(for: typed, as: type), near != typed,
      (try? TypedTime.value(of: near, as: type, in: .utc)) != nil
    else { return nil }
    return near
  }

  /// The text that was meant, whose date may not exist.
  private static func candidate(for typed: String, as type: FieldType) -> String? {
    let word = typed.trimmed.lowercased()
    guard word.utf8.count <= 40 else { return nil }
    return switch type.timeKind {
    case .date: date(word)
    case .time: time(word)
    case .datetime: moment(word)
    case .duration: duration(word)
    case nil: nil
    }
  }

  /// `2026-1-5`, `2026/01/05`, `20260105`, `31.1.2026`, `24/12/2026`, `12/24/2026`.
  private static func date(_ word: String) -> String? {
    if word.utf8.count == 8, let number = Int(word) {
      return date(number / 10_000, number / 100 % 100, number % 100)
    }
    for mark in ["-", "/", "."] as [Character] {
      let parts = word.split(separator: mark, omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 3, let first = parts[0], let middle = parts[1], let last = parts[2]
      else { continue }
      if first >= 1_000 { return date(first, middle, last) }
      // Only with periods does the day always come first.
      return mark == "." && last >= 1_000 ? date(last, middle, first) : dayOrMonthFirst(word)
    }
    return nil
  }

  /// A date with the year last whose day can't be a month, so that only one order was meant.
  private static func dayOrMonthFirst(_ word: some StringProtocol) -> String? {
    let parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }.map {
      Int($0)
    }
    guard parts.count == 3, let first = parts[0], let middle = parts[1], let year = parts[2],
      year >= 1_000
    else { return nil }
    switch (first, middle) {
    case (13...31, 1...12): return date(year, middle, first)
    case (1...12, 13...31): return date(year, first, middle)
    default: return nil
    }
  }

  /// The date, whether it exists or not.
  private static func date(_ year: Int, _ month: Int, _ day: Int) -> String? {
    guard (1_000...9_999).contains(year), (0...99).contains(month), (0...99).contains(day) else {
      return nil
    }
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(digits(month))-\(digits(day))"
  }

  /// `9`, `9:05`, `9.05`, `0905`, `9pm`, `9:30 am`, `14h`, `14h30`.
  private static func time(_ word: String) -> String? {
    var digits = word[...]
    var isAfternoon: Bool?
    for (ending, afternoon) in [("am", false), ("pm", true), ("a.m.", false), ("p.m.", true)]
    where digits.hasSuffix(ending) {
      digits = digits.dropLast(ending.count)
      isAfternoon = afternoon
      break
    }
    let marks: Set<Character> = [":", ".", "h"]
    var text = String(digits).trimmed
    if text.hasSuffix("h") { text.removeLast() }
    var parts = text.split(omittingEmptySubsequences: false) { marks.contains($0) }
      .map { String($0) }
    if parts.count == 1, (3...4).contains(parts[0].count) {
      parts = [String(parts[0].dropLast(2)), String(parts[0].suffix(2))]
    }
    guard (1...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }) else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, var hour = numbers.first else { return nil }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return
      (try? TimeOfDay(
        hour: hour, minute: numbers.count > 1 ? numbers[1] : 0,
        second: numbers.count > 2 ? numbers[2] : 0))?.description
  }

  /// A date alone means midnight.
  ///
  /// Otherwise, both parts can be in another form.
  private static func moment(_ word: String) -> String? {
    if let day = date(word) { return "\(day) 00:00" }
    guard let gap = word.firstIndex(where: { $0 == " " || $0 == "t" }) else { return nil }
    guard let day = date(String(word[..<gap])),
      let time = time(String(word[word.index(after: gap)...]).trimmed)
    else { return nil }
    return "\(day) \(time)"
  }

  /// `90 min`, `2 hours`, `2d`, `1:30`, `1 h 30 min`.
  private static func duration(_ word: String) -> String? {
    let clock = word.split(separator: ":", omittingEmptySubsequences: false)
    if clock.count == 2 || clock.count == 3 {
      let numbers = clock.compactMap { Int64($0) }
      guard numbers.count == clock.count, numbers.allSatisfy({ (0...999_999).contains($0) })
      else { return nil }
      let units = ["h", "m", "s"]
      let parts = zip(numbers, units).filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
      return parts.isEmpty ? "0s" : parts.joined()
    }
    var total = ""
    var rest = word.filter { !$0.isWhitespace }[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber && $0.isASCII }
      let name = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let number = Int64(digits), number < 1_000_000, let unit = units[String(name)] else {
        return nil
      }
      total +=
        unit == "d" ? "\(number * 24)h" : unit == "w" ? "\(number * 168)h" : "\(number)\(unit)"
      rest = rest.dropFirst(digits.count + name.count)
    }
    return total.isEmpty ? nil : total
  }

  private static let units: [String: String] = [
    "w": "w", "week": "w", "weeks": "w", "d": "d", "day": "d", "days": "d", "h": "h", "hr": "h",
    "hrs": "h", "hour": "h", "hours": "h", "std": "h", "m": "m", "min": "m", "mins": "m",
    "minute": "m", "minutes": "m", "s": "s", "sec": "s", "secs": "s", "second": "s",
    "seconds": "s", "ms": "ms",
  ]
}
