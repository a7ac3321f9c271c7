// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let conversions: [FunctionDeclaration] = [
    FunctionDeclaration(
      "int", "Converts to an int; the fraction of a double is truncated.",
      [
        .unary("int64_to_int64", .int, .int) { value, _ in value },
        .unary("uint64_to_int64", .uint, .int) { (value, _) throws(EvaluationError) in
          guard case .uint(let uint) = value, let int = Int64(exactly: uint) else {
            throw range("an int")
          }
          return .int(int)
        },
        .unary("double_to_int64", .double, .int) { (value, _) throws(EvaluationError) in
          // The limits themselves are excluded, as in the reference implementation.
          guard case .double(let double) = value, double > -0x1p63, double < 0x1p63 else {
            throw range("an int")
          }
          return .int(Int64(double))
        },
        .unary("string_to_int64", .string, .int) { (value, _) throws(EvaluationError) in
          guard let text = value.text, let int = Int64(text) else { throw notA("an int") }
          return .int(int)
        },
        .unary("timestamp_to_int64", .timestamp, .int) { (value, _) throws(EvaluationError) in
          guard case .timestamp(let time) = value else { throw notA("a time") }
          return .int(time.secondsSinceEpoch)
        },
      ], ["int(3.9)": "3", "int('42')": "42"]),
    FunctionDeclaration(
      "uint", "Converts to a uint; the fraction of a double is truncated.",
      [
        .unary("uint64_to_uint64", .uint, .uint) { value, _ in value },
        .unary("int64_to_uint64", .int, .uint) { (value, _) throws(EvaluationError) in
          guard case .int(let int) = value, let uint = UInt64(exactly: int) else {
            throw range("a uint")
          }
          return .uint(uint)
        },
        .unary("double_to_uint64", .double, .uint) { (value, _) throws(EvaluationError) in
          guard case .double(let double) = value, double >= 0, double < 0x1p64 else {
            throw range("a uint")
          }
          return .uint(UInt64(double))
        },
        .unary("string_to_uint64", .string, .uint) { (value, _) throws(EvaluationError) in
          guard let text = value.text, !text.hasPrefix("+"), let uint = UInt64(text) else {
            throw notA("a uint")
          }
          return .uint(uint)
        },
      ], ["uint(3.9)": "3u", "uint('42')": "42u"]),
    FunctionDeclaration(
      "double", "Converts to a double.",
      [
        .unary("double_to_double", .double, .double) { value, _ in value },
        .unary("int64_to_double", .int, .double) { value, _ in
          if case .int(let int) = value { .double(Double(int)) } else { value }
        },
        .unary("uint64_to_double", .uint, .double) { value, _ in
          if case .uint(let uint) = value { .double(Double(uint)) } else { value }
        },
        .unary("string_to_double", .string, .double) { (value, _) throws(EvaluationError) in
          guard let text = value.text, let double = NumberText.double(text) else {
            throw notA("a double")
          }
          return .double(double)
        },
      ], ["double(2)": "2.0", "double('1.5')": "1.5"]),
    FunctionDeclaration(
      "string", "Converts to a text.",
      [
        .unary("string_to_string", .string, .string) { value, _ in value },
        .unary("bool_to_string", .bool, .string, NumberText.string),
        .unary("int64_to_string", .int, .string, NumberText.string),
        .unary("uint64_to_string", .uint, .string, NumberText.string),
        .unary("double_to_string", .double, .string, NumberText.string),
        .unary("bytes_to_string", .bytes, .string) { (value, context) throws(EvaluationError) in
          guard case .bytes(let bytes) = value else { throw notA("a text") }
          try context.chargeCreation(bytes: bytes.count)
          guard let text = String(validating: bytes, as: UTF8.self) else {
            throw EvaluationError(.invalidValue, "the bytes aren't valid UTF-8")
          }
          return .string(text)
        },
        .unary("timestamp_to_string", .timestamp, .string, NumberText.string),
        .unary("duration_to_string", .duration, .string, NumberText.string),
      ],
      [
        "string(42)": "'42'", "string(1.5)": "'1.5'", "string(1e6)": "'1000000'",
        "string(b'abc')": "'abc'",
      ]),
    FunctionDeclaration(
      "bytes", "Converts to bytes; a text becomes its UTF-8.",
      [
        .unary("bytes_to_bytes", .bytes, .bytes) { value, _ in value },
        .unary("string_to_bytes", .string, .bytes) { (value, context) throws(EvaluationError) in
          let text = value.text ?? ""
          try context.chargeCreation(bytes: text.utf8.count)
          return .bytes(Array(text.utf8))
        },
      ], ["bytes('ä')": "b'\\xc3\\xa4'"]),
    FunctionDeclaration(
      "bool", "Converts to a bool: `1`, `t`, `true`, `TRUE`, `True`, and their opposites.",
      [
        .unary("bool_to_bool", .bool, .bool) { value, _ in value },
        .unary("string_to_bool", .string, .bool) { (value, _) throws(EvaluationError) in
          switch value.text ?? "" {
          case "1", "t", "T", "true", "TRUE", "True": return .bool(true)
          case "0", "f", "F", "false", "FALSE", "False": return .bool(false)
          default: throw notA("a bool")
          }
        },
      ], ["bool('true')": "true"]),
    FunctionDeclaration(
      "dyn", "The value itself, with a type that's known only during evaluation.",
      [.unary("to_dyn", t, .dyn) { value, _ in value }], ["dyn(1) == 1.0": "true"]),
    FunctionDeclaration(
      "type", "The type of a value.",
      [.unary("type", t, .type(t)) { value, _ in .type(value.type) }],
      ["type(1) == int": "true"]),
  ]

  static func notA(_ what: String) -> EvaluationError {
    EvaluationError(.invalidValue, "the value cannot be read as \(what)")
  }

  static func range(_ type: String) -> EvaluationError {
    EvaluationError(.overflow, "the value is out of the range of \(type)")
  }
}
