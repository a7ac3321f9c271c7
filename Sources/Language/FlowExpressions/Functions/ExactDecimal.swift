// SPDX-License-Identifier: Apache-2.0

/// The exact decimal digits of a double, for rounding to a precision as C's `printf` does.
package struct ExactDecimal {
  private let isNegative: Bool
  /// The digits without leading zeros, most significant first; empty for zero.
  private let digits: [UInt8]
  /// The number of digits before the decimal point; can be negative.
  private let point: Int

  /// Creates the digits of a finite double.
  ///
  /// - Complexity: O(*e*²) in its binary exponent; at most about a thousand digits.
  package init(_ double: Double) {
    isNegative = double.sign == .minus
    guard double != 0, double.isFinite else {
      digits = []
      point = 0
      return
    }
    // double = mantissa × 2^shift, exactly.
    let magnitude = double.magnitude
    let isSubnormal = magnitude.isSubnormal
    let mantissa =
      isSubnormal ? magnitude.significandBitPattern : magnitude.significandBitPattern | 1 << 52
    let shift = (isSubnormal ? 1 : Int(magnitude.exponentBitPattern)) - 1_075
    var limbs: [UInt32] = []
    var rest = mantissa
    while rest > 0 {
      limbs.append(UInt32(rest % 1_000_000_000))
      rest /= 1_000_000_000
    }
    // Multiply by 2 for a positive shift; multiply by 5 and move the decimal point for a negative
    // one.
    for _ in 0..<abs(shift) {
      var carry: UInt64 = 0
      let factor: UInt64 = shift > 0 ? 2 : 5
      for index in limbs.indices {
        let product = UInt64(limbs[index]) * factor + carry
        limbs[index] = UInt32(product % 1_000_000_000)
        carry = product / 1_000_000_000
      }
      if carry > 0 { limbs.append(UInt32(carry)) }
    }
    var all: [UInt8] = []
    for (position, limb) in limbs.reversed().enumerated() {
      let text = Array(String(limb).utf8)
      if position > 0 { all += Array(repeating: 48, count: 9 - text.count) }
      all += text
    }
    digits = all.map { $0 - 48 }
    point = digits.count - (shift < 0 ? -shift : 0)
  }

  /// The first digits, rounded half to even, and whether a digit was carried in front of them.
  private func rounded(_ count: Int) -> (digits: [UInt8], carried: Bool) {
    guard count >= 0 else { return ([], false) }
    if count >= digits.count {
      return (digits + Array(repeating: 0, count: count - digits.count), false)
    }
    var kept = Array(digits[..<count])
    let next = digits[count]
    let isExactHalf = next == 5 && digits[(count + 1)...].allSatisfy { $0 == 0 }
    let roundsUp = isExactHalf ? (kept.last ?? 0) % 2 == 1 : next >= 5
    guard roundsUp else { return (kept, false) }
    var index = kept.count - 1
    while index >= 0, kept[index] == 9 {
      kept[index] = 0
      index -= 1
    }
    if index >= 0 {
      kept[index] += 1
      return (kept, false)
    }
    return ([1] + kept, true)
  }

  private static func text(_ digits: some Sequence<UInt8>) -> String {
    String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
  }

  /// Returns decimal digits with the given number of digits after the decimal point: `-1.20`.
  package func fixed(_ precision: Int) -> String {
    let (kept, carried) = rounded(digits.isEmpty ? precision : point + precision)
    let length = point + (carried ? 1 : 0)
    var all = kept
    // If all digits are after the decimal point, zeros go in front.
    let whole = digits.isEmpty ? 0 : max(length, 0)
    let missing = precision + whole - all.count
    if missing > 0 { all = Array(repeating: 0, count: missing) + all }
    let head = all.dropLast(precision)
    let sign = isNegative ? "-" : ""
    let wholeText = head.isEmpty ? "0" : ExactDecimal.text(head)
    return precision == 0
      ? sign + wholeText : "\(sign)\(wholeText).\(ExactDecimal.text(all.suffix(precision)))"
  }

  /// Returns one digit, the given number of digits after the decimal point, and an exponent:
  /// `1.05e+03`.
  func scientific(_ precision: Int) -> String {
    let (kept, carried) = rounded(precision + 1)
    let all = Array(kept.prefix(precision + 1))
    let exponent = digits.isEmpty ? 0 : point - 1 + (carried ? 1 : 0)
    let magnitude = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
    let fraction = precision == 0 ? "" : "." + ExactDecimal.text(all.dropFirst())
    return "\(isNegative ? "-" : "")\(ExactDecimal.text(all.prefix(1)))\(fraction)e"
      + "\(exponent < 0 ? "-" : "+")\(magnitude)"
  }
}
