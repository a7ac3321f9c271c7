// SPDX-License-Identifier: Apache-2.0

import RegularExpressions

extension FlowLibrary {
  static let patterns: [FunctionDeclaration] = [
    FunctionDeclaration(
      "regex.replace",
      "The text with all or the first few matches of a pattern replaced; `\\1` is a group.",
      [
        FunctionOverload("regex_replace", [.string, .string, .string], .string) {
          (arguments, context) throws(EvaluationError) in
          try replace(arguments, count: -1, &context)
        },
        FunctionOverload("regex_replace_count", [.string, .string, .string, .int], .string) {
          (arguments, context) throws(EvaluationError) in
          guard case .int(let count) = arguments[3] else { throw FunctionTable.notA("an int") }
          return try replace(arguments, count: Int(clamping: count), &context)
        },
      ], ["regex.replace('a1b22', '[0-9]+', '#')": "'a#b#'"]),
    FunctionDeclaration(
      "regex.extract",
      "The first match of a pattern, or of its group, as an optional.",
      [
        .binary("regex_extract", .string, .string, .optional(.string)) {
          (text, pattern, context) throws(EvaluationError) in
          let expression = try compile(text, pattern, &context)
          return try failing { () throws(RegularExpressionError) in
            .optional(try expression.extract(from: text.text ?? "").map { .string($0) })
          }
        }
      ], ["regex.extract('order-17', '[0-9]+')": "optional.of('17')"]),
    FunctionDeclaration(
      "regex.extractAll", "All matches of a pattern, or of its group.",
      [
        .binary("regex_extractAll", .string, .string, .list(.string)) {
          (text, pattern, context) throws(EvaluationError) in
          let expression = try compile(text, pattern, &context)
          let steps = max(1, context.remainingCost) &* 16
          let found = try failing { () throws(RegularExpressionError) in
            try expression.extractAll(
              from: text.text ?? "", maximumSteps: steps > 0 ? steps : .max)
          }
          try context.chargeCreation(elements: found.count)
          return .list(found.map { .string($0) })
        }
      ], ["regex.extractAll('a1b22', '[0-9]+')": "['1', '22']"]),
  ]

  private static func compile(
    _ text: Value, _ pattern: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> RegularExpression {
    let expression = try Patterns.compile(pattern.text ?? "", &context)
    try Patterns.charge(expression, text.text ?? "", &context)
    return expression
  }

  private static func replace(
    _ arguments: [Value], count: Int, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    let expression = try compile(arguments[0], arguments[1], &context)
    let limit = context.maximumTextLength
    let steps = max(1, context.remainingCost) &* 16
    let text = try failing { () throws(RegularExpressionError) in
      try expression.replacing(
        in: arguments[0].text ?? "", with: arguments[2].text ?? "", count: count,
        maximumLength: limit, maximumSteps: steps > 0 ? steps : .max)
    }
    try context.chargeCreation(bytes: text.utf8.count)
    return .string(text)
  }

  private static func failing<Result>(
    _ body: () throws(RegularExpressionError) -> Result
  ) throws(EvaluationError) -> Result {
    do throws(RegularExpressionError) {
      return try body()
    } catch {
      throw EvaluationError(
        error.code == .tooLarge ? .textLimit : .invalidPattern,
        error.code == .tooLarge
          ? "the search takes too long or makes too long a text" : "the pattern is wrong here")
    }
  }
}
