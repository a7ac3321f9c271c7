// SPDX-License-Identifier: Apache-2.0

extension FlowLibrary {
  static let aggregates: [FunctionDeclaration] = [
    FunctionDeclaration(
      "sum", "The sum of the numbers or durations in a list; zero for an empty list.",
      bothForms(of: [.int, .uint, .double, .duration]) { type in
        {
          (list, context) throws(EvaluationError) in
          try sum(list.elements ?? [], zero: zero(of: type), &context)
        }
      }, ["[1, 2, 3].sum()": "6", "sum([0.5, 0.25])": "0.75"]),
    FunctionDeclaration(
      "min", "The least element of a list; fails for an empty list.",
      bothForms(of: ordered) { _ in
        {
          (list, context) throws(EvaluationError) in
          try extremum(list.elements ?? [], -1, &context)
        }
      }, ["[3, 1, 2].min()": "1"]),
    FunctionDeclaration(
      "max", "The greatest element of a list; fails for an empty list.",
      bothForms(of: ordered) { _ in
        {
          (list, context) throws(EvaluationError) in
          try extremum(list.elements ?? [], 1, &context)
        }
      }, ["['a', 'c', 'b'].max()": "'c'"]),
    FunctionDeclaration(
      "indexOf", "The index of the first element of a list that equals a value, or -1.",
      [
        .binary("list_indexOf", .list(t), t, .int, isMethod: true) {
          (list, value, context) throws(EvaluationError) in
          for (index, element) in (list.elements ?? []).enumerated()
          where try context.areEqual(element, value) {
            return .int(Int64(index))
          }
          return .int(-1)
        }
      ], ["['a', 'b'].indexOf('b')": "1"]),
  ]

  private static let ordered: [ValueType] = [
    .int, .uint, .double, .string, .bool, .bytes, .timestamp, .duration,
  ]

  private typealias Body =
    @Sendable (Value, inout EvaluationContext) throws(EvaluationError) ->
    Value

  /// An overload for each type of element, as a function and as a method.
  private static func bothForms(
    of types: [ValueType], _ body: (ValueType) -> Body
  ) -> [FunctionOverload] {
    types.flatMap { type in
      [false, true].map { isMethod in
        .unary("list_\(type)", .list(type), type, isMethod: isMethod, body(type))
      }
    }
  }

  private static func zero(of type: ValueType) -> Value {
    switch type {
    case .uint: .uint(0)
    case .double: .double(0)
    case .duration: .duration(.zero)
    default: .int(0)
    }
  }

  private static func sum(
    _ list: [Value], zero: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    guard var total = list.first else { return zero }
    for element in list.dropFirst() {
      try context.charge(1)
      switch element {
      case .int, .uint, .double, .duration: break
      default: throw EvaluationError.noOverload("sum", [element])
      }
      total = try OperatorEvaluation.add(total, element, &context)
    }
    return total
  }

  private static func extremum(
    _ list: [Value], _ sign: Int, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    guard var best = list.first else {
      throw EvaluationError(
        .noValue, "an empty list has no \(sign < 0 ? "least" : "greatest") element")
    }
    for element in list.dropFirst() {
      try context.charge(1)
      if let order = try OperatorEvaluation.compare(element, best, &context), order * sign > 0 {
        best = element
      }
    }
    return best
  }
}
