// SPDX-License-Identifier: Apache-2.0

import RegularExpressions

// Filters, tests, and the methods of Python's texts and dictionaries.
extension JinjaEvaluator {
  mutating func filter(
    _ operand: JinjaExpression, _ name: String, _ arguments: JinjaArguments
  ) throws(JinjaFailure) -> JinjaValue {
    let failure = JinjaFailure(construct: name)
    guard !arguments.isSpread else { throw failure }
    if name == "default" || name == "d" { return try defaulted(operand, arguments) }
    let value = try defined(operand)
    switch (name, value) {
    case ("string", _): return .string(try value.text())
    case ("safe", .string), ("list", .list): return value
    case ("list", .tuple(let items)): return .list(items)
    case ("list", .string(let text)):
      return try Self.limited(text.unicodeScalars.map { .string(String($0)) })
    case ("length", _), ("count", _):
      switch value {
      case .string(let text): return .int(Int64(text.unicodeScalars.count))
      case .list(let items), .tuple(let items): return .int(Int64(items.count))
      case .dictionary(let pairs): return .int(Int64(pairs.count))
      default: throw failure
      }
    case ("first", _), ("last", _):
      guard let items = value.elements else { throw failure }
      return (name == "first" ? items.first : items.last) ?? .undefined
    case ("join", _):
      guard let items = value.elements, arguments.value(1, "attribute") == nil else {
        throw failure
      }
      let separator = try argument(arguments.value(0, "d")) ?? ""
      var texts: [String] = []
      for item in items { texts.append(try item.text()) }
      return try Self.limited(texts.joined(separator: separator))
    case ("int", .int), ("int", .bool): return .int(value.integer ?? 0)
    case ("int", .string(let text)):
      guard arguments.isEmpty, let number = Self.integer(text) else { throw failure }
      return .int(number)
    case ("bool", .bool): return value
    case ("format", .string(let text)): return try formatted(text, arguments)
    case ("dictsort", .dictionary(let pairs)) where arguments.isEmpty:
      return .list(
        try Self.sorted(pairs.map(\.key), pairs).map { .tuple([$0.key, $0.value]) })
    case ("sort", .list(let items)) where arguments.isEmpty:
      return .list(try Self.sorted(items, items))
    case ("map", .list(let items)) where arguments.values.count == 1 && arguments.named.isEmpty:
      guard let filter = try argument(arguments.values[0]) else { throw failure }
      var mapped: [JinjaValue] = []
      for item in items {
        let literal = JinjaExpression(kind: .literal(item), range: operand.range)
        mapped.append(try self.filter(literal, filter, JinjaArguments()))
      }
      return .list(mapped)
    case ("title", .string(let text)): return .string(try Self.title(text, of: Self.isTitleBreak))
    case ("trim", .string(let text)):
      return .string(try Self.stripped(text, of: try argument(arguments.value(0, "chars"))))
    case ("lower", _), ("upper", _), ("capitalize", _), ("replace", _):
      // These filters are methods of texts, also of what's no text before.
      return try method(name, of: try value.text(), try values(of: arguments.all), failure)
    default: throw failure
    }
  }

  /// The text with values in the places of `%s` and the like.
  private mutating func formatted(
    _ text: String, _ arguments: JinjaArguments
  ) throws(JinjaFailure) -> JinjaValue {
    let failure = JinjaFailure(construct: "format")
    guard let parts = JinjaFormat.parts(of: text),
      arguments.values.isEmpty || arguments.named.isEmpty
    else { throw failure }
    var result = ""
    var next = arguments.values[...]
    for part in parts {
      guard case .value(let kind, let name) = part else {
        if case .words(let words) = part { result += words }
        continue
      }
      let argument =
        name.map { name in arguments.named.first { $0.name == name }?.value } ?? next.popFirst()
      guard let argument else { throw failure }
      switch (kind, try defined(argument)) {
      case ("s", let value): result += try value.text()
      case ("d", .int(let number)), ("i", .int(let number)): result += String(number)
      case (_, .int(let number)) where kind.hasSuffix("f"):
        result += JinjaFormat.fixed(Double(number), kind)
      case (_, .double(let number)) where kind.hasSuffix("f") && number.isFinite:
        result += JinjaFormat.fixed(number, kind)
      default: throw failure
      }
    }
    guard next.isEmpty else { throw failure }
    return try Self.limited(result)
  }

  /// The number that Jinja's `int` makes of a text; nil where Python's rules aren't ours.
  private static func integer(_ text: String) -> Int64? {
    if let number = Int64(text) { return number }
    let isWord = text.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    return isWord && !["nan", "inf", "infinity"].contains(text.lowercased()) ? 0 : nil
  }

  /// Evaluates whether `regex_search` finds something, whose text can differ from ours.
  mutating func isFound(
    _ operand: JinjaExpression, _ arguments: JinjaArguments
  ) throws(JinjaFailure) -> Bool {
    guard arguments.values.count == 1, arguments.named.isEmpty, !arguments.isSpread,
      let text = try argument(operand), let pattern = try argument(arguments.values[0])
    else { throw JinjaFailure(construct: "regex_search") }
    let expression = try PythonPattern(pattern)
    // A match counts as true unless it's empty.
    guard try !expression.matches("") else { throw JinjaFailure(construct: "regex_search") }
    return try expression.matches(text)
  }

  private mutating func defaulted(
    _ operand: JinjaExpression, _ arguments: JinjaArguments
  ) throws(JinjaFailure) -> JinjaValue {
    let value = try value(of: operand)
    // Arguments are evaluated even if they aren't needed.
    var (other, isAlsoForFalse) = (JinjaValue.string(""), false)
    if let argument = arguments.value(0, "default_value") { other = try self.value(of: argument) }
    if let argument = arguments.value(1, "boolean") {
      isAlsoForFalse = try defined(argument).isTrue
    }
    return value == .undefined || isAlsoForFalse && !value.isTrue ? other : value
  }

  /// Things in the order of their keys, which are compared without case.
  private static func sorted<Thing>(
    _ keys: [JinjaValue], _ things: [Thing]
  ) throws(JinjaFailure) -> [Thing] {
    var texts: [String] = []
    for case .string(let text) in keys where text.isASCIIOnly { texts.append(text.lowercased()) }
    guard texts.count == keys.count else { throw JinjaFailure(construct: "sort") }
    return zip(texts, things).enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }.map(\.element.1)
  }

  /// Evaluates an argument that's a text; nil without it.
  private mutating func argument(_ argument: JinjaExpression?) throws(JinjaFailure) -> String? {
    guard let argument else { return nil }
    guard case .string(let text) = try defined(argument) else {
      throw JinjaFailure(construct: "argument")
    }
    return text
  }

  // MARK: Tests

  mutating func test(
    _ operand: JinjaExpression, _ name: String, _ arguments: JinjaArguments
  ) throws(JinjaFailure) -> Bool {
    if name == "defined" { return try value(of: operand) != .undefined }
    if name == "undefined" { return try value(of: operand) == .undefined }
    // Truth is all that a search decides.
    let value = try defined(operand)
    let others = try values(of: arguments.all)
    switch (name, others.first) {
    case ("none", nil): return value == .none
    case ("true", nil): return value == .bool(true)
    case ("false", nil): return value == .bool(false)
    case ("boolean", nil), ("string", nil), ("mapping", nil): return value.typeName == name
    case ("eq", let other?), ("equalto", let other?), ("==", let other?):
      return value.isEqual(to: other)
    case ("ne", let other?), ("!=", let other?): return !value.isEqual(to: other)
    case ("in", let other?): return try Self.contains(other, value)
    case ("odd", nil), ("even", nil):
      guard let number = value.integer else { throw JinjaFailure(construct: name) }
      return (number % 2 == 0) == (name == "even")
    default: throw JinjaFailure(construct: name)
    }
  }

  // MARK: Methods

  mutating func call(
    _ function: JinjaExpression, _ arguments: JinjaArguments
  ) throws(JinjaFailure) -> JinjaValue {
    guard case .attribute(let operand, let name) = function.kind, arguments.named.isEmpty,
      !arguments.isSpread
    else { throw JinjaFailure(construct: "call") }
    let failure = JinjaFailure(construct: name)
    let value = try defined(operand)
    let others = try values(of: arguments.values)
    switch value {
    case .string(let text): return try method(name, of: text, others, failure)
    case .dictionary(let pairs):
      switch (name, others.count) {
      case ("get", 1), ("get", 2):
        return pairs.first { $0.key.isEqual(to: others[0]) }?.value
          ?? (others.count > 1 ? others[1] : .none)
      case ("keys", 0): return .list(pairs.map(\.key))
      case ("values", 0): return .list(pairs.map(\.value))
      case ("items", 0): return .list(pairs.map { .tuple([$0.key, $0.value]) })
      default: throw failure
      }
    default: throw failure
    }
  }

  private func method(
    _ name: String, of text: String, _ others: [JinjaValue], _ failure: JinjaFailure
  ) throws(JinjaFailure) -> JinjaValue {
    var texts: [String] = []
    for case .string(let other) in others { texts.append(other) }
    if name == "rsplit", others.count == 2, texts.count == 1, !texts[0].isEmpty,
      others[1] == .int(1)
    {
      let parts = text.parts(at: texts[0])
      guard parts.count > 1 else { return .list([.string(text)]) }
      let start = parts.dropLast().joined(separator: texts[0])
      return .list([.string(start), .string(parts[parts.count - 1])])
    }
    guard texts.count == others.count || name == "join" else { throw failure }
    switch (name, others.count) {
    case ("lower", 0): return .string(try Self.lowered(text))
    case ("upper", 0): return .string(try Self.raised(text))
    case ("capitalize", 0):
      return .string(
        try Self.raised(String(text.prefix(1))) + Self.lowered(String(text.dropFirst(1))))
    case ("title", 0):
      return .string(
        try Self.title(text) { !($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) })
    case ("replace", 2):
      guard !texts[0].isEmpty else { throw failure }
      return try Self.limited(text.parts(at: texts[0]).joined(separator: texts[1]))
    case ("split", 1):
      guard !texts[0].isEmpty else { throw failure }
      return try Self.limited(text.parts(at: texts[0]).map { .string($0) })
    case ("split", 0):
      guard text.isASCIIOnly else { throw failure }
      return .list(
        text.split { $0.utf8.allSatisfy(JinjaLexer.isBlank) }.map { .string(String($0)) })
    case ("strip", 0...1): return .string(try Self.stripped(text, of: texts.first))
    case ("lstrip", 0...1): return .string(try Self.stripped(text, of: texts.first, end: false))
    case ("rstrip", 0...1): return .string(try Self.stripped(text, of: texts.first, start: false))
    case ("startswith", 1): return .bool(text.utf8.starts(with: texts[0].utf8))
    case ("endswith", 1): return .bool(text.utf8.reversed().starts(with: texts[0].utf8.reversed()))
    case ("removeprefix", 1):
      guard text.utf8.starts(with: texts[0].utf8) else { return .string(text) }
      return .string(String(decoding: text.utf8.dropFirst(texts[0].utf8.count), as: UTF8.self))
    case ("removesuffix", 1):
      guard text.utf8.reversed().starts(with: texts[0].utf8.reversed()) else {
        return .string(text)
      }
      return .string(String(decoding: text.utf8.dropLast(texts[0].utf8.count), as: UTF8.self))
    case ("isidentifier", 0):
      guard text.isASCIIOnly else { throw failure }
      return .bool(JinjaLexer.isName(text))
    case ("join", 1):
      guard let items = others[0].elements else { throw failure }
      var parts: [String] = []
      for item in items {
        guard case .string(let part) = item else { throw failure }
        parts.append(part)
      }
      return try Self.limited(parts.joined(separator: text))
    default: throw failure
    }
  }

  // MARK: Letters

  private static func lowered(_ text: String) throws(JinjaFailure) -> String {
    guard text.isASCIIOnly else { throw JinjaFailure(construct: "lower") }
    return text.lowercased()
  }

  private static func raised(_ text: String) throws(JinjaFailure) -> String {
    guard text.isASCIIOnly else { throw JinjaFailure(construct: "upper") }
    return text.uppercased()
  }

  /// Whether the filter `title` begins a word after a byte.
  private static func isTitleBreak(_ byte: UInt8) -> Bool {
    JinjaLexer.isBlank(byte) || "-({[<".utf8.contains(byte)
  }

  private static func title(
    _ text: String, of isBreak: (UInt8) -> Bool
  ) throws(JinjaFailure) -> String {
    guard text.isASCIIOnly else { throw JinjaFailure(construct: "title") }
    var isStart = true
    var result = ""
    for byte in text.utf8 {
      let letter = String(Character(Unicode.Scalar(byte)))
      result += isStart ? letter.uppercased() : letter.lowercased()
      isStart = isBreak(byte)
    }
    return result
  }

  private static func stripped(
    _ text: String, of characters: String?, start: Bool = true, end: Bool = true
  ) throws(JinjaFailure) -> String {
    guard text.isASCIIOnly, characters?.isASCIIOnly != false else {
      throw JinjaFailure(construct: "strip")
    }
    let set = characters.map { Set($0.utf8) }
    var bytes = Substring(text).utf8
    func isStripped(_ byte: UInt8) -> Bool {
      set?.contains(byte) ?? (JinjaLexer.isBlank(byte) || (0x1C...0x1F).contains(byte))
    }
    while start, let first = bytes.first, isStripped(first) { bytes = bytes.dropFirst() }
    while end, let last = bytes.last, isStripped(last) { bytes = bytes.dropLast() }
    return String(Substring(bytes))
  }
}

/// A regular expression of Python's that means the same in ours.
struct PythonPattern {
  private let pattern: RegularExpression

  /// Reads a pattern.
  ///
  /// - Throws: ``JinjaFailure`` if it may mean something else in Python.
  init(_ text: String) throws(JinjaFailure) {
    let failure = JinjaFailure(construct: "regex_search")
    let escapes = Set("dDwWsS.\\-+*?^$()[]{}|/".utf8)
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        guard escapes.contains(byte) else { throw failure }
        isEscaped = false
      } else {
        isEscaped = byte == UInt8(ascii: "\\")
        guard byte >= 0x20, byte < 0x7F else { throw failure }
      }
    }
    // A set such as `[[a]` or `[a&&b]` has other rules, and so have groups with `?`.
    guard !text.holds("(?"), !text.holds("[["), !text.holds("&&"), !text.holds("--"),
      !text.holds("||"), !text.holds("~~")
    else { throw failure }
    guard let pattern = try? RegularExpression(text) else { throw failure }
    self.pattern = pattern
  }

  /// Whether it matches somewhere in a text.
  ///
  /// - Throws: ``JinjaFailure`` if Python may find something else in the text.
  func matches(_ text: String) throws(JinjaFailure) -> Bool {
    // Python's classes have all of Unicode, and its `$` ignores a last line break.
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      throw JinjaFailure(construct: "regex_search")
    }
    return pattern.matches(text)
  }
}

extension String {
  /// The parts between each place of a separator, which isn't empty.
  fileprivate func parts(at separator: String) -> [String] {
    let (bytes, wanted) = (Array(utf8), Array(separator.utf8))
    var parts: [String] = []
    var (start, position) = (0, 0)
    while position + wanted.count <= bytes.count {
      if wanted.indices.allSatisfy({ bytes[position + $0] == wanted[$0] }) {
        parts.append(String(decoding: bytes[start..<position], as: UTF8.self))
        position += wanted.count
        start = position
      } else {
        position += 1
      }
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }
}
