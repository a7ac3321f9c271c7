// SPDX-License-Identifier: Apache-2.0

extension FlowLibrary {
  static let textParts: [FunctionDeclaration] = [
    FunctionDeclaration(
      "rsplit",
      "The parts of a text between occurrences of a separator, at most some number, counted from the end.",
      [
        FunctionOverload(
          "string_rsplit_string_int", [.string, .string, .int], .list(.string), isMethod: true
        ) { (arguments, context) throws(EvaluationError) in
          guard case .int(let limit) = arguments[2] else { throw FunctionTable.notA("an int") }
          return try rsplit(
            arguments[0].text ?? "", arguments[1].text ?? "", limit: limit, &context)
        }
      ], ["'a.b.tar'.rsplit('.', 2)": "['a.b', 'tar']", "'a'.rsplit('.', 2)": "['a']"]),
    FunctionDeclaration(
      "removePrefix", "The text without a text at its start, or the same text.",
      [
        .binary("string_remove_prefix_string", .string, .string, .string, isMethod: true) {
          (text, prefix, context) throws(EvaluationError) in
          try bytes(of: text, &context) { bytes in
            let prefix = Array((prefix.text ?? "").utf8)
            return bytes.starts(with: prefix) ? bytes.dropFirst(prefix.count) : bytes
          }
        }
      ], ["'v1.2'.removePrefix('v')": "'1.2'", "'1.2'.removePrefix('v')": "'1.2'"]),
    FunctionDeclaration(
      "removeSuffix", "The text without a text at its end, or the same text.",
      [
        .binary("string_remove_suffix_string", .string, .string, .string, isMethod: true) {
          (text, suffix, context) throws(EvaluationError) in
          try bytes(of: text, &context) { bytes in
            let suffix = Array((suffix.text ?? "").utf8)
            return bytes.reversed().starts(with: suffix.reversed())
              ? bytes.dropLast(suffix.count) : bytes
          }
        }
      ], ["'a.git'.removeSuffix('.git')": "'a'"]),
    FunctionDeclaration(
      "part",
      "The code points of a text, or the elements of a list, from one position up to, but not including, "
        + "another; a negative position counts from the end, and one beyond an end is that end.",
      [
        FunctionOverload("string_part_int_int", [.string, .int, .int], .string, isMethod: true) {
          (arguments, context) throws(EvaluationError) in
          let text = arguments[0].text ?? ""
          try context.chargeCreation(bytes: text.utf8.count)
          let points = CodePoints(text)
          let range = range(arguments[1], arguments[2], of: points.count)
          return .string(points.slice(range.lowerBound, range.upperBound))
        },
        FunctionOverload("list_part_int_int", [.list(t), .int, .int], .list(t), isMethod: true) {
          (arguments, context) throws(EvaluationError) in
          let list = arguments[0].elements ?? []
          let range = range(arguments[1], arguments[2], of: list.count)
          try context.chargeCreation(elements: range.count)
          return .list(Array(list[range]))
        },
      ],
      [
        "'abc'.part(0, 10)": "'abc'", "'abc'.part(-2, 3)": "'bc'",
        "[1, 2, 3].part(0, -1)": "[1, 2]",
      ]),
  ]

  /// Returns the positions between two that count from the end if they're negative; none if the second is before the
  /// first.
  private static func range(_ start: Value, _ end: Value, of count: Int) -> Range<Int> {
    func position(_ value: Value) -> Int {
      guard case .int(let number) = value else { return 0 }
      let wanted = Int(clamping: number)
      return wanted < 0 ? max(0, count + max(wanted, -count)) : min(wanted, count)
    }
    let first = position(start)
    return first..<max(first, position(end))
  }

  private static func bytes(
    of text: Value, _ context: inout EvaluationContext,
    _ part: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
  ) throws(EvaluationError) -> Value {
    let bytes = Array((text.text ?? "").utf8)
    try context.chargeCreation(bytes: bytes.count)
    return .string(String(decoding: part(bytes[...]), as: UTF8.self))
  }

  /// - Complexity: O(*n*) in the lengths of the text and of the separator.
  private static func rsplit(
    _ text: String, _ separator: String, limit: Int64, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    guard !separator.isEmpty else {
      throw EvaluationError(.invalidValue, "the separator is empty")
    }
    guard limit != 0 else { return .list([]) }
    // The last occurrences are the first ones of the reversed separator in the reversed text.
    let (back, pattern) = (Array(text.utf8.reversed()), Array(separator.utf8.reversed()))
    try context.charge(bytes: back.count + pattern.count)
    var starts: [Int] = []
    back.withUnsafeBufferPointer { back in
      pattern.withUnsafeBufferPointer { pattern in
        var start = 0
        while limit < 0 || Int64(starts.count) < limit - 1,
          let found = TextBytes.offset(of: pattern, in: back, from: start)
        {
          starts.append(found)
          start = found + pattern.count
        }
      }
    }
    try context.chargeCreation(elements: starts.count + 1)
    let bytes = Array(text.utf8)
    var parts: [Value] = []
    var end = bytes.count
    for found in starts {
      let start = bytes.count - found
      parts.append(.string(String(decoding: bytes[start..<end], as: UTF8.self)))
      end = start - pattern.count
    }
    parts.append(.string(String(decoding: bytes[..<end], as: UTF8.self)))
    return .list(parts.reversed())
  }
}
