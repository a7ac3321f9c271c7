// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let texts: [FunctionDeclaration] = [
    FunctionDeclaration(
      "size", "The number of code points, bytes, elements, or entries.",
      [false, true].flatMap { isMethod in
        [ValueType.string, .bytes, .list(t), .map(k, v)].map { type in
          .unary("size_\(type)", type, .int, isMethod: isMethod) {
            (value, context) throws(EvaluationError) in
            try SizePlan.size(of: value, &context)
          }
        }
      }, ["size('été')": "3", "[1, 2].size()": "2"]),
    FunctionDeclaration(
      "contains", "Whether a text contains another.",
      [
        test("contains_string") { text, other in TextBytes.offset(of: other, in: text) != nil }
      ], ["'hello'.contains('ell')": "true"]),
    FunctionDeclaration(
      "startsWith", "Whether a text starts with another.",
      [test("starts_with_string") { TextBytes.starts($0, with: $1) }],
      ["'hello'.startsWith('he')": "true"]),
    FunctionDeclaration(
      "endsWith", "Whether a text ends with another.",
      [test("ends_with_string") { TextBytes.ends($0, with: $1) }],
      ["'hello'.endsWith('lo')": "true"]),
    FunctionDeclaration(
      "matches", "Whether a pattern in RE2's syntax matches anywhere in a text.",
      [false, true].map { isMethod in
        .binary("matches_string", .string, .string, .bool, isMethod: isMethod) {
          (text, pattern, context) throws(EvaluationError) in
          let expression = try Patterns.compile(pattern.text ?? "", &context)
          return .bool(try Patterns.matches(expression, text.text ?? "", &context))
        }
      }, ["'order-17'.matches('^[a-z]+-[0-9]+$')": "true"]),
  ]

  private static func test(
    _ id: String, _ test: @escaping @Sendable (String, String) -> Bool
  ) -> FunctionOverload {
    .binary(id, .string, .string, .bool, isMethod: true) {
      (text, other, context) throws(EvaluationError) in
      guard let text = text.text, let other = other.text else { throw notA("a text") }
      try context.charge(bytes: text.utf8.count + other.utf8.count)
      return .bool(test(text, other))
    }
  }
}
