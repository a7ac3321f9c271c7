// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Parses the tokens of an expression into a tree.
struct ExpressionParser {
  /// Thrown after noting a mistake that the parser can't recover from.
  struct Stop: Error {}

  let text: String
  let options: ExpressionOptions
  let tokens: [Token]
  var position = 0
  var nodes: [ExpressionNode] = []
  var depths: [Int32] = []
  var mistakes: [ExpressionMistake]
  private var nesting = 0

  /// Parses a text; the tree is `nil` if a mistake stopped the parser.
  static func parse(
    _ text: String, options: ExpressionOptions
  ) -> (expression: ParsedExpression?, mistakes: [ExpressionMistake]) {
    let length = text.utf8.count
    guard length <= options.maximumLength else {
      let mistake = ExpressionMistake(
        "expression-too-long",
        "the expression is \(length) bytes long; at most \(options.maximumLength) are allowed",
        at: SourceRange(0, length))
      return (nil, [mistake])
    }
    let (tokens, found) = ExpressionLexer.tokens(of: text)
    var mistakes = found
    if let stop = mistakes.first(where: { $0.id == "unterminated-text" }) {
      // Anything after this is guesswork.
      mistakes.removeAll { $0.range.lowerBound > stop.range.lowerBound }
      return (nil, mistakes)
    }
    if mistakes.contains(where: { $0.id == "unexpected-character" }) {
      return (nil, Array(mistakes.prefix(100)))
    }
    var parser = ExpressionParser(text: text, options: options, tokens: tokens, mistakes: mistakes)
    let root = parser.root()
    guard let root else { return (nil, parser.mistakes) }
    return (
      ParsedExpression(ExpressionTree(text: text, nodes: parser.nodes), root), parser.mistakes
    )
  }

  private init(
    text: String, options: ExpressionOptions, tokens: [Token], mistakes: [ExpressionMistake]
  ) {
    self.text = text
    self.options = options
    self.tokens = tokens
    self.mistakes = mistakes
    nodes.reserveCapacity(tokens.count)
    depths.reserveCapacity(tokens.count)
  }

  private mutating func root() -> Int? {
    do {
      if current.kind == .end {
        try stop("empty-expression", "an expression is expected here", at: current.range)
      }
      let root = try expression()
      if current.kind != .end { try unexpected() }
      return root
    } catch {
      return nil
    }
  }

  // MARK: Words

  var current: Token { tokens[position] }

  var following: Token { tokens[min(position + 1, tokens.count - 1)] }

  @discardableResult
  mutating func advance() -> Token {
    let token = tokens[position]
    if position < tokens.count - 1 { position += 1 }
    return token
  }

  mutating func take(_ kind: Token.Kind) -> Bool {
    guard current.kind == kind else { return false }
    advance()
    return true
  }

  // MARK: Mistakes

  mutating func note(_ mistake: ExpressionMistake) { mistakes.append(mistake) }

  mutating func stop(_ id: DiagnosticID, _ message: String, at range: SourceRange) throws(Stop)
    -> Never
  {
    // The lexer's mistake at the same location is clearer.
    if !mistakes.contains(where: {
      $0.severity == .error && $0.range.upperBound >= range.lowerBound
    }) {
      note(ExpressionMistake(id, message, at: range))
    }
    throw Stop()
  }

  // MARK: Nodes

  func start(of index: Int) -> Int { nodes[index].start }

  mutating func add(
    _ kind: ExpressionNode.Kind, _ range: SourceRange, name: SourceRange? = nil, start: Int? = nil,
    depth: Int32
  ) throws(Stop) -> Int {
    let index = nodes.count
    nodes.append(
      ExpressionNode(kind: kind, range: range, nameRange: name ?? range, start: start ?? index))
    depths.append(depth)
    if depth > options.maximumNesting { try tooDeep(range) }
    return index
  }

  private mutating func tooDeep(_ range: SourceRange) throws(Stop) -> Never {
    try stop(
      "expression-too-deep",
      "the expression is nested deeper than \(options.maximumNesting) levels", at: range)
  }

  /// Runs a part one level deeper.
  mutating func nested(
    _ body: (inout ExpressionParser) throws(Stop) -> Int
  ) throws(Stop) -> Int {
    nesting += 1
    defer { nesting -= 1 }
    if nesting > options.maximumNesting { try tooDeep(current.range) }
    return try body(&self)
  }

  func deepest(_ indices: [Int]) -> Int32 { indices.map { depths[$0] }.max() ?? 0 }
}
