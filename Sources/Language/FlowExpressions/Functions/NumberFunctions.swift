// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let numbers: [FunctionDeclaration] = [
    extremum("math.greatest", "The greatest of some numbers, or of a list of numbers.", 1),
    extremum("math.least", "The least of some numbers, or of a list of numbers.", -1),
    rounding("math.ceil", "The next whole number up.", "1.2", "2.0") { $0.rounded(.up) },
    rounding("math.floor", "The next whole number down.", "1.8", "1.0") { $0.rounded(.down) },
    rounding("math.round", "The nearest whole number; halves round away from zero.", "1.5", "2.0") {
      $0.rounded(.toNearestOrAwayFromZero)
    },
    rounding("math.trunc", "The number with its fraction truncated.", "-1.8", "-1.0") {
      $0.rounded(.towardZero)
    },
    FunctionDeclaration(
      "math.abs", "The absolute value.",
      [
        .unary("math_abs_double", .double, .double) { value, _ in
          if case .double(let double) = value { .double(double.magnitude) } else { value }
        },
        .unary("math_abs_int", .int, .int) { (value, _) throws(EvaluationError) in
          guard case .int(let int) = value, int != .min else { throw range("an int") }
          return .int(abs(int))
        },
        .unary("math_abs_uint", .uint, .uint) { value, _ in value },
      ], ["math.abs(-5)": "5"]),
    FunctionDeclaration(
      "math.sign", "-1, 0 or 1 as the number is below, at or above zero.",
      [
        .unary("math_sign_double", .double, .double) { value, _ in
          guard case .double(let double) = value, !double.isNaN else { return value }
          return .double(double < 0 ? -1 : double > 0 ? 1 : 0)
        },
        .unary("math_sign_int", .int, .int) { value, _ in
          if case .int(let int) = value { .int(int.signum()) } else { value }
        },
        .unary("math_sign_uint", .uint, .uint) { value, _ in
          if case .uint(let uint) = value { .uint(uint == 0 ? 0 : 1) } else { value }
        },
      ], ["math.sign(-5)": "-1"]),
    test("math.isNaN", "Whether a double is NaN.", "0.0 / 0.0", \.isNaN),
    test("math.isInf", "Whether a double is infinite.", "1.0 / 0.0", \.isInfinite),
    test("math.isFinite", "Whether a double is neither infinite nor NaN.", "1.5", \.isFinite),
    FunctionDeclaration(
      "math.sqrt", "The square root; NaN for a negative number.",
      [ValueType.double, .int, .uint].map { type in
        .unary("math_sqrt_\(type)", type, .double) { value, _ in
          switch value {
          case .double(let double): .double(double.squareRoot())
          case .int(let int): .double(Double(int).squareRoot())
          case .uint(let uint): .double(Double(uint).squareRoot())
          default: value
          }
        }
      }, ["math.sqrt(81)": "9.0"]),
    bits(
      "math.bitOr", "The bits that are set in either number.", "4, 2", "6", { $0 | $1 }, { $0 | $1 }
    ),
    bits(
      "math.bitAnd", "The bits that are set in both numbers.", "6, 3", "2", { $0 & $1 }, { $0 & $1 }
    ),
    bits(
      "math.bitXor", "The bits that are set in exactly one of the numbers.", "6, 3", "5",
      { $0 ^ $1 }, { $0 ^ $1 }
    ),
    FunctionDeclaration(
      "math.bitNot", "All bits inverted.",
      [
        .unary("math_bitNot_int_int", .int, .int) { value, _ in
          if case .int(let int) = value { .int(~int) } else { value }
        },
        .unary("math_bitNot_uint_uint", .uint, .uint) { value, _ in
          if case .uint(let uint) = value { .uint(~uint) } else { value }
        },
      ], ["math.bitNot(1)": "-2"]),
    shift("math.bitShiftLeft", "The bits shifted left.", "1, 2", "4") { bits, count in
      bits << count
    },
    shift(
      "math.bitShiftRight", "The bits shifted right, with zeros filled in from the left.", "8, 2",
      "2"
    ) { bits, count in bits >> count },
  ]

  private static func overloadID(_ name: String) -> String {
    String(name.map { $0 == "." ? "_" : $0 })
  }

  // MARK: Extrema

  private static func extremum(
    _ name: String, _ summary: String, _ sign: Int
  ) -> FunctionDeclaration {
    FunctionDeclaration(
      name, summary, extremumOverloads(name, sign),
      sign > 0
        ? ["math.greatest(1, 3, 2)": "3", "math.greatest([1.5, -1.0])": "1.5"]
        : ["math.least(1, 3, 2)": "1", "math.least([1.5, -1.0])": "-1.0"])
  }

  private static func extremumOverloads(_ name: String, _ sign: Int) -> [FunctionOverload] {
    let types: [ValueType] = [.int, .uint, .double]
    let id = overloadID(name)
    var overloads: [FunctionOverload] = types.map { type in
      .unary("\(id)_\(type)", type, type) { value, _ in value }
    }
    for a in types {
      for b in types {
        overloads.append(
          .binary("\(id)_\(a)_\(b)", a, b, a == b ? a : .dyn) {
            (first, second, context) throws(EvaluationError) in
            try extremum(of: [first, second], sign, name, &context)
          })
      }
    }
    for type in types {
      overloads.append(
        .unary("\(id)_list_\(type)", .list(type), type) {
          (list, context) throws(EvaluationError) in
          try extremum(of: list.elements ?? [], sign, name, &context)
        })
    }
    // Longer calls accept what the reference implementation accepts as a list.
    for count in 3...16 {
      overloads.append(
        FunctionOverload("\(id)_\(count)", Array(repeating: .dyn, count: count), .dyn) {
          (arguments, context) throws(EvaluationError) in
          try extremum(of: arguments, sign, name, &context)
        })
    }
    return overloads
  }

  private static func extremum(
    of values: [Value], _ sign: Int, _ name: String, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    guard var best = values.first else {
      throw EvaluationError(.invalidValue, "'\(name)' needs at least one number")
    }
    for value in values {
      try context.charge(1)
      switch value {
      case .int, .uint, .double: break
      default: throw EvaluationError.noOverload(name, [value])
      }
      if let order = Numbers.compare(value, best), order * sign > 0 { best = value }
    }
    return best
  }

  // MARK: Doubles and bits

  private static func rounding(
    _ name: String, _ summary: String, _ argument: String, _ result: String,
    _ round: @escaping @Sendable (Double) -> Double
  ) -> FunctionDeclaration {
    FunctionDeclaration(
      name, summary,
      overloads: [
        .unary("\(overloadID(name))_double", .double, .double) { value, _ in
          if case .double(let double) = value { .double(round(double)) } else { value }
        }
      ], examples: [("\(name)(\(argument))", result)])
  }

  private static func test(
    _ name: String, _ summary: String, _ argument: String,
    _ test: @escaping @Sendable (Double) -> Bool
  ) -> FunctionDeclaration {
    FunctionDeclaration(
      name, summary,
      overloads: [
        .unary("\(overloadID(name))_double", .double, .bool) { value, _ in
          if case .double(let double) = value { .bool(test(double)) } else { .bool(false) }
        }
      ], examples: [("\(name)(\(argument))", "true")])
  }

  private static func bits(
    _ name: String, _ summary: String, _ arguments: String, _ result: String,
    _ int: @escaping @Sendable (Int64, Int64) -> Int64,
    _ uint: @escaping @Sendable (UInt64, UInt64) -> UInt64
  ) -> FunctionDeclaration {
    let id = overloadID(name)
    return FunctionDeclaration(
      name, summary,
      overloads: [
        .binary("\(id)_int_int", .int, .int, .int) { (a, b, _) throws(EvaluationError) in
          guard case .int(let a) = a, case .int(let b) = b else { throw notA("an int") }
          return .int(int(a, b))
        },
        .binary("\(id)_uint_uint", .uint, .uint, .uint) { (a, b, _) throws(EvaluationError) in
          guard case .uint(let a) = a, case .uint(let b) = b else { throw notA("a uint") }
          return .uint(uint(a, b))
        },
      ], examples: [("\(name)(\(arguments))", result)])
  }

  private static func shift(
    _ name: String, _ summary: String, _ arguments: String, _ result: String,
    _ shift: @escaping @Sendable (UInt64, UInt64) -> UInt64
  ) -> FunctionDeclaration {
    let id = overloadID(name)
    @Sendable func count(_ value: Value) throws(EvaluationError) -> UInt64 {
      guard case .int(let count) = value, count >= 0 else {
        throw EvaluationError(.invalidValue, "bits can't be shifted by a negative number")
      }
      return UInt64(count)
    }
    return FunctionDeclaration(
      name, summary,
      overloads: [
        .binary("\(id)_int_int", .int, .int, .int) { (value, places, _) throws(EvaluationError) in
          guard case .int(let int) = value else { throw notA("an int") }
          return .int(Int64(bitPattern: shift(UInt64(bitPattern: int), try count(places))))
        },
        .binary("\(id)_uint_int", .uint, .int, .uint) {
          (value, places, _) throws(EvaluationError) in
          guard case .uint(let uint) = value else { throw notA("a uint") }
          return .uint(shift(uint, try count(places)))
        },
      ], examples: [("\(name)(\(arguments))", result)])
  }
}
