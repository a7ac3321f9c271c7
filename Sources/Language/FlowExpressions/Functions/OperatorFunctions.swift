// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  /// The operators.
  ///
  /// This only declares their types; they're evaluated by plans of their own.
  static let operators: [FunctionDeclaration] = [
    FunctionDeclaration(
      "_+_", "Adds numbers and durations; joins texts, bytes, and lists.",
      same("add", [.int, .uint, .double, .string, .bytes, .duration]) + [
        FunctionOverload("add_list", [.list(t), .list(t)], .list(t)),
        FunctionOverload("add_timestamp_duration", [.timestamp, .duration], .timestamp),
        FunctionOverload("add_duration_timestamp", [.duration, .timestamp], .timestamp),
      ], ["1 + 2": "3", "'a' + 'b'": "'ab'", "[1] + [2]": "[1, 2]"]),
    FunctionDeclaration(
      "_-_", "Subtracts numbers and times.",
      same("subtract", [.int, .uint, .double, .duration]) + [
        FunctionOverload("subtract_timestamp_timestamp", [.timestamp, .timestamp], .duration),
        FunctionOverload("subtract_timestamp_duration", [.timestamp, .duration], .timestamp),
      ], ["5 - 7": "-2"]),
    FunctionDeclaration(
      "_*_", "Multiplies numbers.", same("multiply", [.int, .uint, .double]), ["6 * 7": "42"]),
    FunctionDeclaration(
      "_/_", "Divides numbers; for whole numbers, the fraction is truncated.",
      same("divide", [.int, .uint, .double]), ["7 / 2": "3", "7.0 / 2.0": "3.5"]),
    FunctionDeclaration(
      "_%_", "The remainder of a division of whole numbers, with the sign of the dividend.",
      same("modulo", [.int, .uint]), ["7 % 3": "1", "-7 % 3": "-1"]),
    FunctionDeclaration(
      "-_", "The negative of a number.",
      [
        FunctionOverload("negate_int64", [.int], .int),
        FunctionOverload("negate_double", [.double], .double),
      ], ["-(2)": "-2"]),
    FunctionDeclaration(
      "_==_", "Whether two values are equal.", [FunctionOverload("equals", [t, t], .bool)],
      ["[1, 2] == [1, 2]": "true"]),
    FunctionDeclaration(
      "_!=_", "Whether two values differ.", [FunctionOverload("not_equals", [t, t], .bool)],
      ["'a' != 'b'": "true"]),
    FunctionDeclaration(
      "_<_", "Whether the first value is less.", order("less"), ["1 < 2": "true"]),
    FunctionDeclaration(
      "_<=_", "Whether the first value is less or equal.", order("less_equals"), ["2 <= 2": "true"]),
    FunctionDeclaration(
      "_>_", "Whether the first value is greater.", order("greater"), ["'b' > 'a'": "true"]),
    FunctionDeclaration(
      "_>=_", "Whether the first value is greater or equal.", order("greater_equals"),
      ["1 >= 2": "false"]),
    FunctionDeclaration(
      "@in", "Whether a list contains an element, or a map a key.",
      [
        FunctionOverload("in_list", [t, .list(t)], .bool),
        FunctionOverload("in_map", [k, .map(k, v)], .bool),
      ], ["2 in [1, 2]": "true", "'b' in {'a': 1}": "false"]),
  ]

  private static func same(_ name: String, _ types: [ValueType]) -> [FunctionOverload] {
    types.map { FunctionOverload("\(name)_\($0)", [$0, $0], $0) }
  }

  private static func order(_ name: String) -> [FunctionOverload] {
    let types: [ValueType] = [
      .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
    ]
    let mixed: [(ValueType, ValueType)] = [
      (.int, .uint), (.int, .double), (.uint, .int), (.uint, .double), (.double, .int),
      (.double, .uint),
    ]
    return types.map { FunctionOverload("\(name)_\($0)", [$0, $0], .bool) }
      + mixed.map { FunctionOverload("\(name)_\($0.0)_\($0.1)", [$0.0, $0.1], .bool) }
  }
}
