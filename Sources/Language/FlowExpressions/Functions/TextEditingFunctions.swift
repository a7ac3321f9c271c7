// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let textEditing: [FunctionDeclaration] = [
    FunctionDeclaration(
      "charAt", "The code point at a position, as a text; empty at the end.",
      [
        .binary("string_char_at_int", .string, .int, .string, isMethod: true) {
          (text, position, context) throws(EvaluationError) in
          let points = try codePoints(text, &context)
          let index = try index(position, upTo: points.count)
          return .string(index == points.count ? "" : points.slice(index, index + 1))
        }
      ], ["'hello'.charAt(4)": "'o'"]),
    FunctionDeclaration(
      "indexOf",
      "The position of the first occurrence of a text, or -1; optionally at or after a position.",
      [
        .binary("string_index_of_string", .string, .string, .int, isMethod: true) {
          (text, other, context) throws(EvaluationError) in
          try firstIndex(of: other, in: text, from: .int(0), &context)
        },
        FunctionOverload(
          "string_index_of_string_int", [.string, .string, .int], .int, isMethod: true
        ) { (arguments, context) throws(EvaluationError) in
          try firstIndex(of: arguments[1], in: arguments[0], from: arguments[2], &context)
        },
      ], ["'hello mellow'.indexOf('ello', 2)": "7", "'hello'.indexOf('jello')": "-1"]),
    FunctionDeclaration(
      "lastIndexOf",
      "The position of the last occurrence of a text, or -1; optionally at or before a position.",
      [
        .binary("string_last_index_of_string", .string, .string, .int, isMethod: true) {
          (text, other, context) throws(EvaluationError) in
          try lastIndex(of: other, in: text, before: nil, &context)
        },
        FunctionOverload(
          "string_last_index_of_string_int", [.string, .string, .int], .int, isMethod: true
        ) { (arguments, context) throws(EvaluationError) in
          try lastIndex(of: arguments[1], in: arguments[0], before: arguments[2], &context)
        },
      ], ["'hello mellow'.lastIndexOf('ello')": "7"]),
    FunctionDeclaration(
      "lowerAscii", "The text with its ASCII letters in lower case.",
      [
        .unary("string_lower_ascii", .string, .string, isMethod: true) {
          (text, context) throws(EvaluationError) in
          try mapBytes(text, &context) { (65...90).contains($0) ? $0 | 0x20 : $0 }
        }
      ], ["'TacoCÆt'.lowerAscii()": "'tacocÆt'"]),
    FunctionDeclaration(
      "upperAscii", "The text with its ASCII letters in upper case.",
      [
        .unary("string_upper_ascii", .string, .string, isMethod: true) {
          (text, context) throws(EvaluationError) in
          try mapBytes(text, &context) { (97...122).contains($0) ? $0 & 0xDF : $0 }
        }
      ], ["'TacoCæt'.upperAscii()": "'TACOCæT'"]),
    FunctionDeclaration(
      "replace", "The text with all or the first few occurrences of a text replaced.",
      [
        FunctionOverload(
          "string_replace_string_string", [.string, .string, .string], .string, isMethod: true
        ) { (arguments, context) throws(EvaluationError) in
          try replace(arguments, limit: -1, &context)
        },
        FunctionOverload(
          "string_replace_string_string_int", [.string, .string, .string, .int], .string,
          isMethod: true
        ) { (arguments, context) throws(EvaluationError) in
          guard case .int(let limit) = arguments[3] else { throw notA("an int") }
          return try replace(arguments, limit: limit, &context)
        },
      ], ["'hello hello'.replace('he', 'we')": "'wello wello'"]),
    FunctionDeclaration(
      "split",
      "The parts of a text between occurrences of a separator, optionally at most some number.",
      [
        .binary("string_split_string", .string, .string, .list(.string), isMethod: true) {
          (text, separator, context) throws(EvaluationError) in
          try split(text, separator, limit: -1, &context)
        },
        FunctionOverload(
          "string_split_string_int", [.string, .string, .int], .list(.string), isMethod: true
        ) { (arguments, context) throws(EvaluationError) in
          guard case .int(let limit) = arguments[2] else { throw notA("an int") }
          return try split(arguments[0], arguments[1], limit: limit, &context)
        },
      ], ["'a b c'.split(' ')": "['a', 'b', 'c']", "'a b c'.split(' ', 2)": "['a', 'b c']"]),
    FunctionDeclaration(
      "substring", "The part of a text between two positions, or to its end.",
      [
        .binary("string_substring_int", .string, .int, .string, isMethod: true) {
          (text, start, context) throws(EvaluationError) in
          try substring(text, start, nil, &context)
        },
        FunctionOverload(
          "string_substring_int_int", [.string, .int, .int], .string, isMethod: true
        ) { (arguments, context) throws(EvaluationError) in
          try substring(arguments[0], arguments[1], arguments[2], &context)
        },
      ], ["'tacocat'.substring(4)": "'cat'", "'tacocat'.substring(0, 4)": "'taco'"]),
    FunctionDeclaration(
      "trim", "The text without whitespace at its ends.",
      [
        .unary("string_trim", .string, .string, isMethod: true) {
          (text, context) throws(EvaluationError) in
          let scalars = (text.text ?? "").unicodeScalars
          try context.chargeCreation(bytes: (text.text ?? "").utf8.count)
          guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
          else { return .string("") }
          return .string(String(scalars[first...last]))
        }
      ], ["'  trim\\n'.trim()": "'trim'"]),
    FunctionDeclaration(
      "join", "The joined texts of a list, optionally with a separator.",
      [
        .unary("list_join", .list(.string), .string, isMethod: true) {
          (list, context) throws(EvaluationError) in try join(list, .string(""), &context)
        },
        .binary("list_join_string", .list(.string), .string, .string, isMethod: true) {
          (list, separator, context) throws(EvaluationError) in
          try join(list, separator, &context)
        },
      ], ["['a', 'b'].join('-')": "'a-b'"]),
    FunctionDeclaration(
      "reverse", "The code points of a text in reverse order.",
      [
        .unary("string_reverse", .string, .string, isMethod: true) {
          (text, context) throws(EvaluationError) in
          let text = text.text ?? ""
          try context.chargeCreation(bytes: text.utf8.count)
          var reversed = String.UnicodeScalarView()
          reversed.append(contentsOf: text.unicodeScalars.reversed())
          return .string(String(reversed))
        }
      ], ["'gums'.reverse()": "'smug'"]),
    FunctionDeclaration(
      "strings.quote",
      "The text in double quotes, with escapes for characters that aren't readable.",
      [
        .unary("strings_quote", .string, .string) { (text, context) throws(EvaluationError) in
          let text = text.text ?? ""
          try context.chargeCreation(bytes: text.utf8.count * 2)
          return .string(quote(text))
        }
      ], ["strings.quote('a \"b\"')": "'\"a \\\\\"b\\\\\"\"'"]),
    FunctionDeclaration(
      "format",
      "The text with clauses such as `%s`, `%d`, and `%.2f` replaced by the elements of a list.",
      [
        .binary("string_format", .string, .list(.dyn), .string, isMethod: true) {
          (text, arguments, context) throws(EvaluationError) in
          .string(
            try TextFormatter.format(text.text ?? "", arguments.elements ?? [], &context))
        }
      ], ["'%s has %d'.format(['a', 2])": "'a has 2'", "'%.2f'.format([1.0])": "'1.00'"]),
  ]

  // MARK: How they do it

  private static func codePoints(
    _ value: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> CodePoints {
    let text = value.text ?? ""
    try context.charge(bytes: text.utf8.count)
    return CodePoints(text)
  }

  /// An int as an index from 0 through a limit.
  private static func index(_ value: Value, upTo limit: Int) throws(EvaluationError) -> Int {
    guard case .int(let int) = value, let index = Int(exactly: int), (0...limit).contains(index)
    else {
      throw EvaluationError(
        .indexOutOfRange, "the index is outside the text of \(limit) code points")
    }
    return index
  }

  private static func firstIndex(
    of other: Value, in text: Value, from start: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    let points = try codePoints(text, &context)
    let start = try index(start, upTo: points.count)
    let needle = other.text ?? ""
    try context.charge(bytes: needle.utf8.count)
    return .int(Int64(points.firstPosition(of: needle, from: start) ?? -1))
  }

  private static func lastIndex(
    of other: Value, in text: Value, before last: Value?, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    let points = try codePoints(text, &context)
    let last = try last.map { (value) throws(EvaluationError) in
      try index(value, upTo: points.count)
    }
    let needle = other.text ?? ""
    try context.charge(bytes: needle.utf8.count + points.text.utf8.count)
    return .int(Int64(points.lastPosition(of: needle, atOrBefore: last ?? points.count) ?? -1))
  }

  private static func mapBytes(
    _ value: Value, _ context: inout EvaluationContext, _ map: (UInt8) -> UInt8
  ) throws(EvaluationError) -> Value {
    let text = value.text ?? ""
    try context.chargeCreation(bytes: text.utf8.count)
    return .string(String(decoding: text.utf8.map(map), as: UTF8.self))
  }

  /// The UTF-8 offsets at which a text occurs, up to a limit.
  ///
  /// An empty text occurs at every position between code points.
  private static func offsets(of needle: String, in text: String, limit: Int64) -> [Int] {
    var offsets: [Int] = []
    if needle.isEmpty {
      var offset = 0
      for scalar in text.unicodeScalars {
        if limit >= 0, Int64(offsets.count) >= limit { return offsets }
        offsets.append(offset)
        offset += String(scalar).utf8.count
      }
      if limit < 0 || Int64(offsets.count) < limit { offsets.append(offset) }
      return offsets
    }
    var start = 0
    while limit < 0 || Int64(offsets.count) < limit,
      let found = TextBytes.offset(of: needle, in: text, from: start)
    {
      offsets.append(found)
      start = found + needle.utf8.count
    }
    return offsets
  }

  private static func replace(
    _ arguments: [Value], limit: Int64, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    let (text, needle, replacement) = (
      arguments[0].text ?? "", arguments[1].text ?? "", arguments[2].text ?? ""
    )
    try context.charge(bytes: text.utf8.count + needle.utf8.count)
    let found = offsets(of: needle, in: text, limit: limit)
    guard !found.isEmpty else { return .string(text) }
    let (added, overflows) = found.count.multipliedReportingOverflow(by: replacement.utf8.count)
    try context.chargeCreation(bytes: overflows ? .max / 2 : text.utf8.count + added)
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var start = 0
    for offset in found {
      result += bytes[start..<offset]
      result += Array(replacement.utf8)
      start = offset + needle.utf8.count
    }
    result += bytes[start...]
    return .string(String(decoding: result, as: UTF8.self))
  }

  private static func split(
    _ value: Value, _ separator: Value, limit: Int64, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    let (text, separator) = (value.text ?? "", separator.text ?? "")
    try context.charge(bytes: text.utf8.count + separator.utf8.count)
    if limit == 0 { return .list([]) }
    if limit == 1 { return .list([.string(text)]) }
    if separator.isEmpty {
      let scalars = Array(text.unicodeScalars)
      try context.chargeCreation(elements: scalars.count)
      guard limit > 0, Int64(scalars.count) > limit else {
        return .list(scalars.map { .string(String($0)) })
      }
      let head = scalars.prefix(Int(limit) - 1)
      var tail = String.UnicodeScalarView()
      tail.append(contentsOf: scalars.dropFirst(head.count))
      return .list(head.map { .string(String($0)) } + [.string(String(tail))])
    }
    let found = offsets(of: separator, in: text, limit: limit < 0 ? -1 : limit - 1)
    try context.chargeCreation(elements: found.count)
    let bytes = Array(text.utf8)
    var parts: [Value] = []
    var start = 0
    for offset in found {
      parts.append(.string(String(decoding: bytes[start..<offset], as: UTF8.self)))
      start = offset + separator.utf8.count
    }
    parts.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
    return .list(parts)
  }

  private static func substring(
    _ text: Value, _ start: Value, _ end: Value?, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    let points = try codePoints(text, &context)
    let first = try index(start, upTo: points.count)
    let last = try end.map { (value) throws(EvaluationError) in
      try index(value, upTo: points.count)
    }
    guard first <= last ?? points.count else {
      throw EvaluationError(.indexOutOfRange, "the end is before the start")
    }
    return .string(points.slice(first, last ?? points.count))
  }

  private static func join(
    _ list: Value, _ separator: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    let elements = list.elements ?? []
    let separator = separator.text ?? ""
    var length = 0
    for element in elements {
      guard case .string(let text) = element else {
        throw EvaluationError.noOverload("join", [element])
      }
      try context.charge(1)
      length += text.utf8.count + separator.utf8.count
    }
    try context.chargeCreation(bytes: length)
    var result = ""
    result.reserveCapacity(length)
    for (position, element) in elements.enumerated() {
      if position > 0 { result += separator }
      result += element.text ?? ""
    }
    return .string(result)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  private static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{07}": result += "\\a"
      case "\u{08}": result += "\\b"
      case "\u{0C}": result += "\\f"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0B}": result += "\\v"
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
