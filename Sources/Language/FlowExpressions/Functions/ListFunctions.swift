// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let lists: [FunctionDeclaration] = [
    FunctionDeclaration(
      "distinct", "The distinct elements of a list, in order of first appearance.",
      [
        .unary("list_distinct", .list(t), .list(t), isMethod: true) {
          (list, context) throws(EvaluationError) in
          try distinct(list.elements ?? [], &context)
        }
      ], ["[1, 2, 1].distinct()": "[1, 2]"]),
    FunctionDeclaration(
      "flatten", "A list with nested lists replaced by their elements, one or more levels deep.",
      [
        .unary("list_flatten", .list(.list(t)), .list(t), isMethod: true) {
          (list, context) throws(EvaluationError) in
          try flatten(list.elements ?? [], depth: 1, &context)
        },
        .binary("list_flatten_int", .list(.dyn), .int, .list(.dyn), isMethod: true) {
          (list, depth, context) throws(EvaluationError) in
          guard case .int(let depth) = depth, depth >= 0 else {
            throw EvaluationError(.invalidValue, "the number of levels is negative")
          }
          return try flatten(list.elements ?? [], depth: depth, &context)
        },
      ], ["[[1], [2, 3]].flatten()": "[1, 2, 3]", "[[1], [[2]]].flatten(2)": "[1, 2]"]),
    FunctionDeclaration(
      "slice", "The elements of a list from one index up to, but not including, another.",
      [
        FunctionOverload("list_slice", [.list(t), .int, .int], .list(t), isMethod: true) {
          (arguments, context) throws(EvaluationError) in
          let list = arguments[0].elements ?? []
          guard case .int(let start) = arguments[1], case .int(let end) = arguments[2],
            0 <= start, start <= end, end <= list.count
          else {
            throw EvaluationError(
              .indexOutOfRange, "the range is not inside the list of \(list.count) elements")
          }
          try context.chargeCreation(elements: Int(end - start))
          return .list(Array(list[Int(start)..<Int(end)]))
        }
      ], ["[1, 2, 3, 4].slice(1, 3)": "[2, 3]"]),
    FunctionDeclaration(
      "sort", "The elements of a list in ascending order; all must be of one ordered type.",
      [ValueType.int, .uint, .double, .bool, .duration, .timestamp, .string, .bytes].map { type in
        .unary("list_\(type)_sort", .list(type), .list(type), isMethod: true) {
          (list, context) throws(EvaluationError) in
          let pairs = (list.elements ?? []).map { (key: $0, value: $0) }
          return .list(try context.sorted(pairs).map(\.value))
        }
      }, ["[3, 1, 2].sort()": "[1, 2, 3]"]),
    FunctionDeclaration(
      "lists.range", "The ints from 0 up to, but not including, a number.",
      [
        .unary("lists_range", .int, .list(.int)) { (count, context) throws(EvaluationError) in
          guard case .int(let count) = count else { throw notA("an int") }
          guard count > 0 else { return .list([]) }
          try context.chargeCreation(elements: Int(clamping: min(count, Int64.max / 2)))
          return .list((0..<count).map { .int($0) })
        }
      ], ["lists.range(3)": "[0, 1, 2]"]),
    FunctionDeclaration(
      "reverse", "The elements of a list in reverse order.",
      [
        .unary("list_reverse", .list(t), .list(t), isMethod: true) {
          (list, context) throws(EvaluationError) in
          let list = list.elements ?? []
          try context.chargeCreation(elements: list.count)
          return .list(list.reversed())
        }
      ], ["[1, 2, 3].reverse()": "[3, 2, 1]"]),
    FunctionDeclaration(
      "first", "The first element of a list, as an optional.",
      [
        .unary("list_first", .list(t), .optional(t), isMethod: true) { list, _ in
          .optional(list.elements?.first)
        }
      ], ["[1, 2].first()": "optional.of(1)"]),
    FunctionDeclaration(
      "last", "The last element of a list, as an optional.",
      [
        .unary("list_last", .list(t), .optional(t), isMethod: true) { list, _ in
          .optional(list.elements?.last)
        }
      ], ["[].last()": "optional.none()"]),
  ]

  private static func distinct(
    _ list: [Value], _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    // Values that can be keys are found by hash, and the others one by one.
    var keys = ValueMap()
    var others: [Value] = []
    var result: [Value] = []
    for value in list {
      try context.charge(2)
      let key = value.distinctKey
      if let key {
        guard keys.insert(key, .null) else { continue }
      } else {
        var isKnown = false
        for other in others where try context.areEqual(value, other) {
          isKnown = true
          break
        }
        if isKnown { continue }
        others.append(value)
      }
      result.append(value)
    }
    return .list(result)
  }

  private static func flatten(
    _ list: [Value], depth: Int64, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    var current = list
    for _ in 0..<min(depth, 10_000) {
      var next: [Value] = []
      var changed = false
      for element in current {
        try context.charge(1)
        if case .list(let inner) = element {
          try context.chargeCreation(elements: inner.count)
          next += inner
          changed = true
        } else {
          next.append(element)
        }
      }
      guard changed else { break }
      current = next
    }
    return .list(current)
  }
}

extension Value {
  /// A key that equal numbers and texts share, or `nil` for other values.
  fileprivate var distinctKey: Value? {
    switch self {
    case .bool, .int, .uint, .string: self
    case .double(let double):
      if let int = Int64(exactly: double) {
        .int(int)
      } else if let uint = UInt64(exactly: double) {
        .uint(uint)
      } else {
        nil
      }
    default: nil
    }
  }
}
