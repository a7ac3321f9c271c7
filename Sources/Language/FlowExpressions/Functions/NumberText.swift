// SPDX-License-Identifier: Apache-2.0

/// The text of numbers and times.
package enum NumberText {
  /// The result of `string(value)` for values that aren't texts, bytes, lists, or maps.
  @Sendable static func string(
    _ value: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    guard let text = text(of: value) else { throw EvaluationError.noOverload("string", [value]) }
    return .string(text)
  }

  /// The text of a scalar, or `nil` for other values.
  static func text(of value: Value) -> String? {
    switch value {
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .uint(let uint): String(uint)
    case .double(let double): text(double)
    case .timestamp(let time): time.description
    case .duration(let span): span.description
    case .string(let text): text
    default: nil
    }
  }

  /// The shortest decimal text that reads back as the double: `1`, `0.1`, `1e+21`, `NaN`.
  ///
  /// An exponent is used below 1e-4 and from 1e21 up, as in ECMAScript at the upper end. The
  /// language definition leaves the notation open, and implementations differ: for a million,
  /// cel-go writes `1e+06`, like Go's `%g`, and cel-java `1000000.0`. Neither is good for a user
  /// who reads a price or a count in a text; the value that's read back is the same.
  package static func text(_ double: Double) -> String {
    if double.isNaN { return "NaN" }
    if double.isInfinite { return double < 0 ? "-Infinity" : "Infinity" }
    let (isNegative, digits, exponent) = shortest(double)
    let sign = isNegative ? "-" : ""
    if digits == "0" { return sign + "0" }
    // The value is 0.digits × 10^exponent.
    if exponent - 1 < -4 || exponent - 1 >= 21 {
      let power = exponent - 1
      let fraction = digits.dropFirst()
      let magnitude = power.magnitude < 10 ? "0\(power.magnitude)" : "\(power.magnitude)"
      return
        "\(sign)\(digits.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(power < 0 ? "-" : "+")\(magnitude)"
    }
    return sign + plain(digits, exponent)
  }

  /// Decimal digits with a decimal point for 0.digits × 10^exponent.
  static func plain(_ digits: String, _ exponent: Int) -> String {
    if exponent <= 0 { return "0." + String(repeating: "0", count: -exponent) + digits }
    if digits.utf8.count <= exponent {
      return digits + String(repeating: "0", count: exponent - digits.utf8.count)
    }
    return "\(digits.prefix(exponent)).\(digits.dropFirst(exponent))"
  }

  /// The shortest digits of a finite double ±0.digits × 10^exponent; `0` for zero.
  static func shortest(_ double: Double) -> (isNegative: Bool, digits: String, exponent: Int) {
    let description = double.magnitude.description
    var mantissa = Substring(description)
    var exponent = 0
    if let position = description.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      mantissa = description[..<position]
      exponent = Int(description[description.index(after: position)...]) ?? 0
    }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    let whole = parts.first.map(String.init) ?? ""
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    exponent += whole.utf8.count
    var digits = Substring(whole + fraction)
    while digits.hasPrefix("0"), digits.utf8.count > 1 {
      digits = digits.dropFirst()
      exponent -= 1
    }
    while digits.hasSuffix("0"), digits.utf8.count > 1 { digits = digits.dropLast() }
    return (double.sign == .minus, String(digits), exponent)
  }

  /// Reads a decimal number, `NaN`, or an infinity as a double; `nil` for anything else.
  package static func double(_ text: String) -> Double? {
    let lowered = text.lowercased()
    if lowered.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: " ") }) {
      return nil
    }
    if text.utf8.contains(0) { return nil }
    return Double(text)
  }
}
