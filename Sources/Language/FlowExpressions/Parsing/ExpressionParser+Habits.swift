// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Operators of other languages. Each is noted with what's written here, and the parser continues with
// that, so that the rest of the expression is checked as well.
extension ExpressionParser {
  // MARK: Choosing a value

  /// Parses `a ?? b`, `a ?: b`, and `a if condition else b` after `a`; `nil` for anything else.
  mutating func foreignConditional(_ operand: Int) throws(Stop) -> Int? {
    if current.kind == .reserved, current.name == "if" {
      return try suffixedConditional(operand)
    }
    guard current.kind == .question, [.question, .colon].contains(following.kind),
      current.range.upperBound == following.range.lowerBound
    else { return nil }
    let word = advance().range.union(advance().range)
    let other = try expression()
    let range = nodes[operand].range.union(nodes[other].range)
    noteForeign(word, meant: "\(target(operand)).orValue(\(source(other)))", replacing: range)
    return try add(
      isSelection(operand)
        ? .call(target: operand, function: "orValue", arguments: [other]) : .invalid,
      range, name: word, start: start(of: operand), depth: deepest([operand, other]) + 1)
  }

  private mutating func suffixedConditional(_ first: Int) throws(Stop) -> Int {
    let word = advance().range
    let condition = try logical(.or)
    guard current.kind == .reserved, current.name == "else" else {
      try stop(
        "wrong-operator", "'if' isn't an operator here; write `condition ? value : other`",
        at: word)
    }
    advance()
    let second = try expression()
    let range = nodes[first].range.union(nodes[second].range)
    noteForeign(
      word, meant: "\(source(condition)) ? \(source(first)) : \(source(second))", replacing: range)
    return try add(
      .conditional(condition, first, second), range, start: start(of: first),
      depth: deepest([condition, first, second]) + 1)
  }

  /// Stops at `a?.b` and `a?[0]` where the parser expects the second branch of a conditional.
  mutating func stopAtForeignSelection(of operand: Int, at question: Int) throws(Stop) {
    let (mark, next) = (tokens[question], tokens[min(question + 1, tokens.count - 1)])
    guard mark.range.lowerBound == nodes[operand].range.upperBound,
      mark.range.upperBound == next.range.lowerBound,
      next.kind == .dot || next.kind == .leftBracket
    else { return }
    let word = mark.range.union(next.range)
    let meant = next.kind == .dot ? ".?" : "[?"
    noteHabit(found: next.kind == .dot ? "?." : "?[", wanted: meant, at: word)
    throw Stop()
  }

  // MARK: Relations

  /// Parses an operator of another language that binds like a comparison; `nil` if there's none.
  mutating func foreignRelation(_ left: Int) throws(Stop) -> Int? {
    let word = current
    switch word.kind {
    case .match: return try match(left)
    case .identifier where word.name == "is": return try identity(left)
    case .identifier where word.name == "not" && following.kind == .in:
      let range = advance().range.union(advance().range)
      let right = try binary(2)
      let whole = nodes[left].range.union(nodes[right].range)
      noteForeign(
        range, meant: "!(\(source(left)) in \(source(right)))", replacing: whole)
      let test = try add(
        .binary(.isIn, left, right), whole, name: range, start: start(of: left),
        depth: deepest([left, right]) + 1)
      return try add(.not(test), whole, start: start(of: test), depth: depths[test] + 1)
    case .identifier:
      if let wanted = Self.comparisons[word.name], startsOperand(following) {
        noteHabit(found: advance().name, wanted: wanted.rawValue, at: word.range)
        return try relation(wanted, left, word.range)
      }
      guard let function = Self.tests[word.name], startsOperand(following) else { return nil }
      advance()
      return try test(function, left, word.range)
    default: return nil
    }
  }

  private static let comparisons: [String: BinaryOperator] = [
    "eq": .equal, "equals": .equal, "ne": .notEqual, "lt": .less, "le": .lessOrEqual,
    "gt": .greater, "ge": .greaterOrEqual,
  ]

  /// The methods for tests that are operators in other languages.
  private static let tests: [String: String] = [
    "matches": "matches", "like": "matches", "contains": "contains", "includes": "contains",
    "startsWith": "startsWith", "starts_with": "startsWith", "endsWith": "endsWith",
    "ends_with": "endsWith",
  ]

  /// Whether a token begins a value.
  func startsOperand(_ token: Token) -> Bool {
    [.identifier, .literal, .leftParenthesis, .leftBracket].contains(token.kind)
  }

  /// Parses `=~ pattern`, `!~ pattern`, and `~= pattern`.
  private mutating func match(_ left: Int) throws(Stop) -> Int {
    let word = advance().range
    let isNegated = source(word).hasPrefix("!")
    return try test("matches", left, word, isNegated: isNegated)
  }

  /// Parses the right side of a test that's a method here.
  private mutating func test(
    _ function: String, _ left: Int, _ word: SourceRange, isNegated: Bool = false
  ) throws(Stop) -> Int {
    let right = try binary(2)
    let range = nodes[left].range.union(nodes[right].range)
    var argument = source(right)
    if argument.hasPrefix("/"), case .literal(.string(let pattern)) = nodes[right].kind {
      argument = (pattern.includes("\\") ? "r'" : "'") + pattern + "'"
    } else if argument.hasPrefix("("), argument.hasSuffix(")") {
      argument = String(argument.dropFirst().dropLast())
    }
    let call = "\(target(left)).\(function)(\(argument))"
    if source(word) == "like" {
      noteForeign(word, meant: "\(target(left)).\(function)('…')")
    } else {
      noteForeign(word, meant: isNegated ? "!\(call)" : call, replacing: range)
    }
    let test = try add(
      .call(target: left, function: function, arguments: [right]), range, name: word,
      start: start(of: left), depth: deepest([left, right]) + 1)
    guard isNegated else { return test }
    return try add(.not(test), range, start: start(of: test), depth: depths[test] + 1)
  }

  /// Parses `is defined`, `is not None`, and `is value`.
  private mutating func identity(_ left: Int) throws(Stop) -> Int {
    let first = advance()
    var word = first.range
    var isNegated = false
    if current.kind == .identifier, current.name == "not" {
      word = word.union(advance().range)
      isNegated = true
    }
    let isNull = if case .null = current.value, current.kind == .literal { true } else { false }
    let known = ["defined": true, "undefined": false, "none": false, "None": false, "nil": false]
    guard let hasValue = isNull ? false : current.kind == .identifier ? known[current.name] : nil
    else {
      noteHabit(found: source(word), wanted: isNegated ? "!=" : "==", at: word)
      return try relation(isNegated ? .notEqual : .equal, left, word)
    }
    let range = nodes[left].range.union(current.range)
    word = word.union(advance().range)
    let isPresent = hasValue != isNegated
    noteForeign(word, meant: (isPresent ? "" : "!") + "has(\(source(left)))", replacing: range)
    guard isSelection(left) else {
      return try add(.invalid, range, start: start(of: left), depth: depths[left] + 1)
    }
    let test = try has(left, range, name: word)
    guard !isPresent else { return test }
    return try add(.not(test), range, start: start(of: test), depth: depths[test] + 1)
  }

  private mutating func relation(
    _ binary: BinaryOperator, _ left: Int, _ word: SourceRange
  ) throws(Stop) -> Int {
    let right = try self.binary(2)
    return try add(
      .binary(binary, left, right), nodes[left].range.union(nodes[right].range), name: word,
      start: start(of: left), depth: max(depths[left], depths[right] + 1))
  }

  /// Stops at `x => value` and `x -> value`, which bind a name in other languages.
  mutating func stopAtArrow(after word: Token, _ left: Int) throws(Stop) {
    guard word.kind == .assign || word.kind == .minus, current.kind == .greater,
      word.range.upperBound == current.range.lowerBound
    else { return }
    let arrow = word.range.union(current.range)
    let gap = SourceRange(nodes[left].range.upperBound, arrow.upperBound)
    note(
      ExpressionMistake(
        "wrong-operator",
        "'\(source(arrow))' isn't an operator here; a name is bound with ',', as in "
          + "`list.map(x, value)`", at: arrow,
        fixIts: [FixIt("write ','", [FixIt.Edit(gap, ",")], isShown: true)]))
    throw Stop()
  }

  // MARK: Words

  /// Notes an operator that isn't one here.
  ///
  /// - Parameters:
  ///   - word: The place of the operator.
  ///   - meant: What's written here.
  ///   - range: What the fix replaces by it, or `nil` if it's only an example.
  private mutating func noteForeign(
    _ word: SourceRange, meant: String, replacing range: SourceRange? = nil
  ) {
    let found = source(word)
    let isShort = meant.count <= 200 && !meant.contains(where: \.isNewline)
    note(
      ExpressionMistake(
        "wrong-operator",
        "'\(found)' isn't an operator here" + (isShort ? "; write `\(meant)`" : ""), at: word,
        fixIts: range.map {
          [FixIt("write `\(meant)`", [FixIt.Edit($0, meant)], isShown: true, isSafe: true)]
        }.flatMap { isShort ? $0 : nil } ?? []))
  }

  /// The source of a part, without what's too long for a message.
  private func source(_ index: Int) -> String { source(nodes[index].range) }

  private func source(_ range: SourceRange) -> String {
    let bytes = text.utf8.dropFirst(range.lowerBound).prefix(min(range.count, 256))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The source of a part before a dot.
  private func target(_ index: Int) -> String {
    let text = source(index)
    switch nodes[index].kind {
    case .literal, .name, .select, .index, .call, .list, .map, .macro, .hasField, .hasName:
      return text
    default: return text.hasPrefix("(") ? text : "(\(text))"
    }
  }

  /// Whether a part is a name, or the field of one.
  private func isSelection(_ index: Int) -> Bool {
    switch nodes[index].kind {
    case .name(_, isGlobal: false): options.allowsHasOfNames
    case .select(_, _, isOptional: false): true
    default: false
    }
  }
}
