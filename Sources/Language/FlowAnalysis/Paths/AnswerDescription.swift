// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Describes the answers that a search found, as expressions.
struct AnswerDescription {
  private let facts: FlowFacts

  init(_ facts: FlowFacts) { self.facts = facts }

  /// Returns a description of answers, in the order in which they're asked: "`kind == 'worker'` and
  /// 'nick' is left empty".
  func list(_ answers: Solver.Answers) -> String {
    var seen: Set<String> = []
    let described = answers.samples.compactMap { found -> (order: Int, words: String)? in
      guard let words = describe(found.term, found.sample, found.asked),
        seen.insert(words).inserted
      else { return nil }
      return (facts.terms.names(of: found.term).last ?? Int.max, words)
    }
    let parts = described.sorted { $0.order < $1.order }.map(\.words)
    guard parts.count > 6 else { return parts.joined(separator: " and ") }
    return parts.prefix(6).joined(separator: " and ") + " and \(parts.count - 6) more"
  }

  /// Returns a description of a term's sample, or nil if there's no readable one.
  private func describe(
    _ term: TermID, _ sample: AnswerSamples.Sample, _ asked: [Predicate]
  ) -> String? {
    if case .given(let name) = facts.terms[term] {
      let facts = facts.names[name]
      let isCapture = if case .capture = facts.kind { true } else { false }
      return sample == .value(false)
        ? "'\(facts.id.name)' \(isCapture ? "fails and is skipped" : "is left empty")" : nil
    }
    guard let code = code(term, sample, asked) else { return nil }
    if let list = outerList(term) { return "`\(code)` in the item of '\(list)'" }
    return readsHidden(term) ? "the outer `\(code)`" : "`\(code)`"
  }

  /// The list in whose item a term is read, if that's not the item at the current place.
  private func outerList(_ term: TermID) -> String? {
    guard case .call(let function, let operands) = facts.terms[term] else { return nil }
    guard function == "in item", case .literal(.int(let mark)) = facts.terms[operands[1]],
      mark != facts.itemMark, facts.items.indices.contains(Int(mark) - 1)
    else { return operands.lazy.compactMap { outerList($0) }.first }
    return facts.items[Int(mark) - 1].name
  }

  /// Returns whether a term reads a name that a name of an item hides at the current place.
  private func readsHidden(_ term: TermID) -> Bool {
    facts.terms.names(of: term).contains { facts.numbers[facts.names[$0].id.name] != $0 }
  }

  /// Returns an expression that describes a term's sample.
  private func code(
    _ term: TermID, _ sample: AnswerSamples.Sample, _ asked: [Predicate]
  ) -> String? {
    guard let subject = spelling(of: term), subject.count <= 100 else { return nil }
    switch sample {
    case .value(.bool(let truth)) where asked.contains(.isTrue):
      let isName = if case .name = facts.terms[term] { true } else { false }
      return truth ? subject : isName ? "!\(subject)" : "!(\(subject))"
    case .value(let value):
      guard let subject = operand(term, isTight: false) else { return nil }
      // A function may not have the value that was chosen, only one other than the literals.
      if isComputed(term), asked.allSatisfy({ $0.isEquality(otherThan: value) }),
        let difference = difference(subject, asked)
      {
        return difference
      }
      return "\(subject) == \(Self.literal(value))"
    case .text(_, let length):
      if asked.contains(where: { if case .size = $0 { true } else { false } }) {
        return "size(\(subject)) == \(length)"
      }
      return difference(subject, asked)
    case .other: return difference(subject, asked)
    }
  }

  /// Returns whether a term is the result of a function or an operator, which the search doesn't
  /// understand.
  private func isComputed(_ term: TermID) -> Bool {
    switch facts.terms[term] {
    case .call(let function, let operands):
      // A field of a record is no result of a function.
      function == "at" || function == "in item"
        ? isComputed(operands[0]) : function.hasSuffix("()") || !function.hasPrefix(".")
    case .opaque: true
    case .literal, .name, .local, .moment, .given, .conditional: false
    }
  }

  /// Returns an expression that says that a term is none of the literals that it's compared with.
  private func difference(_ subject: String, _ asked: [Predicate]) -> String? {
    var literals: [String] = []
    for literal in asked.flatMap(\.literals).map(Self.literal) where !literals.contains(literal) {
      literals.append(literal)
    }
    switch literals.count {
    case 0: return nil
    case 1: return "\(subject) != \(literals[0])"
    case 2...5: return "!(\(subject) in [\(literals.joined(separator: ", "))])"
    default: return "!(\(subject) in [\(literals.prefix(3).joined(separator: ", ")), …])"
    }
  }

  /// Returns the source of a literal in an expression.
  static func literal(_ value: Value) -> String {
    switch value {
    case .string(let text):
      "'\(text.replacingParts("\\", with: "\\\\").replacingParts("'", with: "\\'"))'"
    case .timestamp(let moment): "timestamp('\(moment)')"
    case .duration(let span): "duration('\(span)')"
    case .list(let values): "[\(values.map(literal).joined(separator: ", "))]"
    default: value.plainText
    }
  }

  /// Returns the source of a term in an expression, or nil if it has none.
  private func spelling(of term: TermID) -> String? {
    switch facts.terms[term] {
    case .literal(let value): return Self.literal(value)
    case .name(let name): return facts.names[name].id.name
    case .local(let name): return name
    case .moment(_, let isToday): return isToday ? "today" : "now"
    case .opaque(let expression):
      // The expression that a call stands for isn't written anywhere.
      return expression.oneLine.isEmpty ? nil : expression.oneLine
    case .given, .conditional: return nil
    case .call(let function, let operands):
      if function == "at" || function == "in item" { return operands.first.flatMap(spelling) }
      let isCall = function.hasSuffix("()") || function == "[…]"
      let parts = operands.enumerated().compactMap { position, operand in
        // The target of a method, and the operands of operators, may need parentheses.
        isCall && !(position == 0 && function.hasPrefix("."))
          ? spelling(of: operand) : self.operand(operand)
      }
      guard parts.count == operands.count else { return nil }
      return Self.spelling(of: function, parts)
    }
  }

  /// Returns the source of a term beside an operator or before a dot.
  ///
  /// - Parameters:
  ///   - term: The term.
  ///   - isTight: Whether sums and products need parentheses there, too.
  /// - Returns: The source, or nil if it has none.
  private func operand(_ term: TermID, isTight: Bool = true) -> String? {
    guard let text = spelling(of: term) else { return nil }
    var open = term
    while case .call(let function, let operands) = facts.terms[open],
      function == "at" || function == "in item"
    {
      open = operands[0]
    }
    let needsParentheses =
      switch facts.terms[open] {
      case .call(let function, _):
        ["&&", "||", "!", "==", "!=", "<", "<=", ">", ">=", "in"].contains(function)
          || isTight && ["+", "-", "*", "/", "%"].contains(function)
      case .opaque(let expression): expression.needsParentheses
      default: false
      }
    return needsParentheses ? "(\(text))" : text
  }

  private static func spelling(of function: String, _ parts: [String]) -> String? {
    if function.hasSuffix("()") {
      let name = function.dropLast(2)
      return name.hasPrefix(".")
        ? "\(parts[0])\(name)(\(parts.dropFirst().joined(separator: ", ")))"
        : "\(name)(\(parts.joined(separator: ", ")))"
    }
    switch (function, parts.count) {
    case ("orValue", 2): return "\(parts[0]).orValue(\(parts[1].withoutParentheses))"
    case ("[?]", 2): return "\(parts[0])[?\(parts[1].withoutParentheses)]"
    case ("[]", 2): return "\(parts[0])[\(parts[1].withoutParentheses)]"
    case ("[…]", _): return "[\(parts.joined(separator: ", "))]"
    case ("!", 1), ("-", 1): return "\(function)\(parts[0])"
    case (_, 1) where function.hasPrefix("."): return "\(parts[0])\(function)"
    case (_, 1) where function.hasPrefix("has."):
      return "has(\(parts[0]).\(function.dropFirst(4)))"
    case (_, 2...): return parts.joined(separator: " \(function) ")
    default: return nil
    }
  }
}

extension Predicate {
  /// Whether it compares for equality with a literal other than a value.
  fileprivate func isEquality(otherThan value: Value) -> Bool {
    if case .compares(.equal, let literal) = self { literal != value } else { false }
  }
}

extension ParsedExpression {
  /// Whether it needs parentheses beside an operator.
  fileprivate var needsParentheses: Bool {
    switch kind {
    case .binary, .logical, .conditional, .not, .negate: !source.hasPrefix("(")
    default: false
    }
  }
}

extension String {
  /// The text without parentheses that `operand` added around all of it.
  fileprivate var withoutParentheses: String {
    guard hasPrefix("("), hasSuffix(")") else { return self }
    var depth = 0
    for (offset, character) in zip(0..., self) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, offset < count - 1 { return self }
    }
    return String(dropFirst().dropLast())
  }
}
