// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// Tracks secrets through expressions.
///
/// A value that's computed from a secret is a secret: through `+`, lists and maps, branches,
/// conversions, functions, macros, and `compute` steps. Results of comparisons, `in`, `has`, and
/// functions that return only a Boolean or a size are clean.
struct SecrecyReader {
  private let facts: FlowFacts

  /// The secrecy of names that's known so far, by number.
  private var known: [Int: Secrecy] = [:]

  /// The shapes of lists including computed values, by number.
  private var shapes: [Int: InputType] = [:]

  /// The value of a name that's bound in an expression.
  private struct Binding {
    var secrecy: Secrecy
    var type: InputType?
  }

  /// The names that are bound at the current place.
  private var bound: [String: Binding] = [:]

  /// The maximum depth of analysis; a deeper expression counts as computed from every name in it.
  private static let maximumDepth = 100

  init(_ facts: FlowFacts) {
    self.facts = facts
    // Computed values read only earlier names, so file order is enough.
    let outer = facts.nameTable
    for number in facts.names.indices {
      facts.nameTable = facts.names[number].table ?? outer
      known[number] = secrecy(ofName: number)
    }
    facts.nameTable = outer
  }

  private mutating func secrecy(ofName number: Int) -> Secrecy {
    let name = facts.names[number]
    switch name.kind {
    case .field(let field):
      return field.type == .secret ? Secrecy(degree: .whole, origin: number) : .clean
    case .repeat(let list):
      let shape = shape(ofItemsOf: list, at: name.id.place)
      shapes[number] = shape
      let degree = shape.degreeOfSecrecy
      return degree == .clean ? .clean : Secrecy(degree: degree, origin: number)
    case .input, .flow:
      guard let degree = name.shape?.degreeOfSecrecy, degree != .clean else { return .clean }
      return Secrecy(degree: degree, origin: number)
    case .compute(let source):
      return facts.compiled(source).map { secrecy(of: $0.root) } ?? .clean
    case .capture(let run):
      // A call that received a secret may return it.
      switch run.isSecret {
      case true?: return Secrecy(degree: .whole, origin: number)
      case false?: return .clean
      case nil:
        var result = Secrecy.clean
        for source in run.call.received {
          guard let compiled = facts.compiled(source) else { continue }
          result = result.or(secrecy(of: compiled.root).asPart)
        }
        return result
      }
    }
  }

  /// Returns the shape of a list, in which values computed from a secret are secrets.
  private func shape(ofItemsOf list: RepeatDefinition, at place: SourcePlace) -> InputType {
    let parts = InputType.parts(of: list.steps, in: place) { step, list in
      let number = facts.itemNumbers[list]?.numbers[step.id.name]
      let secrecy = number.flatMap { known[$0] }
      return .field(secrecy.map { $0.degree == .clean } ?? true ? .string : .secret)
    }
    return .list(.record(parts))
  }

  /// Whether any name contains a secret; otherwise, there's nothing to check.
  var hasSecrets: Bool { known.values.contains { $0.degree != .clean } }

  /// Returns the secrecy of an expression in which `item` is bound to the elements of a list.
  mutating func secrecy(of expression: ParsedExpression, item list: ParsedExpression?) -> Secrecy {
    guard let list else { return secrecy(of: expression) }
    bound["item"] = Binding(
      secrecy: secrecy(of: list).asPart, type: inputType(of: list)?.element)
    defer { bound["item"] = nil }
    return secrecy(of: expression)
  }

  /// Returns the secrecy of an expression's value.
  mutating func secrecy(of expression: ParsedExpression, depth: Int = 0) -> Secrecy {
    guard depth < Self.maximumDepth else { return secrecyOfNames(in: expression) }
    let inner = depth + 1
    switch expression.kind {
    case .literal, .hasName, .hasField, .invalid: return .clean
    case .name(let name, _):
      if let binding = bound[name] {
        return binding.type.map { typed($0, binding.secrecy) } ?? binding.secrecy
      }
      return facts.numbers[name].flatMap { known[$0] } ?? .clean
    case .select(let operand, _, _), .index(let operand, _, _):
      let whole = secrecy(of: operand, depth: inner)
      guard whole.degree != .clean else { return .clean }
      return inputType(of: expression).map { typed($0, whole) } ?? whole.asPart
    case .binary(let binary, _, _):
      return binary.isComparison || binary == .isIn ? .clean : parts(of: expression, inner)
    case .conditional(_, let first, let second):
      return secrecy(of: first, depth: inner).or(secrecy(of: second, depth: inner))
    case .call(let target, let function, let arguments):
      if FlowSecrets.cleanFunctions.contains(function) { return .clean }
      if let target, function == "orValue" || function == "or", arguments.count == 1 {
        return secrecy(of: target, depth: inner).or(secrecy(of: arguments[0], depth: inner))
      }
      if let target, function == "value" { return secrecy(of: target, depth: inner) }
      return parts(of: expression, inner)
    case .macro(let macro, let target, let variables, let filter, let body):
      return secrecy(of: macro, target, variables, filter, body, inner)
    case .not, .negate, .logical, .list, .map: return parts(of: expression, inner)
    }
  }

  private func typed(_ type: InputType, _ secrecy: Secrecy) -> Secrecy {
    let degree = type.degreeOfSecrecy
    return degree == .clean ? .clean : Secrecy(degree: degree, origin: secrecy.origin)
  }

  private mutating func parts(of expression: ParsedExpression, _ depth: Int) -> Secrecy {
    var result = Secrecy.clean
    for child in expression.children { result = result.or(secrecy(of: child, depth: depth).asPart) }
    return result
  }

  private mutating func secrecy(
    of macro: Macro, _ target: ParsedExpression, _ variables: [String], _ filter: ParsedExpression?,
    _ body: ParsedExpression, _ depth: Int
  ) -> Secrecy {
    let source = secrecy(of: target, depth: depth)
    let hidden = variables.map { ($0, bound[$0]) }
    let isBind = macro == .bind
    for variable in variables {
      bound[variable] = Binding(
        secrecy: isBind ? source : source.asPart,
        type: isBind ? inputType(of: target) : inputType(of: target)?.element)
    }
    defer { for (name, binding) in hidden { bound[name] = binding } }
    let result = secrecy(of: body, depth: depth)
    switch macro {
    case .bind: return result
    case .all, .exists, .existsOne: return result.asPart
    case .filter, .sortBy: return source.asPart
    default: return result.asPart
    }
  }

  /// Returns the declared type of a name or a part of it.
  private func inputType(of expression: ParsedExpression) -> InputType? {
    switch expression.kind {
    case .name(let name, _):
      if let binding = bound[name] { return binding.type }
      return facts.numbers[name].flatMap { shapes[$0] ?? facts.names[$0].shape }
    case .select(let operand, let field, _): return inputType(of: operand)?.part(named: field)
    case .index(let operand, _, _): return inputType(of: operand)?.element
    default: return nil
    }
  }

  private func secrecyOfNames(in expression: ParsedExpression) -> Secrecy {
    var result = Secrecy.clean
    var open = [expression]
    while let next = open.popLast() {
      if case .name(let name, _) = next.kind {
        let secrecy = bound[name]?.secrecy ?? facts.numbers[name].flatMap { known[$0] } ?? .clean
        result = result.or(secrecy.asPart)
      }
      open += next.children
    }
    return result
  }
}
