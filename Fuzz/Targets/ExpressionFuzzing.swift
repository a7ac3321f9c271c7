// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// Expressions: their mistakes are inside the text, evaluation ends within its cost, and a second
/// run gives the same result.
enum ExpressionFuzzing {
  private static let values: ValueMap = {
    var map = ValueMap()
    map["plan"] = "pro"
    map["count"] = 3
    map["share"] = 0.5
    map["team"] = ["anna", "テスト", ""]
    map["order"] = ["id": 7, "lines": [["name": "a", "price": 1.5]]]
    map["any"] = [1, "a", 2.5, true, ["k": [1, 2]]]
    map["when"] = .timestamp(.epoch)
    map["maybe"] = .optional(2)
    return map
  }()

  private static let variables: [VariableDeclaration] = [
    VariableDeclaration("plan", .string, knownValues: .oneOf(["free", "pro"])),
    VariableDeclaration("count", .int), VariableDeclaration("share", .double),
    VariableDeclaration("team", .list(.string)), VariableDeclaration("order", .map(.string, .dyn)),
    VariableDeclaration("any", .list(.dyn)), VariableDeclaration("when", .timestamp),
    VariableDeclaration("maybe", .optional(.int)),
    VariableDeclaration("unset", .string, presence: .maybe),
  ]

  private static func environment(checks: Bool) -> ExpressionEnvironment {
    var options = ExpressionOptions()
    options.maximumCost = 200_000
    options.maximumTextLength = 200_000
    options.allowsHasOfNames = checks
    options.checksTypes = checks
    return ExpressionEnvironment(
      variables: variables, functions: FlowLibrary.functions, options: options)
  }

  private static let checked = environment(checks: true)
  private static let unchecked = environment(checks: false)

  static func violation(for bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return violation(text, bytes, in: checked) ?? violation(text, bytes, in: unchecked)
  }

  private static func violation(
    _ text: String, _ bytes: [UInt8], in environment: ExpressionEnvironment
  ) -> String? {
    let compilation = environment.compile(text)
    let end = text.utf8.count
    for mistake in compilation.mistakes
    where mistake.range.lowerBound < 0 || mistake.range.upperBound > end {
      return "a mistake is outside the text: \(mistake)"
    }
    Drawing.draw(diagnostics(compilation.mistakes, of: text), of: bytes)
    guard let compiled = compilation.expression else {
      return compilation.mistakes.isEmpty ? "neither an expression nor a mistake" : nil
    }
    guard compiled.root == compiled.root, compiled.root.range.upperBound <= end else {
      return "the expression is outside the text"
    }
    let first = Result { () throws(EvaluationError) in try compiled.evaluate(in: values) }
    let second = Result { () throws(EvaluationError) in try compiled.evaluate(in: values) }
    guard first == second else { return "two evaluations differ" }
    _ = compiled.evaluatePartially(in: ValueMap())
    switch first {
    case .success(let value):
      guard environment.options.checksTypes == false || compiled.type.contains(value) else {
        return "a value of type \(value.type) where \(compiled.type) was deduced"
      }
      _ = JSONWriter(maximumLength: 1_000_000).text(of: value)
    case .failure(let error):
      if let range = error.range, range.upperBound > end {
        return "a failure is outside the text"
      }
    }
    return nil
  }

  private static func diagnostics(
    _ mistakes: [ExpressionMistake], of text: String
  ) -> [Diagnostic] {
    let file = SourceFile(name: "<expression>", text: text)
    let map = SourceMap(verbatimAt: 0, count: file.utf8Count)
    return mistakes.map { $0.diagnostic(in: file, map: map) }
  }
}
