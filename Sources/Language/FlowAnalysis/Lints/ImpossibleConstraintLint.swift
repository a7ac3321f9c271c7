// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds constraints that no answer satisfies.
///
/// The lint compares literal bounds with each other and with the number of choices. It compares a
/// computed bound if it's an answer, or the size of one, that has bounds of its own. It doesn't
/// compare patterns.
extension FlowLint {
  static let impossibleConstraint = FlowLint(id: id, findsErrors: true) { check($0) }

  private static let id: DiagnosticID = "impossible-constraint"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    flow.steps.flatMap { placed -> [Diagnostic] in
      flow.enter(placed)
      if case .repeat(let list) = placed.step.kind {
        return compare(list.constraints, of: .choices, placed, flow)
      }
      guard let field = placed.field else { return [] }
      return check(field, placed, flow)
    }
  }

  private static let pairs: [(ConstraintKind, ConstraintKind)] = [
    (.min, .max), (.minLength, .maxLength), (.minItems, .maxItems),
  ]

  private static func compare(
    _ constraints: [ConstraintDefinition], of type: FieldType, _ placed: PlacedStep,
    _ flow: LintedFlow
  ) -> [Diagnostic] {
    pairs.compactMap { least, greatest in
      guard let low = constraints.first(where: { $0.kind == least }),
        let high = constraints.first(where: { $0.kind == greatest })
      else { return nil }
      return compare(low, high, of: type, placed, flow)
    }
  }

  private static func check(
    _ field: FieldDefinition, _ placed: PlacedStep, _ flow: LintedFlow
  ) -> [Diagnostic] {
    var found = compare(field.constraints, of: field.type, placed, flow)
    if let items = field.items {
      found += compare(items.constraints, of: items.type, placed, flow)
      found += compare(items.names, of: .string, placed, flow)
    }
    if field.type == .choices, case .listed(let choices)? = field.choices,
      let low = field.constraints.first(where: { $0.kind == .minItems }),
      let count = field.count(.minItems), count > choices.count,
      !field.hasChoiceAlone, !field.takesOthers
    {
      found.append(
        Diagnostic(
          id, "'minItems' is \(count), but there are only \(choices.count) choices",
          at: low.value.place))
    }
    if found.isEmpty, field.count(.maxLength) == 0,
      let most = field.constraints.first(where: { $0.kind == .maxLength })
    {
      found.append(
        Diagnostic(
          id, "'maxLength' is 0, but an answer can't be empty", at: most.value.place))
    }
    if found.isEmpty, let unit = field.constraints.first(where: { $0.kind == .multipleOf }),
      field.type == .integer, AnswerDomain(of: field).isEmpty
    {
      found.append(
        Diagnostic(
          id,
          "there's no multiple of \(field.literal(.multipleOf)?.plainText ?? "this") "
            + "between 'min' and 'max'", at: unit.value.place))
    }
    return found
  }

  private static func compare(
    _ low: ConstraintDefinition, _ high: ConstraintDefinition, of type: FieldType,
    _ placed: PlacedStep, _ flow: LintedFlow
  ) -> Diagnostic? {
    let words = "'\(low.kind.rawValue)'"
    if case .literal(let least) = low.value, case .literal(let greatest) = high.value {
      // The order of two times isn't known if only one depends on the session's time zone.
      if type == .datetime,
        (AnswerDomain.moment(least.value) == nil) != (AnswerDomain.moment(greatest.value) == nil)
      {
        return nil
      }
      guard let first = low.kind.limit(least.value, for: type, in: .utc),
        let last = high.kind.limit(greatest.value, for: type, in: .utc),
        // Only dates and times are texts with an order; for other types, a text is a wrong type.
        type.isTime || first.type != .string,
        let order = Predicate.order(first, last), order > 0
      else { return nil }
      return Diagnostic(
        id,
        "\(words) is \(least.value.plainText), which is greater than '\(high.kind.rawValue)'",
        at: least.place, notes: [.init("'\(high.kind.rawValue)' is here", at: greatest.place)])
    }
    guard let least = term(low, of: type, flow), let greatest = term(high, of: type, flow) else {
      return nil
    }
    let exceeds = ConditionReader(flow.facts).comparison(.greater, least, greatest)
    guard flow.facts.isDecided(exceeds),
      case .possible(let answers) = flow.prover.search([exceeds], at: placed.path)
    else { return nil }
    let when = AnswerDescription(flow.facts).list(answers)
    return Diagnostic(
      id, .warning, "\(words) can be greater than '\(high.kind.rawValue)'",
      at: low.value.place,
      notes: [.init("'\(high.kind.rawValue)' is here", at: high.value.place)]
        + (when.isEmpty ? [] : [.init("this happens when \(when)", at: nil)]))
  }

  private static func term(
    _ constraint: ConstraintDefinition, of type: FieldType, _ flow: LintedFlow
  ) -> TermID? {
    switch constraint.value {
    case .literal(let literal):
      return constraint.kind.limit(literal.value, for: type, in: .utc)
        .map { flow.facts.terms.number(.literal($0)) }
    case .computed(let source):
      guard let compiled = flow.facts.compiled(source), !compiled.type.isOptional else {
        return nil
      }
      return ConditionReader(flow.facts).term(compiled.root)
    }
  }
}

extension FlowFacts {
  /// Returns whether answers alone decide every atom of a formula.
  func isDecided(_ formula: FormulaID) -> Bool {
    formulas.atoms(of: formula).allSatisfy { atom in
      switch terms[atom.term] {
      case .name, .given: return true
      case .call("size()", let operands):
        guard operands.count == 1, case .name = terms[operands[0]] else { return false }
        return true
      default: return false
      }
    }
  }
}
