// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let optionals: [FunctionDeclaration] = [
    FunctionDeclaration(
      "optional.of", "An optional with a value.",
      [.unary("optional_of", v, .optional(v)) { value, _ in .optional(value) }],
      ["optional.of(1).hasValue()": "true"]),
    FunctionDeclaration(
      "optional.ofNonZeroValue",
      "An optional with a value, or without one if the value is null, zero, false, or empty.",
      [
        .unary("optional_ofNonZeroValue", v, .optional(v)) { value, _ in
          .optional(isZero(value) ? nil : value)
        }
      ], ["optional.ofNonZeroValue('').hasValue()": "false"]),
    FunctionDeclaration(
      "optional.none", "An optional without a value.",
      [
        FunctionOverload("optional_none", [], .optional(v)) { _, _ in .optional(nil) }
      ], ["optional.none().hasValue()": "false"]),
    FunctionDeclaration(
      "hasValue", "Whether an optional has a value.",
      [
        .unary("optional_hasValue", .optional(v), .bool, isMethod: true) { value, _ in
          if case .optional(nil) = value { .bool(false) } else { .bool(true) }
        }
      ], ["optional.of(1).hasValue()": "true"]),
    FunctionDeclaration(
      "value", "The value of an optional; fails if it has none.",
      [
        .unary("optional_value", .optional(v), v, isMethod: true) {
          (value, _) throws(EvaluationError) in
          guard case .optional(let inner?) = value else {
            throw EvaluationError(.noValue, "the optional has no value")
          }
          return inner
        }
      ], ["optional.of(1).value()": "1"]),
    FunctionDeclaration(
      "or",
      "The first of two optionals that has a value; the second is evaluated only if it's needed.",

      [
        .binary(
          "optional_or_optional", .optional(v), .optional(v), .optional(v), isMethod: true
        ) { first, second, _ in
          if case .optional(nil) = first { second } else { first }
        }
      ], ["optional.none().or(optional.of(1)).value()": "1"]),
    FunctionDeclaration(
      "orValue",
      "The value of an optional, or another value if it has none; the other is evaluated only then.",

      [
        .binary("optional_orValue_value", .optional(v), v, v, isMethod: true) {
          optional, other, _ in
          if case .optional(let inner?) = optional { inner } else { other }
        }
      ], ["optional.none().orValue(2)": "2", "optional.of(1).orValue(1 / 0)": "1"]),
    FunctionDeclaration(
      "optional.unwrap", "The values of those optionals in a list that have one.",
      [unwrap("optional_unwrap", isMethod: false)],
      ["optional.unwrap([optional.of(1), optional.none()])": "[1]"]),
    FunctionDeclaration(
      "unwrapOpt", "The values of those optionals in a list that have one.",
      [unwrap("optional_unwrapOpt", isMethod: true)],
      ["[optional.of(1), optional.none()].unwrapOpt()": "[1]"]),
  ]

  private static func unwrap(_ id: String, isMethod: Bool) -> FunctionOverload {
    .unary(id, .list(.optional(v)), .list(v), isMethod: isMethod) {
      (list, context) throws(EvaluationError) in
      var values: [Value] = []
      for element in list.elements ?? [] {
        try context.charge(1)
        guard case .optional(let inner) = element else {
          throw EvaluationError.noOverload("unwrap", [element])
        }
        if let inner { values.append(inner) }
      }
      return .list(values)
    }
  }

  /// Whether a value is the zero value of its type.
  private static func isZero(_ value: Value) -> Bool {
    switch value {
    case .null: true
    case .bool(let bool): !bool
    case .int(let int): int == 0
    case .uint(let uint): uint == 0
    case .double(let double): double == 0
    case .string(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .list(let list): list.isEmpty
    case .map(let map): map.isEmpty
    case .timestamp(let time): time == .epoch
    case .duration(let span): span == .zero
    case .optional(let inner): inner == nil
    case .type, .network: false
    }
  }
}
