// SPDX-License-Identifier: Apache-2.0

extension TimeSpan: CustomStringConvertible {
  /// The duration in seconds, as CEL's `string(duration)` writes it: `90s`, `1.5s`, `-0.001s`.
  public var description: String { "\(seconds)s" }

  /// The duration in ISO 8601: `PT1H30M`, `PT1.5S`, `-PT2M`, `PT0S`; hours aren't converted to
  /// days.
  public var iso8601: String {
    let magnitude = self < .zero ? negated : self
    let hours = magnitude.wholeSeconds / 3_600
    let minutes = magnitude.wholeSeconds / 60 % 60
    var text = self < .zero ? "-PT" : "PT"
    if hours > 0 { text += "\(hours)H" }
    if minutes > 0 { text += "\(minutes)M" }
    let rest = magnitude.wholeSeconds % 60
    if rest > 0 || magnitude.fraction > 0 || self == .zero {
      text += "\(rest)\(Self.fractionText(Int64(magnitude.fraction)))S"
    }
    return text
  }

  /// Reads a duration like CEL's `duration(string)`: `1h30m`, `1.5s`, `-2m`, `100ms`, `0`.
  ///
  /// The form is an optional sign, then numbers, each with a unit `h`, `m`, `s`, `ms`, `us` (or
  /// `µs`), or `ns`. Digits beyond nanoseconds are truncated.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``TimeError/Code/syntax`` for any other form, ``TimeError/Code/range`` outside the
  ///   range.
  public init(cel text: String) throws(TimeError) {
    var scanner = TextScanner(text)
    let isNegative = scanner.accept("-")
    if !isNegative { _ = scanner.accept("+") }
    func mistake(_ reason: String) -> TimeError {
      TimeError(
        .syntax, "'\(text.prefix(64))' isn't a duration such as '1h30m' or '1.5s': \(reason)")
    }
    var total: Int128 = 0
    if scanner.accept("0"), scanner.isAtEnd {
      self = .zero
      return
    }
    scanner = TextScanner(text.utf8.dropFirst(text.utf8.first == 0x2B || isNegative ? 1 : 0))
    guard !scanner.isAtEnd else { throw mistake("a number is missing") }
    while !scanner.isAtEnd {
      guard let amount = Amount(&scanner, decimalMarks: ["."]) else {
        throw mistake("expected a number")
      }
      let name = scanner.run { !(0x30...0x39).contains($0) && $0 != 0x2E }
      guard let unit = Self.units[String(decoding: name, as: UTF8.self)] else {
        throw mistake("expected 'h', 'm', 's', 'ms', 'us' or 'ns' after a number")
      }
      total = try Self.sum(total, amount, times: unit)
    }
    try self.init(nanoseconds: isNegative ? -total : total)
  }

  /// Reads an ISO 8601 duration: `PT1H30M`, `P1DT12H`, `PT0.5S`, `P2W`, `-PT2M`.
  ///
  /// A day is 24 hours, and a week seven days; years and months are refused, because their length
  /// isn't fixed. The last number can have a fraction, with a point or a comma.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``TimeError/Code/syntax`` for any other form, ``TimeError/Code/range`` outside the
  ///   range.
  public init(iso8601 text: String) throws(TimeError) {
    func mistake(_ reason: String) -> TimeError {
      TimeError(.syntax, "'\(text.prefix(64))' isn't a duration such as 'PT1H30M': \(reason)")
    }
    var scanner = TextScanner(text)
    let isNegative = scanner.accept("-")
    if !isNegative { _ = scanner.accept("+") }
    guard scanner.accept("P") else { throw mistake("expected 'P'") }
    var isTime = scanner.accept("T")
    var last = -1
    var hasFraction = false
    var total: Int128 = 0
    while !scanner.isAtEnd {
      if !isTime, scanner.accept("T") {
        isTime = true
        guard !scanner.isAtEnd else { break }
      }
      guard !hasFraction, let amount = Amount(&scanner, decimalMarks: [".", ","]) else {
        throw mistake(
          hasFraction ? "only the last number may have a fraction" : "expected a number")
      }
      hasFraction = amount.hasMark
      let designators = isTime ? Self.timeDesignators : Self.dateDesignators
      guard let letter = scanner.letter() else {
        throw mistake("expected a unit after a number")
      }
      if !isTime, letter == 0x59 || letter == 0x4D {
        throw mistake("years and months have no fixed length")
      }
      guard let place = designators.firstIndex(where: { $0.letter == letter }) else {
        throw mistake("expected a unit: 'W' or 'D' before the 'T', 'H', 'M', or 'S' after it")
      }
      let order = place + (isTime ? 10 : 0)
      guard order > last else { throw mistake("the units are in the wrong order") }
      last = order
      total = try Self.sum(total, amount, times: designators[place].nanoseconds)
    }
    guard last >= 0, !isTime || last >= 10 else { throw mistake("a number is missing") }
    try self.init(nanoseconds: isNegative ? -total : total)
  }

  /// Reads a duration that a user types, in the form of ``init(cel:)`` or ``init(iso8601:)``.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``TimeError/Code/syntax`` for any other form, ``TimeError/Code/range`` outside the
  ///   range.
  package init(typed text: String) throws(TimeError) {
    if text.utf8.prefix(2).contains(0x50) {
      try self.init(iso8601: text)
    } else {
      try self.init(cel: text)
    }
  }

  /// The duration in seconds, without a unit: `1.5`.
  private var seconds: String {
    let magnitude = self < .zero ? negated : self
    let sign = self < .zero ? "-" : ""
    return "\(sign)\(magnitude.wholeSeconds)\(Self.fractionText(Int64(magnitude.fraction)))"
  }

  /// Returns nanoseconds as a decimal fraction without trailing zeros; empty for zero.
  static func fractionText(_ nanoseconds: Int64) -> String {
    guard nanoseconds > 0 else { return "" }
    var digits = String(nanoseconds)
    digits = String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }

  // MARK: Numbers

  /// A decimal number: the whole part, and the fraction as a numerator over a power of ten.
  private struct Amount {
    var whole: Int128 = 0
    var numerator: Int128 = 0
    var denominator: Int128 = 1
    var hasMark = false

    init?(_ scanner: inout TextScanner, decimalMarks: [Unicode.Scalar]) {
      let digits = scanner.run()
      // Beyond any limit, the value needn't be exact, only too large.
      for digit in digits { whole = min(whole * 10 + Int128(digit - 0x30), 1 << 80) }
      for mark in decimalMarks where !hasMark { hasMark = scanner.accept(mark) }
      guard hasMark else {
        if digits.isEmpty { return nil }
        return
      }
      let fraction = scanner.run()
      guard !digits.isEmpty || !fraction.isEmpty else { return nil }
      for digit in fraction.prefix(18) {
        numerator = numerator * 10 + Int128(digit - 0x30)
        denominator *= 10
      }
    }
  }

  private static func sum(
    _ total: Int128, _ amount: Amount, times unit: Int128
  ) throws(TimeError) -> Int128 {
    let limit = Int128(maximumSeconds) * 1_000_000_000
    guard amount.whole <= limit else {
      throw TimeError(.range, "a duration is between -315576000000s and 315576000000s")
    }
    let result = total + amount.whole * unit + amount.numerator * unit / amount.denominator
    guard result <= limit else {
      throw TimeError(.range, "a duration is between -315576000000s and 315576000000s")
    }
    return result
  }

  private static let units: [String: Int128] = [
    "h": 3_600_000_000_000, "m": 60_000_000_000, "s": 1_000_000_000, "ms": 1_000_000,
    "us": 1_000, "\u{B5}s": 1_000, "\u{3BC}s": 1_000, "ns": 1,
  ]

  private static let dateDesignators: [(letter: UInt8, nanoseconds: Int128)] = [
    (0x57, 604_800_000_000_000), (0x44, 86_400_000_000_000),
  ]

  private static let timeDesignators: [(letter: UInt8, nanoseconds: Int128)] = [
    (0x48, 3_600_000_000_000), (0x4D, 60_000_000_000), (0x53, 1_000_000_000),
  ]
}
