// SPDX-License-Identifier: Apache-2.0

/// The implementation of `text.format(list)`.
enum TextFormatter {
  /// The maximum precision of `%.nf` and `%.ne`.
  private static let maximumPrecision = 1_000

  /// Returns the text with its clauses replaced by the arguments, in order.
  static func format(
    _ text: String, _ arguments: [Value], _ context: inout EvaluationContext
  ) throws(EvaluationError) -> String {
    let bytes = Array(text.utf8)
    try context.chargeCreation(bytes: bytes.count)
    var result: [UInt8] = []
    var used = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard index < bytes.count else { throw wrong("the format ends inside a clause") }
      if bytes[index] == UInt8(ascii: "%") {
        result.append(byte)
        index += 1
        continue
      }
      let precision = try precision(bytes, &index)
      guard index < bytes.count else { throw wrong("the format ends inside a clause") }
      let clause = bytes[index]
      index += 1
      guard used < arguments.count else {
        throw EvaluationError(
          .indexOutOfRange, "there are more clauses than the \(arguments.count) values")
      }
      let before = result.count
      try write(arguments[used], clause, precision, into: &result, &context)
      try context.chargeCreation(bytes: result.count - before)
      guard result.count <= context.maximumTextLength else {
        try context.chargeCreation(bytes: result.count)
        break
      }
      used += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func wrong(_ message: String) -> EvaluationError {
    EvaluationError(.invalidValue, message)
  }

  private static func precision(
    _ bytes: [UInt8], _ index: inout Int
  ) throws(EvaluationError) -> Int? {
    guard bytes[index] == UInt8(ascii: ".") else { return nil }
    index += 1
    var precision = 0
    let start = index
    while index < bytes.count, ExpressionLexer.isDigit(bytes[index]) {
      precision = precision * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      guard precision <= maximumPrecision else {
        throw wrong("the precision is greater than \(maximumPrecision)")
      }
      index += 1
    }
    guard index > start else { throw wrong("a precision needs digits") }
    return precision
  }

  private static func write(
    _ value: Value, _ clause: UInt8, _ precision: Int?, into result: inout [UInt8],
    _ context: inout EvaluationContext
  ) throws(EvaluationError) {
    switch Unicode.Scalar(clause) {
    case "s": try writeText(value, into: &result, &context)
    case "d": result += Array(try decimal(value).utf8)
    case "f": result += Array(try fixed(value, precision ?? 6).utf8)
    case "e": result += Array(try scientific(value, precision ?? 6).utf8)
    case "b": result += Array(try binary(value).utf8)
    case "o": result += Array(try integer(value, radix: 8, "%o").utf8)
    case "x": result += Array(try hexadecimal(value, isUpper: false).utf8)
    case "X": result += Array(try hexadecimal(value, isUpper: true).utf8)
    default: throw wrong("the format has an unknown clause")
    }
  }

  // MARK: Clauses

  private static func typeMismatch(_ clause: String, _ value: Value) -> EvaluationError {
    EvaluationError(
      .invalidValue, "'\(clause)' doesn't take \(value.type.briefWithArticle)")
  }

  private static func writeText(
    _ value: Value, into result: inout [UInt8], _ context: inout EvaluationContext
  ) throws(EvaluationError) {
    try context.charge(1)
    guard result.count <= context.maximumTextLength else { return }
    switch value {
    case .null: result += Array("null".utf8)
    case .double(let double): result += Array(plain(double).utf8)
    case .bytes(let bytes): result += bytes
    case .type(let type): result += Array(type.runtimeName.utf8)
    case .list(let list):
      result.append(UInt8(ascii: "["))
      for (position, element) in list.enumerated() {
        if position > 0 { result += Array(", ".utf8) }
        try writeText(element, into: &result, &context)
      }
      result.append(UInt8(ascii: "]"))
    case .map(let map): try writeMap(map, into: &result, &context)
    case .optional, .network: throw typeMismatch("%s", value)
    default: result += Array((NumberText.text(of: value) ?? "").utf8)
    }
  }

  /// Writes the entries in the order of their keys' texts.
  private static func writeMap(
    _ map: ValueMap, into result: inout [UInt8], _ context: inout EvaluationContext
  ) throws(EvaluationError) {
    var pairs: [(key: String, value: Value)] = []
    for entry in map {
      try context.charge(4)
      pairs.append((NumberText.text(of: entry.key) ?? "", entry.value))
    }
    pairs.sort { TextBytes.compare($0.key, $1.key) < 0 }
    result.append(UInt8(ascii: "{"))
    for (position, pair) in pairs.enumerated() {
      if position > 0 { result += Array(", ".utf8) }
      result += Array(pair.key.utf8) + Array(": ".utf8)
      try writeText(pair.value, into: &result, &context)
    }
    result.append(UInt8(ascii: "}"))
  }

  /// A double in decimal digits, without an exponent.
  private static func plain(_ double: Double) -> String {
    guard double.isFinite else { return NumberText.text(double) }
    let (isNegative, digits, exponent) = NumberText.shortest(double)
    if digits == "0" { return isNegative ? "-0" : "0" }
    return (isNegative ? "-" : "") + NumberText.plain(digits, exponent)
  }

  private static func decimal(_ value: Value) throws(EvaluationError) -> String {
    switch value {
    case .int(let int): return String(int)
    case .uint(let uint): return String(uint)
    case .double(let double): return plain(double)
    default: throw typeMismatch("%d", value)
    }
  }

  private static func number(_ value: Value, _ clause: String) throws(EvaluationError) -> Double {
    switch value {
    case .int(let int): return Double(int)
    case .uint(let uint): return Double(uint)
    case .double(let double): return double
    default: throw typeMismatch(clause, value)
    }
  }

  private static func fixed(_ value: Value, _ precision: Int) throws(EvaluationError) -> String {
    let double = try number(value, "%f")
    guard double.isFinite else { return NumberText.text(double) }
    return ExactDecimal(double).fixed(precision)
  }

  private static func scientific(
    _ value: Value, _ precision: Int
  ) throws(EvaluationError) -> String {
    let double = try number(value, "%e")
    guard double.isFinite else { return NumberText.text(double) }
    return ExactDecimal(double).scientific(precision)
  }

  private static func binary(_ value: Value) throws(EvaluationError) -> String {
    if case .bool(let bool) = value { return bool ? "1" : "0" }
    return try integer(value, radix: 2, "%b")
  }

  private static func integer(
    _ value: Value, radix: Int, _ clause: String
  ) throws(EvaluationError) -> String {
    switch value {
    case .int(let int): return String(int, radix: radix)
    case .uint(let uint): return String(uint, radix: radix)
    default: throw typeMismatch(clause, value)
    }
  }

  private static func hexadecimal(
    _ value: Value, isUpper: Bool
  ) throws(EvaluationError) -> String {
    func hex(_ bytes: some Sequence<UInt8>) -> String {
      var digits: [UInt8] = []
      let letters = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
      for byte in bytes {
        digits.append(letters[Int(byte >> 4)])
        digits.append(letters[Int(byte & 15)])
      }
      return String(decoding: digits, as: UTF8.self)
    }
    switch value {
    case .int(let int): return String(int, radix: 16, uppercase: isUpper)
    case .uint(let uint): return String(uint, radix: 16, uppercase: isUpper)
    case .string(let text): return hex(text.utf8)
    case .bytes(let bytes): return hex(bytes)
    default: throw typeMismatch(isUpper ? "%X" : "%x", value)
    }
  }
}
