// SPDX-License-Identifier: Apache-2.0

/// Evaluates expressions of Jinja whose names have known values.
///
/// A result is the same value as in Jinja 3.1. An expression that can't be evaluated is refused, so
/// a caller never works with a guess.
struct JinjaEvaluator {
  /// Returns the value of a name, or of a name's part such as `cookiecutter.license`; nil if the
  /// expression is neither.
  let reading: (JinjaExpression) throws(JinjaFailure) -> JinjaValue?

  /// The number of expressions that may still be evaluated.
  private var left = 10_000

  /// The maximum length of a text or a list.
  static let maximumLength = 100_000

  init(reading: @escaping (JinjaExpression) throws(JinjaFailure) -> JinjaValue?) {
    self.reading = reading
  }

  /// Evaluates an expression.
  ///
  /// - Throws: ``JinjaFailure`` if its value isn't certain, or Jinja would fail.
  mutating func value(of expression: JinjaExpression) throws(JinjaFailure) -> JinjaValue {
    left -= 1
    guard left > 0 else { throw .limit }
    switch expression.kind {
    case .literal(let value): return value
    case .name(let name):
      guard let value = try reading(expression) else { throw JinjaFailure(construct: name) }
      return value
    case .list(let items): return .list(try values(of: items))
    case .tuple(let items): return .tuple(try values(of: items))
    case .dictionary(let pairs): return try dictionary(pairs)
    case .attribute(let operand, let name):
      if let value = try reading(expression) { return value }
      return try Self.item(of: try defined(operand), .string(name))
    case .item(let operand, let key):
      if let value = try reading(expression) { return value }
      return try Self.item(of: try defined(operand), try defined(key))
    case .slice(let operand, let start, let stop, let step):
      guard step == nil else { throw JinjaFailure(construct: "slice") }
      let operand = try defined(operand)
      return try Self.slice(operand, try bound(start), try bound(stop))
    case .call(let function, let arguments): return try call(function, arguments)
    case .filter(let operand, let name, let arguments):
      return try filter(operand, name, arguments)
    case .test(let operand, let name, let arguments):
      return .bool(try test(operand, name, arguments))
    case .not(let operand): return .bool(!(try truth(of: operand)))
    case .negate(let operand):
      switch try defined(operand) {
      case .int(let number) where number != .min: return .int(-number)
      case .double(let number): return .double(-number)
      default: throw JinjaFailure(construct: "-")
      }
    case .arithmetic(let sign, let left, let right):
      return try Self.arithmetic(sign, try defined(left), try defined(right))
    case .concat(let parts):
      var text = ""
      for part in parts { text += try defined(part).text() }
      return try Self.limited(text)
    case .comparison(let first, let operands): return .bool(try comparison(first, operands))
    case .and(let left, let right):
      return try truth(of: left) ? try value(of: right) : try value(of: left)
    case .or(let left, let right):
      let value = try value(of: left)
      return value.isTrue ? value : try self.value(of: right)
    case .conditional(let condition, let then, let otherwise):
      if try truth(of: condition) { return try value(of: then) }
      guard let otherwise else { return .undefined }
      return try value(of: otherwise)
    }
  }

  /// Evaluates whether an expression counts as true, which can be certain where its value isn't.
  mutating func truth(of expression: JinjaExpression) throws(JinjaFailure) -> Bool {
    switch expression.kind {
    case .and(let left, let right): return try truth(of: left) ? try truth(of: right) : false
    case .or(let left, let right): return try truth(of: left) ? true : try truth(of: right)
    case .filter(let operand, "regex_search", let arguments):
      return try isFound(operand, arguments)
    default: return try value(of: expression).isTrue
    }
  }

  mutating func values(of items: [JinjaExpression]) throws(JinjaFailure) -> [JinjaValue] {
    var values: [JinjaValue] = []
    for item in items { values.append(try defined(item)) }
    return values
  }

  /// Evaluates an expression whose value must exist.
  mutating func defined(_ expression: JinjaExpression) throws(JinjaFailure) -> JinjaValue {
    let value = try value(of: expression)
    guard value != .undefined else { throw JinjaFailure(construct: "undefined") }
    return value
  }

  private mutating func dictionary(
    _ pairs: [JinjaExpression.Pair]
  ) throws(JinjaFailure) -> JinjaValue {
    var found: [JinjaValue.Pair] = []
    for pair in pairs {
      let key = try defined(pair.key)
      let value = try defined(pair.value)
      found.removeAll { $0.key.isEqual(to: key) }
      found.append(.init(key: key, value: value))
    }
    return .dictionary(found)
  }

  static func limited(_ text: String) throws(JinjaFailure) -> JinjaValue {
    guard text.utf8.count <= maximumLength else { throw .limit }
    return .string(text)
  }

  static func limited(_ items: [JinjaValue]) throws(JinjaFailure) -> JinjaValue {
    guard items.count <= maximumLength else { throw .limit }
    return .list(items)
  }

  // MARK: Parts

  private static func item(
    of operand: JinjaValue, _ key: JinjaValue
  ) throws(JinjaFailure) -> JinjaValue {
    switch operand {
    case .dictionary(let pairs):
      guard let pair = pairs.first(where: { $0.key.isEqual(to: key) }) else { return .undefined }
      return pair.value
    case .list(let items), .tuple(let items):
      guard let index = key.integer else { throw JinjaFailure(construct: "[ ]") }
      let position = index < 0 ? index + Int64(items.count) : index
      return items.indices.contains(Int(position)) ? items[Int(position)] : .undefined
    case .string(let text):
      guard let index = key.integer else { throw JinjaFailure(construct: "[ ]") }
      let scalars = Array(text.unicodeScalars)
      let position = index < 0 ? index + Int64(scalars.count) : index
      guard scalars.indices.contains(Int(position)) else { return .undefined }
      return .string(String(scalars[Int(position)]))
    default: throw JinjaFailure(construct: "[ ]")
    }
  }

  private mutating func bound(_ expression: JinjaExpression?) throws(JinjaFailure) -> Int64? {
    guard let expression else { return nil }
    let value = try defined(expression)
    if value == .none { return nil }
    guard let number = value.integer else { throw JinjaFailure(construct: "slice") }
    return number
  }

  /// A slice, whose bounds saturate.
  private static func slice(
    _ operand: JinjaValue, _ start: Int64?, _ stop: Int64?
  ) throws(JinjaFailure) -> JinjaValue {
    func range(_ count: Int) -> Range<Int> {
      func clamped(_ bound: Int64) -> Int {
        let (sum, overflow) = bound.addingReportingOverflow(bound < 0 ? Int64(count) : 0)
        return overflow ? 0 : Int(min(max(0, sum), Int64(count)))
      }
      let (first, last) = (start.map(clamped) ?? 0, stop.map(clamped) ?? count)
      return first..<max(first, last)
    }
    switch operand {
    case .string(let text):
      let scalars = Array(text.unicodeScalars)
      return .string(
        scalars[range(scalars.count)].reduce(into: "") { $0.unicodeScalars.append($1) })
    case .list(let items): return .list(Array(items[range(items.count)]))
    case .tuple(let items): return .tuple(Array(items[range(items.count)]))
    default: throw JinjaFailure(construct: "slice")
    }
  }

  // MARK: Operators

  private mutating func comparison(
    _ first: JinjaExpression, _ operands: [JinjaExpression.Operand]
  ) throws(JinjaFailure) -> Bool {
    var left = try defined(first)
    for operand in operands {
      let right = try defined(operand.value)
      guard try Self.compares(left, operand.sign, right) else { return false }
      left = right
    }
    return true
  }

  private static func compares(
    _ left: JinjaValue, _ sign: String, _ right: JinjaValue
  ) throws(JinjaFailure) -> Bool {
    switch sign {
    case "==": return left.isEqual(to: right)
    case "!=": return !left.isEqual(to: right)
    case "in": return try contains(right, left)
    case "not in": return !(try contains(right, left))
    default:
      guard let isLess = left.isLess(than: right), let isMore = right.isLess(than: left) else {
        throw JinjaFailure(construct: sign)
      }
      return switch sign {
      case "<": isLess
      case ">": isMore
      case "<=": isLess || left.isEqual(to: right)
      default: isMore || left.isEqual(to: right)
      }
    }
  }

  static func contains(
    _ container: JinjaValue, _ element: JinjaValue
  ) throws(JinjaFailure) -> Bool {
    switch container {
    case .list(let items), .tuple(let items): return items.contains { $0.isEqual(to: element) }
    case .dictionary(let pairs): return pairs.contains { $0.key.isEqual(to: element) }
    case .string(let text):
      guard case .string(let part) = element else { throw JinjaFailure(construct: "in") }
      return text.holds(part)
    default: throw JinjaFailure(construct: "in")
    }
  }

  private static func arithmetic(
    _ sign: String, _ left: JinjaValue, _ right: JinjaValue
  ) throws(JinjaFailure) -> JinjaValue {
    switch (left, right) {
    case (.string(let one), .string(let two)) where sign == "+": return try limited(one + two)
    case (.list(let one), .list(let two)) where sign == "+": return try limited(one + two)
    default: break
    }
    guard let one = left.integer, let two = right.integer else {
      throw JinjaFailure(construct: sign)
    }
    func checked(_ result: (partialValue: Int64, overflow: Bool)) throws(JinjaFailure) -> JinjaValue
    {
      guard !result.overflow else { throw .limit }
      return .int(result.partialValue)
    }
    switch sign {
    case "+": return try checked(one.addingReportingOverflow(two))
    case "-": return try checked(one.subtractingReportingOverflow(two))
    case "*": return try checked(one.multipliedReportingOverflow(by: two))
    case "//", "%":
      guard two != 0, !(one == .min && two == -1) else { throw JinjaFailure(construct: sign) }
      // Python rounds down.
      let (quotient, rest) = one.quotientAndRemainder(dividingBy: two)
      let isRounded = rest != 0 && (rest < 0) != (two < 0)
      return .int(sign == "%" ? (isRounded ? rest + two : rest) : quotient - (isRounded ? 1 : 0))
    case "/":
      guard two != 0 else { throw JinjaFailure(construct: sign) }
      return .double(Double(one) / Double(two))
    default: throw JinjaFailure(construct: sign)
    }
  }
}

extension String {
  /// Whether it has a part, compared by code points.
  func holds(_ part: String) -> Bool {
    guard !part.isEmpty else { return true }
    let (bytes, wanted) = (Array(utf8), Array(part.utf8))
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == wanted[0] && wanted.indices.allSatisfy { bytes[start + $0] == wanted[$0] }
    }
  }

  /// Whether every byte is ASCII, so that Python and Swift agree on letters and blanks.
  var isASCIIOnly: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
