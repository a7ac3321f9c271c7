// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionParser {
  /// Parses a primary followed by selections, indices, and calls.
  mutating func member() throws(Stop) -> Int {
    var operand = try primary()
    while true {
      switch current.kind {
      case .dot: operand = try selection(of: operand)
      case .leftBracket: operand = try indexing(of: operand)
      case .leftBrace:
        guard isNamePath(operand) else { return operand }
        try stop(
          "messages-not-supported", "messages aren't part of this language; write a map '{…}'",
          at: nodes[operand].range.union(current.range))
      default: return operand
      }
    }
  }

  private func isNamePath(_ index: Int) -> Bool {
    switch nodes[index].kind {
    case .name: true
    case .select(let operand, _, false): isNamePath(operand)
    default: false
    }
  }

  private mutating func selection(of operand: Int) throws(Stop) -> Int {
    advance()
    let isOptional = take(.question)
    let word = current
    switch word.kind {
    case .identifier, .reserved, .quotedIdentifier: advance()
    case .in where isWord(word), .literal where isWord(word):
      try stop(
        "reserved-word",
        "'\(source(of: word))' cannot be a field's name here; write it as ['\(source(of: word))']",
        at: word.range)
    default: try stop("syntax-error", "the name of a field is expected here", at: word.range)
    }
    if current.kind == .leftParenthesis, word.kind != .quotedIdentifier, !isOptional {
      return try methodCall(on: operand, word)
    }
    return try add(
      .select(operand, field: word.name, isOptional: isOptional),
      nodes[operand].range.union(word.range), name: word.range, start: start(of: operand),
      depth: depths[operand] + 1)
  }

  private func isWord(_ token: Token) -> Bool {
    switch token.value {
    case .bool, .null: true
    case .string: token.kind == .in
    default: false
    }
  }

  private func source(of token: Token) -> String {
    switch token.value {
    case .bool(let truth): truth ? "true" : "false"
    case .null: "null"
    default: token.name
    }
  }

  private mutating func indexing(of operand: Int) throws(Stop) -> Int {
    let open = advance()
    let isOptional = take(.question)
    let index = try expression()
    let close = try closing(.rightBracket, "]", of: open)
    return try add(
      .index(operand, index, isOptional: isOptional), nodes[operand].range.union(close.range),
      name: open.range.union(close.range), start: start(of: operand),
      depth: max(depths[operand], depths[index]) + 1)
  }

  private mutating func methodCall(on operand: Int, _ name: Token) throws(Stop) -> Int {
    let open = advance()
    let arguments = try arguments(until: .rightParenthesis)
    let close = try closing(.rightParenthesis, ")", of: open)
    let range = nodes[operand].range.union(close.range)
    if options.expandsMacros,
      let macro = try macro(named: name, on: operand, arguments, range)
    {
      return macro
    }
    return try add(
      .call(target: operand, function: name.name, arguments: arguments), range, name: name.range,
      start: start(of: operand), depth: max(depths[operand], deepest(arguments)) + 1)
  }

  private mutating func arguments(until end: Token.Kind) throws(Stop) -> [Int] {
    var arguments: [Int] = []
    guard current.kind != end else { return arguments }
    repeat { arguments.append(try expression()) } while take(.comma)
    return arguments
  }

  mutating func closing(
    _ kind: Token.Kind, _ mark: String, of open: Token
  ) throws(Stop) -> Token {
    if current.kind == kind { return advance() }
    if current.kind == .end {
      note(
        ExpressionMistake(
          "syntax-error", "'\(mark)' is missing", at: current.range,
          notes: [ExpressionMistake.Note("it closes this one", at: open.range)],
          fixIts: [
            FixIt("add '\(mark)'", [FixIt.Edit(SourceRange(at: current.range.lowerBound), mark)])
          ]
        ))
      throw Stop()
    }
    try unexpected()
  }

  /// Stops at an unexpected token.
  mutating func unexpected() throws(Stop) -> Never {
    let token = current
    switch token.kind {
    case .end: try stop("syntax-error", "the expression ends too early", at: token.range)
    case .identifier where ["and", "or", "not", "AND", "OR", "NOT"].contains(token.name):
      try stop(
        "syntax-error", "'\(token.name)' isn't allowed here", at: token.range)
    case .reserved where token.name == "for":
      try stop(
        "syntax-error", "'for' isn't used here; a list is made with `list.map(x, value)`",
        at: token.range)
    case .identifier, .reserved:
      try stop(
        "syntax-error", "an operator is expected before '\(token.name)'", at: token.range)
    case .literal:
      try stop("syntax-error", "an operator is expected before this value", at: token.range)
    default: try stop("syntax-error", "this isn't allowed here", at: token.range)
    }
  }

  // MARK: Primaries

  private mutating func primary() throws(Stop) -> Int {
    let token = current
    switch token.kind {
    case .literal: return try literal()
    case .minus:
      advance()
      return try literal(sign: token)
    case .identifier: return try name(isGlobal: false)
    case .dot:
      guard following.kind == .identifier else {
        advance()
        try stop("syntax-error", "a name is expected after '.'", at: current.range)
      }
      advance()
      return try name(isGlobal: true, from: token)
    case .leftParenthesis:
      advance()
      let inner = try expression()
      let close = try closing(.rightParenthesis, ")", of: token)
      nodes[inner].range = token.range.union(close.range)
      return inner
    case .leftBracket: return try list()
    case .leftBrace: return try map()
    case .reserved where token.name == "if" && startsOperand(following):
      try stop(
        "reserved-word", "'if' isn't used here; write `condition ? value : other`",
        at: token.range)
    case .reserved:
      try stop(
        "reserved-word", "'\(token.name)' is a reserved word and cannot be a name",
        at: token.range)
    case .end: try stop("syntax-error", "the expression ends too early", at: token.range)
    case .assign, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or,
      .singleAnd, .singleOr, .plus, .star, .slash, .percent, .in:
      try stop("syntax-error", "a value is expected before this operator", at: token.range)
    default: try stop("syntax-error", "a value is expected here", at: token.range)
    }
  }

  private mutating func literal(sign: Token? = nil) throws(Stop) -> Int {
    let token = advance()
    var value = token.value
    let range = sign.map { $0.range.union(token.range) } ?? token.range
    if sign != nil {
      switch value {
      // The minimum is its own negation, which is right for its magnitude; larger literals are
      // noted.
      case .int(let int): value = .int(0 &- int)
      case .double(let double): value = .double(-double)
      default: break
      }
    } else if token.isMagnitudeOfMinimum {
      note(
        ExpressionMistake(
          "number-out-of-range", "the number is out of range for an int", at: range))
    }
    return try add(.literal(value), range, depth: 1)
  }

  private mutating func name(isGlobal: Bool, from dot: Token? = nil) throws(Stop) -> Int {
    let word = advance()
    let range = dot.map { $0.range.union(word.range) } ?? word.range
    guard current.kind == .leftParenthesis else {
      return try add(.name(word.name, isGlobal: isGlobal), range, name: word.range, depth: 1)
    }
    let open = advance()
    let start = nodes.count
    let arguments = try arguments(until: .rightParenthesis)
    let close = try closing(.rightParenthesis, ")", of: open)
    let whole = range.union(close.range)
    if options.expandsMacros, !isGlobal, word.name == "has", arguments.count == 1 {
      return try has(arguments[0], whole, name: word.range)
    }
    return try add(
      .call(target: nil, function: isGlobal ? "." + word.name : word.name, arguments: arguments),
      whole, name: word.range, start: start, depth: deepest(arguments) + 1)
  }

  // MARK: Lists and maps

  private mutating func list() throws(Stop) -> Int {
    let open = advance()
    let start = nodes.count
    var elements: [ExpressionNode.Element] = []
    while current.kind != .rightBracket {
      let isOptional = take(.question)
      elements.append(ExpressionNode.Element(value: try expression(), isOptional: isOptional))
      guard take(.comma) else { break }
    }
    let close = try closing(.rightBracket, "]", of: open)
    return try add(
      .list(elements), open.range.union(close.range), start: start,
      depth: deepest(elements.map(\.value)) + 1)
  }

  /// Stops at `{{ name }}`, the placeholder notation of other template languages.
  private mutating func refuseDoubleBraces(around open: Token) throws(Stop) {
    let first = tokens.firstIndex { $0.range.upperBound == open.range.lowerBound }
    guard let first, tokens[first].kind == .leftBrace else { return }
    let edits = removalOfBraces(from: first)
    note(
      ExpressionMistake(
        "syntax-error", "'{{' is from other template languages; an expression uses names directly",
        at: tokens[first].range.union(open.range),
        fixIts: edits.isEmpty
          ? [] : [FixIt("remove the braces", edits, isShown: true, isSafe: true)]))
    throw Stop()
  }

  /// Returns the edits that remove all double braces with the spaces inside of them; none if one isn't closed.
  ///
  /// A part of the expression that's more than a name is in parentheses instead.
  private func removalOfBraces(from first: Int) -> [FixIt.Edit] {
    func isPair(_ index: Int, of kind: Token.Kind) -> Bool {
      tokens[index].kind == kind && tokens[index + 1].kind == kind
        && tokens[index].range.upperBound == tokens[index + 1].range.lowerBound
    }
    var edits: [FixIt.Edit] = []
    var index = first
    while let open = (index..<tokens.count - 1).first(where: { isPair($0, of: .leftBrace) }) {
      let inner = open + 2
      guard inner < tokens.count - 1,
        let close = (inner..<tokens.count - 1).first(where: { isPair($0, of: .rightBrace) }),
        close > inner
      else { return [] }
      // The last token is the end.
      let isWhole = open == 0 && close + 2 == tokens.count - 1
      let isName = tokens[inner..<close].allSatisfy { $0.kind == .identifier || $0.kind == .dot }
      let isBare = isWhole || isName
      edits += [
        FixIt.Edit(
          SourceRange(tokens[open].range.lowerBound, tokens[inner].range.lowerBound),
          isBare ? "" : "("),
        FixIt.Edit(
          SourceRange(tokens[close - 1].range.upperBound, tokens[close + 1].range.upperBound),
          isBare ? "" : ")"),
      ]
      index = close + 2
      guard index < tokens.count - 1 else { break }
    }
    return edits
  }

  private mutating func map() throws(Stop) -> Int {
    let open = advance()
    let start = nodes.count
    var entries: [ExpressionNode.Entry] = []
    while current.kind != .rightBrace {
      let isOptional = take(.question)
      let key = try expression()
      guard take(.colon) else {
        try refuseDoubleBraces(around: open)
        try stop(
          "syntax-error", "':' and the value of the key are expected here", at: current.range)
      }
      let value = try expression()
      entries.append(ExpressionNode.Entry(key: key, value: value, isOptional: isOptional))
      guard take(.comma) else { break }
    }
    let close = try closing(.rightBrace, "}", of: open)
    return try add(
      .map(entries), open.range.union(close.range), start: start,
      depth: deepest(entries.flatMap { [$0.key, $0.value] }) + 1)
  }
}
