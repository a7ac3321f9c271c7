// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import SourceDiagnostics

/// The checker's knowledge of a flow: its steps, names, texts, and expressions with their places.
///
/// The checker fills it in its single pass, also for a flow with mistakes. There it has holes: a name without a
/// type, a use without a declaration, an expression without a value. Lints, coverage, and editors look things up
/// in it, and traverse no flow.
///
/// A part of a record, such as the answer of an item in `servers[0].name`, isn't a use of a name.
package struct FlowIndex: Sendable {
  /// The flow.
  package let definition: FlowDefinition

  /// The steps, including those of lists and the elements of forms, in the order of the file.
  package let steps: [OutlinedStep]

  /// The names: first those of the inputs, then those of the steps, and then all others.
  package private(set) var names: [IndexedName]

  /// The uses of names, in the order in which they were checked.
  package private(set) var uses: [NameUse] = []

  /// The expressions, in the order in which they were checked.
  package private(set) var expressions: [IndexedExpression] = []

  /// The texts, in the order in which they were checked.
  package private(set) var texts: [IndexedText] = []

  /// The names of each scope; the flow's own scope is the first, and those of used flows are among them.
  package var answerScopes: [FlowScope] = []

  /// The names that hold secrets.
  package var secrets = FlowSecrets(inputs: [], plan: [], scopes: [])

  /// The indexes of the used flows, by the index of the step that uses them.
  package var usedFlows: [Int: FlowIndex] = [:]

  /// Whether every expression was checked without mistakes.
  package var isFullyChecked = false

  /// Whether the proofs took so much work that those about more steps may be left undecided.
  package var isNearLimits = false

  /// Whether every path ends at some stop.
  package var endsEarly = false

  /// The indexes of the meanings of names where each step begins; -1 for steps that weren't reached.
  private var scopes: [Int]

  /// The meanings of names, each entry in addition to its outer one.
  private var meanings: [Meaning] = []

  /// The conditions around places in steps, each in addition to its outer one.
  private var conditions: [Condition] = []

  /// The indexes of the names that can't be read.
  private var lost: [String: Int] = [:]

  /// The indexes of `now` and `today`.
  private var times: [String: Int] = [:]

  /// The functions by name: the indexes of those of the flow, and nil for those that extensions declare.
  private var functions: [String: Int?]

  /// A name and what it means from a place on.
  private struct Meaning {
    /// The index of the entry for all other names; -1 for none.
    let outer: Int
    let text: String

    /// The index of the name; nil if it has no meaning there.
    let name: Int?

    /// The type of its value; nil if it isn't known.
    let type: ValueType?
  }

  /// A condition around a place.
  package struct Condition: Sendable {
    /// The index of the next condition around it; -1 for none.
    let outer: Int

    /// The index of its expression.
    package let expression: Int
    package let isTrue: Bool
    package let kind: Kind

    /// The subject of a condition's decision.
    package enum Kind: Sendable {
      /// An argument of a command, or a part of a file.
      case part

      /// A choice that's listed.
      case choice

      /// A part of a text.
      case block
    }

    package init(outer: Int, expression: Int, isTrue: Bool, _ kind: Kind) {
      self.outer = outer
      self.expression = expression
      self.isTrue = isTrue
      self.kind = kind
    }
  }

  /// Creates the index of a flow before anything in it is checked.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  package init(_ definition: FlowDefinition) {
    self.definition = definition
    let steps = definition.steps.outline
    self.steps = steps
    scopes = Array(repeating: -1, count: steps.count)
    functions = Dictionary(
      definition.extensions.functions.map { ($0.name, nil) }, uniquingKeysWith: { one, _ in one })
    names = definition.inputs.map { IndexedName($0.name, .input, step: nil, list: nil) }
    for (index, step) in steps.enumerated() {
      names.append(
        IndexedName(
          step.step.id, step.isRow ? .row : .step(step.step.kind.keyword), step: index,
          list: step.list))
    }
    for variable in TimeNames.declarations {
      times[variable.name] = names.count
      var name = IndexedName(
        Identifier(variable.name, at: .code), .time, step: nil, list: nil)
      name.type = variable.type
      names.append(name)
    }
  }

  /// Returns the index of the name of a step.
  package func name(ofStep step: Int) -> Int { definition.inputs.count + step }

  // MARK: Filling

  /// Adds a name that's neither a step nor an input, and returns its index.
  package mutating func add(_ name: IndexedName) -> Int {
    if name.kind == .lost {
      if let known = lost[name.id.name] { return known }
      lost[name.id.name] = names.count
    }
    names.append(name)
    return names.count - 1
  }

  /// Adds a function of the flow.
  package mutating func add(function id: Identifier) {
    functions[id.name] = .some(names.count)
    names.append(IndexedName(id, .function, step: nil, list: nil))
  }

  /// Gives a name a meaning from a place on.
  ///
  /// - Parameters:
  ///   - name: The index of the name.
  ///   - type: The type of its value there; nil if it isn't known.
  ///   - known: What's known about its value beyond the type.
  ///   - outer: What names mean there otherwise.
  /// - Returns: What names mean from there on.
  package mutating func mean(
    _ name: Int, as type: ValueType?, knowing known: KnownValues? = nil, in outer: Int
  ) -> Int {
    let type = type.flatMap { $0.isUnknown ? nil : $0 }
    if names[name].type == nil { names[name].type = type }
    names[name].knownValues = known
    meanings.append(Meaning(outer: outer, text: names[name].id.name, name: name, type: type))
    return meanings.count - 1
  }

  /// Records what names mean where a step begins.
  package mutating func begin(_ step: Int, in scope: Int) { scopes[step] = scope }

  /// Returns what names mean where a step begins, for ``visibleNames(in:)``.
  package func scope(ofStep step: Int) -> Int { scopes[step] }

  /// Takes the meaning of a name away from a place on.
  ///
  /// - Returns: What names mean from there on.
  package mutating func hide(_ name: String, in outer: Int) -> Int {
    meanings.append(Meaning(outer: outer, text: name, name: nil, type: nil))
    return meanings.count - 1
  }

  /// Adds a condition around what's checked next, and returns its index.
  package mutating func add(_ condition: Condition) -> Int {
    conditions.append(condition)
    return conditions.count - 1
  }

  /// Adds a text, whose expressions follow.
  package mutating func add(_ text: IndexedText) { texts.append(text) }

  /// Adds an expression and the names in it.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - meaning: Returns the index of the name that a text means there; nil if it means nothing.
  /// - Complexity: O(*n*) in the length of the expression.
  package mutating func add(_ expression: IndexedExpression, meaning: (String) -> Int?) {
    let (number, source, first) = (expressions.count, expression.source, uses.count)
    expressions.append(expression)
    for name in expression.reading?.names ?? [] {
      let function = name.isFunction ? functions[name.text] : nil
      if name.isFunction, function == nil { continue }
      uses.append(
        NameUse(
          name.text, name: function ?? meaning(name.text) ?? times[name.text],
          at: source.place(of: name.range), name.isFunction ? .function : .value,
          expression: number))
    }
    expressions[number].uses = first..<uses.count
  }

  /// Adds a use of a name outside of expressions.
  package mutating func add(_ use: NameUse) { uses.append(use) }

  /// Resolves the uses of names whose steps or inputs can't be read.
  ///
  /// - Complexity: O(*n*) in the number of uses if there are such names.
  package mutating func resolveLostNames() {
    for part in definition.lost { _ = add(IndexedName(part.id, .lost, step: nil, list: nil)) }
    guard !lost.isEmpty else { return }
    for index in uses.indices where uses[index].name == nil && uses[index].kind == .value {
      uses[index].name = lost[uses[index].text]
    }
  }

  // MARK: Meanings and conditions

  /// Returns the names that expressions can use in a scope, innermost first, with their types there.
  ///
  /// - Complexity: O(1); each name is found as it's asked for.
  package func visibleNames(in scope: Int) -> VisibleNames { VisibleNames(in: self, at: scope) }

  /// Returns what the innermost name that begins with a word means in a scope, and the scope around it; nil if there's
  /// none.
  ///
  /// - Complexity: O(*k*) in the number of names that begin otherwise.
  func meaning(in scope: Int, beginningWith prefix: String) -> (
    text: String, name: VisibleName?, outer: Int
  )? {
    var number = scope
    while number >= 0, !meanings[number].text.hasPrefix(prefix) { number = meanings[number].outer }
    guard number >= 0 else { return nil }
    let meaning = meanings[number]
    let name = meaning.name.map {
      VisibleName(text: meaning.text, name: $0, type: meaning.type)
    }
    return (meaning.text, name, meaning.outer)
  }

  /// The names of times, sorted.
  var visibleTimes: [VisibleName] {
    times.sorted { $0.key < $1.key }
      .map { VisibleName(text: $0.key, name: $0.value, type: names[$0.value].type) }
  }

  /// Returns the innermost name that a step or a text gives to an element of a list or to another value, and the
  /// scope around it; nil if there's none.
  package func boundName(in scope: Int) -> (name: IndexedName, outer: Int)? {
    guard scope >= 0, let name = meanings[scope].name else { return nil }
    switch names[name].kind {
    case .element, .elementKey, .elementPosition, .binding:
      return (names[name], meanings[scope].outer)
    default: return nil
    }
  }

  /// Returns the names around a place that a step or a text gives to elements of lists and to other values, innermost
  /// first.
  ///
  /// - Complexity: O(*n*) in their number.
  package func boundNames(in scope: Int) -> [IndexedName] {
    var bound: [IndexedName] = []
    var number = scope
    while let (name, outer) = boundName(in: number) {
      bound.append(name)
      number = outer
    }
    return bound
  }

  /// Returns the conditions around a place, outermost first.
  ///
  /// - Complexity: O(*n*) in their number.
  package func conditions(from number: Int) -> [Condition] {
    var found: [Condition] = []
    var number = number
    while number >= 0 {
      found.append(conditions[number])
      number = conditions[number].outer
    }
    return found.reversed()
  }

  /// Returns the conditions under which a step is asked, outermost first, as they're written.
  ///
  /// - Complexity: O(*n*) in the number of groups, forms, and lists around it.
  package func conditions(ofStep step: Int) -> [ExpressionSource] {
    var found: [ExpressionSource] = []
    var number: Int? = step
    while let next = number {
      if let when = steps[next].step.when { found.append(when) }
      number = steps[next].parent
    }
    return found.reversed()
  }
}
