// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Parses the expressions of a tag.
struct JinjaTokens {
  private let tokens: [JinjaToken]
  private let whole: SourceRange
  private var position = 0
  private var depth = 0
  private var links = 0

  /// The maximum number of operators of a tag, each of which nests its left side deeper.
  private static let maximumLinks = 800

  init(_ tokens: [JinjaToken], in whole: SourceRange) {
    self.tokens = tokens
    self.whole = whole
  }

  // MARK: Tokens

  var isAtEnd: Bool { position >= tokens.count }

  private var start: Int {
    position < tokens.count ? tokens[position].range.lowerBound : whole.upperBound
  }

  private var end: Int { position > 0 ? tokens[position - 1].range.upperBound : start }

  private func kind(ahead count: Int = 0) -> JinjaToken.Kind? {
    position + count < tokens.count ? tokens[position + count].kind : nil
  }

  /// Whether the next token is a sign or a name.
  func next(is word: String) -> Bool { isWord(kind(), word) }

  private func isWord(_ kind: JinjaToken.Kind?, _ word: String) -> Bool {
    kind == .sign(word) || kind == .name(word)
  }

  /// Skips a sign or a name, and returns whether it's there.
  mutating func take(_ word: String) -> Bool {
    guard next(is: word) else { return false }
    position += 1
    return true
  }

  mutating func expect(_ word: String) throws(JinjaFailure) {
    guard take(word) else { throw .syntax }
  }

  mutating func takeName() -> String? {
    guard case .name(let name)? = kind() else { return nil }
    position += 1
    return name
  }

  mutating func name() throws(JinjaFailure) -> String {
    guard let name = takeName() else { throw .syntax }
    return name
  }

  func finish() throws(JinjaFailure) {
    guard isAtEnd else { throw .syntax }
  }

  private func expression(_ kind: JinjaExpression.Kind, from start: Int) -> JinjaExpression {
    JinjaExpression(kind: kind, range: SourceRange(start, end))
  }

  /// A literal without a place of its own.
  func literal(_ value: JinjaValue) -> JinjaExpression {
    JinjaExpression(kind: .literal(value), range: SourceRange(at: start))
  }

  /// Parses something that's nested in something else.
  private mutating func nested(
    _ parse: (inout JinjaTokens) throws(JinjaFailure) -> JinjaExpression
  ) throws(JinjaFailure) -> JinjaExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= JinjaParser.maximumDepth else { throw .limit }
    return try parse(&self)
  }

  /// Counts an operator.
  private mutating func link() throws(JinjaFailure) {
    links += 1
    guard links <= Self.maximumLinks else { throw .limit }
  }

  // MARK: Lists of expressions

  /// Parses an expression, or several with commas, which are a tuple.
  mutating func tuple(
    isConditional: Bool = true, until end: String? = nil
  ) throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var items: [JinjaExpression] = []
    var isTuple = false
    while !isAtEnd, end.map({ next(is: $0) }) != true {
      items.append(isConditional ? try expression() : try or())
      guard take(",") else { break }
      isTuple = true
    }
    if !isTuple, items.count == 1 { return items[0] }
    guard isTuple || end != nil else { throw .syntax }
    return expression(.tuple(items), from: start)
  }

  /// Parses the targets of `set` or `for`.
  mutating func targets() throws(JinjaFailure) -> [JinjaExpression] {
    var targets: [JinjaExpression] = []
    repeat {
      let start = start
      if take("(") {
        targets += try self.targets()
        try expect(")")
        continue
      }
      let name = try name()
      var target = expression(.name(name), from: start)
      while take(".") {
        let field = try self.name()
        target = expression(.attribute(target, field), from: start)
      }
      targets.append(target)
    } while take(",") && !next(is: "in")
    return targets
  }

  /// Parses the parameters of a macro.
  mutating func parameters() throws(JinjaFailure) -> [JinjaNode.Parameter] {
    try expect("(")
    var parameters: [JinjaNode.Parameter] = []
    while !take(")") {
      let name = try name()
      let value = take("=") ? try expression() : nil
      parameters.append(JinjaNode.Parameter(name: name, value: value))
      guard take(",") else {
        try expect(")")
        break
      }
    }
    return parameters
  }

  // MARK: Operators

  /// Parses an expression.
  mutating func expression() throws(JinjaFailure) -> JinjaExpression {
    try nested { tokens throws(JinjaFailure) in try tokens.conditional() }
  }

  private mutating func conditional() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var result = try or()
    while take("if") {
      try link()
      let condition = try or()
      let otherwise = take("else") ? try expression() : nil
      result = expression(
        .conditional(condition, then: result, otherwise: otherwise), from: start)
    }
    return result
  }

  private mutating func or() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var left = try and()
    while take("or") {
      try link()
      let right = try and()
      left = expression(.or(left, right), from: start)
    }
    return left
  }

  private mutating func and() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var left = try not()
    while take("and") {
      try link()
      let right = try not()
      left = expression(.and(left, right), from: start)
    }
    return left
  }

  private mutating func not() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    guard take("not") else { return try comparison() }
    let operand = try nested { tokens throws(JinjaFailure) in try tokens.not() }
    return expression(.not(operand), from: start)
  }

  private static let comparisons: Set<String> = ["==", "!=", "<", "<=", ">", ">="]

  private mutating func comparison() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    let first = try sum()
    var operands: [JinjaExpression.Operand] = []
    while true {
      if case .sign(let sign)? = kind(), Self.comparisons.contains(sign) {
        position += 1
        operands.append(.init(sign: sign, value: try sum()))
      } else if take("in") {
        operands.append(.init(sign: "in", value: try sum()))
      } else if next(is: "not"), isWord(kind(ahead: 1), "in") {
        position += 2
        operands.append(.init(sign: "not in", value: try sum()))
      } else {
        break
      }
    }
    return operands.isEmpty ? first : expression(.comparison(first, operands), from: start)
  }

  private mutating func sum() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var left = try concat()
    while case .sign(let sign)? = kind(), sign == "+" || sign == "-" {
      position += 1
      try link()
      let right = try concat()
      left = expression(.arithmetic(sign, left, right), from: start)
    }
    return left
  }

  private mutating func concat() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var parts = [try product()]
    while take("~") { parts.append(try product()) }
    return parts.count == 1 ? parts[0] : expression(.concat(parts), from: start)
  }

  private mutating func product() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var left = try power()
    while case .sign(let sign)? = kind(), ["*", "/", "//", "%"].contains(sign) {
      position += 1
      try link()
      let right = try power()
      left = expression(.arithmetic(sign, left, right), from: start)
    }
    return left
  }

  private mutating func power() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var left = try unary()
    while take("**") {
      try link()
      let right = try unary()
      left = expression(.arithmetic("**", left, right), from: start)
    }
    return left
  }

  private mutating func unary(isFiltered: Bool = true) throws(JinjaFailure) -> JinjaExpression {
    let start = start
    var result: JinjaExpression
    if take("-") {
      let operand = try nested { tokens throws(JinjaFailure) in try tokens.unary(isFiltered: false)
      }
      result = expression(.negate(operand), from: start)
    } else if take("+") {
      result = try nested { tokens throws(JinjaFailure) in try tokens.unary(isFiltered: false) }
    } else {
      result = try primary()
    }
    result = try postfix(result, from: start)
    return isFiltered ? try filters(of: result, from: start) : result
  }

  // MARK: Primaries

  private mutating func primary() throws(JinjaFailure) -> JinjaExpression {
    let start = start
    guard let kind = kind() else { throw .syntax }
    position += 1
    switch kind {
    case .name("true"), .name("True"): return expression(.literal(.bool(true)), from: start)
    case .name("false"), .name("False"): return expression(.literal(.bool(false)), from: start)
    case .name("none"), .name("None"): return expression(.literal(.none), from: start)
    case .name(let name): return expression(.name(name), from: start)
    case .text(var text):
      while case .text(let more)? = self.kind() {
        text += more
        position += 1
      }
      return expression(.literal(.string(text)), from: start)
    case .integer(let number): return expression(.literal(.int(number)), from: start)
    case .float(let number): return expression(.literal(.double(number)), from: start)
    case .sign("("):
      let inner = try nested { tokens throws(JinjaFailure) in try tokens.tuple(until: ")") }
      try expect(")")
      return JinjaExpression(kind: inner.kind, range: SourceRange(start, end))
    case .sign("["):
      var items: [JinjaExpression] = []
      while !take("]") {
        items.append(try expression())
        guard take(",") else {
          try expect("]")
          break
        }
      }
      return expression(.list(items), from: start)
    case .sign("{"):
      var pairs: [JinjaExpression.Pair] = []
      while !take("}") {
        let key = try expression()
        try expect(":")
        pairs.append(.init(key: key, value: try expression()))
        guard take(",") else {
          try expect("}")
          break
        }
      }
      return expression(.dictionary(pairs), from: start)
    default: throw .syntax
    }
  }

  private mutating func postfix(
    _ operand: JinjaExpression, from start: Int
  ) throws(JinjaFailure) -> JinjaExpression {
    var result = operand
    while next(is: ".") || next(is: "[") || next(is: "(") {
      try link()
      if take(".") {
        switch kind() {
        case .name(let name)?:
          position += 1
          result = expression(.attribute(result, name), from: start)
        case .integer(let number)?:
          position += 1
          let key = expression(.literal(.int(number)), from: end)
          result = expression(.item(result, key), from: start)
        default: throw .syntax
        }
      } else if take("[") {
        result = try subscripted(result, from: start)
      } else {
        let arguments = try arguments()
        result = expression(.call(result, arguments), from: start)
      }
    }
    return result
  }

  private mutating func subscripted(
    _ operand: JinjaExpression, from start: Int
  ) throws(JinjaFailure) -> JinjaExpression {
    func isBound() -> Bool { !next(is: ":") && !next(is: "]") && !next(is: ",") }
    let first = isBound() ? try expression() : nil
    guard take(":") else {
      guard let first else { throw .syntax }
      try expect("]")
      return expression(.item(operand, first), from: start)
    }
    let stop = isBound() ? try expression() : nil
    let step = take(":") && isBound() ? try expression() : nil
    try expect("]")
    return expression(.slice(operand, start: first, stop: stop, step: step), from: start)
  }

  private mutating func arguments() throws(JinjaFailure) -> JinjaArguments {
    try expect("(")
    var arguments = JinjaArguments()
    while !take(")") {
      if take("*") || take("**") {
        arguments.isSpread = true
        arguments.values.append(try expression())
      } else if case .name(let name)? = kind(), kind(ahead: 1) == .sign("=") {
        position += 2
        arguments.named.append(.init(name: name, value: try expression()))
      } else {
        arguments.values.append(try expression())
      }
      guard take(",") else {
        try expect(")")
        break
      }
    }
    return arguments
  }

  // MARK: Filters and tests

  /// Parses the filters and tests after an operand.
  mutating func filters(of operand: JinjaExpression) throws(JinjaFailure) -> JinjaExpression {
    if case .name? = kind() {
      // A filter without its `|`, as after `filter`.
      let start = start
      return try filters(of: try filter(of: operand, from: start), from: start)
    }
    return try filters(of: operand, from: start)
  }

  private mutating func filters(
    of operand: JinjaExpression, from start: Int
  ) throws(JinjaFailure) -> JinjaExpression {
    var result = operand
    while next(is: "|") || next(is: "is") || next(is: "(") {
      try link()
      if take("|") {
        result = try filter(of: result, from: start)
      } else if take("is") {
        result = try test(of: result, from: start)
      } else {
        let arguments = try arguments()
        result = expression(.call(result, arguments), from: start)
      }
    }
    return result
  }

  private mutating func filter(
    of operand: JinjaExpression, from start: Int
  ) throws(JinjaFailure) -> JinjaExpression {
    var name = try name()
    while take(".") { name += "." + (try self.name()) }
    let arguments = next(is: "(") ? try arguments() : JinjaArguments()
    return expression(.filter(operand, name, arguments), from: start)
  }

  private static let wordsAfterTests: Set<String> = ["else", "or", "and", "is", "if", "in", "not"]

  private mutating func test(
    of operand: JinjaExpression, from start: Int
  ) throws(JinjaFailure) -> JinjaExpression {
    let isNegated = take("not")
    var name = try name()
    while take(".") { name += "." + (try self.name()) }
    var arguments = JinjaArguments()
    if next(is: "(") {
      arguments = try self.arguments()
    } else {
      // An argument without brackets: `is divisibleby 3`.
      let takesArgument =
        switch kind() {
        case .text?, .integer?, .float?, .sign("[")?, .sign("{")?: true
        case .name(let word)?: !Self.wordsAfterTests.contains(word)
        default: false
        }
      if takesArgument {
        let argumentStart = self.start
        let argument = try primary()
        arguments.values = [try postfix(argument, from: argumentStart)]
      }
    }
    let test = expression(.test(operand, name, arguments), from: start)
    return isNegated ? expression(.not(test), from: start) : test
  }
}
