// SPDX-License-Identifier: Apache-2.0

/// A number as people write it, with various separators: `12,50`, `1 000`, `1.234,50`.
enum TypedNumber: Hashable {
  /// An unambiguous number, whose text only has digits, a sign, and a decimal point.
  case clear(String)

  /// A number with one comma before three digits, which separates thousands in some countries, and
  /// a fraction in others.
  case doubtful(grouped: String, fraction: String)

  /// Parses a number in another than the plain form; returns nil if it isn't a number.
  init?(_ word: String) {
    guard word.utf8.count <= 64 else { return nil }
    var rest = word[...]
    var sign = ""
    if let first = rest.first, first == "-" || first == "+" {
      sign = first == "-" ? "-" : ""
      rest = rest.dropFirst()
    }
    let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}", "_", "'", "’"]
    let commas = rest.filter { $0 == "," }.count
    let points = rest.filter { $0 == "." }.count
    let hasBlanks = rest.contains { blanks.contains($0) }
    guard commas + points > 0 || hasBlanks else { return nil }

    if !hasBlanks, commas == 1, points == 0 {
      let parts = rest.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ Self.isDigits($0) }) else { return nil }
      let fraction = sign + parts[0] + "." + parts[1]
      if parts[1].count == 3, parts[0].count <= 3, parts[0].first != "0" {
        self = .doubtful(grouped: sign + parts[0] + parts[1], fraction: String(fraction))
      } else {
        self = .clear(String(fraction))
      }
      return
    }
    // A separator that occurs once, after all others, begins the fraction.
    let last = rest.lastIndex { $0 == "," || $0 == "." }
    var whole = rest
    var fraction: Substring?
    if let last, rest.filter({ $0 == rest[last] }).count == 1,
      hasBlanks || (commas > 0 && points > 0)
    {
      whole = rest[..<last]
      fraction = rest[rest.index(after: last)...]
    }
    let marks = Set(whole.filter { !$0.isASCII || !$0.isNumber })
    guard marks.count == 1, let mark = marks.first else { return nil }
    // A single point is a decimal point, which was already handled.
    if !hasBlanks, fraction == nil, points == 1 { return nil }
    let groups = whole.split(separator: mark, omittingEmptySubsequences: false)
    guard let first = groups.first, (1...3).contains(first.count),
      groups.dropFirst().allSatisfy({ $0.count == 3 }), groups.allSatisfy({ Self.isDigits($0) }),
      fraction.map(Self.isDigits) ?? true
    else { return nil }
    self = .clear(sign + groups.joined() + (fraction.map { "." + $0 } ?? ""))
  }

  /// Returns the whole number that a text is probably meant to be: `24.0`, `1e3`, `1_000`, `1.000`, `1,000`; nil
  /// if it has a fraction, isn't a number, or is out of range.
  ///
  /// A single point or comma before three digits separates thousands.
  static func whole(in word: String) -> Int64? {
    guard word.utf8.count <= 64 else { return nil }
    let points = word.split(separator: ".", omittingEmptySubsequences: false)
    if points.count == 2, points[1].utf8.count == 3, word.utf8.contains(UInt8(ascii: "e")) == false,
      case .doubtful(let grouped, _)? = TypedNumber(points.joined(separator: ","))
    {
      return Int64(grouped)
    }
    switch TypedNumber(word) {
    case .doubtful(let grouped, _)?: return Int64(grouped)
    case .clear(let text)?: return Int64(decimal: text)
    case nil: return Int64(decimal: word)
    }
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Int64 {
  /// Creates the whole number that a decimal text says, also with a point and an exponent; nil for a fraction.
  fileprivate init?(decimal text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard isPlain, text.utf8.contains(where: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].isEmpty, parts[1].utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      guard let whole = Int64(parts[0]) else { return nil }
      self = whole
    } else {
      // Doubles have all whole numbers up to here.
      guard let number = Double(text), abs(number) <= 0x1p53, let whole = Int64(exactly: number)
      else { return nil }
      self = whole
    }
  }
}
