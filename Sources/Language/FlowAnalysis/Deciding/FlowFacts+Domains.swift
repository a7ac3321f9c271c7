// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel

// The domains and types of terms.
extension FlowFacts {
  /// Returns the values that a term can have.
  func domain(of term: TermID) -> AnswerDomain {
    switch terms[term] {
    case .name(let name): return domain(ofName: name)
    case .given: return .boolean
    case .local("index"): return .integer(.init(least: .int(0), greatest: nil, unit: nil))
    // Nothing that reads the time is reported as constant.
    case .moment: return .anything
    case .call("in item", let operands): return domain(of: operands[0])
    case .call("size()", let operands): return .integer(sizes(of: operands))
    default: return AnswerDomain(ofComputed: type(of: term)).within(known(about: term))
    }
  }

  /// Returns what's known about the value of a term beyond its type; nil if nothing is.
  ///
  /// - Complexity: O(*n*) in the number of terms in it that weren't asked for before.
  private func known(about term: TermID) -> KnownValues? {
    if let known = knownTerms[term] { return known }
    let known: KnownValues? =
      switch terms[term] {
      case .literal(let value): .oneOf([value])
      case .name(let name): names[name].values
      case .local("index"): .within(.whole(0...Int64.max))
      case .conditional(_, let first, let second):
        .joined([self.known(about: first), self.known(about: second)])
      case .call(let function, let operands): self.known(aboutCallOf: function, operands)
      case .local, .moment, .given, .opaque: nil
      }
    knownTerms[term] = .some(known)
    return known
  }

  private func known(aboutCallOf function: String, _ operands: [TermID]) -> KnownValues? {
    func operand(_ index: Int) -> KnownValues? {
      operands.indices.contains(index) ? known(about: operands[index]) : nil
    }
    if let binary = BinaryOperator(rawValue: function), operands.count == 2 {
      return .result(of: binary, operand(0), operand(1), of: type(of: operands[0]))
    }
    switch function {
    case "in item", "at": return operand(0)
    case "-": return operand(0)?.negated
    case "[]": return operand(0)?.element
    case "size()", "int()", "double()":
      return .result(of: String(function.dropLast(2)), [operand(0)])
    case let name where name.hasPrefix(".") && !name.hasSuffix("()"):
      return operand(0)?[String(name.dropFirst())]
    default: return nil
    }
  }

  /// Returns the bounds of the size of a name's value.
  private func sizes(of operands: [TermID]) -> AnswerDomain.NumberBounds {
    var bounds = AnswerDomain.NumberBounds(least: .int(0), greatest: nil, unit: nil)
    guard operands.count == 1, case .name(let name) = terms[operands[0]] else {
      guard let sizes = operands.first.flatMap({ known(about: $0)?.sizes }) else { return bounds }
      bounds.least = .int(Int64(sizes.lowerBound))
      if sizes.upperBound < Int.max { bounds.greatest = .int(Int64(sizes.upperBound)) }
      return bounds
    }
    switch names[name].kind {
    case .repeat(let list) where list.over == nil:
      bounds.least = list.constraints.literal(.minItems) ?? .int(0)
      bounds.greatest = list.constraints.literal(.maxItems)
    case .field(let field) where [.choices, .list, .map].contains(field.type):
      bounds.least = .int(Int64(field.leastElements))
      bounds.greatest = field.literal(.maxItems)
      if bounds.greatest == nil, !field.takesOthers, case .listed(let choices)? = field.choices {
        bounds.greatest = .int(Int64(choices.count))
      }
    default: break
    }
    return bounds
  }

  /// Returns the type of a term, or nil if it's unknown.
  func type(of term: TermID) -> ValueType? {
    switch terms[term] {
    case .literal(let value): return value.type
    case .name(let name): return names[name].type
    case .local(let name): return name == "index" ? .int : nil
    case .moment(_, let isToday): return isToday ? .string : .timestamp
    case .given: return .bool
    case .conditional(_, let first, let second):
      let type = type(of: first)
      return type == self.type(of: second) ? type : nil
    case .opaque: return nil
    case .call(let function, let operands):
      switch function {
      case "in item", "at": return type(of: operands[0])
      case "size()", "int()", "daysBetween()", "yearsBetween()", ".indexOf()": return .int
      case "double()": return .double
      case "string()", "addDays()", ".trim()", ".lowerAscii()", ".upperAscii()",
        "lower()", "upper()", "slug()", "capitalize()", "title()", "formatDate()",
        ".removePrefix()", ".removeSuffix()":
        return .string
      case "+", "-", "*", "/", "%":
        return Self.type(of: function, operands.map { type(of: $0) })
      default: return nil
      }
    }
  }

  /// Returns the type of an arithmetic expression, or nil if it's unknown.
  private static func type(of function: String, _ operands: [ValueType?]) -> ValueType? {
    switch (function, operands) {
    case (_, [.int, .int]), ("-", [.int]): .int
    case (_, [.double, .double]), ("-", [.double]): .double
    case ("+", [.string, .string]): .string
    case ("+", [.timestamp, .duration]), ("+", [.duration, .timestamp]): .timestamp
    case ("-", [.timestamp, .duration]): .timestamp
    case ("-", [.timestamp, .timestamp]): .duration
    case (_, [.duration, .duration]): .duration
    default: nil
    }
  }
}
