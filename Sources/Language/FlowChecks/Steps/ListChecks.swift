// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks lists of records, whose items are scopes inside scopes.
extension FlowChecking {
  /// The outer meaning of the names that an item hides.
  struct HiddenNames {
    /// The declarations, by name.
    var declared: [String: Declaration] = [:]

    /// The proven facts about hidden names, with their counts.
    var proven: [ParsedExpression: Int] = [:]

    /// The types of the functions of hidden answers, by name.
    var functions: [String: FlowNames.FunctionTypes] = [:]

    /// The item's own ids that hide them, by name.
    var hiding: [String: Named] = [:]
  }

  // MARK: Lists

  mutating func checkRepeat(_ step: StepDefinition, _ definition: RepeatDefinition) {
    let title = check(step.title, for: .title)
    let description = check(step.description, for: .description)
    let over = definition.over.flatMap { check($0, for: .over, expecting: .list(.dyn)) }
    let overNumber = definition.over.map { _ in lastExpression }
    warnOfEmptyList(over)
    let constraints = definition.constraints.compactMap {
      checkLimit($0, ofList: step.id.name, isFixed: definition.over != nil)
    }
    checkFilling(step, definition)
    let repeatIndex = plan.count
    // The steps of an item read the list's position in the plan, so add it first.
    plan.append(.itemEnd(of: repeatIndex))
    let outer = (scopeNumber, prefix, present, conditionsInScope, meanings)
    let firstInside = lastExpression + 1
    conditionsInScope = []
    let item = enterItem(
      of: step, at: repeatIndex, over, overNumber, definition, others: itemType(of: step))
    hideNames(of: definition.steps)
    let heading = check(definition.matrix?.heading, for: .heading)
    let form = plan.count
    checkSteps(definition.steps)
    if definition.matrix != nil { checkMatrix(step, definition, over) }
    let end = plan.count
    plan.append(.itemEnd(of: repeatIndex))
    let summary = check(definition.summary, for: .summary)
    let read = namesOfPlaces(from: firstInside, scope: item)
    let type = recordType(of: item)
    let element = knownValues(of: item)
    let most = over?.compiled.knownValues?.sizes?.upperBound ?? Int.max
    let count = FieldLimits(constraints).sizes(.minItems, .maxItems)?.common(with: 0...most)
    let known = KnownValues.list(element, count: count ?? 0...most)
    leaveItem()
    noteItemType(of: step, ItemType(type: type, known: element))
    (scopeNumber, prefix, present, conditionsInScope, meanings) = outer
    let validations = checkList(definition.validations, named: step.id, type: .list(type), known)
    let list = CheckedRepeat(
      name: step.id.name, end: end, scope: item, summary: summary, constraints: constraints,
      over: over,
      matrix: definition.rowForm != nil && over != nil
        ? CheckedMatrix(heading: heading, form: form) : nil,
      isFilled: definition.isFilled && over == nil,
      readsIndex: read.contains("index"), readsItems: read.contains("items"))
    plan[repeatIndex] = .step(
      CheckedStep(
        id: prefix + step.id.name, kind: .repeat(list), repeats: repeats, title: title,
        description: description, elements: [], validations: validations, conditions: path,
        sections: sections,
        place: step.place))
    let origin = NameOrigin.element(plan: repeatIndex, element: 0)
    declare(step.id, as: .list(type), origin: origin, isRequired: true, knownValues: known)
    scopes[scopeNumber].answers.append(
      ScopeAnswer(name: step.id.name, key: step.key?.name, origin: origin))
    follower?.declare(step.id, as: .list(type), .repeat(definition), knowing: known)
  }

  /// Warns of a literal list without elements, for which nothing is ever asked.
  private mutating func warnOfEmptyList(_ over: FlowExpression?) {
    guard let over, case .list(let elements) = over.compiled.root.kind, elements.isEmpty else {
      return
    }
    report(
      Diagnostic(
        "empty-list", .warning, "the list is always empty, so nothing is asked here",
        at: over.source.place))
  }

  /// Reports a list whose records open by themselves, and that has none to open.
  private mutating func checkFilling(_ step: StepDefinition, _ definition: RepeatDefinition) {
    guard definition.isFilled else { return }
    guard definition.over == nil else {
      report(
        Diagnostic(
          "unknown-key", "'fill' means nothing beside 'over', whose records open by themselves",
          at: step.place))
      return
    }
    if let least = definition.constraints.first(where: { $0.kind == .minItems }) {
      guard case .literal(let literal) = least.value, case .int(...0) = literal.value else {
        return
      }
    }
    report(
      Diagnostic(
        "missing-key", "'fill' needs 'minItems', the number of records that open by themselves",
        at: step.place))
  }

  /// Reports a matrix that has no form, or certainly more cells than fit on a screen.
  private mutating func checkMatrix(
    _ step: StepDefinition, _ definition: RepeatDefinition, _ over: FlowExpression?
  ) {
    guard let form = definition.rowForm, definition.over != nil else {
      report(
        Diagnostic(
          "unknown-step", "a matrix has the form of a row and a list to ask it over",
          at: step.place))
      return
    }
    for element in form.elements {
      guard case .ask(let field) = element.kind, field.takesOthers else { continue }
      report(
        Diagnostic(
          "unknown-key",
          "'other' means nothing in a matrix, whose cells have no row for a text; use a 'repeat'",
          at: field.texts[.other]?.variants.first?.template.place ?? element.place))
    }
    guard let over, over.compiled.freeNames.isEmpty,
      case .list(let rows)? = try? over.compiled.evaluate(in: ValueMap())
    else { return }
    let fields = form.elements.count { if case .ask = $0.kind { true } else { false } }
    let limit = MatrixDefinition.maximumCells
    guard rows.count * fields > limit else { return }
    report(
      Diagnostic(
        "too-many-cells",
        "\(rows.count) rows of \(fields) \(fields == 1 ? "field" : "fields") are "
          + "\(rows.count * fields) cells, and a matrix has at most \(limit); use a 'repeat'",
        at: over.source.place))
  }

  /// Begins the scope of an item, which can read its position and the other items.
  private mutating func enterItem(
    of step: StepDefinition, at repeatIndex: Int, _ over: FlowExpression?, _ overNumber: Int?,
    _ definition: RepeatDefinition, others: ItemType
  ) -> Int {
    let number = scopes.count
    let element = definition.matrix?.element ?? Identifier("item", at: step.id.place)
    scopes.append(FlowScope(parent: scopeNumber))
    follower?.enterItem(of: step.id, as: element.name)
    hidden.append(HiddenNames())
    scopeNumber = number
    prefix += step.id.name + "[]."
    repeats.append(repeatIndex)
    let place = step.id.place
    declare(
      Identifier("index", at: place), as: .int, origin: .position(of: repeatIndex),
      isRequired: true,
      isAlways: true, knownValues: .within(.whole(0...Int64.max)))
    declare(
      Identifier("items", at: place), as: .list(others.type), origin: .items(of: repeatIndex),
      isRequired: true, isAlways: true, knownValues: others.known.map { .list($0) })
    if definition.over != nil {
      if let functions = scope.forget(element.name) {
        hidden[hidden.count - 1].functions[element.name] = functions
      }
      declare(
        Identifier(element.name, at: element.place),
        as: over?.compiled.type.elementType ?? .unknown,
        origin: .overElement(of: repeatIndex), isRequired: true, isAlways: true,
        knownValues: over?.compiled.knownValues?.element, of: overNumber)
    }
    return number
  }

  /// Ends the scope of an item.
  ///
  /// Its names lose their meaning, or get their outer meaning back.
  private mutating func leaveItem() {
    guard let outer = hidden.popLast() else { return }
    for name in scopes[scopeNumber].names.keys {
      declared[name] = nil
      scope.forget(name)
    }
    for (name, declaration) in outer.declared {
      declared[name] = declaration
      scope.declare(
        VariableDeclaration(
          name, declaration.type,
          presence: proven.isEmpty && declaration.conditions.isEmpty && declaration.isRequired
            ? .always : .maybe, knownValues: declaration.knownValues))
    }
    for (name, types) in outer.functions { scope.restoreFunctions(of: name, types) }
    proven.merge(outer.proven) { $0 + $1 }
    repeats.removeLast()
    follower?.leaveItem()
  }

  /// Hides the outer meaning of the item's own ids in the whole item.
  ///
  /// A name has only one meaning there, even before it's asked.
  private mutating func hideNames(of steps: [StepDefinition]) {
    for step in steps {
      switch step.kind {
      case .group(let steps): hideNames(of: steps)
      case .form(let elements, _): hideNames(of: elements)
      default:
        let name = step.id.name
        let own = Named(
          place: step.id.place, keyword: step.kind.keyword, isCapture: step.kind.captures)
        guard own.hasValue, declared[name] != nil, scopes[scopeNumber].names[name] == nil else {
          continue
        }
        hide(name)
        declared[name] = nil
        if !isTyping { meanings.scope = index.hide(name, in: meanings.scope) }
        hidden[hidden.count - 1].functions[name] = scope.forget(name)
        hidden[hidden.count - 1].hiding[name] = own
        follower?.hide(name)
      }
    }
  }

  /// Saves the outer meaning of a name that the item is about to hide.
  mutating func hide(_ name: String) {
    guard !hidden.isEmpty, let outer = declared[name] else { return }
    hidden[hidden.count - 1].declared[name] = outer
    guard namesInConditions.contains(name) else { return }
    // Facts about the outer name don't apply to the inner one.
    for (fact, count) in proven where fact.names(name) {
      hidden[hidden.count - 1].proven[fact] = count
      proven[fact] = nil
    }
    for (other, declaration) in declared
    where declaration.conditions.contains(where: { $0.names(name) }) {
      if hidden[hidden.count - 1].declared[other] == nil {
        hidden[hidden.count - 1].declared[other] = declaration
      }
      declared[other] = declaration.unprovable
    }
  }

  /// Adds a computed value to the record of its item, which the list can read.
  mutating func recordCompute(_ id: Identifier, at origin: NameOrigin) {
    guard scopes[scopeNumber].parent != nil else { return }
    scopes[scopeNumber].computes.append(ScopeAnswer(name: id.name, origin: origin))
  }

  /// Returns the type of the record of a scope's answers, at its end.
  mutating func recordType(of number: Int) -> ValueType {
    let prover = ScopeProver(
      declared: declared, proven: proven, local: nil, assumed: [], isAtEnd: isAtEnd,
      follower: follower)
    let fields = scopes[number].parts.compactMap { answer -> RecordType.Field? in
      guard let declaration = declared[answer.name] else { return nil }
      let isAlways =
        scope.variable(named: answer.name)?.presence == .always
        || prover.isPresent(answer.name, given: [])
      // An optional computed value is an optional part of the record.
      if case .optional(let inner) = declaration.type {
        return RecordType.Field(answer.name, inner, isOptional: true, key: answer.key)
      }
      return RecordType.Field(
        answer.name, declaration.type, isOptional: !isAlways, key: answer.key)
    }
    return .record(RecordType(fields))
  }

  private mutating func checkLimit(
    _ constraint: ConstraintDefinition, ofList name: String, isFixed: Bool
  ) -> CheckedConstraint? {
    if isFixed {
      understand(constraint.value, for: .itemConstraint)
      report(
        Diagnostic(
          "unknown-key",
          "'\(constraint.kind.rawValue)' means nothing where 'over' gives the number of items",
          at: constraint.keyPlace))
      return nil
    }
    switch constraint.value {
    case .computed(let source):
      return check(source, for: .itemConstraint, expecting: .int).map {
        .computed(constraint.kind, $0)
      }
    case .literal(let literal):
      guard case .int(let count) = literal.value else {
        reportWrongLiteral(literal, name: constraint.kind.rawValue, need: .answer(.integer))
        return nil
      }
      guard count >= 0 else {
        report(
          Diagnostic(
            "wrong-type", "'\(constraint.kind.rawValue)' must be 0 or more", at: literal.place))
        return nil
      }
      return (try? ConstraintCheck(constraint.kind, literal.value)).map { .known($0) }
    }
  }

  /// Checks the validations of a list, in which its own name is the candidate.
  private mutating func checkList(
    _ validations: [ValidationDefinition], named id: Identifier, type: ValueType,
    _ known: KnownValues
  ) -> [CheckedValidation] {
    let outer = enter(VariableDeclaration(id.name, type, knownValues: known))
    defer { leave(outer) }
    return validations.compactMap { validation in
      if let field = validation.field {
        report(
          Diagnostic(
            "unknown-key", "a check of a list belongs to the list; 'at' means nothing here",
            at: field.place))
      }
      return check(validation, element: 0)
    }
  }

  /// Returns which of `index` and `items` the steps of an item and its summary read.
  ///
  /// - Parameters:
  ///   - first: The index of the first expression in the item.
  ///   - scope: The number of the item's scope.
  /// - Returns: The names.
  private func namesOfPlaces(from first: Int, scope: Int) -> Set<String> {
    index.expressions[first...].reduce(into: []) { names, expression in
      // In a nested list, these names belong to that list.
      guard let checked = expression.checked, checked.scope == scope, isAsked(expression)
      else { return }
      for name in ["index", "items"] where checked.compiled.freeNames.contains(name) {
        names.insert(name)
      }
    }
  }

  /// Returns whether an expression in an item decides what's asked or shown there.
  private func isAsked(_ expression: IndexedExpression) -> Bool {
    switch (expression.role, expression.step.map { index.steps[$0].step.kind }) {
    case (.itemConstraint, _), (.heading, _), (.title, .group?), (.title, .flow?): false
    default: true
    }
  }

  // MARK: What an item may hold

  /// The keywords of steps that can't be in an item, because items can be edited and removed.
  static let kindsOutsideItems: Set<StepKeyword> = [.run, .write, .commit, .review, .stop]

  /// Reports the steps of a used flow that can't be in an item.
  mutating func checkFitsItem(_ steps: [StepDefinition], in item: StepDefinition) {
    for step in steps {
      switch step.kind {
      case .group(let steps): checkFitsItem(steps, in: item)
      case .repeat, .flow: break
      default:
        guard Self.kindsOutsideItems.contains(step.kind.keyword) else { continue }
        report(
          Diagnostic(
            "not-in-item",
            "a flow that is asked for each item may hold no '\(step.kind.keyword.rawValue)' step",
            at: item.place, notes: [.init("'\(step.id)' is here", at: step.place)]))
      }
    }
  }

  /// Reports a step that can't be in an item.
  mutating func checkStandsOutsideItems(_ step: StepDefinition) {
    guard !hidden.isEmpty, Self.kindsOutsideItems.contains(step.kind.keyword) else { return }
    report(
      Diagnostic(
        "not-in-item",
        "a '\(step.kind.keyword.rawValue)' step isn't allowed in an item of a list, which can be edited and "
          + "removed; put it after the list", at: step.place))
  }
}

extension FlowChecking.Declaration {
  /// The declaration, without any way to prove that it was asked.
  fileprivate var unprovable: Self {
    FlowChecking.Declaration(
      origin: origin, number: number, type: type, knownValues: knownValues, place: place,
      conditions: conditions,
      isRequired: false, isAfterEnd: isAfterEnd)
  }
}

extension OutputDefinition {
  /// The place of the output, or nil for an empty map or list.
  var place: SourcePlace? {
    switch self {
    case .expression(let source): source.place
    case .map(let entries): entries.first?.key.place
    case .list(let items): items.first?.place
    }
  }
}

extension ParsedExpression {
  /// The names in the expression.
  var namesRead: Set<String> {
    var names: Set<String> = []
    var open = [self]
    while let next = open.popLast() {
      switch next.kind {
      case .name(let name, _), .hasName(let name): names.insert(name)
      default: open += next.children
      }
    }
    return names
  }

  /// Returns whether the expression contains a name.
  func names(_ name: String) -> Bool {
    var open = [self]
    while let next = open.popLast() {
      switch next.kind {
      case .name(name, _), .hasName(name): return true
      default: open += next.children
      }
    }
    return false
  }
}

extension String.UTF8View {
  /// Returns whether it contains a word from a position on.
  fileprivate func isFound(_ word: [UInt8], from start: Index) -> Bool {
    self[start...].starts(with: word)
  }

  /// Returns whether it contains ASCII text.
  func mentions(_ text: String) -> Bool {
    let word = Array(text.utf8)
    guard let first = word.first else { return true }
    var index = startIndex
    while let found = self[index...].firstIndex(of: first) {
      if isFound(word, from: found) { return true }
      index = self.index(after: found)
    }
    return false
  }
}
