// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Records what's checked in the index of the flow. Passes that only infer types record nothing.
extension FlowChecking {
  /// The meaning of names at a place, as the index knows it.
  struct Meanings {
    /// The index of the meanings in `FlowIndex`; -1 outside of all declarations.
    var scope = -1

    /// The index of the name that hides others at the place: a candidate, or the element of a list.
    var local: Int?

    /// The indexes of the names that a text gives, innermost last.
    var bound: [Int] = []

    /// The innermost condition in a step around the place; -1 if there's none.
    var conditions = -1

    /// The number of conditions of choices and of parts of texts around the place.
    var given = 0
  }

  /// The maximum number of conditions before a place in a text that are noted.
  private static let mostGiven = 64

  /// Begins a step of the flow, or in another step.
  ///
  /// - Parameters:
  ///   - number: Its number among those beside it, of which the one before was the current step.
  ///   - outer: The index of the step that contains it; nil for the flow.
  mutating func begin(_ number: Int, in outer: Int?) {
    let next = number == 0 ? (outer ?? -1) + 1 : step.map { index.steps[$0].end } ?? 0
    step = next
    if !isTyping { index.begin(next, in: meanings.scope) }
  }

  /// Records an expression.
  mutating func note(
    _ source: ExpressionSource, for role: IndexedRole?, in use: TextTemplate.Use.Role?,
    _ checked: FlowExpression?, _ partial: ExpressionReading
  ) {
    guard let role, !isTyping else { return }
    let (declared, scope, meanings) = (declared, scope, meanings)
    index.add(
      IndexedExpression(
        source, role, use, isShared: used != nil, step: step, scope: meanings.scope,
        conditions: meanings.conditions,
        checked: isUnderstanding ? nil : checked, partial: partial)
    ) { name in
      if let position = scope.bound.lastIndex(where: { $0.name == name }) {
        return meanings.bound[position]
      }
      return scope.local?.name == name ? meanings.local : declared[name]?.number
    }
  }

  /// Records a text, whose expressions are checked next.
  mutating func note(_ text: LocalizedText, for role: IndexedRole) {
    if !isTyping, lostName == nil { index.add(IndexedText(text, role, step: step)) }
  }

  /// Records a use of a name of the flow outside of expressions.
  mutating func note(useOf id: Identifier) {
    if !isTyping { index.add(NameUse(id.name, name: declared[id.name]?.number, at: id.place)) }
  }

  /// Records a declaration, and returns the index of its name.
  mutating func note(
    _ id: Identifier, as type: ValueType, knowing known: KnownValues?, _ origin: NameOrigin,
    of list: Int?
  ) -> Int {
    guard !isTyping else { return 0 }
    func added(_ kind: IndexedName.Kind, elements: Int? = nil) -> Int {
      index.add(IndexedName(id, kind, step: step, list: step, elements: elements))
    }
    let number =
      switch origin {
      case .input(let number), .argument(_, let number): number
      case .position: added(.position)
      case .items: added(.items)
      case .overElement: added(.itemElement, elements: list)
      case .element, .compute: index.name(ofStep: step ?? 0)
      }
    meanings.scope = index.mean(number, as: type, knowing: known, in: meanings.scope)
    return number
  }

  /// Declares a local name that hides others; pass the result to ``leave(_:)`` to restore them.
  ///
  /// - Parameters:
  ///   - variable: The name.
  ///   - list: The index of the list of which it's an element; nil for the candidate of the current step.
  /// - Returns: What was before.
  mutating func enter(
    _ variable: VariableDeclaration, of list: Int? = nil
  ) -> (VariableDeclaration?, Meanings) {
    let outer = (scope.local, meanings)
    scope.local = variable
    guard !isTyping else { return outer }
    let number =
      if let list {
        index.add(
          IndexedName(
            Identifier(variable.name, at: index.expressions[list].source.place), .element,
            step: step, list: nil,
            elements: list))
      } else {
        lostName ?? index.name(ofStep: step ?? 0)
      }
    meanings.local = number
    meanings.scope = index.mean(
      number, as: variable.type, knowing: variable.knownValues, in: meanings.scope)
    return outer
  }

  /// Ends what a local name hides.
  mutating func leave(_ outer: (VariableDeclaration?, Meanings)) {
    (scope.local, meanings) = outer
  }

  /// A name that a text or a function gives to a value.
  struct BoundName {
    let id: Identifier
    let variable: VariableDeclaration
    let kind: IndexedName.Kind

    /// The index of the expression of its value, or of the list of which it's an element; nil for parameters.
    let source: Int?

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - type: The type of its value. An optional is the value of a name that may have none.
    ///   - id: What's written.
    ///   - kind: What it stands for.
    ///   - source: The index of the expression that it comes from.
    ///   - knownValues: The possible values, if they're known.
    ///   - answer: The name of the answer whose elements it stands for; nil if it's anything else.
    init(
      _ name: String, _ type: ValueType, of id: Identifier, _ kind: IndexedName.Kind,
      from source: Int? = nil, knownValues: KnownValues? = nil, isElementOf answer: String? = nil
    ) {
      self.id = Identifier(name, at: id.place)
      self.kind = kind
      self.source = source
      var variable = VariableDeclaration(name, type, knownValues: knownValues)
      if kind == .binding, case .optional(let inner) = type {
        variable = VariableDeclaration(name, inner, presence: .maybe, knownValues: knownValues)
      }
      variable.isElementOf = answer
      self.variable = variable
    }
  }

  /// Declares names that a text or a function gives, innermost last.
  mutating func bind(_ names: [BoundName]) {
    scope.bind(names.map(\.variable))
    guard !isTyping else { return }
    for name in names {
      let number = index.add(
        IndexedName(
          name.id, name.kind, step: name.kind == .parameter ? nil : step, list: nil,
          elements: name.source))
      meanings.bound.append(number)
      let type = name.variable.type
      meanings.scope = index.mean(
        number, as: name.variable.presence == .maybe ? .optional(type) : type,
        knowing: name.variable.knownValues, in: meanings.scope)
    }
  }

  /// Checks what's only evaluated if a condition is true.
  mutating func inside<Result>(
    _ condition: Int?, _ kind: FlowIndex.Condition.Kind,
    _ check: (inout FlowChecking) -> Result
  ) -> Result {
    let outer = meanings
    follow(condition, kind, isTrue: true)
    defer { meanings = outer }
    return check(&self)
  }

  /// Notes that what follows is only evaluated if a condition has a certain value.
  ///
  /// Beyond a maximum number, and for those with mistakes, conditions aren't noted.
  mutating func follow(_ condition: Int?, _ kind: FlowIndex.Condition.Kind, isTrue: Bool) {
    guard let condition, !isTyping, meanings.given < Self.mostGiven else { return }
    if kind != .part { meanings.given += 1 }
    meanings.conditions = index.add(
      FlowIndex.Condition(
        outer: meanings.conditions, expression: condition, isTrue: isTrue, kind))
  }

  /// The index of the expression that was checked last.
  var lastExpression: Int { index.expressions.count - 1 }

  /// Returns the index of the condition that was checked last; nil if it has mistakes, or reads an element of a
  /// list.
  func last(_ condition: FlowExpression?) -> Int? {
    guard let condition, !isTyping else { return nil }
    let bound = index.boundNames(in: meanings.scope)
    guard !bound.isEmpty else { return lastExpression }
    let read = condition.compiled.root.namesRead
    return bound.contains { read.contains($0.id.name) } ? nil : lastExpression
  }

  /// Records as much as possible of something that can't be checked, without findings.
  mutating func understand(_ check: (inout FlowChecking) -> Void) {
    guard !isTyping, understood < Self.mostUnderstood else { return }
    understood += 1
    var copy = self
    copy.isUnderstanding = true
    copy.follower = nil
    copy.scope.nearMisses = NearMissSearch()
    check(&copy)
    index = copy.index
  }

  /// Understands the expression of a setting that can't be checked.
  mutating func understand(_ setting: Setting, for role: IndexedRole) {
    if case .computed(let source) = setting { understand { _ = $0.check(source, for: role) } }
  }

  /// Understands the steps that can't be read, up to a step beside them.
  ///
  /// - Parameters:
  ///   - outer: The index of the step that contains them; nil for the flow.
  ///   - next: The step; nil for all.
  mutating func understandLost(in outer: Int?, before next: StepDefinition?) {
    guard !lost.isEmpty else { return }
    let container = outer.map { index.steps[$0].step.id.place }
    while let part = lost[container]?.last,
      next.map({ part.id.place.range.lowerBound < $0.place.range.lowerBound }) ?? true
    {
      lost[container]?.removeLast()
      guard !isTyping, let step = part.step else { continue }
      let name = index.add(IndexedName(part.id, .lost, step: nil, list: nil))
      understand { checking in
        checking.lostName = name
        checking.step = nil
        _ = step.when.map { checking.checkAsked($0, for: .when, expecting: .bool) }
        _ = checking.check(step.title, for: .title)
        _ = checking.check(step.description, for: .description)
        if case .ask(let field) = step.kind { _ = checking.checkField(field, id: part.id) }
      }
      meanings.scope = index.mean(name, as: nil, in: meanings.scope)
    }
  }

  /// The maximum number of parts with mistakes that are understood nevertheless.
  ///
  /// More mistakes aren't shown.
  private static let mostUnderstood = 100
}
