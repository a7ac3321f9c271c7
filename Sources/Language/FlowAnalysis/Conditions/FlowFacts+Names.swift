// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

// Names: when they have values, and which conditions their values satisfy.
extension FlowFacts {
  func add(_ name: NameFacts) {
    let number = names.count
    names.append(name)
    var conditions = name.path.conditions.map { self.conditions[$0].formula }
    if let given = given(number, name) { conditions.append(given) }
    presences.append(formulas.all(conditions))
    if case .compute(let source) = name.kind { substitute(source, for: number) }
    // Compile the conditions now, while names still refer to what they mean at the question; later
    // names in an item may hide them. Only checks refer to the answer itself, so the name is added
    // before them.
    var found = name.field.map { choiceAxioms(of: number, $0) } ?? []
    numbers[name.id.name] = number
    if let field = name.field {
      // An empty text isn't checked.
      if !field.answersEmpty { found += checkAxioms(of: number, field.validations) }
      if field.sets != nil { languageChanges += 1 }
    }
    if case .repeat(let list) = name.kind { found += checkAxioms(of: number, list.validations) }
    add(axioms: found, of: number)
    if let otherwise = name.field?.settings[.otherwise] { substitute(otherwise, of: number) }
  }

  /// Replaces a name by its answer where it's asked, and by another value where it isn't.
  private func substitute(_ otherwise: Setting, of number: Int) {
    withOtherwise.insert(number)
    let reader = ConditionReader(self)
    let name = names[number]
    let value: TermID
    let truth: FormulaID
    switch otherwise {
    case .computed(let source):
      guard let compiled = compiled(source) else { return }
      value = reader.term(compiled.root)
      truth = name.type == .bool ? reader.formula(compiled.root) : FormulaTable.true
    case .literal(let literal):
      guard let known = literal.value.asAnswer(of: name.type) else { return }
      value = terms.number(.literal(known))
      truth = formulas.constant(known == true)
    }
    let own = terms.number(.name(number))
    if name.type == .bool {
      computedConditions[number] = formulas.either(
        presences[number], reader.truth(of: own), truth)
    }
    let term = terms.number(.conditional(presences[number], own, value))
    if terms.depth(of: term) < TermTable.maximumDepth / 2 { computed[number] = term }
  }

  /// Returns the condition under which a name has a value once its step is reached, or nil if it
  /// always has one.
  private func given(_ number: Int, _ name: NameFacts) -> FormulaID? {
    if case .capture(let run) = name.kind, run.onError == .skip {
      return formulas.atom(terms.number(.given(number)), .isTrue)
    }
    guard let field = name.field, let required = field.settings[.required], !field.answersEmpty
    else {
      return nil
    }
    var alternatives: [FormulaID] = []
    switch required {
    case .literal(let literal):
      if literal.value == .bool(true) { return nil }
    case .computed(let source):
      if let compiled = compiled(source), compiled.type == .bool {
        alternatives.append(ConditionReader(self).formula(compiled.root))
      }
    }
    alternatives.append(formulas.atom(terms.number(.given(number)), .isTrue))
    return formulas.any(alternatives)
  }

  /// Replaces a computed value by its expression.
  private func substitute(_ source: ExpressionSource, for number: Int) {
    guard let compiled = compiled(source) else { return }
    let reader = ConditionReader(self)
    if compiled.type == .bool {
      computedConditions[number] = reader.formula(compiled.root)
      return
    }
    let term = reader.term(compiled.root)
    if terms.depth(of: term) < TermTable.maximumDepth / 2 { computed[number] = term }
  }

  // MARK: Rules of answers

  /// Returns the conditions that hold whenever a name has a value: its error-level checks, and the
  /// conditions of its choices, except those that only certain values trigger.
  func axioms(of number: Int) -> [FormulaID] { axioms[number] ?? [] }

  /// Returns the error-level checks of a name.
  private func checkAxioms(
    of number: Int, _ validations: [ValidationDefinition]
  ) -> [FormulaID] {
    validations.filter { $0.level == .error }.compactMap { validation in
      compiled(validation.check).map { check in
        formulas.implies(presences[number], ConditionReader(self).formula(check.root))
      }
    }
  }

  /// Returns the conditions of the choices of a name.
  private func choiceAxioms(of number: Int, _ field: FieldDefinition) -> [FormulaID] {
    guard field.type == .choice, case .listed(let choices)? = field.choices else { return [] }
    let term = terms.number(.name(number))
    return choices.compactMap { choice in
      guard let condition = offered(choice) else { return nil }
      let picked = formulas.atom(term, .compares(.equal, choice.value.value))
      return formulas.implies(presences[number], formulas.implies(picked, condition))
    }
  }

  /// Returns the condition under which a choice can be picked, or nil if it always can.
  func offered(_ choice: ChoiceDefinition) -> FormulaID? {
    var conditions: [FormulaID] = []
    if let when = choice.when, let compiled = compiled(when) {
      conditions.append(ConditionReader(self).formula(compiled.root))
    }
    if let disabled = choice.disabledWhen, let compiled = compiled(disabled) {
      conditions.append(formulas.not(ConditionReader(self).formula(compiled.root)))
    }
    return conditions.isEmpty ? nil : formulas.all(conditions)
  }

  /// Returns the numbers of the names that a formula reads.
  ///
  /// - Parameters:
  ///   - id: The formula.
  ///   - limit: The maximum number of subformulas to examine, in breadth-first order.
  /// - Returns: The numbers.
  func names(of id: FormulaID, limit: Int = .max) -> Set<Int> {
    var names: Set<Int> = []
    for atom in formulas.atoms(of: id, limit: limit) { names.formUnion(terms.names(of: atom.term)) }
    return names
  }
}

extension Value {
  /// The literal as an answer of a type; nil if that depends on more than the type.
  func asAnswer(of type: ValueType) -> Value? {
    switch (type, self) {
    case (.double, .int(let number)): .double(Double(number))
    case (.timestamp, _): AnswerDomain.moment(self).map { .timestamp($0) }
    case (.duration, _): AnswerDomain.span(self).map { .duration($0) }
    default: self
    }
  }
}
