// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionParser {
  /// Parses `or ? or : expression`, or anything that binds tighter.
  mutating func expression() throws(Stop) -> Int {
    try nested { (parser) throws(Stop) in try parser.conditional() }
  }

  private mutating func conditional() throws(Stop) -> Int {
    let condition = try logical(.or)
    if let other = try foreignConditional(condition) { return other }
    let question = position
    guard take(.question) else { return condition }
    let first = try logical(.or)
    if current.kind == .question {
      try stop(
        "nested-condition", "a condition inside the first branch of '?:' needs parentheses",
        at: current.range)
    }
    guard take(.colon) else {
      try stopAtForeignSelection(of: condition, at: question)
      try stop("syntax-error", "':' and a second branch are expected here", at: current.range)
    }
    let second = try expression()
    return try add(
      .conditional(condition, first, second),
      nodes[condition].range.union(nodes[second].range), start: start(of: condition),
      depth: deepest([condition, first, second]) + 1)
  }

  /// Parses a chain of `&&` or `||`.
  mutating func logical(_ logical: LogicalOperator) throws(Stop) -> Int {
    let first = try operand(of: logical)
    guard isAt(logical) else { return first }
    var operands = [first]
    while isAt(logical) {
      noteHabit(logical)
      advance()
      operands.append(try operand(of: logical))
    }
    let last = operands[operands.count - 1]
    return try add(
      .logical(logical, operands), nodes[first].range.union(nodes[last].range),
      start: start(of: first), depth: deepest(operands) + 1)
  }

  private mutating func operand(of logical: LogicalOperator) throws(Stop) -> Int {
    logical == .or ? try self.logical(.and) : try binary(1)
  }

  private func isAt(_ logical: LogicalOperator) -> Bool {
    switch current.kind {
    case .and, .singleAnd: logical == .and
    case .or, .singleOr: logical == .or
    case .identifier:
      switch current.name {
      case "and", "AND": logical == .and
      case "or", "OR": logical == .or
      default: false
      }
    default: false
    }
  }

  private mutating func noteHabit(_ logical: LogicalOperator) {
    guard current.kind != .and, current.kind != .or else { return }
    let found =
      switch current.kind {
      case .singleAnd: "&"
      case .singleOr: "|"
      default: current.name
      }
    noteHabit(found: found, wanted: logical.rawValue, at: current.range)
  }

  mutating func noteHabit(found: String, wanted: String, at range: SourceRange) {
    note(
      ExpressionMistake(
        "wrong-operator", "'\(found)' isn't an operator here; did you mean '\(wanted)'?", at: range,
        fixIts: [FixIt("write '\(wanted)'", [FixIt.Edit(range, wanted)], isSafe: true)]))
  }

  /// Parses a chain of relations, sums, and products by precedence.
  mutating func binary(_ precedence: Int) throws(Stop) -> Int {
    var left = precedence == 3 ? try unary() : try binary(precedence + 1)
    while true {
      if precedence == 1, let other = try foreignRelation(left) {
        left = other
        continue
      }
      guard let found = binaryOperator(), found.precedence == precedence else { return left }
      let word = advance()
      try stopAtArrow(after: word, left)
      if word.kind == .assign {
        noteHabit(found: "=", wanted: "==", at: word.range)
      } else if word.kind == .equal, current.kind == .assign,
        current.range.lowerBound == word.range.upperBound
      {
        noteHabit(found: "===", wanted: "==", at: word.range.union(advance().range))
      } else if word.kind == .less, current.kind == .greater,
        current.range.lowerBound == word.range.upperBound
      {
        noteHabit(found: "<>", wanted: "!=", at: word.range.union(advance().range))
      }
      let right = precedence == 3 ? try unary() : try binary(precedence + 1)
      // A chain of any length stays flat for code that follows its left side in a loop.
      left = try add(
        .binary(found, left, right), nodes[left].range.union(nodes[right].range), name: word.range,
        start: start(of: left), depth: max(depths[left], depths[right] + 1))
    }
  }

  private func binaryOperator() -> BinaryOperator? {
    switch current.kind {
    case .plus: .add
    case .minus: .subtract
    case .star: .multiply
    case .slash: .divide
    case .percent: .remainder
    case .equal, .assign: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .in: .isIn
    default: nil
    }
  }

  /// Parses signs before a member.
  private mutating func unary() throws(Stop) -> Int {
    if isForeignNot {
      let word = advance()
      let gap = SourceRange(word.range.lowerBound, current.range.lowerBound)
      note(
        ExpressionMistake(
          "wrong-operator", "'\(word.name)' isn't an operator here; did you mean '!'?",
          at: word.range, fixIts: [FixIt("write '!'", [FixIt.Edit(gap, "!")])]))
      return try nested { (parser) throws(Stop) in try parser.unary() }
    }
    switch current.kind {
    case .not, .minus:
      let word = current
      if word.kind == .minus, following.kind == .literal, isNumber(following) {
        return try member()
      }
      advance()
      let operand = try nested { (parser) throws(Stop) in try parser.unary() }
      return try add(
        word.kind == .not ? .not(operand) : .negate(operand),
        word.range.union(nodes[operand].range), name: word.range, start: start(of: operand),
        depth: depths[operand] + 1)
    default: return try member()
    }
  }

  private var isForeignNot: Bool {
    guard current.kind == .identifier, ["not", "NOT"].contains(current.name) else { return false }
    return [.identifier, .literal, .not].contains(following.kind)
  }

  func isNumber(_ token: Token) -> Bool {
    switch token.value {
    case .int, .double: true
    default: false
    }
  }
}
