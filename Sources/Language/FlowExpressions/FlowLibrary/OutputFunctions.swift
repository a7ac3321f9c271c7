// SPDX-License-Identifier: Apache-2.0

extension FlowLibrary {
  static let texts: [FunctionDeclaration] = [
    FunctionDeclaration(
      "toJson", "The value as JSON, on one line.",
      [
        .unary("toJson", t, .string) { (value, context) throws(EvaluationError) in
          try written(
            JSONWriter(maximumLength: context.maximumTextLength).text(of: value), &context)
        }
      ], ["toJson({'a': [1, true]})": "'{\"a\":[1,true]}'"]),
    FunctionDeclaration(
      "toAsciiJson",
      "The value as JSON, on one line, in which all that isn't ASCII is escaped, for programs that read nothing else.",
      [
        .unary("toAsciiJson", t, .string) { (value, context) throws(EvaluationError) in
          var writer = JSONWriter(maximumLength: context.maximumTextLength)
          writer.isASCII = true
          return try written(writer.text(of: value), &context)
        }
      ], ["toAsciiJson('é')": "'\"\\\\u00e9\"'"]),
    FunctionDeclaration(
      "toYaml", "The value as YAML in block style, with scalars that JSON reads the same way.",
      [
        .unary("toYaml", t, .string) { (value, context) throws(EvaluationError) in
          try written(
            YAMLWriter(maximumLength: context.maximumTextLength).text(of: value), &context)
        }
      ], ["toYaml({'a': [1, 'x y']})": "'a:\\n  - 1\\n  - x y'"]),
    FunctionDeclaration(
      "indent", "The text with spaces before each line that isn't empty.",
      [
        .binary("indent_string_int", .string, .int, .string) {
          (text, count, context) throws(EvaluationError) in
          try indent(text.text ?? "", by: count, &context)
        }
      ], ["indent('a\\nb', 2)": "'  a\\n  b'"]),
  ]

  private static func written(
    _ text: String?, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    guard let text else {
      throw EvaluationError(
        .textLimit, "a text would be longer than \(context.maximumTextLength) bytes")
    }
    try context.chargeCreation(bytes: text.utf8.count)
    return .string(text)
  }

  private static func indent(
    _ text: String, by count: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    guard case .int(let count) = count, (0...1_000).contains(count) else {
      throw EvaluationError(.invalidValue, "a text is indented by 0 to 1000 blanks")
    }
    let lines = text.utf8.count { $0 == 0x0A } + 1
    try context.chargeCreation(bytes: text.utf8.count + lines * Int(count))
    let blanks = Array(repeating: UInt8(ascii: " "), count: Int(count))
    var result: [UInt8] = []
    var isAtStart = true
    for byte in text.utf8 {
      if isAtStart, byte != 0x0A { result += blanks }
      result.append(byte)
      isAtStart = byte == 0x0A
    }
    return .string(String(decoding: result, as: UTF8.self))
  }
}
